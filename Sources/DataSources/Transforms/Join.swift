public import Changesets

/// Puts to every item of one source the items of another source that have the same key: sources are `[left, right]`, which provide items
/// of the one and of the other case.
///
/// ```swift
/// let withPrices = join(fruits, prices, on: { $0.name }, on: { $0.fruit })
/// withPrices.item(at: path).right.map(\.amount)
/// ```
///
/// Places and sections are those of the left source. Where what goes with an item changes, also by its order, the item is updated.
/// Items of the right source have no place of their own.
public struct Join<Left, Right, Key: Hashable>: IncrementalMapping {
  /// What the sources provide.
  public typealias SourceItem = Either<Left, Right>
  /// What the transform provides.
  public typealias Item = Joined<Left, Right>

  /// The key of an item of the left source.
  public var leftKey: (Left) -> Key {
    didSet { isSettled = false }
  }
  /// The key of an item of the right source.
  public var rightKey: (Right) -> Key {
    didSet { isSettled = false }
  }
  /// Whether items with which nothing goes are hidden (an inner join), and not shown alone (a left join).
  public var requiresMatch: Bool {
    didSet { if requiresMatch != oldValue { isSettled = false } }
  }

  private var left = KeyedItems<Key>()
  private var right = KeyedItems<Key>()
  /// The keys whose right items changed.
  private var touched: Set<Key> = []
  private var isSettled = true

  /// Makes the mapping.
  ///
  /// - Parameters:
  ///   - leftKey: The key of an item of the left source.
  ///   - rightKey: The key of an item of the right source.
  ///   - requiresMatch: Whether items with which nothing goes are hidden, and not shown alone.
  public init(
    on leftKey: @escaping (Left) -> Key, _ rightKey: @escaping (Right) -> Key, requiresMatch: Bool = false
  ) {
    self.leftKey = leftKey
    self.rightKey = rightKey
    self.requiresMatch = requiresMatch
  }

  /// Whether the sources were read and have sections.
  public var remembersSources: Bool { left.counts.count > 0 }

  /// Asks every item for its key.
  ///
  /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of both sources and *h* that of the hidden ones.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
    left = KeyedItems(sources[0], key: key)
    right = KeyedItems(sources[1], key: key)
    if requiresMatch {
      for key in left.runs.keys where !right.contains(key) {
        for handle in Array(left.handles(withKey: key)) { left.setShown(false, handle) }
      }
    }
    touched = []
    isSettled = true
  }

  /// The key of an item. The closure does not hold the mapping, which would be copied when it is edited.
  private var key: (SourceItem) -> Key {
    { [leftKey, rightKey] item in
      switch item {
      case .left(let item): leftKey(item)
      case .right(let item): rightKey(item)
      }
    }
  }

  /// The item of the left source, with what goes with it.
  ///
  /// - Complexity: O(*m* log *n*), *m* being the number of items that go with it, and *n* that of all items.
  public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
    guard let origin = left.sourcePath(for: path)?.path, case .left(let item) = sources[0].item(at: origin) else {
      preconditionFailure("There is no left item at \(path).")
    }
    let rows = matches(for: path).map { path in
      guard case .right(let row) = sources[1].item(at: path) else {
        preconditionFailure("There is no right item at \(path) of the second source.")
      }
      return row
    }
    return Joined(item, rows)
  }

  /// The places in the right source of what goes with an item.
  private func matches(for path: ItemPath) -> [ItemPath] {
    guard let origin = left.sourcePath(for: path)?.path, let key = left.handle(at: origin).flatMap(left.key(of:)) else {
      return []
    }
    return right.handles(withKey: key).compactMap(right.path(of:))
  }

  /// The number of the left source's sections.
  public var numberOfSections: Int { left.counts.count }

  /// The number of the left source's items that are shown.
  public func numberOfItems(inSection section: Int) -> Int { left.numberOfItems(inSection: section) }

  /// The left source's item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  public func sourcePath(for path: ItemPath) -> SourcePath? { left.sourcePath(for: path) }

  /// Where an item of the left source went; nothing for the right one.
  ///
  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  public func path(for sourcePath: SourcePath) -> ItemPath? { left.path(for: sourcePath) }

  /// The same section of the left source.
  public func sourceSection(for section: Int) -> SourceSection? { left.sourceSection(for: section) }

  /// The same section, of the left source.
  public func section(for sourceSection: SourceSection) -> Int? { left.section(for: sourceSection) }
}

// MARK: - Changes

extension Join {
  /// Asks new and updated items for their keys.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections that were deleted,
  ///   inserted or moved, and of those that share a key with moved items of the right source.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    applyToRight(changes.batches[1], changes.sources[1])
    let (right, requiresMatch) = (right, requiresMatch)
    _ = left.apply(changes.batches[0], changes.sources[0], key: key) { !requiresMatch || right.contains($0) }
    return UpdateBatch()
  }

  private mutating func applyToRight(_ batch: UpdateBatch, _ source: any DataSource<SourceItem>) {
    if batch.isEmpty { return }
    // What was moved may still stand in the same order among those of its key.
    var orders: [Key: [RankTree.Handle]] = [:]
    for key in right.keysOfMovedItems(by: batch) { orders[key] = Array(right.handles(withKey: key)) }
    touched.formUnion(right.apply(batch, source, key: key))
    for (key, order) in orders where !order.elementsEqual(right.handles(withKey: key)) { touched.insert(key) }
  }

  /// Updates the items with whose keys something happened in the right source, and hides or shows them if a match is required.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of the left source's items;
  ///   O(*n* log *n*), over both sources, for other keys or another ``requiresMatch``.
  public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    guard isSettled else {
      let old = self
      refresh(from: sources)
      return SourceChanges(unchanged: sources).batch(from: old, to: self)
    }
    if touched.isEmpty { return UpdateBatch() }
    var hidden: [RankTree.Handle] = [], shown: [RankTree.Handle] = [], updated: [RankTree.Handle] = []
    for key in touched {
      let isShown = !requiresMatch || right.contains(key)
      for handle in left.handles(withKey: key) {
        switch (left.isShown(handle), isShown) {
        case (true, true): updated.append(handle)
        case (true, false): hidden.append(handle)
        case (false, true): shown.append(handle)
        case (false, false): break
        }
      }
    }
    touched = []
    return left.change(hiding: hidden, showing: shown, updating: updated)
  }

  /// The items with which other items of the right source go than before, or the same in another order, or updated ones.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items of both sources before and after.
  public func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: Join, by changes: SourceChanges<SourceItem>
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
