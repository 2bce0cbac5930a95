import Rendering

/// How sections are cut into pages.
struct Pagination: Sendable {
  /// How many entries a page has at the most; about as many where pages are stable.
  var size = 60
  /// How many entries of each section the home page shows; without any, it lists the sections.
  var preview = 6
  /// What the borders between pages depend on.
  var kind = PageLayout.Pagination.numbered
  /// What the entries look like beside each other.
  var view = PageLayout.View.cards
  /// The fields that a list or a table has of an entry; nil for the facts of its card.
  var columns: [CatalogConfiguration.Name]?
  /// What the rows of each section come to.
  var totals: [FoldEntry] = []

  /// Makes numbered pages of a usual size.
  init() {}
}

extension Pagination {
  /// Takes over what a mapping with `size`, `preview`, `kind`, `view`, `columns` and `totals` says.
  mutating func read(_ node: YAMLNode) { read(node, ["size", "preview", "kind", "view", "columns", "totals"]) }

  /// Takes over what a mapping with all of these but `preview` says, of pages that have neither a preview nor objects.
  mutating func readSections(_ node: YAMLNode) { read(node, ["size", "kind", "view", "columns", "totals"]) }

  private mutating func read(_ node: YAMLNode, _ keys: [String]) {
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "size": size = value.count(from: 1) ?? size
      case "preview": preview = value.count() ?? preview
      case "view": view = value.choice() ?? view
      case "columns": columns = value.names
      case "totals": totals = value.mapping().compactMap { FoldEntry(name: $0, value: $1) }
      default: kind = value.choice() ?? kind
      }
    }
  }
}
