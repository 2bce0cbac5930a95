import Datasets
package import Diagnostics
package import Rendering
package import SystemPackage

/// The configuration of a catalog: the one in its folder, or the one inferred for data without a configuration.
package struct FoundConfiguration {
  /// The configuration.
  package var configuration: CatalogConfiguration
  /// The folder that the paths of the configuration are relative to.
  package let folder: FilePath
  /// The data sets that were found; `nil` if the configuration is that of a `catalog.yml`.
  package let datasets: FoundDatasets?

  /// Reads or infers the configuration of the catalog at a path.
  ///
  /// - Parameter keepsMistakes: Whether mistakes in a `catalog.yml` are kept in the configuration instead of being
  ///   thrown.
  package init(
    at path: String, options: CatalogOptions = CatalogOptions(), formats: [RendererFormat] = RendererFormat.builtIn,
    keepsMistakes: Bool = false, log: InputManifest
  ) throws(DiagnosticsError) {
    let place = FilePath(path)
    var title = Dataset.title(fromName: Catalog.name(at: path))
    // A description of the folder's data may name the catalog.
    let isDescribed = place.isFolder || DataDescription.isName(place.lastComponent?.string ?? "")
    if isDescribed, path != Catalog.standardInput {
      let folder = InputFolder(place.isFolder ? place : place.removingLastComponent())
      title = FoundDescriptions(besides: [], in: folder, log: log).title ?? title
    }
    let file = InputFolder(place).place(of: CatalogConfiguration.fileName)
    if place.isFolder {
      log.note(file)
      if file.exists {
        configuration = try CatalogConfiguration(
          yaml: try file.text(), file: file.string, title: title, formats: formats, keepsMistakes: keepsMistakes)
        folder = place
        datasets = nil
        return
      }
    }
    let found = try FoundDatasets(at: path, reading: options.reading, log: log)
    configuration = CatalogConfiguration(title: title)
    configuration.datasets = found.entries
    folder = found.folder
    datasets = found
  }
}

extension CatalogConfiguration {
  /// Returns the information about the catalog that every page has.
  func info(copying assets: AssetFiles) -> CatalogInfo {
    var info = CatalogInfo(title: title, language: language)
    if address != nil, let feed = documents.feed { info.feed = .init(title: feed.title ?? title, path: FeedFile.path) }
    if documents.json != nil { info.json = .init(title: title, path: JSONFiles.path) }
    info.copiedPages = Set(assets.found.lazy.filter { $0.extension == "html" }.map(\.string))
    return info
  }

  /// Returns the renderers of the requested formats, each once. Formats that do not exist and invalid options are
  /// reported.
  func renderers(
    among known: [RendererFormat], plugins: PluginFormats, folder: InputFolder, info: CatalogInfo, log: InputManifest,
    findings: inout [Diagnostic]
  ) -> [any PageRenderer] {
    var seen: Set<String> = []
    var renderers: [any PageRenderer] = []
    plugins.forgetMissingFormats()
    for entry in formats where seen.insert(entry.name.text).inserted {
      do throws(DiagnosticsError) {
        if let plugin = entry.plugin {
          let renderer = try plugins.renderer(
            of: plugin, named: entry.name, among: known, folder: folder, info: info, hasSearch: documents.search != nil,
            log: log)
          if let renderer { renderers.append(renderer) }
          continue
        }
        guard let format = known.first(where: { $0.name == entry.name.text }) else { continue }
        var settings = RendererSettings(options: entry.options) {
          folder.place(of: $0).string
        } noteInput: { file in
          log.note(file)
        }
        settings.hasSearch = documents.search != nil
        renderers.append(try format.renderer(settings))
      } catch {
        findings += error.diagnostics.map { finding in
          var finding = finding
          if finding.location == .init() { finding.location = entry.name.location }
          return finding
        }
      }
    }
    return renderers
  }

  /// Returns the JSON Schema of a catalog's `catalog.yml`, including the options of its plugins.
  ///
  /// - Parameters:
  ///   - path: A folder with a `catalog.yml`.
  ///   - options: The choices of which plugins may run.
  package static func schema(ofCatalogAt path: String, options: CatalogOptions) throws(DiagnosticsError) -> String {
    let log = InputManifest()
    let found = try FoundConfiguration(at: path, log: log)
    let plugins = PluginFormats(options)
    var schemas: [String: OptionSchema] = [:]
    for entry in found.configuration.formats {
      guard let plugin = entry.plugin else { continue }
      schemas[entry.name.text] = try plugins.schema(
        of: plugin, named: entry.name, among: RendererFormat.builtIn, folder: InputFolder(found.folder), log: log)
    }
    return schema(plugins: schemas)
  }
}
