import Changesets
import DataSources

/// What a diffable data source shows: a snapshot, and the trees behind those of its sections that have one.
///
/// The items of a section with a tree are exactly the tree's visible ones.
struct DiffableContent<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// What is shown, without marks.
  private(set) var snapshot = Snapshot<Section, Item>()
  private var trees: [Section: SectionSnapshot<Item>] = [:]
  /// What tells this state from those before and after it.
  private(set) var version = Version()
  private var changes: Changes?

  final class Version: Sendable {}

  /// What an edit knows of the difference that it makes.
  struct Change {
    /// What leads from the state before to the state after; nil where that is found by comparing them.
    var batch: UpdateBatch?
    /// The snapshot that was applied, with its marks.
    var applied: Snapshot<Section, Item>?
  }

  /// What happened in an epoch.
  struct Changes {
    let before: Snapshot<Section, Item>
    fileprivate(set) var all: [Change] = []

    /// What all changes of the epoch come to.
    ///
    /// - Parameter after: What is shown after them.
    /// - Complexity: O(1) for one change that knows its batch; else O(*n*) on average, *n* being the number of items and sections, and
    ///   O(*m* log *m*) for *m* out of order.
    func batch(to after: Snapshot<Section, Item>) -> UpdateBatch {
      if all.contains(where: { $0.batch?.isReload == true }) { return .reload }
      if all.count == 1, let batch = all[0].batch { return batch }
      var after = after
      for applied in all.compactMap(\.applied) { after.addMarks(of: applied) }
      return after.difference(from: before)
    }
  }

  /// Replaces this state by another one, which is shown in the present epoch.
  ///
  /// - Returns: The old state, to be released by the caller.
  mutating func replace(by new: Self, _ change: Change) -> Self {
    let old = self
    var changes = changes ?? Changes(before: snapshot)
    changes.all.append(change)
    self = new
    self.changes = changes
    version = Version()
    return old
  }

  /// Returns what happened in this epoch, which is over.
  mutating func takeChanges() -> Changes? {
    defer { changes = nil }
    return changes
  }
}

// MARK: - Edits

extension DiffableContent {
  /// Shows a snapshot. A section keeps its tree if it shows the same items as before.
  mutating func show(_ new: Snapshot<Section, Item>) {
    snapshot = new
    snapshot.removeAllMarks()
    for (section, tree) in trees {
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

  /// The tree that was applied to a section; nil if there is none.
  func existingTree(of section: Section) -> SectionSnapshot<Item>? { trees[section] }

  /// Whether items of a section have children, so that they cannot be moved one by one.
  func isNested(_ section: Section) -> Bool {
    guard let tree = trees[section] else { return false }
    return tree.items != tree.rootItems
  }

  /// The tree of a section; without one, the items are its roots.
  func tree(of section: Section) throws -> SectionSnapshot<Item> {
    let items = try snapshot.itemIdentifiers(inSection: section)
    if let tree = trees[section] { return tree }
    var tree = SectionSnapshot<Item>()
    try tree.append(items)
    return tree
  }

  /// Shows the visible items of a tree in a section, which is appended if it is missing.
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
      // An item that comes from elsewhere may also go to the end.
      (0..<(origin == target ? count : count + 1)).contains(to.item)
    else { throw UpdateError.noPlace(for: item, at: to) }
    for section in [origin, target] {
      if isNested(section) { throw UpdateError.nested(item, section) }
      // A flat tree is as good as none.
      trees[section] = nil
    }
    if let neighbour = snapshot.itemIdentifier(at: to) {
      if origin == target && from < to {
        try snapshot.moveItem(item, afterItem: neighbour)
      } else {
        try snapshot.moveItem(item, beforeItem: neighbour)
      }
    } else {
      try snapshot.deleteItems([item])
      try snapshot.appendItems([item], toSection: target)
    }
    return UpdateBatch(items: Edits(moves: [Pair(from, to)])).normalised()
  }

  private func requireNowhereElse(_ items: [Item], than section: Section) throws {
    let others = trees.filter { $0.key != section }
    for item in items {
      if let other = snapshot.sectionIdentifier(containingItem: item), other != section {
        throw UpdateError.elsewhere(item, in: other, wanted: section)
      }
      // Those that are not visible.
      if let other = others.first(where: { $0.value.contains(item) })?.key {
        throw UpdateError.elsewhere(item, in: other, wanted: section)
      }
    }
  }
}
