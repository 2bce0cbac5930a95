import Changesets
import DataSources
import OrderedTrees

extension SectionSnapshot {
  /// Appends items as the last children of an item, or at the end of the root items.
  ///
  /// - Parameters:
  ///   - items: The new items.
  ///   - parent: Their parent; `nil` for root items.
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no such parent.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func append(_ items: [Item], to parent: Item? = nil) throws {
    let handle = try parent.map(opening(of:))
    try requireNew(items)
    insert(items, before: end(of: handle), under: handle)
  }

  /// Inserts items before an item, as its siblings.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no item to insert
  ///   them before.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ items: [Item], before item: Item) throws {
    let sibling = try node(of: item)
    let successor = try opening(of: item)
    try requireNew(items)
    insert(items, before: successor, under: sibling.parent)
  }

  /// Inserts items after an item and its descendants, as its siblings.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot or given twice, or if there is no item to insert
  ///   them after.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ items: [Item], after item: Item) throws {
    let sibling = try node(of: item)
    try requireNew(items)
    insert(items, before: brackets.handle(after: sibling.closing), under: sibling.parent)
  }

  /// Removes items with their descendants. An item may be given twice, or together with one of its descendants.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k* log *n*) for *k* of *n* items, including descendants.
  public mutating func delete(_ items: [Item]) throws {
    // All are checked before any is removed. Afterwards, one may be gone already, with its parent.
    for item in items { _ = try opening(of: item) }
    for item in items {
      guard let handle = openings[item] else { continue }
      remove(subtree(of: handle))
    }
  }

  /// Removes all items.
  public mutating func deleteAll() { self = SectionSnapshot() }

  /// Expands items. Their children are visible if they are visible themselves.
  ///
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k*) for *k* items.
  public mutating func expand(_ items: [Item]) throws { try setExpanded(items, to: true) }

  /// Collapses items, which hides their descendants. Descendants remain expanded or collapsed for the time when the
  /// items are expanded again.
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

  /// Inserts the items of another snapshot before an item, as its siblings. They stay expanded or collapsed.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot, or if there is no item to insert them before.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ snapshot: SectionSnapshot, before item: Item) throws {
    let sibling = try node(of: item)
    let successor = try opening(of: item)
    try requireNewIdentifiers(snapshot.items, kind: "item", isPresent: contains)
    graft(Array(snapshot.brackets), of: snapshot, before: successor, under: sibling.parent)
  }

  /// Inserts the items of another snapshot after an item and its descendants, as its siblings. They stay expanded or
  /// collapsed.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot, or if there is no item to insert them after.
  /// - Complexity: O(*k* log *n*) for *k* new items among *n*.
  public mutating func insert(_ snapshot: SectionSnapshot, after item: Item) throws {
    let sibling = try node(of: item)
    try requireNewIdentifiers(snapshot.items, kind: "item", isPresent: contains)
    let successor = brackets.handle(after: sibling.closing)
    graft(Array(snapshot.brackets), of: snapshot, before: successor, under: sibling.parent)
  }

  /// Replaces all descendants of an item by the items of another snapshot. They stay expanded or collapsed.
  ///
  /// The other snapshot may contain items that are replaced.
  ///
  /// - Throws: `UpdateError` if an item is already in the snapshot and not among the replaced ones, or if there is no
  ///   such parent.
  /// - Complexity: O(*k* log *n*) for *k* replaced and new items among *n*.
  public mutating func replace(childrenOf parent: Item, using snapshot: SectionSnapshot) throws {
    let handle = try opening(of: parent)
    // The brackets of the item itself stay.
    let replaced = Array(subtree(of: handle).dropFirst().dropLast())
    let free = Set(replaced.compactMap { nodes[$0.offset]?.identifier })
    try requireNewIdentifiers(snapshot.items, kind: "item") { contains($0) && !free.contains($0) }
    remove(replaced)
    graft(Array(snapshot.brackets), of: snapshot, before: end(of: handle), under: handle)
  }

  /// Returns a snapshot of the descendants of an item. They stay expanded or collapsed.
  ///
  /// - Parameters:
  ///   - parent: The item.
  ///   - includingParent: Whether the item itself is the root of the new snapshot. Otherwise its children are the root
  ///     items.
  /// - Throws: `UpdateError` if there is no such item.
  /// - Complexity: O(*k* log *k* + log *n*) for *k* of *n* items.
  public func snapshot(of parent: Item, includingParent: Bool = false) throws -> SectionSnapshot {
    let subtree = subtree(of: try opening(of: parent))
    var snapshot = SectionSnapshot()
    snapshot.graft(includingParent ? subtree : Array(subtree.dropFirst()), of: self, before: nil, under: nil)
    return snapshot
  }

  /// Returns the brackets of an item and of all its descendants.
  ///
  /// - Complexity: O(*k*), *k* being their number.
  func subtree(of opening: RankTree.Handle) -> [RankTree.Handle] {
    let closing = nodes[opening.offset]?.closing
    var handles: [RankTree.Handle] = []
    var iterator = brackets.makeIterator(from: opening)
    while let handle = iterator.next() {
      handles.append(handle)
      if handle == closing { break }
    }
    return handles
  }

  /// Returns the bracket to insert a last child of an item before; `nil` for the end of the root items.
  func end(of parent: RankTree.Handle?) -> RankTree.Handle? { parent.flatMap { nodes[$0.offset]?.closing } }

  /// Inserts checked items of another snapshot, preserving their structure.
  ///
  /// - Parameters:
  ///   - handles: Their brackets in the other snapshot, parents first. Closing brackets are ignored.
  ///   - successor: The bracket to insert the topmost items before; `nil` for the end.
  ///   - parent: The item whose brackets enclose that place.
  private mutating func graft(
    _ handles: [RankTree.Handle], of other: SectionSnapshot, before successor: RankTree.Handle?,
    under parent: RankTree.Handle?
  ) {
    var copies: [RankTree.Handle: RankTree.Handle] = [:]
    for handle in handles {
      guard let node = other.nodes[handle.offset] else { continue }
      // Parents come first. The copy of a child goes before the closing bracket of the copy of its parent.
      let copiedParent = node.parent.flatMap { copies[$0] }
      copies[handle] = insert(
        node.identifier, before: copiedParent.map(end(of:)) ?? successor, under: copiedParent ?? parent,
        isExpanded: node.isExpanded)
    }
  }
}
