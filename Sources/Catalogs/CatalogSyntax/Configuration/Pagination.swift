package import Rendering

/// The configuration of how sections are divided into pages.
package struct Pagination: Sendable {
  /// The maximum number of entries on a page; the approximate number if page breaks are stable.
  package var size = 60
  /// The number of entries of each section on the home page. With zero, it lists the sections.
  package var preview = 6
  /// The criterion for page breaks.
  package var kind = PageLayout.Pagination.numbered
  /// The arrangement of the entries.
  package var view = PageLayout.View.cards
  /// The fields that a list or a table shows of an entry; `nil` for the facts of its card.
  package var columns: [LocatedText]?
  /// The totals of each section.
  package var totals: [FoldEntry] = []

  /// Creates numbered pages of the default size.
  package init() {}

  mutating func read(_ node: YAMLNode) { read(node, ["size", "preview", "kind", "view", "columns", "totals"]) }

  /// Reads a mapping with the same keys except `preview`, for listings that the home page does not preview.
  mutating func readSections(_ node: YAMLNode) { read(node, ["size", "kind", "view", "columns", "totals"]) }

  private mutating func read(_ node: YAMLNode, _ keys: [String]) {
    let values = node.mapping(keys)
    size = values["size"]?.count(from: 1) ?? size
    preview = values["preview"]?.count() ?? preview
    kind = values["kind"]?.choice() ?? kind
    view = values["view"]?.choice() ?? view
    columns = values["columns"]?.names ?? columns
    totals = values["totals"]?.mapping().compactMap { FoldEntry(name: $0, value: $1) } ?? totals
  }
}
