import Diagnostics
import Foundation
public import JSONValues
import PluginHosting
public import Rendering

/// Functions that test renderers as plugins: with the messages that Pomona and a plugin exchange, but without a
/// process.
///
/// ```swift
/// try PluginTesting.checkRoundTrip(of: Titles(), on: document.pages)
/// ```
public enum PluginTesting {
  /// Returns the files of pages, in order, as a renderer creates them when a plugin serves it.
  ///
  /// - Throws: `DiagnosticsError` if the renderer fails.
  public static func render(_ renderer: some PageRenderer, _ pages: some Sequence<Page>) throws -> [[UInt8]] {
    let pages = Array(pages)
    return try served(renderer, for: pages).render(pages)
  }

  /// Throws an error if a renderer creates different files when a plugin serves it, because it depends on something
  /// that is not in the messages.
  ///
  /// - Parameters:
  ///   - renderer: The renderer. If it is a `CollectingRenderer`, the assembled file is compared, too.
  ///   - pages: The pages.
  /// - Throws: `DiagnosticsError`, which names the pages whose files differ.
  public static func checkRoundTrip(of renderer: some PageRenderer, on pages: some Sequence<Page>) throws {
    let pages = Array(pages)
    let served = try served(renderer, for: pages)
    let direct = try renderer.render(pages)
    let through = try served.render(pages)
    var findings = zip(pages, zip(direct, through)).filter { $1.0 != $1.1 }.map { page, _ in
      finding("the page is rendered otherwise by a plugin than by the renderer itself", renderer.file(of: page.path))
    }
    if renderer.assets != served.assets {
      findings.append(finding("a plugin has other assets than the renderer itself", nil))
    }
    if let renderer = renderer as? any CollectingRenderer {
      let fragments = zip(pages, direct).map { Artifact(path: $0.path.address, bytes: $1) }
      guard let served = served as? any CollectingRenderer,
        try served.file(of: fragments) == renderer.file(of: fragments)
      else {
        throw DiagnosticsError(
          findings + [finding("the pages are put together otherwise by a plugin than by the renderer itself", nil)])
      }
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
  }

  /// Returns a renderer that uses the given one through a plugin.
  private static func served(_ renderer: some PageRenderer, for pages: [Page]) throws -> any PageRenderer {
    let host = PluginHost(format: renderer.format, identity: "in memory") { () throws(ConnectionFailure) in
      MemoryPlugin([RendererFormat(renderer)])
    }
    let catalog = pages.first?.catalog ?? CatalogInfo(title: "")
    return try host.renderer(PluginSession.Setting(format: renderer.format, options: [:], catalog: catalog))
  }

  private static func finding(_ message: String, _ file: String?) -> Diagnostic {
    Diagnostic(code: "renderer/round-trip", message, at: .init(file: file))
  }
}

extension CollectingRenderer {
  /// Returns the file that is assembled from fragments.
  fileprivate func file(of fragments: [Artifact]) throws -> [UInt8] {
    var file: [UInt8] = []
    try collect(fragments) { file += $0 }
    return file
  }
}

extension PluginTesting {
  /// Returns a renderer whose pages a program renders. The program is started immediately, and ends with the renderer.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - format: The name of the format.
  ///   - options: The options of the format, to which no defaults are added; `nil` for the defaults.
  ///   - catalog: The catalog that the pages are part of.
  ///   - processes: The maximal number of processes, if the plugin is stateless.
  /// - Throws: `DiagnosticsError` if the program cannot be started, or does not render the format.
  public static func plugin(
    _ program: String, format: String, options: JSONObject? = nil, catalog: CatalogInfo = CatalogInfo(title: ""),
    processes: Int = 1
  ) throws -> any PageRenderer {
    let host = PluginHost(format: format, identity: program, jobs: processes) {
      () throws(ConnectionFailure) in try ChildProcess(program)
    }
    var findings: [Diagnostic] = []
    let schema = try host.welcome().formats.first { $0.id == format }?.options ?? OptionSchema.none
    let usual = schema.options(nil, findings: &findings)
    return try host.renderer(PluginSession.Setting(format: format, options: options ?? usual, catalog: catalog))
  }
}

extension PluginTesting {
  /// Sends the messages of a transcript to a program, and throws an error if the program answers differently.
  ///
  /// A transcript is a file like those in `docs/plugins/transcripts`: a line with the member `about`, and a line for
  /// each message, with the member `to` for a message to the plugin or `from` for one from it. Answers match if they
  /// have the same members, in any order.
  ///
  /// - Parameters:
  ///   - transcript: The path of the transcript.
  ///   - program: The path of the program.
  /// - Throws: An error that names the line and the different answer; or the error that the transcript cannot be read,
  ///   or the program not started.
  public static func replay(transcriptAt transcript: String, with program: String) throws {
    let text = [UInt8](try Data(contentsOf: URL(filePath: transcript)))
    try PluginTranscript(parsing: text).replay(to: ChildProcess(program)) { $0.sortedMembers == $1.sortedMembers }
  }
}

extension JSONValue {
  /// The value with the members of all objects sorted by name.
  fileprivate var sortedMembers: JSONValue {
    switch self {
    case .object(let object):
      .object(
        object.members.sorted { $0.name < $1.name }.reduce(into: JSONObject()) { sorted, member in
          sorted[member.name] = member.value.sortedMembers
        })
    case .array(let elements): .array(elements.map(\.sortedMembers))
    default: self
    }
  }
}
