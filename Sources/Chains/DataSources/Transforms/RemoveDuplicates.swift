public import Changesets
import OrderedTrees

extension Mapping {
  /// Shows only the first item of each key.
  ///
  /// - Parameter key: Returns the key of an item.
  public static func removeDuplicates<Item, Key: Hashable>(by key: @escaping (Item) -> Key) -> Self
  where Self == Mappings.RemoveDuplicates<Item, Key> { Self(by: key) }

  /// Shows only the first of equal items.
  public static func removeDuplicates<Item: Hashable>() -> Self where Self == Mappings.RemoveDuplicates<Item, Item> {
    Self()
  }
}

extension Mappings {
  /// Shows only the first item of each key, in the order of the source and across its sections. A section whose items
  /// are all hidden stays.
  ///
  /// ```swift
  /// let kinds = fruits.applying(.removeDuplicates { $0.kind })
  /// ```
  ///
  /// When the first item of a key is removed, the next one is shown: one deletion and one insertion, because it is
  /// another item.
  public struct RemoveDuplicates<Item, Key: Hashable>: KeyedMapping {
    /// Returns the key of an item.
    public var key: (Item) -> Key { didSet { isSettled = false } }

    var items = CopyOnWriteBox(KeyedItems<Key>())
    /// The keys whose first item may have changed.
    private var touched: Set<Key> = []
    private var isSettled = true

    package init(by key: @escaping (Item) -> Key) { self.key = key }

    package init() where Item == Key { self.init { $0 } }

    /// Reads the key of every item.
    ///
    /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items and *h* that of the hidden ones.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      items = CopyOnWriteBox(KeyedItems(sources[0]) { CollectionOfOne(key($0)) })
      for (key, run) in items.value.runs where run.count > 1 {
        for handle in items.value.handles(withKey: key).dropFirst() { items.value.setShown(false, handle) }
      }
      touched = []
      isSettled = true
    }

    /// Reads the keys of new and updated items. New items are hidden until the mapping settles.
    ///
    /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, and of the items in
    ///   sections that were deleted, inserted or moved.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let batch = changes.batch(ofSource: 0)
      // Before the batch is applied: the items are still at the paths that they move from.
      touched.formUnion(items.value.keysOfMovedItems(by: batch))
      // A copy, because the closure is called while `items` is being changed, so it cannot read `self`.
      let key = key
      touched.formUnion(items.value.apply(batch, changes.sources[0], keys: { CollectionOfOne(key($0)) }))
      return UpdateBatch()
    }

    /// Shows the first item of each touched key, and no other item of that key.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of touched keys and *n* that of items; O(*n*) on average if
    ///   ``key`` was replaced.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      guard isSettled else { return compare(over: sources) }
      if touched.isEmpty { return UpdateBatch() }
      var hidden: [RankTree.Handle] = [], shown: [RankTree.Handle] = []
      for key in touched {
        guard let first = items.value.first(withKey: key) else { continue }
        if !items.value.isShown(first) { shown.append(first) }
        hidden += items.value.shownHandles(withKey: key).filter { $0 != first }
      }
      touched = []
      return items.value.change(hiding: hidden, showing: shown)
    }
  }
}
