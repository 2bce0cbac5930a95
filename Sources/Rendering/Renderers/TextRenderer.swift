import DocumentModel
public import Fingerprints

/// Renders a page as plain text, for people to read in a terminal, or in mail.
public struct TextRenderer: PageRenderer {
  /// `text`.
  public let format = "text"
  /// `txt`.
  public let fileExtension = "txt"
  /// The fingerprint of the width.
  public let fingerprint: Fingerprint?
  private let width: Int

  /// Creates a renderer.
  ///
  /// - Parameter width: The number of columns of a line; 0 for lines as long as their paragraphs.
  public init(width: Int = 72) {
    self.width = width
    fingerprint = Fingerprint("\(width)")
  }

  /// The page as one document.
  public func render(_ page: Page) -> [UInt8] {
    Array(page.blocks(linkingTo: linkExtension).renderedAsText(width: width).utf8)
  }
}
