package import Diagnostics

/// The renderers that can be asked for by the name of their format.
package struct RendererRegistry: Sendable {
  private var renderers: [any PageRenderer] = []

  /// Makes an empty registry.
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
