import Fingerprints
import Rendering

/// The package document and the table of contents of a book.
struct BookContents {
  private struct Entry {
    let address: String
    let title: String
    let level: Int
    let parent: String?
  }

  /// The maximal number of lines in the table of contents. Reading systems take long to open a book with more.
  private static let limit = 5000
  /// The modification time that every book states. It is fixed, so that the same catalog gives the same bytes.
  private static let time = "1980-01-01T00:00:00Z"

  private let author: String?
  private let identifier: String?
  private var book = BookPage.Book(title: "", language: "en")
  private var entries: [Entry] = []

  init(author: String?, identifier: String?) {
    self.author = author
    self.identifier = identifier
  }

  /// Adds a page.
  mutating func add(_ page: BookPage) {
    if let book = page.book { self.book = book }
    entries.append(Entry(address: page.address, title: page.title, level: page.level, parent: page.parent))
  }

  /// Returns the path of a page's file in the folder of the book.
  static func file(of address: String) -> String { "pages/\(address).\(EPUBRenderer.pageExtension)" }

  /// The pages, grouped by the address of the page above them. The home page, the pages directly below it, and pages
  /// whose parent is not in the book have the key `nil`.
  private var pages: [String?: [Entry]] {
    let addresses = Set(entries.map(\.address))
    let home = entries.first { $0.level == 0 }?.address
    return Dictionary(grouping: entries) { entry in
      entry.parent.flatMap { $0 != home && addresses.contains($0) ? $0 : nil }
    }
  }

  /// Returns the addresses of pages in reading order: each page is followed by the pages below it, and then by the next
  /// page of its level.
  private func readingOrder(of pages: [String?: [Entry]], below parent: String? = nil) -> [String] {
    (pages[parent] ?? []).flatMap { [$0.address] + readingOrder(of: pages, below: $0.address) }
  }

  // MARK: - The package document

  /// Returns the package document.
  ///
  /// - Parameter digest: The digest of all pages, from which the book's identifier is made if none was given.
  func package(digest: Fingerprint) -> XML {
    let author: XML = self.author.map { "<dc:creator>\($0)</dc:creator>\n" } ?? ""
    let addresses = readingOrder(of: pages)
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="identifier" xml:lang="\(book.language)">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:identifier id="identifier">\(identifier ?? digest.uniformResourceName)</dc:identifier>
      <dc:title>\(book.title)</dc:title>
      <dc:language>\(book.language)</dc:language>
      \(author)<meta property="dcterms:modified">\(Self.time)</meta>
      <meta property="schema:accessMode">textual</meta>
      <meta property="schema:accessibilityFeature">tableOfContents</meta>
      <meta property="schema:accessibilityHazard">none</meta>
      </metadata>
      <manifest>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="style" href="style.css" media-type="text/css"/>
      \(addresses.enumerated().lazy.map(item))</manifest>
      <spine page-progression-direction="\(book.language.direction)">
      \(addresses.indices.lazy.map { "<itemref idref=\"page-\($0 + 1)\"/>\n" as XML })</spine>
      </package>

      """
  }

  private func item(_ number: Int, _ address: String) -> XML {
    """
    <item id="page-\(number + 1)" href="\(Self.reference(to: address))" media-type="application/xhtml+xml"/>

    """
  }

  private static func reference(to address: String) -> String { file(of: address).percentEncodedPath }

  // MARK: - The table of contents

  /// The table of contents: the home page, the sections and their pages, and the objects. It has as many levels as the
  /// limit of lines allows.
  var navigation: XML {
    let level = Set(entries.map(\.level)).sorted().last { level in
      entries.count { $0.level <= level } <= Self.limit
    }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="\(book.language)" \
      xml:lang="\(book.language)" dir="\(book.language.direction)">
      <head>
      <title>\(book.title)</title>
      <link rel="stylesheet" href="style.css"/>
      </head>
      <body>
      <nav epub:type="toc">
      <h1>\(book.title)</h1>
      \(list(of: pages.mapValues { $0.filter { $0.level <= level ?? 0 } }))</nav>
      </body>
      </html>

      """
  }

  private func list(of pages: [String?: [Entry]], below parent: String? = nil) -> XML {
    guard let entries = pages[parent], !entries.isEmpty else { return "" }
    let items = entries.lazy.map { entry -> XML in
      """
      <li><a href="\(Self.reference(to: entry.address))">\(entry.title)</a>
      \(list(of: pages, below: entry.address))</li>

      """
    }
    return "<ol>\n\(items)</ol>\n"
  }

  static let styleSheet = """
    body { margin: 0 5%; line-height: 1.4; }
    h1, h2, h3, h4, h5, h6 { font-weight: normal; line-height: 1.2; break-after: avoid; }
    .note { font-size: 0.85em; opacity: 0.75; }
    h2 a, h3 a { color: inherit; }
    .cell { margin: 1em 0; padding-inline-start: 1em; border: 0 solid #999; border-inline-start-width: 0.2em; }
    dt { font-weight: bold; }
    dd { margin: 0 0 0.5em 1em; }
    table { border-collapse: collapse; }
    th, td { padding: 0.2em 0.6em; border-bottom: 1px solid; text-align: start; vertical-align: top; }
    .align-center { text-align: center; }
    .align-right { text-align: end; }
    pre { white-space: pre-wrap; }
    nav ol { list-style: none; padding-inline-start: 1em; }

    """
}

extension Fingerprint {
  /// The digest as a UUID of version 8, whose bits are defined by the implementation (RFC 9562).
  fileprivate var uniformResourceName: String {
    var digits = Array(description)
    digits[12] = "8"
    digits[16] = "8"
    for place in [20, 16, 12, 8] { digits.insert("-", at: place) }
    return "urn:uuid:" + String(digits)
  }
}
