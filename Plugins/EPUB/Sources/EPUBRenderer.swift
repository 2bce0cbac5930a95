import Diagnostics
public import Fingerprints
import JSONValues
public import Rendering

/// Renders a catalog as a book in EPUB 3.3, with a chapter for each page.
public struct EPUBRenderer: CollectingRenderer {
  /// The ending of the pages in the book.
  static let pageExtension = "xhtml"
  /// The number of bytes that are written at once.
  private static let chunk = 1 << 16

  /// `epub`.
  public let format = "epub"
  /// The author of the book.
  let author: String?
  /// What the book is known by; nil for what follows from its content.
  let identifier: String?
  /// The fingerprint of the options.
  public let fingerprint: Fingerprint?

  /// The ending of the pages in the book.
  public var linkExtension: String { Self.pageExtension }

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - author: The author of the book.
  ///   - identifier: What the book is known by, such as `urn:isbn:9780000000000`; nil for what follows from its content.
  public init(author: String? = nil, identifier: String? = nil) {
    self.author = author
    self.identifier = identifier
    var parts = Fingerprinter()
    parts.combine(author ?? "")
    parts.combine(identifier ?? "")
    fingerprint = parts.finish()
  }

  /// Returns the page as it is kept until the book is put together; empty for one that is in no book.
  public func render(_ page: Page) -> [UInt8] { BookPage(page)?.fragment ?? [] }

  /// Puts the pages together.
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
  /// Books in EPUB.
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
