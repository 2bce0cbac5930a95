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
      .indexes, .hasParts, .parts, .hasContents, .hasTerms, .terms, .sections, .article, .destination, .movedLabel,
      .previous, .next, .feed, .json,
    ],
    records: [
      .breadcrumbs: TemplateNames(pageNames: [.title, .href, .isCurrent]),
      .pagination: TemplateNames(pageNames: [.label]),
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
      (page.position.map(Wording.position) ?? page.guide.map(Wording.guide)).map { .object(["label": .text($0)]) }
    case .hasBreadcrumbs: .flag(!page.breadcrumbs.isEmpty)
    case .breadcrumbs:
      .list(
        page.breadcrumbs.map { .object(LinkContext($0, from: page.path)) }
          + [.object(LinkContext(toItself: page.title))])
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
    case .hasContents: .flag(page.kind == .index && !page.sections.isEmpty)
    case .hasTerms: .flag(!page.terms.isEmpty)
    case .terms:
      .list(
        page.terms.map {
          .object(
            [
              "title": .text($0.title), "href": .text(page.path.href(to: $0.path)), "count": .text(String($0.count)),
            ])
        })
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

  private var introduction: MustacheValue {
    .made { [self] bytes in page.introduction.placed(on: page.path, headingLevel: 1).write(as: .html, to: &bytes) }
  }
}
