package import Diagnostics
public import Fingerprints

/// Turns pages into files of one format.
///
/// Rendering is a pure function of the page, so that pages can be rendered in any order, and side by side.
public protocol PageRenderer: Sendable {
  /// The name of the format, by which people ask for it: `html`.
  var format: String { get }

  /// The fingerprint of all that the bytes of a page's file follow from beside the page and the program: of what the renderer was created
  /// with. The file of a page is not made as long as this and the page's fingerprint are those of the last build.
  ///
  /// Nil, unless a renderer says otherwise: then every page is rendered in every build, and what is written is found by its bytes.
  var fingerprint: Fingerprint? { get }

  /// Files that go with the pages and do not depend on them, such as a style sheet.
  var assets: [Artifact] { get }

  /// The place of a page's file, relative to the catalog's root: `fruits/apple.html`.
  func file(of path: PagePath) -> String

  /// The file of a page.
  func render(_ page: Page) -> Artifact
}

extension PageRenderer {
  /// Not known.
  public var fingerprint: Fingerprint? { nil }

  /// No assets.
  public var assets: [Artifact] { [] }
}

/// A file that a renderer made.
public struct Artifact: Hashable, Sendable {
  /// The file's place relative to the catalog's root, such as `fruits/apple.html`.
  public var path: String
  /// What is in the file.
  public var bytes: [UInt8]

  /// Creates an artifact from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates an artifact from text, in UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// The renderers that can be asked for by the name of their format.
package struct RendererRegistry: Sendable {
  private var renderers: [any PageRenderer] = []

  /// Creates an empty registry.
  package init() {}

  /// The formats that are part of Pomona: `html`, `markdown`, `latex`, `man`, `xml`.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the theme is broken.
  package static func builtIn() throws(DiagnosticsError) -> RendererRegistry {
    var registry = RendererRegistry()
    try registry.register(HTMLRenderer())
    for renderer in [MarkupRenderer.markdown, try .latex(), try .man(), .xml] { try registry.register(renderer) }
    return registry
  }

  /// The names of the formats, in the order that they were registered in.
  package var formats: [String] { renderers.map(\.format) }

  /// The renderer of a format.
  package subscript(format: String) -> (any PageRenderer)? {
    renderers.first { $0.format == format }
  }

  /// Adds a renderer.
  ///
  /// - Throws: A ``Diagnostics/DiagnosticsError`` if there is a renderer of that format already.
  package mutating func register(_ renderer: some PageRenderer) throws(DiagnosticsError) {
    guard self[renderer.format] == nil else {
      throw DiagnosticsError(
        Diagnostic(
          code: "renderer/duplicate-format", "there is already a renderer of the format “\(renderer.format)”",
          hint: "Give the new one a name of its own."))
    }
    renderers.append(renderer)
  }
}
