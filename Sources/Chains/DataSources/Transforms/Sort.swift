public import Changesets
public import OrderedTrees

extension Mapping {
  /// Sorts the items of each section by their keys.
  ///
  /// - Parameters:
  ///   - key: Returns the key by which an item is compared; it can be a key path.
  ///   - areInIncreasingOrder: Whether the first key must come before the second: a strict weak order.
  @inlinable public static func sort<Item, Key>(
    by key: @escaping (Item) -> Key, _ areInIncreasingOrder: @escaping (Key, Key) -> Bool
  ) -> Self where Self == Mappings.Sort<Item, Key> { Self(by: key, areInIncreasingOrder) }

  /// Sorts the items of each section by their keys, in increasing order.
  ///
  /// - Parameter key: Returns the key by which an item is compared; it can be a key path.
  @inlinable public static func sort<Item, Key: Comparable>(by key: @escaping (Item) -> Key) -> Self
  where Self == Mappings.Sort<Item, Key> { Self(by: key) }

  /// Sorts the items of each section.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first item must come before the second: a strict weak order.
  @inlinable public static func sort<Item>(by areInIncreasingOrder: @escaping (Item, Item) -> Bool) -> Self
  where Self == Mappings.Sort<Item, Item> { Self(by: areInIncreasingOrder) }
}

extension Mappings {
  /// Sorts the items of each section. Items of which neither comes before the other keep the order of the source.
  ///
  /// ```swift
  /// let byName = fruits.applying(.sort(by: \.name))
  /// byName.configure { $0.areInIncreasingOrder = (>) }   // observers are notified of moves
  /// ```
  ///
  /// It stores the keys, so that the key of an item is read only when the item is new or updated, and not when it is
  /// compared; and about 22 bytes more for each item.
  ///
  /// The algorithm is that of Knuth, *The Art of Computer Programming* 3, 6.2.3: two ordered lists that share their
  /// elements, as in Glazed Lists.
  public struct Sort<Item, Key>: IncrementalMapping, SectionPreservingMapping {
    /// Whether the first key must come before the second: a strict weak order.
    public var areInIncreasingOrder: (Key, Key) -> Bool
    /// Returns the key by which an item is compared.
    public var key: (Item) -> Key

    /// The items of each section, in both orders.
    @usableFromInline var sections: [SortedSection<Key>] = []

    @inlinable package init(by key: @escaping (Item) -> Key, _ areInIncreasingOrder: @escaping (Key, Key) -> Bool) {
      self.key = key
      self.areInIncreasingOrder = areInIncreasingOrder
    }

    @inlinable package init(by key: @escaping (Item) -> Key) where Key: Comparable { self.init(by: key, <) }

    @inlinable package init(by areInIncreasingOrder: @escaping (Item, Item) -> Bool) where Key == Item {
      self.init(by: { $0 }, areInIncreasingOrder)
    }

    /// Whether items are ordered by their contents: `true`, because an update may move an item.
    public static var ordersByContent: Bool { true }

    /// Sorts every section.
    ///
    /// - Complexity: O(*n* log *n*) comparisons, *n* being the number of the source's items.
    @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
      sections = (0..<sources[0].numberOfSections).map { section($0, of: sources[0]) }
    }

    /// Inserts new items at their sorted positions, and moves updated ones.
    ///
    /// - Complexity: O(*k* log *n*) comparisons and O(*k* log² *n*) steps, *k* being the number of edits and *n* that
    ///   of items; O(*s*) more for *s* sections if some were deleted, inserted or moved. An inserted section counts as
    ///   many edits as it has items.
    @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
      let source = changes.sources[0]
      let batch = changes.batch(ofSource: 0)
      batch.removals.forEachSection { sections[$0].remove($1) }
      batch.sections.apply(to: &sections) { [self] in section($0, of: source) }
      for path in batch.insertions {
        sections[path.section].insert(key(source.item(at: path)), at: path.item, by: areInIncreasingOrder)
      }
      for path in batch.replacements {
        sections[path.section].update(key(source.item(at: path)), at: path.item, by: areInIncreasingOrder)
      }
      return UpdateBatch()
    }

    /// Sorts every section again, in another order or by other keys.
    ///
    /// - Complexity: O(*n* log *n*) comparisons, *n* being the number of the source's items.
    @inlinable public mutating func configure(
      over sources: [any DataSource<Item>], _ change: (inout Self) -> Void
    ) -> UpdateBatch { compare(over: sources, change) }

    @inlinable func section(_ section: Int, of source: any DataSource<Item>) -> SortedSection<Key> {
      SortedSection(source.items(inSection: section).map(key), by: areInIncreasingOrder)
    }

    @inlinable public var numberOfSections: Int { sections.count }

    @inlinable public func numberOfItems(inSection section: Int) -> Int { sections[section].order.count }

    /// - Complexity: O(*k* log *k*) beside the cost of reading the source, *k* being the number of items in the
    ///   section.
    @inlinable public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      let items = sources[0].items(inSection: section)
      return sections[section].order.sourcePositions(of: 0..<items.count).map { items[$0] }
    }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    @inlinable public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      sections[section].order.sourcePosition(of: item)
    }

    /// - Complexity: O(log *n*), *n* being the number of items in the section.
    @inlinable public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      sections[section].order.arrangedPosition(of: item)
    }
  }
}

/// The items of a section, in the order of the source and in sorted order.
@usableFromInline struct SortedSection<Key> {
  @usableFromInline var order: DualOrderList
  /// The key of each element, by its offset; `nil` for a free offset.
  @usableFromInline var keys: [Key?]

  @inlinable init(_ keys: [Key], by areInIncreasingOrder: (Key, Key) -> Bool) {
    // The sort of the standard library is stable, but this is not guaranteed.
    let order = keys.indices.sorted { first, second in
      if areInIncreasingOrder(keys[first], keys[second]) { return true }
      return first < second && !areInIncreasingOrder(keys[second], keys[first])
    }
    self.keys = keys
    self.order = DualOrderList(order: order.map { UInt32($0) })
  }

  @inlinable mutating func remove(_ paths: Slice<EditList<ItemPath>>) {
    if paths.areMany(among: order.count) {
      let remaining = order.remove(at: paths.map(\.item))
      keys = remaining.map { keys[$0] }
    } else {
      for path in paths {
        if let offset = order.remove(at: path.item) { keys[offset] = nil }
      }
    }
  }

  @inlinable mutating func insert(_ key: Key, at position: Int, by areInIncreasingOrder: (Key, Key) -> Bool) {
    let offset = order.insert(at: position) { [keys] in Self.compare(keys[$0], key, areInIncreasingOrder) }
    if offset == keys.count { keys.append(key) } else { keys[offset] = key }
  }

  @inlinable mutating func update(_ key: Key, at position: Int, by areInIncreasingOrder: (Key, Key) -> Bool) {
    guard let offset = order.offset(at: position), let old = keys[offset] else { return }
    keys[offset] = key
    // With an equivalent key, the element stays: its place in the source, which decides then, is the same.
    guard areInIncreasingOrder(old, key) || areInIncreasingOrder(key, old) else { return }
    order.rearrange(offset) { [keys] in Self.compare(keys[$0], key, areInIncreasingOrder) }
  }

  @inlinable static func compare(
    _ other: Key?, _ key: Key, _ areInIncreasingOrder: (Key, Key) -> Bool
  ) -> DualOrderList.Comparison {
    // Does not happen: all elements in the list have keys.
    guard let other else { return .after }
    return areInIncreasingOrder(other, key) ? .before : areInIncreasingOrder(key, other) ? .after : .same
  }
}
