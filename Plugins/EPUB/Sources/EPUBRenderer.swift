import Diagnostics
public import Fingerprints
import JSONValues
public import Rendering

/// Renders a catalog as a book in EPUB 3.3, with a chapter for each page.
public struct EPUBRenderer: CollectingRenderer {
  /// The file extension of the pages in the book.
  static let pageExtension = "xhtml"
  /// The number of bytes that are written together.
  private static let chunk = 1 << 16

  /// The name of the format, `epub`.
  public let format = "epub"
  /// The author of the book.
  let author: String?
  /// The identifier of the book; `nil` for one that is made from its content.
  let identifier: String?
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?

  /// The file extension of the pages in the book.
  public var linkExtension: String { Self.pageExtension }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - author: The author of the book.
  ///   - identifier: The identifier of the book, such as `urn:isbn:9780000000000`; `nil` for one that is made from its
  ///     content.
  public init(author: String? = nil, identifier: String? = nil) {
    self.author = author
    self.identifier = identifier
    var parts = Fingerprinter()
    parts.combine(author ?? "")
    parts.combine(identifier ?? "")
    fingerprint = parts.finish()
  }

  /// Returns the page as a fragment. It is empty if the book does not contain the page.
  public func render(_ page: Page) -> [UInt8] { BookPage(page)?.fragment ?? [] }

  /// Writes a book of the pages.
  public func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
    var book = BookWriter(author: author, identifier: identifier)
    var bytes = book.begin()
    for fragment in fragments {
      bytes += book.add(fragment)
      if bytes.count >= Self.chunk {
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try write(bytes)
    try book.end(to: write)
  }
}

extension RendererFormat {
  /// The format of books in EPUB.
  public static let epub = RendererFormat(
    "epub", title: "A book in EPUB.",
    options: """
      {
        "properties": {
          "author": { "type": "string", "description": "The author of the book." },
          "identifier": {
            "type": "string", "pattern": "^\\\\S+$",
            "description": "The identifier of the book, such as urn:isbn:9780000000000; by default it is derived from the content."
          }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    EPUBRenderer(author: settings.options["author"]?.string, identifier: settings.options["identifier"]?.string)
  }
}
