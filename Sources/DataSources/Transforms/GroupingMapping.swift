public import Changesets
public import OrderedTrees

/// A mapping that regroups the items of its only source by keys.
///
/// What makes such a transform is what an item is grouped by.
@usableFromInline protocol GroupingMapping<Item>: IncrementalMapping where SourceItem == Item {
  /// The order of the sections.
  var order: Mappings.Group<Item>.Order { get }
  /// The name of the section of the items that have no key.
  var nameOfRest: String? { get }
  /// What the mapping remembers.
  var groups: Boxed<Groups> { get set }

  func keys(of item: Item) -> GroupKeys
}

extension GroupingMapping {
  /// An updated item may go to another section.
  @inlinable public static var ordersByContent: Bool { true }

  /// Asks every item for its keys.
  ///
  /// - Complexity: O(*n* + *g* log *g*), *n* being the number of items' places and *g* that of keys.
  @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
    let source = sources[0]
    groups = Boxed(
      Groups(keys: source.items.map(keys), counts: SectionCounts(source), comparison: order.comparison))
  }

  /// Asks new and updated items for their keys.
  ///
  /// - Complexity: O(*k* log² *n*), *k* being the number of places of the items that were edited, and of those in the source's sections
  ///   that were deleted, inserted or moved, and *n* that of all places; O(*g*) more for *g* keys where sections come, go or move.
  @inlinable public mutating func apply(_ changes: SourceChanges<Item>) -> UpdateBatch {
    let source = changes.sources[0]
    let batch = changes.batch(ofSource: 0)
    for path in batch.removals { groups.value.remove(at: path) }
    var arrived: Set<Int> = []
    let sections = batch.sections
    if !sections.isEmpty {
      let gone = sections.deletes + sections.moves.map(\.before)
      for section in gone.sorted().reversed() { groups.value.removeSection(at: section) }
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
    for (group, path) in groups.value.newFirstItems { groups.value.spell(group, keys(of: source.item(at: path))) }
    return UpdateBatch(sections: groups.value.settle(areInOrder: order.areInOrder))
  }

  /// Groups all items anew.
  ///
  /// - Complexity: O(*n*) on average, *n* being the number of items' places.
  public mutating func configure(
    over sources: [any DataSource<Item>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    compare(over: sources, change)
  }

  /// The number of different keys.
  public var numberOfSections: Int { groups.value.count }

  /// The number of items that have the section's key.
  public func numberOfItems(inSection section: Int) -> Int { groups.value.numberOfItems(in: section) }

  /// The key of the section.
  public func name(ofSection section: Int) -> String? { groups.value.key(of: section) ?? nameOfRest }

  /// The items that have the section's key.
  ///
  /// - Complexity: O(*k* log *n*) beside asking the source for the items, *k* being their number and *n* that of all places.
  public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
    let source = sources[0]
    return groups.value.sourcePaths(inSection: section).map { source.item(at: $0) }
  }

  /// - Complexity: O(log *n*), *n* being the number of items' places.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    groups.read { $0.sourcePath(for: path) }.map { SourcePath(source: 0, path: $0) }
  }

  /// - Complexity: O(*k* log *n*), *k* being the number of the item's keys and *n* that of all places.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 ? groups.read { $0.path(for: sourcePath.path) } : nil
  }

  /// Nil: a group's items may come from several sections.
  public func sourceSection(for section: Int) -> SourceSection? { nil }

  /// Nil: a section's items may go to several groups.
  public func section(for sourceSection: SourceSection) -> Int? { nil }
}

extension Mappings.Group.Order {
  /// Whether the section of one key has to stand before that of another; where neither has to, the first to appear comes first.
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

  /// Returns for some keys whether the section of the one at an index has to stand before that of the one at another.
  @usableFromInline func comparison(of keys: [String?]) -> (Int, Int) -> Bool {
    guard case .sortedTogether(let compare) = self else {
      let areInOrder = areInOrder
      return { first, second in areInOrder(keys[first], keys[second]) }
    }
    let areInIncreasingOrder = compare(keys.map { $0 ?? "" })
    return { first, second in
      guard keys[first] != nil, keys[second] != nil else { return keys[first] != nil && keys[second] == nil }
      return areInIncreasingOrder(first, second)
    }
  }
}
