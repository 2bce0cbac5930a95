import JSONValues
import Rendering

/// A page of a book: the page itself, and what the rest of the book follows from.
///
/// It is kept as a fragment, until the book is put together: a line of JSON, and the page in XHTML.
struct BookPage {
  /// The title and the language of a book, which its first page has.
  struct Book {
    var title: String
    var language: String
  }

  /// The level of objects, which is below that of all other pages.
  private static let objectLevel = 100

  /// The address of the page: `fruits/lemon`.
  let address: String
  /// What it is called in the table of contents.
  let title: String
  /// How deep it is in the table of contents: the number of pages above it, or ``objectLevel``.
  let level: Int
  /// The address of the page right above it.
  let parent: String?
  /// The addresses that texts lead to, of pages that are in the book or not.
  let references: [String]
  /// The book, on its home page.
  let book: Book?
  /// The page.
  let content: [UInt8]

  /// Lays out a page; nil for one that is at an address of a web site, and in no book.
  init?(_ page: Page) {
    switch page.kind {
    case .index, .section, .object: break
    case .redirect, .gone, .notFound: return nil
    }
    var layout = PageLayout(page)
    content = layout.file.bytes
    references = layout.references.sorted()
    address = page.path.address
    title = page.label
    level = page.kind == .object ? Self.objectLevel : page.breadcrumbs.count
    parent = page.breadcrumbs.last?.path.address
    book = page.path == .home ? Book(title: page.catalog.title, language: page.catalog.language) : nil
  }

  /// Reads a fragment; nil for the empty one of a page that is in no book.
  init?(fragment: Artifact) {
    let bytes = fragment.bytes
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let json = try? JSONValue(parsing: Array(bytes[..<end]))
    else { return nil }
    address = fragment.path
    title = json["title"]?.string ?? ""
    level = json["level"]?.integer ?? 0
    parent = json["parent"]?.string
    references = json["references"]?.array?.compactMap(\.string) ?? []
    book = json["book"].map { Book(title: $0["title"]?.string ?? "", language: $0["language"]?.string ?? "en") }
    content = Array(bytes[(end + 1)...])
  }

  /// The fragment.
  var fragment: [UInt8] {
    var json: JSONObject = ["title": .string(title), "level": .number(JSONNumber(level))]
    if let parent { json["parent"] = .string(parent) }
    if !references.isEmpty { json["references"] = .array(references.map { .string($0) }) }
    if let book { json["book"] = ["title": .string(book.title), "language": .string(book.language)] }
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes + content
  }

  /// The page without its links to some addresses: their words stay.
  func content(withoutLinksTo addresses: [String]) -> [UInt8] {
    guard let path = PagePath(address) else { return content }
    var text = String(decoding: content, as: UTF8.self)
    for other in addresses.compactMap(PagePath.init) {
      // In text, both characters would be references: so this is the beginning of a link.
      text = text.replacing("<a href=\"\(path.reference(to: other, EPUBRenderer.pageExtension))\"", with: "<a")
    }
    return Array(text.utf8)
  }
}

extension Page {
  /// What the page is called in a list.
  var label: String {
    let title = title.allSatisfy(\.isWhitespace) ? path.address : title
    if let guide { return Wording.guide(guide) }
    if let position, position.number > 1 { return Wording.title(title, position, catalog.numberStyle) }
    return title
  }
}
