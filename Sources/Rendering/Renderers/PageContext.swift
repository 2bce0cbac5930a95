import Cells
import DocumentModel
import Mustache

/// What the page template finds of a page. A value is made when it is asked for.
///
/// A class, so that templates hand it around in one word.
final class PageContext: MustacheObject {
  /// The place of the style sheet in the catalog.
  static let styleSheet = "assets/style.css"
  /// The place of the script of the search.
  static let searchScript = search.file("js")
  private static let search = PagePath(["assets"], "search")

  /// The names that a page template may use.
  static let names = TemplateNames(
    pageNames: [
      .language, .title, .catalogTitle, .generator, .homeHref, .stylesheetHref, .searchHref, .isIndex,
      .isSection, .isObject, .isGone, .hasBreadcrumbs, .breadcrumbs, .introduction, .summary, .pagination, .hasIndexes,
      .indexes, .hasParts, .parts, .hasContents, .hasTerms, .terms, .totals, .sections, .article, .destination,
      .movedLabel,
      .previous, .next, .feed, .json,
    ],
    records: [
      .breadcrumbs: TemplateNames(pageNames: [.title, .href, .isCurrent]),
      .pagination: TemplateNames(
        pageNames: [.label, .hasPages, .pages],
        records: [.pages: TemplateNames(pageNames: [.title, .href, .isCurrent])]),
      .indexes: LinkContext.names, .parts: LinkContext.names, .destination: LinkContext.names,
      .terms: TemplateNames(pageNames: [.title, .href, .count]), .sections: SectionContext.names,
      .article: CellContext.names, .previous: LinkContext.names,
      .next: LinkContext.names, .feed: LinkContext.names, .json: LinkContext.names,
    ])

  private let page: Page
  private let hasSearch: Bool
  private let previous: LinkContext?
  private let next: LinkContext?

  init(_ page: Page, hasSearch: Bool) {
    self.page = page
    self.hasSearch = hasSearch
    previous = page.previous.map { LinkContext($0, from: page.path) }
    next = page.next.map { LinkContext($0, from: page.path) }
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .isIndex: .flag(page.kind == .index)
    case .isSection: .flag(page.kind == .section)
    case .isObject: .flag(page.kind == .object)
    case .isGone: .flag(page.kind == .gone)
    case .title: .text(page.title)
    case .catalogTitle: .text(page.catalog.title)
    case .previous: previous.map { .object($0) }
    case .next: next.map { .object($0) }
    case .pagination:
      (page.position.map { Wording.position($0, numberStyle) } ?? page.guide.map(Wording.guide)).map {
        .object(["label": .text($0), "hasPages": .flag(!numberedPages.isEmpty), "pages": .list(numberedPages)])
      }
    case .hasBreadcrumbs: .flag(!page.breadcrumbs.isEmpty)
    case .breadcrumbs:
      .list(ways.map { .object(LinkContext($0, from: page.path)) } + [.object(LinkContext(toItself: page.title))])
    case .hasIndexes: .flag(!page.indexes.isEmpty)
    case .indexes: .list(page.indexes.map { .object(LinkContext($0, from: page.path)) })
    case .hasParts: .flag(!page.parts.isEmpty)
    case .parts:
      .list(
        page.parts.map {
          .object(LinkContext(Page.Link(title: Wording.guide($0.guide), path: $0.path), from: page.path))
        })
    case .destination: page.destination.map { .object(LinkContext($0, from: page.path)) }
    case .movedLabel: .text(Wording.moved)
    case .feed: page.catalog.feed.map { .object(LinkContext($0, from: page.path)) }
    case .json: page.catalog.json.map { .object(LinkContext($0, from: page.path)) }
    case .searchHref: .text(hasSearch ? page.path.reference(to: Self.search, "js") : "")
    case .hasContents: .flag(page.kind == .index && !page.sections.isEmpty && !page.isOneSection)
    case .hasTerms: .flag(!page.terms.isEmpty)
    case .terms:
      .list(
        page.terms.map {
          .object(
            [
              "title": .text($0.title), "href": .text(page.path.href(to: $0.path)),
              "count": .text(numberStyle.text($0.count)),
            ])
        })
    case .totals: page.kind == .section ? page.sections.first?.totalsValue(on: page.path) : nil
    // A section whose page leads to its pages shows no cells there.
    case .sections where !page.parts.isEmpty: .list([])
    case .sections:
      .list(page.sections.enumerated().map { .object(SectionContext($1, at: $0, on: page)) })
    case .article: page.article.map { .object(CellContext($0, from: page.path, headingLevel: 1)) }
    case .introduction: page.introduction.isEmpty ? nil : introduction
    case .summary: Wording.summary(of: page).map { .text($0) }
    case .language: .text(page.catalog.language)
    case .generator: "Pomona"
    case .homeHref: .text(page.path.href(to: .home))
    case .stylesheetHref: .text(page.path.rootReference + Self.styleSheet)
    default: nil
    }
  }

  private var numberStyle: NumberStyle { page.catalog.numberStyle }

  /// The pages of the same list, where they have numbers, and there are others than the one before and the one after.
  private var numberedPages: [MustacheValue] {
    guard let position = page.position, position.count > 2 else { return [] }
    return position.links.map { number in
      let path = PagePath(page.path.folders, PagePath.name(ofPage: number))
      return .object([
        "title": .text(numberStyle.text(number)), "href": .text(page.path.href(to: path)),
        "isCurrent": .flag(number == position.number),
      ])
    }
  }

  /// The way to the page. Where a section is the whole catalog, and called like it, it begins there: the head of the page leads home.
  private var ways: ArraySlice<Page.Link> {
    let next = page.breadcrumbs.dropFirst().first?.title ?? page.title
    return page.breadcrumbs.dropFirst(page.breadcrumbs.first?.title == next ? 1 : 0)
  }

  private var introduction: MustacheValue {
    .generated { [self] bytes in
      RootedHTML(page.introduction, headingLevel: 1).write(from: page.path.rootReference, to: &bytes)
    }
  }
}

/// What the template finds of a section.
///
/// A name that is left out would be looked up in what is around the section, so that there is always a title and an address.
final class SectionContext: MustacheObject {
  static let names = TemplateNames(
    pageNames: [.id, .title, .href, .countLabel, .totals, .view, .table, .cells, .more],
    records: [.cells: CellContext.names, .more: TemplateNames(pageNames: [.href, .label])])

  private let section: Page.Section
  private let index: Int
  private let path: PagePath
  private let numberStyle: NumberStyle
  /// Whether the section is on the home page, which shows only its beginning.
  private let isPreview: Bool
  /// Whether the page's title is that of the section, too.
  private let isOnly: Bool

  init(_ section: Page.Section, at index: Int, on page: Page) {
    self.section = section
    self.index = index
    path = page.path
    numberStyle = page.catalog.numberStyle
    isPreview = page.kind == .index
    isOnly = page.isOneSection
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .id: .text("section-\(index + 1)")
    case .title: .text(isOnly ? "" : section.title ?? "")
    case .href: .text(isPreview && section.path != path ? path.href(to: section.path) : "")
    case .countLabel: .text(Wording.entries(section.count, numberStyle))
    case .totals: isPreview ? section.totalsValue(on: path) : .flag(false)
    case .view: .text(section.view == .cards ? "" : section.view.rawValue)
    case .table:
      // Its addresses start from the page.
      section.view == .table
        ? .generated { [self] in RootedHTML([.table(table)], headingLevel: 0).write(from: "", to: &$0) } : nil
    case .cells: .list(section.cells.map { .object(CellContext($0, from: path, headingLevel: headingLevel)) })
    case .more:
      isPreview && section.hasMore
        ? .object([
          "href": .text(path.href(to: section.path)), "label": .text(Wording.all(of: section, numberStyle)),
        ]) : nil
    default: nil
    }
  }

  private var headingLevel: Int { isPreview && !isOnly ? 3 : 2 }

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
  /// What the objects of the section come to, as a template shows it; false where nothing is said of that.
  fileprivate func totalsValue(on path: PagePath) -> MustacheValue {
    totals.isEmpty
      ? .flag(false)
      : .generated { RootedHTML([.properties(totals)], headingLevel: 1).write(from: path.rootReference, to: &$0) }
  }
}

/// What the template finds of a cell. There is always a title, an address and an accent, if only empty ones.
final class CellContext: MustacheObject {
  static let names = TemplateNames(pageNames: [
    .identifier, .headingLevel, .title, .href, .accent, .initial, .hue, .body,
  ])

  private let cell: Page.Cell
  private let path: PagePath
  private let headingLevel: Int
  private let href: String

  init(_ cell: Page.Cell, from path: PagePath, headingLevel: Int) {
    self.cell = cell
    self.path = path
    self.headingLevel = headingLevel
    href = cell.path.map(path.href(to:)) ?? ""
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .identifier: .text(cell.identifier.rawValue)
    case .title: .text(cell.title)
    case .href: .text(href)
    case .headingLevel: .text(String(headingLevel))
    case .accent: .text(cell.accent?.css ?? "")
    case .initial: .text(cell.title.initial)
    case .hue: .text(String(hue))
    case .body: .generated { [self] in cell.html(headingLevel: headingLevel).write(from: path.rootReference, to: &$0) }
    default: nil
    }
  }

  /// A hue from 0 to 359 that follows from the title: what a theme decorates a cell with that has no accent.
  private var hue: Int {
    cell.title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) % 360 }
  }
}

extension Page {
  /// Whether this is an index of a single section that is called like the page: what stands above it says the same.
  fileprivate var isOneSection: Bool { kind == .index && sections.count == 1 && sections[0].title == title }
}

extension String {
  /// The first letter or digit in upper case; empty where there is none.
  fileprivate var initial: String {
    // A letter of ASCII is a character of its own if what follows is ASCII too: nothing combines with it.
    if let first = utf8.first, UnicodeScalar(first).properties.isAlphabetic, first < 0x80,
      utf8.dropFirst().first ?? 0 < 0x80
    {
      return String(UnicodeScalar(first)).uppercased()
    }
    return first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? ""
  }
}

/// What the template finds of a link to another page or file, or of the end of the way to a page, which is the page itself.
final class LinkContext: MustacheObject {
  static let names = TemplateNames(pageNames: [.title, .href])

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

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .title: .text(title)
    case .href: .text(href ?? "")
    case .isCurrent: .flag(href == nil)
    default: nil
    }
  }
}

extension PagePath {
  /// The address of another page in HTML, from this one.
  func href(to page: PagePath) -> String { reference(to: page, "html") }
}

/// The names that a page template finds values by, in pages, sections, cells and links.
///
/// The template is compiled with all of them as its vocabulary: so a value is found by a number, and no texts are compared.
enum PageName: Int, CaseIterable {
  case language, title, catalogTitle, generator, homeHref, stylesheetHref, searchHref, isIndex, isSection, isObject,
    isGone, hasPages, pages
  case hasBreadcrumbs, breadcrumbs, introduction, summary, pagination, hasIndexes, indexes, hasParts, parts, sections
  case hasContents, hasTerms, terms, article, destination, movedLabel, previous, next, feed, json
  case id, href, count, countLabel, totals, view, table, cells, more
  case identifier, headingLevel, accent, initial, hue, body
  case isCurrent, label

  /// The vocabulary of page templates.
  static let vocabulary = allCases.map(\.text)

  /// The name as templates write it.
  var text: String { String(describing: self) }

  /// The name by its number in the vocabulary.
  init?(_ name: MustacheName) {
    guard let number = name.number else { return nil }
    self.init(rawValue: number)
  }
}

extension TemplateNames {
  /// Names of a page template.
  init(pageNames names: [PageName], records: [PageName: TemplateNames] = [:]) {
    self.init(
      names.map(\.text), records: Dictionary(uniqueKeysWithValues: records.map { ($0.key.text, $0.value) }))
  }
}
