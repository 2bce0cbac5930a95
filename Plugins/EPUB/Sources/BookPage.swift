import JSONValues
import Rendering

/// A page of a book, with what the table of contents and the package document need of it.
///
/// Until the book is put together, a page is kept as a fragment: a line of JSON, followed by the page in XHTML.
struct BookPage {
  /// The title and the language of a book, which its home page states.
  struct Book {
    var title: String
    var language: String
  }

  /// The level of the pages of objects, which is deeper than that of all other pages.
  private static let objectLevel = 100

  /// The address of the page, such as `fruits/lemon`.
  let address: String
  /// The page's title in the table of contents.
  let title: String
  /// The page's depth in the table of contents: the number of pages above it, or ``objectLevel``.
  let level: Int
  /// The address of the page directly above this one.
  let parent: String?
  /// The addresses that texts of the page link to, whether the book contains them or not.
  let references: [String]
  /// The book's title and language; `nil` except on the home page.
  let book: Book?
  /// The page in XHTML.
  let content: [UInt8]

  /// Lays out a page. Returns `nil` for a page that only exists for the addresses of a web site, such as a redirect.
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

  /// Reads a fragment. Returns `nil` for the empty fragment of a page that is not in the book.
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

  /// The page as a fragment.
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

  /// Returns the page without its links to some addresses. The words of these links stay.
  func content(withoutLinksTo addresses: [String]) -> [UInt8] {
    guard let path = PagePath(address) else { return content }
    var text = String(decoding: content, as: UTF8.self)
    for other in addresses.compactMap(PagePath.init) {
      // Text contains `<` and `"` only as character references, so a match is the beginning of a link.
      text = text.replacing("<a href=\"\(path.reference(to: other, EPUBRenderer.pageExtension))\"", with: "<a")
    }
    return Array(text.utf8)
  }
}

extension Page {
  /// The page's title in a list.
  var label: String {
    let title = title.allSatisfy(\.isWhitespace) ? path.address : title
    if let guide { return PageStrings.guide(guide) }
    if let position, position.number > 1 { return PageStrings.title(title, position, catalog.numberStyle) }
    return title
  }
}
