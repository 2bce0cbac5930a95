public import Changesets
public import OrderedTrees

/// A mapping that regroups the items of its only source by keys. A conforming mapping defines the keys of an item.
@usableFromInline protocol GroupingMapping<Item>: IncrementalMapping where SourceItem == Item {
  /// The order of the sections.
  var order: Mappings.Group<Item>.Order { get }
  /// The name of the section of items without a key.
  var nameOfRest: String? { get }
  /// The mapping's state.
  var groups: CopyOnWriteBox<Groups> { get set }

  func keys(of item: Item) -> GroupKeys
}

extension GroupingMapping {
  /// Whether items are ordered by their contents: `true`, because an update may move an item to another section.
  @inlinable public static var ordersByContent: Bool { true }

  /// Reads the keys of every item.
  ///
  /// - Complexity: O(*n* + *g* log *g*) on average, *n* being the number of the items' appearances and *g* that of
  ///   keys.
  @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
    let source = sources[0]
    groups = CopyOnWriteBox(
      Groups(keys: source.items.map(keys), counts: SectionCounts(source), comparison: order.comparison))
  }

  /// Reads the keys of new and updated items.
  ///
  /// - Complexity: O(*k* log² *n*), *k* being the number of appearances of edited items, and of items in sections of
  ///   the source that were deleted, inserted or moved, and *n* that of all appearances; O(*g*) more for *g* keys if
  ///   sections are inserted, deleted or moved.
  @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    let source = changes.sources[0]
    let batch = changes.batch(ofSource: 0)
    groups.value.remove(batch.removals)
    var arrived: Set<Int> = []
    let sections = batch.sections
    if !sections.isEmpty {
      let gone = sections.deletes + sections.moves.map(\.before)
      for section in gone.sorted().reversed() { groups.value.removeSection(at: section) }
      // Sections that are new or moved are inserted with all items that they have now. The individual edits of these
      // items are then skipped.
      arrived.formUnion(sections.inserts + sections.moves.map(\.after))
      for section in arrived.sorted() {
        groups.value.insertSection(at: section)
        for (index, item) in source.items(inSection: section).enumerated() {
          groups.value.insert(keys(of: item), at: ItemPath(section: section, item: index))
        }
      }
    }
    for path in batch.insertions where !arrived.contains(path.section) {
      groups.value.insert(keys(of: source.item(at: path)), at: path)
    }
    for path in batch.replacements where !arrived.contains(path.section) {
      groups.value.update(keys(of: source.item(at: path)), at: path)
    }
    if groups.value.isSettled { return UpdateBatch() }
    // A group that has lost its first item takes the spelling of the next one, as if all items had been grouped from
    // scratch.
    for (group, path) in groups.value.newFirstItems { groups.value.spell(group, keys(of: source.item(at: path))) }
    return UpdateBatch(sections: groups.value.settle(areInOrder: order.areInOrder))
  }

  /// Groups all items again.
  ///
  /// - Complexity: O(*n* + *g* log *g*) on average, *n* being the number of the items' appearances and *g* that of
  ///   keys, and O(*m* log *m*) for *m* items out of order.
  public mutating func configure(
    over sources: [any DataSource<Item>], _ change: (inout Self) -> Void
  ) -> UpdateBatch { compare(over: sources, change) }

  /// The number of different keys.
  @inlinable public var numberOfSections: Int { groups.read { $0.count } }

  /// Returns the number of items that have the section's key.
  @inlinable public func numberOfItems(inSection section: Int) -> Int { groups.read { $0.numberOfItems(in: section) } }

  /// Returns the key of the section.
  public func name(ofSection section: Int) -> String? { groups.read { $0.key(of: section) } ?? nameOfRest }

  /// Returns the items that have the section's key.
  ///
  /// - Complexity: O(*k* log *n*) beside the cost of reading them from the source, *k* being the number of these items
  ///   and *n* that of all appearances.
  public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
    let source = sources[0]
    return groups.read { $0.sourcePaths(inSection: section) }.map { source.item(at: $0) }
  }

  /// - Complexity: O(log *n*), *n* being the number of the items' appearances.
  @inlinable public func sourcePath(for path: ItemPath) -> SourcePath? {
    groups.read { $0.sourcePath(for: path) }.map { SourcePath(source: 0, path: $0) }
  }

  /// - Complexity: O(*k* log *n*), *k* being the number of the item's keys and *n* that of all appearances.
  @inlinable public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 ? groups.read { $0.path(for: sourcePath.path) } : nil
  }

  /// Returns `nil`: a group's items may come from several sections.
  public func sourceSection(for section: Int) -> SourceSection? { nil }

  /// Returns `nil`: the items of a section may belong to several groups.
  public func section(for sourceSection: SourceSection) -> Int? { nil }
}

extension Mappings.Group.Order {
  /// Returns whether the section of the first key must come before that of the second. If neither must come before the
  /// other, the key that appears first does.
  @usableFromInline var areInOrder: (String?, String?) -> Bool {
    switch self {
    case .firstAppearance:
      return { _, _ in false }
    case .sorted(let areInIncreasingOrder):
      return { first, second in
        guard let first, let second else { return first != nil && second == nil }
        return areInIncreasingOrder(first, second)
      }
    case .sortedTogether:
      return { first, second in comparison(of: [first, second])(0, 1) }
    case .listed(let keys):
      let ranks = Dictionary(zip(keys, keys.indices), uniquingKeysWith: min)
      let rank = { (key: String?) in key.flatMap { ranks[$0] } ?? keys.count }
      return { first, second in rank(first) < rank(second) }
    }
  }

  /// Returns a closure that compares the sections of some keys, given the indices of two keys, as `areInOrder` does.
  @usableFromInline func comparison(of keys: [String?]) -> (Int, Int) -> Bool {
    guard case .sortedTogether(let compare) = self else {
      let areInOrder = areInOrder
      return { first, second in areInOrder(keys[first], keys[second]) }
    }
    // The order receives a text for every index. What it makes of the one that stands for no key is not used.
    let areInIncreasingOrder = compare(keys.map { $0 ?? "" })
    return { first, second in
      guard keys[first] != nil, keys[second] != nil else { return keys[first] != nil && keys[second] == nil }
      return areInIncreasingOrder(first, second)
    }
  }
}
