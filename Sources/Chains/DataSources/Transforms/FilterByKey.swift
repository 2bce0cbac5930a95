public import Changesets
import OrderedTrees

extension Mapping {
  /// Shows the items of the first source whose keys are found in all other sources, or in none.
  ///
  /// - Parameters:
  ///   - operation: Which items of the first source are shown.
  ///   - key: Returns the key of an item, of the first source and of the others.
  public static func filterByKey<Item, Key: Hashable>(
    _ operation: Mappings.FilterByKey<Item, Key>.Operation, by key: @escaping (Item) -> Key
  ) -> Self
  where Self == Mappings.FilterByKey<Item, Key> { Self(operation, by: key) }
}

extension Mappings {
  /// Shows the items of the first source whose keys are found in all other sources, or in none. The sources are
  /// `[main, others…]`.
  ///
  /// ```swift
  /// let available = Transform(of: [fruits, stock], by: .filterByKey(.intersect) { $0.name })
  /// let missing = Transform(of: [fruits, stock], by: .filterByKey(.except) { $0.name })
  /// ```
  ///
  /// A section whose items are all hidden stays. Items of the main source that share a key are shown or hidden
  /// together.
  public struct FilterByKey<Item, Key: Hashable>: KeyedMapping {
    /// Which items of the first source are shown.
    public enum Operation: Hashable, Sendable {
      /// Items whose keys are found in every other source.
      case intersect
      /// Items whose keys are found in no other source.
      case except
    }

    /// Which items of the first source are shown.
    public var operation: Operation { didSet { if operation != oldValue { isSettled = false } } }
    /// Returns the key of an item.
    public var key: (Item) -> Key { didSet { isSettled = false } }

    var items = CopyOnWriteBox(KeyedItems<Key>())
    /// The keys of each of the other sources.
    private var others: [KeyCounts<Key>] = []
    /// The keys that were added to or removed from other sources.
    private var touched: Set<Key> = []
    private var isSettled = true

    package init(_ operation: Operation, by key: @escaping (Item) -> Key) {
      self.operation = operation
      self.key = key
    }

    /// Reads the key of every item.
    ///
    /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of all sources and *h* that of the
    ///   hidden ones.
    public mutating func refresh(from sources: [any DataSource<Item>]) {
      others = sources.dropFirst().map { KeyCounts($0, key: key) }
      items = CopyOnWriteBox(KeyedItems(sources[0]) { CollectionOfOne(key($0)) })
      for key in items.value.runs.keys where !Self.shows(key, operation, others) {
        for handle in items.value.handles(withKey: key) { items.value.setShown(false, handle) }
      }
      touched = []
      isSettled = true
    }

    /// Reads the keys of new and updated items.
    ///
    /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, and of the items in
    ///   sections that were deleted, inserted or moved.
    public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      for (index, source) in changes.sources.enumerated().dropFirst() {
        let batch = changes.batch(ofSource: index)
        if !batch.isEmpty { touched.formUnion(others[index - 1].apply(batch, source, key: key)) }
      }
      // Copies, because the closures are called while `items` is being changed, so they cannot read `self`.
      let key = key
      let operation = operation
      let others = others
      _ = items.value.apply(changes.batches[0], changes.sources[0], keys: { CollectionOfOne(key($0)) }) {
        Self.shows($0[0], operation, others)
      }
      return UpdateBatch()
    }

    /// Shows or hides the items whose keys were added to or removed from other sources.
    ///
    /// - Complexity: O(*k* log *n*), *k* being the number of these keys and of the items that are shown or hidden, and
    ///   *n* that of the first source's items; O(*n*) on average, over all sources, if ``operation`` or ``key``
    ///   changed.
    public mutating func settle(over sources: [any DataSource<Item>]) -> UpdateBatch {
      guard isSettled else { return compare(over: sources) }
      if touched.isEmpty { return UpdateBatch() }
      var hidden: [RankTree.Handle] = [], shown: [RankTree.Handle] = []
      for key in touched {
        guard let run = items.value.runs[key] else { continue }
        if !Self.shows(key, operation, others) {
          hidden += items.value.shownHandles(withKey: key)
        } else if items.value.shownCount(ofKey: key) < run.count {
          shown += items.value.handles(withKey: key).filter { !items.value.isShown($0) }
        }
      }
      touched = []
      return items.value.change(hiding: hidden, showing: shown)
    }

    private static func shows(_ key: Key, _ operation: Operation, _ others: [KeyCounts<Key>]) -> Bool {
      switch operation {
      case .intersect: others.allSatisfy { $0.contains(key) }
      case .except: !others.contains { $0.contains(key) }
      }
    }
  }
}
