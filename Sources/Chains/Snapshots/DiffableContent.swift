import Changesets
import DataSources

/// The content of a diffable data source: a snapshot, and the trees of those sections that have one.
///
/// The items of a section with a tree are exactly the visible items of the tree.
struct DiffableContent<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// The snapshot that is shown, without marks.
  private(set) var snapshot = Snapshot<Section, Item>()
  private var trees: [Section: SectionSnapshot<Item>] = [:]
  /// Identifies this state among those before and after it.
  private(set) var version = Version()
  private var changes: Changes?

  // An object: while a state is held, no other one has the same.
  final class Version: Sendable {}

  /// The difference that an edit makes, as far as the edit knows it.
  struct Change {
    /// The batch from the state before to the state after; `nil` if the two have to be compared.
    var batch: UpdateBatch?
    /// The snapshot that was applied, with its marks.
    var applied: Snapshot<Section, Item>?
  }

  /// The changes within an epoch.
  struct Changes {
    let before: Snapshot<Section, Item>
    fileprivate(set) var all: [Change] = []

    /// Returns the batch that all changes of the epoch amount to.
    ///
    /// - Complexity: O(1) for a single change with a known batch; otherwise O(*n*) on average, *n* being the number of
    ///   items and sections, and O(*m* log *m*) for *m* of them out of order.
    func batch(to after: Snapshot<Section, Item>) -> UpdateBatch {
      if all.contains(where: { $0.batch?.isReload == true }) { return .reload }
      if all.count == 1, let batch = all[0].batch { return batch }
      var after = after
      // Also the marks of snapshots that others have replaced within the epoch: they are about contents, which
      // changed nevertheless.
      for applied in all.compactMap(\.applied) { after.addMarks(of: applied) }
      return after.difference(from: before)
    }
  }

  /// Replaces this state by another one, which is shown in the current epoch.
  ///
  /// - Returns: The old state, which the caller releases.
  mutating func replace(by new: Self, _ change: Change) -> Self {
    let old = self
    var changes = changes ?? Changes(before: snapshot)
    changes.all.append(change)
    self = new
    self.changes = changes
    version = Version()
    return old
  }

  /// Returns the changes of the epoch that is over, or `nil` if there were none, and removes them.
  mutating func takeChanges() -> Changes? {
    defer { changes = nil }
    return changes
  }

  // MARK: - Edits

  /// Shows a snapshot. A section keeps its tree if it shows the same items as before. Hidden items of the tree that the
  /// snapshot shows in another section are removed from the tree.
  mutating func show(_ new: Snapshot<Section, Item>) {
    snapshot = new
    snapshot.removeAllMarks()
    for (section, tree) in trees {
      // The tree no longer describes what the section shows.
      guard (try? new.itemIdentifiers(inSection: section)) == tree.visibleItems else {
        trees[section] = nil
        continue
      }
      let elsewhere = tree.items.filter { item in
        new.sectionIdentifier(containingItem: item).map { $0 != section } ?? false
      }
      if !elsewhere.isEmpty { try? trees[section]?.delete(elsewhere) }
    }
  }

  /// Returns the tree that was applied to a section, or `nil` if there is none.
  func existingTree(of section: Section) -> SectionSnapshot<Item>? { trees[section] }

  /// Returns whether a section has nested items, which cannot be moved one by one.
  func hasNestedItems(_ section: Section) -> Bool {
    guard let tree = trees[section] else { return false }
    return tree.items != tree.rootItems
  }

  /// Returns the tree of a section. Without an applied tree, all items are root items.
  func tree(of section: Section) throws -> SectionSnapshot<Item> {
    let items = try snapshot.itemIdentifiers(inSection: section)
    if let tree = trees[section] { return tree }
    var tree = SectionSnapshot<Item>()
    try tree.append(items)
    return tree
  }

  /// Shows the visible items of a tree in a section. A missing section is appended.
  mutating func show(_ tree: SectionSnapshot<Item>, in section: Section) throws -> Change {
    try requireNowhereElse(tree.items, than: section)
    let old = (try? snapshot.itemIdentifiers(inSection: section)) ?? []
    let new = tree.visibleItems
    let batch: UpdateBatch
    if let index = snapshot.indexOfSection(section) {
      batch = UpdateBatch(items: diff(from: old, to: new, id: \.self).inSection(index))
      try snapshot.deleteItems(old)
    } else {
      batch = UpdateBatch(sections: Edits(inserts: [snapshot.numberOfSections]))
      try snapshot.appendSections([section])
    }
    try snapshot.appendItems(new, toSection: section)
    trees[section] = tree
    return Change(batch: batch)
  }

  /// Moves an item from its place before to its place after.
  mutating func move(_ item: Item, from: ItemPath, to: ItemPath) throws -> UpdateBatch {
    guard let origin = snapshot.sectionIdentifier(at: from.section),
      let target = snapshot.sectionIdentifier(at: to.section),
      let count = snapshot.numberOfItems(inSectionAt: to.section),
      // An item from another section may also move to the end.
      (0..<(origin == target ? count : count + 1)).contains(to.item)
    else { throw UpdateError.noPlace(for: item, at: to) }
    for section in [origin, target] {
      if hasNestedItems(section) { throw UpdateError.nested(item, section) }
      // A flat tree is equivalent to no tree.
      trees[section] = nil
    }
    if let neighbour = snapshot.itemIdentifier(at: to) {
      // The neighbour moves up by one when the item is taken out in front of it.
      if origin == target && from < to {
        try snapshot.moveItem(item, afterItem: neighbour)
      } else {
        try snapshot.moveItem(item, beforeItem: neighbour)
      }
    } else {
      try snapshot.deleteItems([item])
      try snapshot.appendItems([item], toSection: target)
    }
    return UpdateBatch(items: Edits(moves: [PlacePair(from, to)])).normalized()
  }

  private func requireNowhereElse(_ items: [Item], than section: Section) throws {
    let others = trees.filter { $0.key != section }
    for item in items {
      if let other = snapshot.sectionIdentifier(containingItem: item), other != section {
        throw UpdateError.elsewhere(item, in: other, wanted: section)
      }
      // Items that are not visible.
      if let other = others.first(where: { $0.value.contains(item) })?.key {
        throw UpdateError.elsewhere(item, in: other, wanted: section)
      }
    }
  }
}
