extension SectionSnapshot {
  /// How many items there are at all levels.
  public var numberOfItems: Int { openings.count }

  /// The items of all levels, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var items: [Item] { brackets.compactMap { nodes[$0.offset]?.identifier } }

  /// The items that have no parent, in order.
  ///
  /// - Complexity: O(*r* log *n*) for *r* of *n* items.
  public var rootItems: [Item] {
    var roots: [Item] = []
    var next = brackets.handle(at: 0)
    while let node = next.flatMap({ nodes[$0.offset] }) {
      roots.append(node.identifier)
      next = brackets.handle(after: node.closing)
    }
    return roots
  }

  /// The items whose ancestors are all expanded, each before its descendants.
  ///
  /// - Complexity: O(*v* log *n*) for *v* of *n* items.
  public var visibleItems: [Item] {
    var visible: [Item] = []
    var iterator = brackets.makeIterator()
    while let handle = iterator.next() {
      guard let node = nodes[handle.offset] else { continue }
      visible.append(node.identifier)
      if !node.isExpanded { iterator = brackets.makeIterator(from: node.closing) }
    }
    return visible
  }

  /// The items that are expanded, visible or not, each before its descendants.
  ///
  /// - Complexity: O(*n*), *n* being the number of items.
  public var expandedItems: [Item] {
    brackets.compactMap { nodes[$0.offset] }.filter(\.isExpanded).map(\.identifier)
  }

  /// Whether an item is in the snapshot.
  public func contains(_ item: Item) -> Bool { openings[item] != nil }

  /// How many items stand before an item, visible or not; nothing where there is no such item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func index(of item: Item) -> Int? { openings[item].map(brackets.weight(before:)) }

  /// How many ancestors an item has.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the result.
  public func level(of item: Item) throws -> Int {
    ancestors(of: try node(of: item)).reduce(0) { level, _ in level + 1 }
  }

  /// The item that an item is a child of; nothing at the root.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func parent(of item: Item) throws -> Item? {
    try node(of: item).parent.flatMap { nodes[$0.offset]?.identifier }
  }

  /// Whether the children of an item are visible when it is.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  public func isExpanded(_ item: Item) throws -> Bool { try node(of: item).isExpanded }

  /// Whether all ancestors of an item are expanded.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*d*), *d* being the number of ancestors.
  public func isVisible(_ item: Item) throws -> Bool { ancestors(of: try node(of: item)).allSatisfy(\.isExpanded) }

  /// The parent, its parent, and so on.
  private func ancestors(of node: Node) -> some Sequence<Node> {
    sequence(state: node) { node -> Node? in
      guard let parent = node.parent.flatMap({ nodes[$0.offset] }) else { return nil }
      node = parent
      return parent
    }
  }
}
