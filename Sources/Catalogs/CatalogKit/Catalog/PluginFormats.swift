package import Diagnostics
import Foundation
import PluginHosting
import Rendering
import SystemPackage

/// The formats of catalogs that plugins render, and the plugins that run.
///
/// Not thread-safe: only the thread that opens and builds a catalog uses it.
package final class PluginFormats {
  /// The formats whose plugins the user allows, now and in the future.
  private let allowing: Set<String>
  private let policy: CatalogOptions.PluginPolicy
  /// The number of processes for each plugin.
  private let jobs: Int
  private let environment: [String: String]
  /// The descriptions that plugins have given of themselves.
  private(set) var memory: PluginMemory
  /// The plugins that were found last, by format.
  private var plugins: [String: KnownPlugin] = [:]
  /// Warnings that a person should read: optional plugins that were not found.
  private(set) var warnings: [Diagnostic] = []
  /// Whether a catalog is opened without the formats whose plugins fail.
  private let keepsGoing: Bool
  /// The errors of the formats whose renderers could not be created, if the catalog is opened without them.
  private(set) var failures: [String: DiagnosticsError] = [:]

  /// A plugin, and its host as long as there is something that renders with it.
  private struct KnownPlugin {
    let entry: PluginEntry
    let program: PluginProgram
    weak var host: PluginHost?
  }

  /// Creates formats without running plugins.
  ///
  /// - Parameters:
  ///   - options: The choices of which programs may run.
  ///   - jobs: The number of processes for each plugin; `nil` for the number of processors.
  ///   - keepsGoing: Whether a catalog is opened without the formats whose plugins fail.
  ///   - environment: The environment variables that determine the search path, and where the permissions of programs
  ///     are stored.
  package init(
    _ options: CatalogOptions, jobs: Int? = nil, keepsGoing: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    allowing = options.allowedPlugins
    policy = options.plugins
    self.keepsGoing = keepsGoing
    self.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    self.environment = environment
    memory = PluginMemory()
  }

  /// Restores the descriptions that plugins gave to another process.
  func remember(_ bytes: [UInt8]?) { memory = PluginMemory(bytes) }

  /// Forgets the formats that a catalog was opened without. Call this before one is opened.
  func forgetMissingFormats() {
    warnings = []
    failures = [:]
  }

  /// Returns the renderer of a format, or `nil` if plugins are ignored, its plugin is optional and was not found, or it
  /// failed and the catalog is opened without it.
  func renderer(
    of entry: PluginEntry, named name: LocatedText, among known: [RendererFormat], folder: InputFolder,
    info: CatalogInfo, hasSearch: Bool, log: InputManifest
  ) throws(DiagnosticsError) -> (any PageRenderer)? {
    let format = name.text
    switch policy {
    case .run: break
    case .ignore: return nil
    case .refuse:
      throw DiagnosticsError(
        code: "plugin/refused", "the format “\(format)” is rendered by a program, and none may run", at: name.location,
        hint: "Name other formats with --format, or build without --no-plugins.")
    }
    do throws(DiagnosticsError) {
      let host = try host(of: entry, named: name, among: known, folder: folder, log: log)
      let schema = try host.welcome(from: memory).formats.first { $0.id == format }?.options ?? .none
      var findings: [Diagnostic] = []
      let options = schema.options(entry.options, findings: &findings)
      guard findings.isEmpty else { throw DiagnosticsError(findings) }
      var setting = PluginSession.Setting(format: format, options: options, catalog: info)
      setting.folder = (folder.path.resolved ?? folder.path.orCurrent).string
      setting.hasSearch = hasSearch
      return try host.renderer(setting, memory: memory) {
        folder.place(of: $0).string
      } note: {
        log.note($0)
      }
    } catch {
      let isMissing = error.diagnostics.allSatisfy { ["plugin/not-found", "plugin/unstartable"].contains($0.code) }
      if isMissing, entry.isOptional {
        warnings += error.diagnostics.map { finding in
          var finding = finding
          finding.severity = .warning
          return finding
        }
        return nil
      }
      guard keepsGoing else { throw error }
      failures[format] = error
      return nil
    }
  }

  func schema(
    of entry: PluginEntry, named name: LocatedText, among known: [RendererFormat], folder: InputFolder,
    log: InputManifest
  ) throws(DiagnosticsError) -> OptionSchema {
    let welcome = try host(of: entry, named: name, among: known, folder: folder, log: log).welcome(from: memory)
    return welcome.formats.first { $0.id == name.text }?.options ?? .none
  }

  /// Returns a description of a plugin, on one line.
  func description(of entry: PluginEntry, named name: LocatedText, folder: InputFolder) -> String {
    do throws(DiagnosticsError) {
      let host = try host(of: entry, named: name, among: [], folder: folder, log: InputManifest())
      let welcome = try host.welcome()
      let title = welcome.formats.first { $0.id == name.text }?.title ?? "not rendered by this program"
      return "\(title) — \(welcome.name) \(welcome.pluginVersion), \(plugins[name.text]?.program.path ?? "")"
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "; ")
    }
  }

  private func host(
    of entry: PluginEntry, named name: LocatedText, among known: [RendererFormat], folder: InputFolder,
    log: InputManifest
  ) throws(DiagnosticsError) -> PluginHost {
    let format = name.text
    let search = PluginProgram.Search(environment: environment, allowing: allowing) { log.note($0) }
    do throws(DiagnosticsError) {
      let program = try PluginProgram(
        format: format, at: entry.program.map { folder.place(of: $0.text).string },
        pin: entry.digest.flatMap { ExecutableDigest($0.text) }, search: search, location: name.location)
      // A host is kept until its plugin changes.
      if let known = plugins[format], known.entry == entry, known.program == program, let host = known.host {
        return host
      }
      let host = PluginHost(program, limits: entry.limits, jobs: jobs, location: name.location)
      plugins[format] = KnownPlugin(entry: entry, program: program, host: host)
      return host
    } catch {
      // A mistyped name of a format is reported as such, not as a missing program.
      guard entry == PluginEntry(), error.diagnostics.allSatisfy({ $0.code == "plugin/not-found" }) else { throw error }
      let names = known.map(\.name)
      throw DiagnosticsError(
        code: "catalog/unknown-format", "there is no format “\(format)”", at: name.location,
        hint: format.closest(in: names).map { "Did you mean “\($0)”?" }
          ?? "There are: \(names.joined(separator: ", ")). A program pomona-\(format) on the PATH could render it.")
    }
  }

  func renders(_ format: String) -> Bool { plugins[format]?.host != nil }

  /// Returns the findings that plugins have reported since the last call.
  func takeFindings() -> [Diagnostic] { hosts.flatMap { $0.takeFindings() } }

  /// Begins a build or an update: plugins that have failed are started again.
  func forgetFailures() { for host in hosts { host.forgetFailure() } }

  /// Ends all processes. They are started again when there is something to render.
  func endProcesses() { for host in hosts { host.endProcesses() } }

  /// The hosts that something renders with, in the order of their formats.
  private var hosts: [PluginHost] { plugins.sorted { $0.key < $1.key }.compactMap(\.value.host) }
}

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
