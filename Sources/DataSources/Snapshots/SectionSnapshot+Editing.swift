import Changesets

extension SectionSnapshot {
  /// Adds items as the last children of an item, or at the end of the root.
  ///
  /// - Parameters:
  ///   - items: The new items.
  ///   - parent: Their parent; nothing for the root.
  /// - Throws: `UpdateError` if an item is there already or given twice, or if the parent is not there.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func append(_ items: [Item], to parent: Item? = nil) throws {
    let handle = try parent.map(opening(of:))
    try requireNew(items)
    insert(items, before: end(of: handle), under: handle)
  }

  /// Adds items before an item, as its siblings.
  ///
  /// - Throws: `UpdateError` if an item is there already or given twice, or if there is no item to insert them before.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ items: [Item], before item: Item) throws {
    let (sibling, successor) = (try node(of: item), try opening(of: item))
    try requireNew(items)
    insert(items, before: successor, under: sibling.parent)
  }

  /// Adds items after an item and its descendants, as its siblings.
  ///
  /// - Throws: `UpdateError` if an item is there already or given twice, or if there is no item to insert them after.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ items: [Item], after item: Item) throws {
    let sibling = try node(of: item)
    try requireNew(items)
    insert(items, before: brackets.handle(after: sibling.closing), under: sibling.parent)
  }

  /// Removes items with their descendants. Naming an item twice, or with one of its descendants, is naming it once.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k* log *n*) for *k* of *n* items, descendants included.
  public mutating func delete(_ items: [Item]) throws {
    for item in items { _ = try opening(of: item) }
    for item in items {
      guard let handle = openings[item] else { continue }
      remove(subtree(of: handle))
    }
  }

  /// Removes all items.
  public mutating func deleteAll() { self = SectionSnapshot() }

  /// Shows the children of items wherever the items are visible.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func expand(_ items: [Item]) throws { try setExpanded(items, to: true) }

  /// Hides the descendants of items. What is expanded among them is so again when the items are expanded.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func collapse(_ items: [Item]) throws { try setExpanded(items, to: false) }

  private mutating func setExpanded(_ items: [Item], to isExpanded: Bool) throws {
    for handle in try items.map(opening(of:)) { setExpanded(handle, to: isExpanded) }
  }

  private mutating func insert(
    _ items: [Item], before successor: RankTree.Handle?, under parent: RankTree.Handle?
  ) {
    for item in items { insert(item, before: successor, under: parent) }
  }

  private func requireNew(_ items: [Item]) throws {
    try requireNewIdentifiers(items, kind: "item", isPresent: contains)
  }
}
