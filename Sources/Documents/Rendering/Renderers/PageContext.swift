import Cells
import DocumentModel
import Mustache

/// The values of a page for the page template. Each value is created when the template looks it up.
///
/// The context is a class, so that templates pass it as one reference.
final class PageContext: MustacheObject {
  static let styleSheet = "assets/style.css"
  static let searchScript = search.file("js")
  private static let search = PagePath(["assets"], "search")

  static let names = TemplateNames(
    pageNames: [
      .language, .title, .heading, .catalogTitle, .generator, .homeHref, .stylesheetHref, .searchHref, .isIndex,
      .isSection, .isObject, .isGone, .hasBreadcrumbs, .breadcrumbs, .introduction, .summary, .pagination, .hasIndexes,
      .indexes, .hasParts, .parts, .hasContents, .hasTerms, .terms, .totals, .sections, .article, .destination,
      .movedLabel,
      .previous, .next, .feed, .json,
    ],
    records: [
      .breadcrumbs: TemplateNames(pageNames: [.title, .heading, .href, .isCurrent]),
      .pagination: TemplateNames(
        pageNames: [.label, .hasPages, .pages],
        records: [.pages: TemplateNames(pageNames: [.title, .href, .isCurrent])]),
      .indexes: LinkContext.names, .parts: LinkContext.names, .destination: LinkContext.names,
      .terms: TemplateNames(pageNames: [.title, .heading, .href, .count]), .sections: SectionContext.names,
      .article: CellContext.names, .previous: LinkContext.names,
      .next: LinkContext.names, .feed: LinkContext.names, .json: LinkContext.names,
    ])

  private let page: Page
  /// The page with the names of its parts; `nil` if it is not live.
  private let live: LivePage?
  /// What follows the address of the style sheet: a query that changes with the style sheet.
  private let stylesheetVersion: String
  private let searchHref: String
  private let previous: LinkContext?
  private let next: LinkContext?

  init(_ page: Page, hasSearch: Bool, live: LivePage? = nil, stylesheetVersion: String = "") {
    self.live = live
    self.stylesheetVersion = stylesheetVersion
    searchHref = hasSearch ? page.path.reference(to: Self.search, "js") : ""
    previous = page.previous.map { LinkContext($0, from: page.path) }
    next = page.next.map { LinkContext($0, from: page.path) }
    // The last use of the page is not a copy.
    self.page = page
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .isIndex: .flag(page.kind == .index)
    case .isSection: .flag(page.kind == .section)
    case .isObject: .flag(page.kind == .object)
    case .isGone: .flag(page.kind == .gone)
    case .title: .text(page.title)
    // The closure holds nothing but this object, so that it is not allocated.
    case .heading: .generated { [self] in RootedHTML.write(page.title, to: &$0) }
    case .catalogTitle: .text(page.catalog.title)
    case .previous: previous.map { .object($0) }
    case .next: next.map { .object($0) }
    case .pagination: PaginationContext(page).map { .object($0) }
    case .hasBreadcrumbs: .flag(!page.breadcrumbs.isEmpty)
    case .breadcrumbs:
      .list(
        breadcrumbs.map { .object(LinkContext($0, from: page.path)) } + [.object(LinkContext(toItself: page.title))])
    case .hasIndexes: .flag(!page.indexes.isEmpty)
    case .indexes: .list(page.indexes.map { .object(LinkContext($0, from: page.path)) })
    case .hasParts: .flag(!page.parts.isEmpty)
    case .parts:
      .list(
        page.parts.map {
          .object(LinkContext(Page.Link(title: PageStrings.guide($0.guide), path: $0.path), from: page.path))
        })
    case .destination: page.destination.map { .object(LinkContext($0, from: page.path)) }
    case .movedLabel: .text(PageStrings.moved)
    case .feed: page.catalog.feed.map { .object(LinkContext($0, from: page.path)) }
    case .json: page.catalog.json.map { .object(LinkContext($0, from: page.path)) }
    case .searchHref: .text(searchHref)
    // For a single section, a list of contents would repeat the title of the page.
    case .hasContents: .flag(page.kind == .index && !page.sections.isEmpty && !page.isOneSection)
    case .hasTerms: .flag(!page.terms.isEmpty)
    case .terms:
      .list(
        page.terms.map { term in
          .object(
            [
              "title": .text(term.title), "heading": .generated { RootedHTML.write(term.title, to: &$0) },
              "href": .text(page.path.href(to: term.path)), "count": .text(numberStyle.text(term.count)),
            ])
        })
    case .totals: page.kind == .section ? page.sections.first?.totalsValue(on: page.path) : nil
    // The page that leads to a section's pages shows no cells of the section.
    case .sections where !page.parts.isEmpty: .list([])
    case .sections: sections
    case .article: page.article.map { .object(CellContext($0, as: live?.cells.last, from: page.path, headingLevel: 1)) }
    case .introduction: page.introduction.isEmpty ? nil : introduction
    case .summary: PageStrings.summary(of: page).map { .text($0) }
    case .language: .text(page.catalog.language)
    case .generator: "Pomona"
    case .homeHref: .text(page.path.href(to: .home))
    case .stylesheetHref: .text(page.path.rootReference + Self.styleSheet + stylesheetVersion)
    default: nil
    }
  }

  private var numberStyle: NumberStyle { page.catalog.numberStyle }

  private var sections: MustacheValue {
    let anchors = page.anchors
    var starts = [0]
    for section in page.sections { starts.append(starts[starts.count - 1] + section.cells.count) }
    return .list(count: page.sections.count, text: "") { [self, starts] in
      .object(
        SectionContext(
          page.sections[$0], anchor: anchors[$0], on: page, as: live?.sections[$0],
          parts: live?.cells[starts[$0]..<starts[$0 + 1]]))
    }
  }

  /// The breadcrumbs. If a section is the whole catalog and has its title, they begin with the section, because the
  /// head of each page links to the home page.
  private var breadcrumbs: ArraySlice<Page.Link> {
    let next = page.breadcrumbs.dropFirst().first?.title ?? page.title
    return page.breadcrumbs.dropFirst(page.breadcrumbs.first?.title == next ? 1 : 0)
  }

  private var introduction: MustacheValue {
    .generated { [self] bytes in
      RootedHTML.write(page.introduction, headingLevel: 1, from: page.path.rootReference, to: &bytes)
    }
  }
}

/// The place of a page among the pages of a list, for the template.
private final class PaginationContext: MustacheObject {
  private let label: String
  private let position: Page.Position?
  private let path: PagePath
  private let numberStyle: NumberStyle

  /// Creates the values, or returns `nil` for a page that is the only one of its list.
  init?(_ page: borrowing Page) {
    position = page.position
    path = page.path
    numberStyle = page.catalog.numberStyle
    guard
      let label = page.position.map({ [numberStyle] in PageStrings.position($0, numberStyle) })
        ?? page.guide.map(PageStrings.guide)
    else { return nil }
    self.label = label
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .label: .text(label)
    case .hasPages: .flag(hasPages)
    case .pages: hasPages ? pages : .list([])
    default: nil
    }
  }

  /// Whether the pages are numbered, and there are more than two. For two pages, the links to the previous and the next
  /// page suffice.
  private var hasPages: Bool { position.map { $0.count > 2 } ?? false }

  private var pages: MustacheValue {
    let numbers = position?.links ?? []
    return .list(count: numbers.count, text: "") { [path, numberStyle, position] index in
      let page = PagePath(path.folders, PagePath.name(ofPage: numbers[index]))
      return .object([
        "title": .text(numberStyle.text(numbers[index])), "href": .text(path.href(to: page)),
        "isCurrent": .flag(numbers[index] == position?.number),
      ])
    }
  }
}

/// The values of a section for the template.
///
/// Mustache looks up a missing name in the surrounding contexts, and would find the value of the page. Title and
/// address are therefore always present, even if empty.
final class SectionContext: MustacheObject {
  static let names = TemplateNames(
    pageNames: [.id, .part, .title, .heading, .href, .countLabel, .totals, .view, .table, .cells, .more],
    records: [.cells: CellContext.names, .more: TemplateNames(pageNames: [.href, .label])])

  private let section: Page.Section
  private let anchor: String
  private let path: PagePath
  /// The section as a part; `nil` if the page is not live.
  private let part: LivePage.Part?
  /// The section's cells as parts; `nil` if the page is not live.
  private let parts: ArraySlice<LivePage.Part>?
  private let numberStyle: NumberStyle
  /// Whether the page leads to the section, and shows only its beginning.
  private let isPreview: Bool
  /// Whether the section has the title of the page, and needs no separate title.
  private let isOnly: Bool

  init(
    _ section: Page.Section, anchor: String, on page: borrowing Page, as part: LivePage.Part?,
    parts: ArraySlice<LivePage.Part>?
  ) {
    self.section = section
    self.anchor = anchor
    self.part = part
    self.parts = parts
    path = page.path
    numberStyle = page.catalog.numberStyle
    isPreview = page.kind == .index
    isOnly = page.isOneSection
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .id: .text(anchor)
    case .part: .text(part?.attributeText ?? "")
    case .title: .text(title)
    case .heading: .generated { [self] in RootedHTML.write(title, to: &$0) }
    case .href: .text(isPreview && section.path != path ? path.href(to: section.path) : "")
    case .countLabel: .text(PageStrings.entries(section.count, numberStyle))
    // `false`, and not a missing value, for which Mustache would find the totals of the page.
    case .totals: isPreview ? section.totalsValue(on: path) : .flag(false)
    case .view: .text(section.view == .cards ? "" : section.view.rawValue)
    case .table: section.view == .table ? generatedTable : nil
    case .cells:
      .list(count: section.cells.count, text: "") { [self] in
        .object(CellContext(section.cells[$0], as: part(ofCell: $0), from: path, headingLevel: headingLevel))
      }
    case .more:
      isPreview && section.hasMore
        ? .object([
          "href": .text(path.href(to: section.path)), "label": .text(PageStrings.all(of: section, numberStyle)),
        ]) : nil
    default: nil
    }
  }

  private var title: String { isOnly ? "" : section.title ?? "" }

  private func part(ofCell index: Int) -> LivePage.Part? {
    guard let parts else { return nil }
    return parts[parts.startIndex + index]
  }

  /// Titles of sections have level 2. Where one is shown, the titles of its cells are below it.
  private var headingLevel: Int { isPreview && !isOnly ? 3 : 2 }

  private var generatedTable: MustacheValue {
    let attributes = parts?.map(\.attributeText) ?? []
    // The addresses in the table already start from the page.
    return .generated { [self] page in RootedHTML.write(table, rowAttributes: attributes, to: &page) }
  }

  private var table: Block.Table {
    section.table { [path] cell in
      if cell.title.isEmpty { return [] }
      return [
        cell.path.map { .link(destination: path.href(to: $0), title: "", [.text(cell.title)]) } ?? .text(cell.title)
      ]
    } body: { [path, headingLevel] cell in
      cell.blocks.placed(on: path, headingLevel: headingLevel)
    }
  }
}

extension Page.Section {
  /// The totals of the section for a template; `false` if there are none.
  fileprivate func totalsValue(on path: PagePath) -> MustacheValue {
    totals.isEmpty
      ? .flag(false)
      : .generated { RootedHTML.write([.properties(totals)], headingLevel: 1, from: path.rootReference, to: &$0) }
  }
}

/// The values of a cell for the template. Title, address and accent are always present, even if empty.
final class CellContext: MustacheObject {
  static let names = TemplateNames(pageNames: [
    .identifier, .part, .headingLevel, .title, .heading, .href, .accent, .initial, .hue, .body,
  ])

  private let cell: Page.Cell
  /// The cell as a part of a live page; `nil` on other pages.
  private let part: LivePage.Part?
  private let path: PagePath
  private let headingLevel: Int
  private let href: String

  init(_ cell: Page.Cell, as part: LivePage.Part?, from path: PagePath, headingLevel: Int) {
    href = cell.path.map(path.href(to:)) ?? ""
    self.part = part
    self.path = path
    self.headingLevel = headingLevel
    // As for the page, the last use of the cell is not a copy.
    self.cell = cell
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .identifier: .text(cell.identifier.rawValue)
    case .part: .text(part?.attributeText ?? "")
    case .title: .text(cell.title)
    case .heading: .generated { [self] in RootedHTML.write(cell.title, to: &$0) }
    case .href: .text(href)
    case .headingLevel: .text(String(headingLevel))
    case .accent: .text(cell.accent?.css ?? "")
    case .initial: .text(cell.title.initial)
    case .hue: .text(String(hue))
    case .body: .generated { [self] in cell.writeHTML(headingLevel: headingLevel, from: path.rootReference, to: &$0) }
    default: nil
    }
  }

  /// A hue from 0 to 359, derived from the title, with which a theme can decorate cells without an accent.
  private var hue: Int { cell.title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) % 360 } }
}

extension LivePage.Part {
  /// The attributes of the part's element. The name is percent-encoded, and needs no escaping.
  fileprivate var attributeText: String { " data-part=\"\(name)\"\(attributes)" }
}

extension Page {
  /// The identifiers of the page's sections, by which links and scripts find them. They follow from the addresses of
  /// the sections, or from their titles, so that a new section leaves those of the others as they are.
  var anchors: [String] {
    var known: Set<String> = []
    return sections.map { section in
      let name = section.path.folders.last ?? Slug.plain(section.title ?? title)
      var anchor = "section-\(name.percentEncodedPath)", count = 1
      while !known.insert(anchor).inserted {
        count += 1
        anchor = "section-\(name.percentEncodedPath)-\(count)"
      }
      return anchor
    }
  }

  /// Whether this page shows a single section with the title of the page, so that the section needs no separate title.
  fileprivate var isOneSection: Bool { kind == .index && sections.count == 1 && sections[0].title == title }
}

extension String {
  /// The first letter or digit in upper case; empty if there is none.
  fileprivate var initial: String {
    // An ASCII letter is a `Character` if it is the last one or an ASCII character follows, because no ASCII character
    // combines with it. So the text need not be divided into grapheme clusters. A capital letter differs from the small
    // one in a single bit.
    if let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
      utf8.dropFirst().first ?? 0 < 0x80
    {
      return String(UnicodeScalar(first & ~0x20))
    }
    return first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? ""
  }
}

/// The values of a link for the template. The last of the breadcrumbs is the page itself and has no address.
final class LinkContext: MustacheObject {
  static let names = TemplateNames(pageNames: [.title, .heading, .href])

  private let title: String
  private let href: String?

  init(_ link: Page.Link, from path: PagePath) {
    title = link.title
    href = path.href(to: link.path)
  }

  init(_ file: CatalogInfo.File, from path: PagePath) {
    title = file.title
    href = path.reference(to: file.path)
  }

  init(toItself title: String) {
    self.title = title
    href = nil
  }

  func value(for name: borrowing MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .title: .text(title)
    case .heading: .generated { [self] in RootedHTML.write(title, to: &$0) }
    case .href: .text(href ?? "")
    case .isCurrent: .flag(href == nil)
    default: nil
    }
  }
}

extension PagePath {
  /// Returns the address of another page in HTML, relative to this one.
  func href(to page: PagePath) -> String { reference(to: page, "html") }
}

/// The names of the values in pages, sections, cells and links.
///
/// Templates are compiled with all of them as their vocabulary, so that a value is looked up by a number, without
/// comparison of strings.
enum PageName: Int, CaseIterable {
  case language, title, heading, catalogTitle, generator, homeHref, stylesheetHref, searchHref, isIndex, isSection,
    isObject,
    isGone, hasPages, pages
  case hasBreadcrumbs, breadcrumbs, introduction, summary, pagination, hasIndexes, indexes, hasParts, parts, sections
  case hasContents, hasTerms, terms, article, destination, movedLabel, previous, next, feed, json
  case id, part, href, count, countLabel, totals, view, table, cells, more
  case identifier, headingLevel, accent, initial, hue, body
  case isCurrent, label

  static let vocabulary = allCases.map(\.text)

  /// The name as templates write it.
  var text: String { String(describing: self) }

  /// Creates the name with the number that it has in the vocabulary; `nil` for a name outside the vocabulary.
  init?(_ name: borrowing MustacheName) {
    guard let number = name.number else { return nil }
    self.init(rawValue: number)
  }
}

extension TemplateNames {
  init(pageNames names: [PageName], records: [PageName: TemplateNames] = [:]) {
    self.init(names.map(\.text), records: Dictionary(uniqueKeysWithValues: records.map { ($0.key.text, $0.value) }))
  }
}
