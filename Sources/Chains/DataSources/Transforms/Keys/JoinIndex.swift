package import Changesets
import OrderedTrees

/// The matches between the items of a source and those of other sources that have a key in common: everything in a join
/// except the items that it creates.
///
/// The first source is the left one. It has a relation, with keys of its own, to each of the right sources that follow.
/// Two items with several keys in common match once. Paths are those of the left source, and the matches of an item are
/// in the order of the right source.
///
///     sources     left        right 1     right 2
///     item        a work      artists     subjects
///     keys        [[blake],               of the relation to the artists
///                  [sea, ship]]           of that to the subjects
@usableFromInline package struct JoinIndex<Key: Hashable> {
  /// Whether items without a match are hidden.
  package var requiresMatch: Bool

  /// The keys of the relation to each right source, and the numbers that represent them.
  private var numbers: CopyOnWriteBox<[KeyNumbers<Key>]>
  /// The left items by the numbers of their keys in all relations.
  private var left = CopyOnWriteBox(KeyedItems<UInt32>())
  /// The right items by the numbers of their keys.
  private var rights: [CopyOnWriteBox<KeyedItems<UInt32>>]
  /// The keys whose right items changed.
  private var touched: Set<UInt32> = []
  /// The lists of keys of a relation that left items have, and whose right items are in another order than before.
  private var reordered: Set<[UInt32]> = []
  /// The keys that were removed from left items.
  private var abandoned: Set<UInt32> = []

  /// Creates an index without items.
  ///
  /// - Parameter relations: The number of right sources.
  package init(relations: Int = 1, requiresMatch: Bool = false) {
    self.requiresMatch = requiresMatch
    numbers = CopyOnWriteBox(Array(repeating: KeyNumbers(), count: relations))
    rights = Array(repeating: CopyOnWriteBox(KeyedItems()), count: relations)
  }

  /// Returns the number that represents a key of a relation among the keys of all relations.
  @inlinable static func tag(_ number: UInt32, _ relation: Int, of count: Int) -> UInt32 {
    number * UInt32(count) + UInt32(relation)
  }

  /// Returns the relation that a key belongs to.
  private func relation(of tag: UInt32) -> Int { Int(tag) % rights.count }

  /// Reads the keys of every item.
  ///
  /// - Parameters:
  ///   - sources: The left source, followed by the right source of each relation.
  ///   - leftKeys: Returns the keys of an item of the left source, for each relation.
  /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of all sources and of their keys, and
  ///   *h* that of the hidden items.
  @inlinable package mutating func refresh<Item>(
    from sources: [any DataSource<Item>], leftKeys: (Item) -> [[Key]], rightKeys: (Item, _ relation: Int) -> [Key]
  ) {
    let count = sources.count - 1
    var numbers = Array(repeating: KeyNumbers<Key>(), count: count)
    var tags = [sources[0].items.map { Self.tags(of: leftKeys($0), &numbers) }]
    for relation in 0..<count {
      tags.append(
        sources[relation + 1].items.map { item in
          rightKeys(item, relation).map { Self.tag(numbers[relation].number(of: $0), relation, of: count) }
        })
    }
    load(tags, sources.map { SectionCounts($0) }, numbers)
  }

  /// Stores the keys of all items.
  ///
  /// - Parameters:
  ///   - tags: For each source, the numbers that represent the keys of its items.
  ///   - counts: The numbers of the items in the sections of each source.
  ///   - numbers: The numbers of the keys of each relation.
  @usableFromInline mutating func load(
    _ tags: [[[UInt32]]], _ counts: [SectionCounts], _ numbers: [KeyNumbers<Key>]
  ) {
    let items = zip(counts, tags).map { counts, tags in
      CopyOnWriteBox(KeyedItems<UInt32>(counts) { add in for tags in tags { add(tags) } })
    }
    left = items[0]
    rights = Array(items.dropFirst())
    self.numbers = CopyOnWriteBox(numbers)
    if requiresMatch {
      for item in Array(left.value.order) where !hasMatch(item) { left.value.setShown(false, item) }
    }
    touched = []
    reordered = []
    abandoned = []
  }

  @inlinable static func tags(of keys: [[Key]], _ numbers: inout [KeyNumbers<Key>]) -> [UInt32] {
    var tags: [UInt32] = []
    for (relation, keys) in keys.enumerated() {
      for key in keys { tags.append(tag(numbers[relation].number(of: key), relation, of: numbers.count)) }
    }
    return tags
  }

  private func hasMatch(_ item: RankTree.Handle) -> Bool { left.value.keys(of: item).contains(where: hasMatch) }

  /// Returns whether any right item has a key.
  private func hasMatch(_ key: UInt32) -> Bool { rights[relation(of: key)].value.contains(key) }

  /// Returns the paths of the matches of a shown item in the right source of a relation, in order.
  ///
  /// - Complexity: O(*m* log *n*), *m* being the number of matches and *n* that of all items.
  package func matches(for path: ItemPath, in relation: Int = 0) -> [ItemPath] {
    let keys = keys(ofItemAt: path, in: relation)
    return rights[relation].read { $0.paths(withAnyOf: keys) }
  }

  /// Returns for each key of a shown item in a relation, in the order of its keys, the path of the first item of the
  /// right source with that key, or `nil` if there is none.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of keys, and *n* that of the right items.
  package func firstMatches(for path: ItemPath, in relation: Int) -> [ItemPath?] {
    let keys = keys(ofItemAt: path, in: relation)
    return rights[relation].read { right in
      keys.map { key in right.first(withKey: key).flatMap { right.path(of: $0) } }
    }
  }

  /// Returns the matches of a shown item in a relation: their number, and the paths of the first of them, in order.
  ///
  /// - Complexity: O(*l* log *n*) for an item with one key, *l* being the limit and *n* the number of the right items;
  ///   otherwise that of ``matches(for:in:)``.
  package func firstMatches(
    for path: ItemPath, in relation: Int, limit: Int
  ) -> (count: Int, places: [ItemPath]) {
    let keys = keys(ofItemAt: path, in: relation)
    return rights[relation].read { right in
      guard keys.count == 1 else {
        let all = right.handles(withAnyOf: keys)
        return (all.count, all.prefix(limit).compactMap { right.path(of: $0) })
      }
      return (
        right.count(ofKey: keys[0]), right.handles(withKey: keys[0], limit: limit).compactMap { right.path(of: $0) }
      )
    }
  }

  private func keys(ofItemAt path: ItemPath, in relation: Int) -> [UInt32] {
    let keys = left.read { $0.keys(ofShownItemAt: path) }
    return rights.count == 1 ? keys : keys.filter { self.relation(of: $0) == relation }
  }

  // MARK: - Changes

  /// Reads the keys of new and updated items.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections
  ///   that were deleted, inserted or moved, of the left items that match moved items of the right sources, and of all
  ///   their keys.
  package mutating func apply<Item>(
    _ changes: SourceChanges<Item>, leftKeys: (Item) -> [[Key]], rightKeys: (Item, _ relation: Int) -> [Key]
  ) {
    let count = rights.count
    for relation in 0..<count {
      let batch = changes.batches[relation + 1]
      if batch.isEmpty { continue }
      // The order of the matches before the batch. It is compared below, by handles, which are the same afterwards.
      let orders = orders(movedBy: batch, in: relation)
      touched.formUnion(
        Self.apply(batch, changes.sources[relation + 1], to: &rights[relation].value, &numbers.value) { item, numbers in
          rightKeys(item, relation).map { Self.tag(numbers[relation].number(of: $0), relation, of: count) }
        })
      for (keys, order) in orders where order != rights[relation].value.handles(withAnyOf: keys) {
        reordered.insert(keys)
      }
    }
    // The left source comes last, because its new items are shown or hidden by the keys that the right sources have
    // now. These are copies, because the closure is called while a part of `self` is being changed.
    let rights = rights
    let requiresMatch = requiresMatch
    abandoned.formUnion(
      Self.apply(changes.batches[0], changes.sources[0], to: &left.value, &numbers.value) {
        Self.tags(of: leftKeys($0), &$1)
      } isShown: { keys in
        !requiresMatch || keys.contains { rights[Int($0) % rights.count].value.contains($0) }
      })
  }

  private static func apply<Item>(
    _ batch: UpdateBatch, _ source: any DataSource<Item>, to items: inout KeyedItems<UInt32>,
    _ numbers: inout [KeyNumbers<Key>], keys: (Item, inout [KeyNumbers<Key>]) -> [UInt32],
    isShown: (([UInt32]) -> Bool)? = nil
  ) -> [UInt32] { items.apply(batch, source, keys: { keys($0, &numbers) }, isShown: isShown) }

  /// Returns the right items that match the left items with a moved match, by the keys of the left items. The order of
  /// these may be the same after the batch.
  private func orders(movedBy batch: UpdateBatch, in relation: Int) -> [[UInt32]: [RankTree.Handle]] {
    var orders: [[UInt32]: [RankTree.Handle]] = [:]
    for key in rights[relation].value.keysOfMovedItems(by: batch) {
      for item in left.value.handles(withKey: key) {
        let keys = keys(of: item, in: relation)
        if orders[keys] == nil { orders[keys] = rights[relation].value.handles(withAnyOf: keys) }
      }
    }
    return orders
  }

  private func keys(of item: RankTree.Handle, in relation: Int) -> [UInt32] {
    left.value.keys(of: item).filter { self.relation(of: $0) == relation }
  }

  /// Updates the items whose matches changed, and hides or shows them if a match is required.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of the left
  ///   source's items.
  package mutating func settle() -> UpdateBatch {
    var items: Set<RankTree.Handle> = []
    for key in touched { items.formUnion(left.value.handles(withKey: key)) }
    for keys in reordered {
      guard let key = keys.first else { continue }
      let relation = relation(of: key)
      items.formUnion(left.value.handles(withKey: key).filter { self.keys(of: $0, in: relation) == keys })
    }
    // Numbers of keys that no item has any more are freed at the end of an update: none of the sets may name a number
    // that has got another key.
    for key in touched.union(abandoned) where !left.value.contains(key) && !hasMatch(key) {
      numbers.value[relation(of: key)].remove(key / UInt32(rights.count))
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

  /// Returns the items whose matches are other items than before, the same in another order, or updated ones.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items of all sources before and after.
  package func changedItems<Item>(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: JoinIndex, by changes: SourceChanges<Item>
  ) -> [PlacePair<ItemPath>] {
    let updates = rights.indices.map { relation in
      let change = changes.batches[relation + 1]
      // Only then can the former matches be followed to their present paths. Otherwise, any match counts as another
      // one.
      let areSameRows = !change.isReload && changes.origin(ofSource: relation + 1) == relation + 1
      return (areSameRows: areSameRows, rows: PathMap(change), updated: Set(change.items.updates.map(\.before)))
    }
    return retained.filter { pair in
      updates.enumerated().contains { relation, update in
        let (oldRows, newRows) = (old.matches(for: pair.before, in: relation), matches(for: pair.after, in: relation))
        return update.areSameRows
          ? oldRows.map(update.rows.newPath(of:)) != newRows || !update.updated.isDisjoint(with: oldRows)
          : !(oldRows.isEmpty && newRows.isEmpty)
      }
    }
  }

  // MARK: - As a mapping that shows all sections of the left source

  /// The number of the left source's sections.
  package var numberOfSections: Int { left.value.counts.count }

  /// Returns the number of the left source's items that are shown.
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
