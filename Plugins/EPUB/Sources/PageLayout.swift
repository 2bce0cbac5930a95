import DocumentModel
import Rendering

/// Lays out a page as an XHTML file.
///
/// Links between pages are relative. A book contains no pictures and other files of the catalog: in texts, a picture is
/// replaced by its alternative text, and a link to such a file by its words.
struct PageLayout {
  private let page: Page
  /// The addresses of pages to which texts link.
  private(set) var references: Set<String> = []

  init(_ page: Page) { self.page = page }

  /// The page as a file.
  var file: XML {
    mutating get {
      let content = content
      let language = page.catalog.language
      return """
        <?xml version="1.0" encoding="utf-8"?>
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" lang="\(language)" xml:lang="\(language)" dir="\(language.direction)">
        <head>
        <title>\(page.label)</title>
        <link rel="stylesheet" href="\(page.path.rootReference)../style.css"/>
        </head>
        <body>
        \(content)</body>
        </html>

        """
    }
  }

  private var content: XML {
    mutating get {
      if let article = page.article {
        return "\(way)<h1>\(page.title)</h1>\n\(accented(article, body(article.body.blocks)))"
      }
      let position = page.position.map { PageStrings.position($0, style) } ?? page.guide.map(PageStrings.guide)
      let notes = [PageStrings.summary(of: page), position].compactMap(\.self).joined(separator: " · ")
      let note: XML = notes.isEmpty ? "" : "<p class=\"note\">\(notes)</p>\n"
      let introduction = body(page.introduction)
      let lists = [
        list(page.indexes.map { link($0.title, to: $0.path) }),
        list(page.parts.map { link(PageStrings.guide($0.guide), to: $0.path) }),
        list(page.terms.map { "\(link($0.title, to: $0.path)) (\(style.text($0.count)))" }),
      ]
      // A section that is divided into pages has no cells on its own page.
      var sections: [XML] = []
      if page.parts.isEmpty { for section in page.sections { sections.append(self.section(section)) } }
      return """
        \(way)<h1>\(page.title)</h1>
        \(note)\(introduction)\(lists)\(sections)
        """
    }
  }

  private var style: NumberStyle { page.catalog.numberStyle }

  /// The breadcrumbs from the home page to this page.
  private var way: XML {
    page.breadcrumbs.isEmpty
      ? ""
      : "<p class=\"note\">\(page.breadcrumbs.map { "\(link($0.title, to: $0.path)) › " as XML })\(page.label)</p>\n"
  }

  private mutating func section(_ section: Page.Section) -> XML {
    let isPreview = page.kind == .index
    var cells: [XML] = []
    if !section.totals.isEmpty { cells.append(body([.properties(section.totals)])) }
    for cell in section.cells { cells.append(self.cell(cell, headingLevel: isPreview ? 3 : 2)) }
    guard isPreview else { return "\(cells)" }
    let heading: XML =
      if let title = section.title {
        "<h2>\(link(title, to: section.path))</h2>\n<p class=\"note\">\(PageStrings.entries(section.count, style))</p>\n"
      } else {
        ""
      }
    let more: XML = section.hasMore ? "<p>\(link(PageStrings.all(of: section, style), to: section.path))</p>\n" : ""
    return "<section>\n\(heading)\(cells)\(more)</section>\n"
  }

  private mutating func cell(_ cell: Page.Cell, headingLevel level: Int) -> XML {
    let title: XML = cell.path.map { link(cell.title, to: $0) } ?? "\(cell.title)"
    let heading: XML = cell.title.isEmpty ? "" : "<h\(level)>\(title)</h\(level)>\n"
    return accented(cell, "\(heading)\(body(cell.body.blocks, headingLevel: level))")
  }

  /// Returns the content of a cell, with the accent colour of its object beside it.
  private func accented(_ cell: Page.Cell, _ content: XML) -> XML {
    let style: XML = cell.accent.map { " style=\"border-color: \($0.css)\"" } ?? ""
    return "<section class=\"cell\"\(style)>\n\(content)</section>\n"
  }

  private func list(_ items: [XML]) -> XML {
    items.isEmpty ? "" : "<ul>\n\(items.map { "<li>\($0)</li>\n" as XML })</ul>\n"
  }

  private func link(_ title: String, to path: PagePath) -> XML {
    "<a href=\"\(page.path.reference(to: path, EPUBRenderer.pageExtension))\">\(title)</a>"
  }

  // MARK: - Texts

  private mutating func body(_ blocks: [Block], headingLevel level: Int = 1) -> XML {
    XML(
      blocks.shiftingHeadings(by: level).mapInlines { inlines in
        inlines.flatMapInlines { inline in
          switch inline {
          case .image(_, _, let alternative): alternative
          case .link(let destination, let title, let label):
            self.destination(destination).map { [.link(destination: $0, title: title, label)] } ?? label
          default: [inline]
          }
        }
      })
  }

  /// Returns the destination of a link in a text, as seen from this page; `nil` if it leads neither to a page nor out
  /// of the book.
  private mutating func destination(_ address: String) -> String? {
    guard Destination.isRelative(address) else {
      // An address with a scheme leads out of the book.
      return ["", "/", "#"].contains(address.prefix(1)) ? nil : address
    }
    guard let file = CatalogReference(address).path, !page.catalog.copiedPages.contains(file),
      let path = PagePath(pageOf: file)
    else { return nil }
    references.insert(path.address)
    return page.path.reference(to: path, EPUBRenderer.pageExtension)
  }
}

extension PagePath {
  /// Creates the path of the page to which a reference leads: by its file in HTML or in a book, or by the folder whose
  /// index it is. Returns `nil` if it is not a valid path.
  fileprivate init?(pageOf file: String) {
    let endings = [".html", ".\(EPUBRenderer.pageExtension)"]
    if let ending = endings.first(where: file.hasSuffix) {
      self.init(String(file.dropLast(ending.count)))
    } else {
      self.init(file.isEmpty ? "index" : "\(file)/index")
    }
  }
}

extension String {
  /// The direction of the script in which a language is usually written. The string is a language tag.
  var direction: String {
    let language = prefix { $0 != "-" }.lowercased()
    return ["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"].contains(language) ? "rtl" : "ltr"
  }
}
