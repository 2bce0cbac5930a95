public import Diagnostics

/// The renderers that can be asked for by the name of their format.
public struct RendererRegistry: Sendable {
  private var renderers: [any PageRenderer] = []

  /// Makes an empty registry.
  public init() {}

  /// The formats that are part of Pomona: `html`, `markdown`, `latex`, `man`, `xml`.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the theme is broken.
  public static func builtIn() throws(DiagnosticsError) -> RendererRegistry {
    var registry = RendererRegistry()
    try registry.register(HTMLRenderer())
    for renderer in [MarkupRenderer.markdown, try .latex(), try .man(), .xml] { try registry.register(renderer) }
    return registry
  }

  /// The names of the formats, in the order that they were registered in.
  public var formats: [String] { renderers.map(\.format) }

  /// The renderer of a format.
  public subscript(format: String) -> (any PageRenderer)? {
    renderers.first { $0.format == format }
  }

  /// Adds a renderer.
  ///
  /// - Throws: A ``Diagnostics/DiagnosticsError`` if there is a renderer of that format already.
  public mutating func register(_ renderer: some PageRenderer) throws(DiagnosticsError) {
    guard self[renderer.format] == nil else {
      throw DiagnosticsError(
        Diagnostic(
          code: "renderer/duplicate-format", "there is already a renderer of the format “\(renderer.format)”",
          hint: "Give the new one a name of its own."))
    }
    renderers.append(renderer)
  }
}
