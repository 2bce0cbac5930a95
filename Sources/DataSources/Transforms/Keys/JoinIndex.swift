package import Changesets
import OrderedTrees

/// Which items of two sources go together, because they have a key in common: all of a join but what it makes of them.
///
/// Of items that have several keys, each goes once with another one. Places are those of the left source, and what goes with an item is in
/// the order of the right one.
package struct JoinIndex<Key: Hashable> {
  /// Whether items with which nothing goes are hidden.
  package var requiresMatch: Bool

  private var numbers = Boxed(KeyNumbers<Key>())
  /// The items of both sources by the numbers of their keys.
  private var left = Boxed(KeyedItems<UInt32>()), right = Boxed(KeyedItems<UInt32>())
  /// The keys whose right items changed.
  private var touched: Set<UInt32> = []
  /// The lists of keys whose right items stand in another order.
  private var reordered: Set<[UInt32]> = []
  /// The keys that left items no longer have.
  private var abandoned: Set<UInt32> = []

  /// Makes an index of no items.
  package init(requiresMatch: Bool = false) { self.requiresMatch = requiresMatch }

  /// Asks every item for its keys.
  ///
  /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of both sources and of their keys, and *h* that of the
  ///   hidden ones.
  package mutating func refresh<Item>(
    from sources: [any DataSource<Item>], leftKeys: (Item) -> [Key], rightKeys: (Item) -> [Key]
  ) {
    var numbers = KeyNumbers<Key>()
    left = Boxed(Self.items(of: sources[0], leftKeys, &numbers))
    right = Boxed(Self.items(of: sources[1], rightKeys, &numbers))
    self.numbers = Boxed(numbers)
    if requiresMatch {
      for item in Array(left.value.order) where !hasMatch(item) { left.value.setShown(false, item) }
    }
    touched = []
    reordered = []
    abandoned = []
  }

  private static func items<Item>(
    of source: any DataSource<Item>, _ keys: (Item) -> [Key], _ numbers: inout KeyNumbers<Key>
  ) -> KeyedItems<UInt32> {
    KeyedItems(SectionCounts(source)) { add in
      for item in source.items { add(keys(item).map { numbers.number(of: $0) }) }
    }
  }

  /// Whether a right item goes with a left one.
  private func hasMatch(_ item: RankTree.Handle) -> Bool {
    left.value.keys(of: item).contains { right.value.contains($0) }
  }

  /// The places in the right source of what goes with a shown item, in order.
  ///
  /// - Complexity: O(*m* log *n*), *m* being the number of these items, and *n* that of all.
  package func matches(for path: ItemPath) -> [ItemPath] {
    let keys = left.read { $0.keys(ofShownItemAt: path) }
    return right.read { $0.paths(withAnyOf: keys) }
  }
}

// MARK: - Changes

extension JoinIndex {
  /// Asks new and updated items for their keys.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections that were deleted,
  ///   inserted or moved, of those that go together with moved items of the right source, and of all their keys.
  package mutating func apply<Item>(
    _ changes: SourceChanges<Item>, leftKeys: (Item) -> [Key], rightKeys: (Item) -> [Key]
  ) {
    let batch = changes.batches[1]
    if !batch.isEmpty {
      let orders = orders(movedBy: batch)
      touched.formUnion(
        Self.apply(batch, changes.sources[1], to: &right.value, rightKeys, &numbers.value, isShown: nil))
      for (keys, order) in orders where order != right.value.handles(withAnyOf: keys) { reordered.insert(keys) }
    }
    let (right, requiresMatch) = (right, requiresMatch)
    abandoned.formUnion(
      Self.apply(changes.batches[0], changes.sources[0], to: &left.value, leftKeys, &numbers.value) { keys in
        !requiresMatch || keys.contains { right.value.contains($0) }
      })
  }

  private static func apply<Item>(
    _ batch: UpdateBatch, _ source: any DataSource<Item>, to items: inout KeyedItems<UInt32>, _ keys: (Item) -> [Key],
    _ numbers: inout KeyNumbers<Key>, isShown: (([UInt32]) -> Bool)?
  ) -> [UInt32] {
    items.apply(batch, source, keys: { keys($0).map { numbers.number(of: $0) } }, isShown: isShown)
  }

  /// What goes with the left items to which some of the right ones belong that a batch moves, by their keys: it may still stand in the same
  /// order afterwards.
  private func orders(movedBy batch: UpdateBatch) -> [[UInt32]: [RankTree.Handle]] {
    var orders: [[UInt32]: [RankTree.Handle]] = [:]
    for key in right.value.keysOfMovedItems(by: batch) {
      for item in left.value.handles(withKey: key) {
        let keys = left.value.keys(of: item)
        if orders[keys] == nil { orders[keys] = right.value.handles(withAnyOf: keys) }
      }
    }
    return orders
  }

  /// Updates the items with whose keys something happened in the right source, and hides or shows them if a match is required.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of the left source's items.
  package mutating func settle() -> UpdateBatch {
    var items: Set<RankTree.Handle> = []
    for key in touched { items.formUnion(left.value.handles(withKey: key)) }
    for keys in reordered {
      guard let key = keys.first else { continue }
      items.formUnion(left.value.handles(withKey: key).filter { left.value.keys(of: $0) == keys })
    }
    for key in touched.union(abandoned) where !left.value.contains(key) && !right.value.contains(key) {
      numbers.value.remove(key)
    }
    touched = []
    reordered = []
    abandoned = []
    if items.isEmpty { return UpdateBatch() }
    var hidden: [RankTree.Handle] = [], shown: [RankTree.Handle] = [], updated: [RankTree.Handle] = []
    for item in items {
      switch (left.value.isShown(item), !requiresMatch || hasMatch(item)) {
      case (true, true): updated.append(item)
      case (true, false): hidden.append(item)
      case (false, true): shown.append(item)
      case (false, false): break
      }
    }
    return left.value.change(hiding: hidden, showing: shown, updating: updated)
  }

  /// The items with which other items of the right source go than before, or the same in another order, or updated ones.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items of both sources before and after.
  package func changedItems<Item>(
    among retained: some Sequence<Pair<ItemPath>>, since old: JoinIndex, by changes: SourceChanges<Item>
  ) -> [Pair<ItemPath>] {
    let change = changes.batches[1]
    let areSameRows = !change.isReload && changes.origin(ofSource: 1) == 1
    let (rows, updatedRows) = (PathMap(change), Set(change.items.updates.map(\.before)))
    return retained.filter { pair in
      let (oldRows, newRows) = (old.matches(for: pair.before), matches(for: pair.after))
      return areSameRows
        ? oldRows.map(rows.path(after:)) != newRows || !updatedRows.isDisjoint(with: oldRows)
        : !(oldRows.isEmpty && newRows.isEmpty)
    }
  }
}

// MARK: - As a mapping that shows all sections of the left source

extension JoinIndex {
  /// The number of the left source's sections.
  package var numberOfSections: Int { left.value.counts.count }

  /// The number of the left source's items that are shown.
  package func numberOfItems(inSection section: Int) -> Int { left.value.numberOfItems(inSection: section) }

  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  package func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    left.read { $0.sourceIndex(ofShownItem: item, inSection: section) }
  }

  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  package func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    left.read { $0.shownIndex(ofItem: item, inSection: section) }
  }
}
