extension Pagination {
  /// Takes over what a mapping with `size`, `preview` and `kind` says.
  mutating func read(_ node: YAMLNode) { read(node, ["size", "preview", "kind"]) }

  /// Takes over what a mapping with `size` and `kind` says, of pages that have neither a preview nor objects.
  mutating func readSections(_ node: YAMLNode) { read(node, ["size", "kind"]) }

  private mutating func read(_ node: YAMLNode, _ keys: [String]) {
    for (key, value) in node.mapping(keys) {
      switch key.text {
      case "size": size = value.count(from: 1) ?? size
      case "preview": preview = value.count(from: 1) ?? preview
      default: kind = value.choice() ?? kind
      }
    }
  }
}
