package import Diagnostics
import Foundation
import PluginHosting
import Rendering
import SystemPackage

/// The formats that are available to a catalog, and their descriptions.
package enum InstalledFormats {
  /// Returns the built-in formats, those of the plugins on the search path, and those that a catalog names.
  ///
  /// Plugins that were allowed are started and queried for their descriptions.
  ///
  /// - Parameter path: A folder with a `catalog.yml`, or `nil` for no catalog.
  package static func all(
    forCatalogAt path: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DiagnosticsError) -> [(name: String, description: String)] {
    var formats = RendererFormat.builtIn.map { (name: $0.name, description: $0.title) }
    var seen = Set(formats.map(\.name))
    var programs: [(name: String, entry: PluginEntry, folder: InputFolder)] = []
    if let path {
      let found = try FoundConfiguration(at: path, log: InputManifest())
      for entry in found.configuration.formats {
        if let plugin = entry.plugin { programs.append((entry.name.text, plugin, InputFolder(found.folder))) }
      }
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: String(folder))) ?? []
      for name in names.sorted() where name.hasPrefix("pomona-") {
        programs.append((String(name.dropFirst("pomona-".count)), PluginEntry(), InputFolder("")))
      }
    }
    let plugins = PluginFormats(CatalogOptions(), environment: environment)
    // Of several programs of a format, the first counts, as in a build: the catalog's own, and then the first on the
    // path.
    for (name, entry, folder) in programs where seen.insert(name).inserted {
      formats.append((name, plugins.description(of: entry, named: .init(name), folder: folder)))
    }
    return formats
  }
}
