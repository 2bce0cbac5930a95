public import Changesets
public import OrderedTrees

extension Mapping {
  /// Regroups all items of a source into sections, one for each key.
  ///
  /// - Parameters:
  ///   - order: The order of the sections.
  ///   - nameOfRest: The name of the section of the items that have no key.
  ///   - key: The key of an item: the name of the section that it stands in.
  public static func group<Item>(
    order: Mappings.Group<Item>.Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?
  ) -> Self where Self == Mappings.Group<Item> {
    Self(order: order, nameOfRest: nameOfRest, by: key)
  }
}

extension Mappings {
  /// Regroups all items of a source into sections, one for each key. Within a section the items keep the order of the source.
  ///
  /// ```swift
  /// let byFamily = fruits.applying(.group(order: .sorted(by: <), nameOfRest: "Other") { $0.family })
  /// ```
  ///
  /// The sections are the mapping's own: none of them is the image of a source's section. Keys that are equal, though they
  /// may be spelled with other characters, are the same; a section is named as its first item says.
  public struct Group<Item>: IncrementalMapping {
    /// The order of the sections.
    public enum Order {
      /// As the keys first appear in the source.
      case firstAppearance
      /// By key; the section of items without a key comes last.
      case sorted(by: (String, String) -> Bool)
      /// As the keys are listed; others come after, as they first appear.
      case listed([String])
    }

    /// The key of an item: the name of the section that it stands in.
    public var key: (Item) -> String?
    /// The order of the sections.
    public var order: Order
    /// The name of the section of the items that have no key.
    public var nameOfRest: String?

    @usableFromInline var groups = Boxed(Groups())

    package init(
      order: Order = .firstAppearance, nameOfRest: String? = nil, by key: @escaping (Item) -> String?
    ) {
      self.key = key
      self.order = order
      self.nameOfRest = nameOfRest
    }

    /// An updated item may go to another section.
    public static var ordersByContent: Bool { true }

    /// Asks every item for its key.
    ///
    /// - Complexity: O(*n* + *g* log *g*), *n* being the number of items and *g* that of keys.
    @inlinable public mutating func refresh(from sources: [any DataSource<Item>]) {
      let source = sources[0]
      groups = Boxed(
        Groups(keys: source.items.map(key), counts: SectionCounts(source), areInOrder: areInOrder))
    }

    /// Asks new and updated items for their keys.
    ///
    /// - Complexity: O(*k* log² *n*), *k* being the number of edits, and of items in the source's sections that were deleted, inserted or
    ///   moved, and *n* that of items; O(*g*) more for *g* keys where sections come, go or move.
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
          groups.value.insertSection(at: section, keys: source.items(inSection: section).lazy.map(key))
        }
      }
      for path in batch.insertions where !arrived.contains(path.section) {
        groups.value.insert(key(source.item(at: path)), at: path)
      }
      for path in batch.replacements where !arrived.contains(path.section) {
        groups.value.update(key(source.item(at: path)), at: path)
      }
      if groups.value.isSettled { return UpdateBatch() }
      for (group, path) in groups.value.newFirstItems { groups.value.spell(group, key(source.item(at: path))) }
      return UpdateBatch(sections: groups.value.settle(areInOrder: areInOrder))
    }

    /// Groups all items anew.
    ///
    /// - Complexity: O(*n*) on average, *n* being the number of items.
    public mutating func configure(
      over sources: [any DataSource<Item>], _ change: (inout Self) -> Void
    ) -> UpdateBatch {
      compare(over: sources, change)
    }

    /// Whether the section of one key has to stand before that of another; where neither has to, the first to appear comes first.
    @usableFromInline var areInOrder: (String?, String?) -> Bool {
      switch order {
      case .firstAppearance:
        return { _, _ in false }
      case .sorted(let areInIncreasingOrder):
        return { first, second in
          guard let first, let second else { return first != nil && second == nil }
          return areInIncreasingOrder(first, second)
        }
      case .listed(let keys):
        let ranks = Dictionary(zip(keys, keys.indices), uniquingKeysWith: min)
        let rank = { (key: String?) in key.flatMap { ranks[$0] } ?? keys.count }
        return { first, second in rank(first) < rank(second) }
      }
    }

    /// The number of different keys.
    public var numberOfSections: Int { groups.value.count }

    /// The number of items that have the section's key.
    public func numberOfItems(inSection section: Int) -> Int { groups.value.numberOfItems(in: section) }

    /// The key of the section.
    public func name(ofSection section: Int) -> String? { groups.value.key(of: section) ?? nameOfRest }

    /// The items that have the section's key.
    ///
    /// - Complexity: O(*k* log *n*) beside asking the source for the items, *k* being their number and *n* that of all items.
    public func items(inSection section: Int, from sources: [any DataSource<Item>]) -> [Item] {
      let source = sources[0]
      return groups.value.sourcePaths(inSection: section).map { source.item(at: $0) }
    }

    /// - Complexity: O(log *n*), *n* being the number of items.
    public func sourcePath(for path: ItemPath) -> SourcePath? {
      groups.read { $0.sourcePath(for: path) }.map { SourcePath(source: 0, path: $0) }
    }

    /// - Complexity: O(log *n*), *n* being the number of items.
    public func path(for sourcePath: SourcePath) -> ItemPath? {
      sourcePath.source == 0 ? groups.read { $0.path(for: sourcePath.path) } : nil
    }

    /// Nil: a group's items may come from several sections.
    public func sourceSection(for section: Int) -> SourceSection? { nil }

    /// Nil: a section's items may go to several groups.
    public func section(for sourceSection: SourceSection) -> Int? { nil }
  }
}
