import Rendering

/// How sections are cut into pages.
struct Pagination: Hashable, Sendable {
  /// How many entries a page has at the most; about as many where pages are stable.
  var size = 60
  /// How many entries of each section the home page shows; without any, it lists the sections.
  var preview = 6
  /// What the borders between pages depend on.
  var kind = PageLayout.Pagination.numbered

  /// Makes numbered pages of a usual size.
  init() {}
}

extension Pagination {
  /// Takes over what a mapping with `size`, `preview` and `kind` says.
  mutating func read(_ node: YAMLNode) { read(node, ["size", "preview", "kind"]) }

  /// Takes over what a mapping with `size` and `kind` says, of pages that have neither a preview nor objects.
  mutating func readSections(_ node: YAMLNode) { read(node, ["size", "kind"]) }

  private mutating func read(_ node: YAMLNode, _ keys: [String]) {
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "size": size = value.count(from: 1) ?? size
      case "preview": preview = value.count() ?? preview
      default: kind = value.choice() ?? kind
      }
    }
  }
}
