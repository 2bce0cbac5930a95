import Mustache

/// What the template finds of a section.
///
/// A name that is left out would be looked up in what is around the section, so that there is always a title and an address.
final class SectionContext: MustacheObject {
  static let names = TemplateNames(
    pageNames: [.id, .title, .href, .countLabel, .cells, .more],
    records: [.cells: CellContext.names, .more: TemplateNames(pageNames: [.href, .label])])

  private let section: Page.Section
  private let index: Int
  private let path: PagePath
  /// Whether the section is on the home page, which shows only its beginning.
  private let isPreview: Bool

  init(_ section: Page.Section, at index: Int, on page: Page) {
    self.section = section
    self.index = index
    path = page.path
    isPreview = page.kind == .index
  }

  func value(for name: MustacheName) -> MustacheValue? {
    switch PageName(name) {
    case .id: .text("section-\(index + 1)")
    case .title: .text(section.title ?? "")
    case .href: .text(isPreview ? path.href(to: section.path) : "")
    case .countLabel: .text(Wording.entries(section.count))
    case .cells:
      .list(section.cells.map { .object(CellContext($0, from: path, headingLevel: isPreview ? 3 : 2)) })
    case .more:
      isPreview && section.hasMore
        ? .object(["href": .text(path.href(to: section.path)), "label": .text(Wording.all(of: section))]) : nil
    default: nil
    }
  }
}
