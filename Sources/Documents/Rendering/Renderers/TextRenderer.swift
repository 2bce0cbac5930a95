import Diagnostics
import DocumentModel
public import Fingerprints

/// Renders a page as plain text, for reading in a terminal or in mail.
public struct TextRenderer: PageRenderer {
  /// The name of the format, `text`.
  public let format = "text"
  /// The extension of the files, `txt`.
  public let fileExtension = "txt"
  /// The fingerprint of the width.
  public let fingerprint: Fingerprint?
  private let width: Int

  /// Creates a renderer.
  ///
  /// - Parameter width: The number of columns of a line; 0 if paragraphs are not wrapped.
  public init(width: Int = 72) {
    self.width = width
    fingerprint = Fingerprint("\(width)")
  }

  /// Returns the page as one document.
  public func render(_ page: Page) -> [UInt8] {
    Array(page.blocks(linkingTo: linkExtension).renderedAsText(width: width).utf8)
  }
}

extension RendererFormat {
  /// Plain text.
  public static let text = RendererFormat(
    "text", title: "Plain text.",
    options: """
      {
        "properties": {
          "width": {
            "type": "integer", "minimum": 0, "maximum": 1000, "default": 72,
            "description": "The number of columns of a line; 0 for lines as long as their paragraphs."
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in TextRenderer(width: settings.options["width"]?.integer ?? 72) }
}
