import Diagnostics
import Foundation
import PluginHosting
import Rendering
import SystemPackage

/// The formats of catalogs that programs of their own render: the plugins that run, and what is known of them.
///
/// Checked by hand: it is used by the thread that opens and builds a catalog.
package final class PluginFormats {
  /// The formats whose programs are allowed now, and from now on.
  private let allowing: Set<String>
  private let policy: CatalogOptions.PluginPolicy
  /// The number of processes of one plugin.
  private let jobs: Int
  private let environment: [String: String]
  /// What plugins have said of themselves.
  private(set) var memory: PluginMemory
  /// The plugins that run, by format.
  private var hosts: [String: (entry: PluginEntry, program: PluginProgram, host: PluginHost)] = [:]
  /// What a person should look at: plugins that are not there, and may be missing.
  private(set) var warnings: [Diagnostic] = []
  /// Whether a catalog is opened without the formats whose plugins fail.
  private let keepsGoing: Bool
  /// The formats whose plugins could not even be asked what they render, and why.
  private(set) var failures: [String: DiagnosticsError] = [:]

  /// Creates formats of which no plugin runs.
  ///
  /// - Parameters:
  ///   - options: Which programs may run.
  ///   - jobs: The number of processes of one plugin; nil for one on each processor.
  ///   - keepsGoing: Whether a catalog is opened without the formats whose plugins fail.
  ///   - environment: Where programs are looked for, and where it is kept which are allowed.
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

  /// Takes over what plugins have said of themselves in another process.
  func remember(_ bytes: [UInt8]?) { memory = PluginMemory(bytes) }

  /// The renderer of a format; nil where the plugin is not there, and may be missing.
  ///
  /// - Parameters:
  ///   - entry: What the configuration says of the plugin.
  ///   - name: The name of the format.
  ///   - known: The formats of the program, for messages.
  ///   - folder: The catalog's folder.
  ///   - info: The catalog.
  ///   - hasSearch: Whether the catalog has a search.
  ///   - log: Notes the program, and what it follows from.
  func renderer(
    of entry: PluginEntry, named name: CatalogConfiguration.Name, among known: [RendererFormat], folder: InputFolder,
    info: CatalogInfo, hasSearch: Bool, log: InputManifest
  ) throws(DiagnosticsError) -> (any PageRenderer)? {
    let format = name.text
    switch policy {
    case .run: break
    case .ignore: return nil
    case .refuse:
      throw DiagnosticsError(
        Diagnostic(
          code: "plugin/refused", "the format “\(format)” is rendered by a program, and none may run",
          at: name.location, hint: "Name other formats with --format, or build without --no-plugins."))
    }
    warnings.removeAll { $0.location == name.location }
    failures[format] = nil
    do throws(DiagnosticsError) {
      let host = try host(of: entry, named: name, among: known, folder: folder, log: log)
      return try renderer(of: entry, named: name, by: host, in: folder, info, hasSearch: hasSearch, log)
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

  /// What can be decided about a format.
  func schema(
    of entry: PluginEntry, named name: CatalogConfiguration.Name, among known: [RendererFormat], folder: InputFolder,
    log: InputManifest
  ) throws(DiagnosticsError) -> OptionSchema {
    let welcome = try host(of: entry, named: name, among: known, folder: folder, log: log).welcome(from: memory)
    return welcome.formats.first { $0.id == name.text }?.options ?? .none
  }

  /// What there is to say of a plugin in a line.
  func description(of entry: PluginEntry, named name: CatalogConfiguration.Name, folder: InputFolder) -> String {
    do throws(DiagnosticsError) {
      let host = try host(of: entry, named: name, among: [], folder: folder, log: InputManifest())
      let welcome = try host.welcome()
      let title = welcome.formats.first { $0.id == name.text }?.title ?? "not rendered by this program"
      return "\(title) — \(welcome.name) \(welcome.pluginVersion), \(hosts[name.text]?.program.path ?? "")"
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "; ")
    }
  }

  /// What runs the plugin of a format.
  private func host(
    of entry: PluginEntry, named name: CatalogConfiguration.Name, among known: [RendererFormat], folder: InputFolder,
    log: InputManifest
  ) throws(DiagnosticsError) -> PluginHost {
    let format = name.text
    let search = PluginProgram.Search(environment: environment, allowing: allowing) { log.note($0) }
    do throws(DiagnosticsError) {
      let program = try PluginProgram(
        format: format, at: entry.program.map { folder.place(of: $0.text).string },
        pin: entry.digest.flatMap { ExecutableDigest($0.text) }, search: search, location: name.location)
      return host(of: entry, program, at: name.location)
    } catch {
      // Who mistypes the name of a format looks for no program.
      guard entry == PluginEntry(), error.diagnostics.allSatisfy({ $0.code == "plugin/not-found" }) else {
        throw error
      }
      let names = known.map(\.name)
      throw DiagnosticsError(
        Diagnostic(
          code: "catalog/unknown-format", "there is no format “\(format)”", at: name.location,
          hint: format.closest(in: names).map { "Did you mean “\($0)”?" }
            ?? "There are: \(names.joined(separator: ", ")). A program pomona-\(format) on the PATH could render it."))
    }
  }

  private func renderer(
    of entry: PluginEntry, named name: CatalogConfiguration.Name, by host: PluginHost, in folder: InputFolder,
    _ info: CatalogInfo, hasSearch: Bool, _ log: InputManifest
  ) throws(DiagnosticsError) -> any PageRenderer {
    let format = name.text
    let welcome = try host.welcome(from: memory)
    var findings: [Diagnostic] = []
    let schema = welcome.formats.first { $0.id == format }?.options ?? .none
    let options = schema.options(entry.options, findings: &findings)
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    let place = folder.path.resolved ?? folder.path.orCurrent
    var setting = PluginSession.Setting(format: format, options: options, catalog: info)
    setting.folder = place.string
    setting.hasSearch = hasSearch
    return try host.renderer(setting, memory: memory) {
      folder.place(of: $0).string
    } note: {
      log.note($0)
    }
  }

  /// The plugin that runs already, as long as it is the same one.
  private func host(of entry: PluginEntry, _ program: PluginProgram, at location: Diagnostic.Location) -> PluginHost {
    if let known = hosts[program.format], known.entry == entry, known.program == program { return known.host }
    hosts[program.format]?.host.close()
    let host = PluginHost(program, limits: entry.limits, jobs: jobs, location: location)
    hosts[program.format] = (entry, program, host)
    return host
  }

  /// Whether a format is rendered by a plugin.
  func renders(_ format: String) -> Bool { hosts[format] != nil }

  /// What plugins have reported since this was asked for last.
  func takeFindings() -> [Diagnostic] {
    hosts.keys.sorted().flatMap { hosts[$0]?.host.takeFindings() ?? [] }
  }

  /// Has plugins started again that were left alone since they failed too often: something has changed.
  func reset() { for host in hosts.values { host.host.reset() } }

  /// Ends all processes.
  package func close() {
    for host in hosts.values { host.host.close() }
    hosts = [:]
  }
}
