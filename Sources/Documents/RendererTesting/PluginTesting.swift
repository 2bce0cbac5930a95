import Diagnostics
import JSONValues
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
