public import Changesets

/// Puts to every item of one source the items of another source that have the same key, or one of the same keys: sources are
/// `[left, right]`, which provide items of the one and of the other case.
///
/// ```swift
/// let withPrices = join(fruits, prices, on: { $0.name }, on: { $0.fruit })
/// withPrices.item(at: path).right.map(\.amount)
///
/// let withRecipes = join(fruits, recipes, onAny: { [$0.name] }, onAny: { $0.ingredients })
/// ```
///
/// Places and sections are those of the left source. What goes with an item is in the order of the right source, each of them once. Where
/// it changes, also by its order, the item is updated. Items of the right source have no place of their own.
public struct Join<Left, Right, Key: Hashable>: IncrementalMapping {
  /// What the sources provide.
  public typealias SourceItem = Either<Left, Right>
  /// What the transform provides.
  public typealias Item = Joined<Left, Right>

  /// The keys of an item of the left source. Nothing goes with one that has none.
  public var leftKeys: (Left) -> [Key] {
    didSet { isSettled = false }
  }
  /// The keys of an item of the right source.
  public var rightKeys: (Right) -> [Key] {
    didSet { isSettled = false }
  }
  /// Whether items with which nothing goes are hidden (an inner join), and not shown alone (a left join).
  public var requiresMatch: Bool {
    get { index.requiresMatch }
    set {
      if newValue != requiresMatch { isSettled = false }
      index.requiresMatch = newValue
    }
  }

  private var index: JoinIndex<Key>
  private var isSettled = true

  /// Makes the mapping of items that have any number of keys.
  ///
  /// - Parameters:
  ///   - leftKeys: The keys of an item of the left source.
  ///   - rightKeys: The keys of an item of the right source.
  ///   - requiresMatch: Whether items with which nothing goes are hidden, and not shown alone.
  public init(
    onAny leftKeys: @escaping (Left) -> [Key], _ rightKeys: @escaping (Right) -> [Key], requiresMatch: Bool = false
  ) {
    self.leftKeys = leftKeys
    self.rightKeys = rightKeys
    index = JoinIndex(requiresMatch: requiresMatch)
  }

  /// Makes the mapping of items that have one key each.
  ///
  /// - Parameters:
  ///   - leftKey: The key of an item of the left source.
  ///   - rightKey: The key of an item of the right source.
  ///   - requiresMatch: Whether items with which nothing goes are hidden, and not shown alone.
  public init(
    on leftKey: @escaping (Left) -> Key, _ rightKey: @escaping (Right) -> Key, requiresMatch: Bool = false
  ) {
    self.init(onAny: { [leftKey($0)] }, { [rightKey($0)] }, requiresMatch: requiresMatch)
  }

  /// Whether the sources were read and have sections.
  public var remembersSources: Bool { numberOfSections > 0 }

  /// Asks every item for its keys.
  ///
  /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of both sources and of their keys, and *h* that of the
  ///   hidden ones.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
    index.refresh(from: sources, leftKeys: keys, rightKeys: keys)
    isSettled = true
  }

  /// The keys of an item. The closure does not hold the mapping, which would be copied when it is edited.
  private var keys: (SourceItem) -> [Key] {
    { [leftKeys, rightKeys] item in
      switch item {
      case .left(let item): leftKeys(item)
      case .right(let item): rightKeys(item)
      }
    }
  }

  /// The item of the left source, with what goes with it.
  ///
  /// - Complexity: O(*m* log *n*), *m* being the number of items that go with it, and *n* that of all items.
  public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
    guard let origin = sourcePath(for: path)?.path, case .left(let item) = sources[0].item(at: origin) else {
      preconditionFailure("There is no left item at \(path).")
    }
    let rows = index.matches(for: path).map { path in
      guard case .right(let row) = sources[1].item(at: path) else {
        preconditionFailure("There is no right item at \(path) of the second source.")
      }
      return row
    }
    return Joined(item, rows)
  }

  /// The number of the left source's sections.
  public var numberOfSections: Int { index.numberOfSections }

  /// The number of the left source's items that are shown.
  public func numberOfItems(inSection section: Int) -> Int { index.numberOfItems(inSection: section) }

  /// The left source's item.
  ///
  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  public func sourcePath(for path: ItemPath) -> SourcePath? { index.sourcePath(for: path) }

  /// Where an item of the left source went; nothing for the right one.
  ///
  /// - Complexity: O(log *n*), *n* being the number of the left source's items.
  public func path(for sourcePath: SourcePath) -> ItemPath? { index.path(for: sourcePath) }

  /// The same section of the left source.
  public func sourceSection(for section: Int) -> SourceSection? { index.sourceSection(for: section) }

  /// The same section, of the left source.
  public func section(for sourceSection: SourceSection) -> Int? { index.section(for: sourceSection) }
}

// MARK: - Changes

extension Join {
  /// Asks new and updated items for their keys.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections that were deleted,
  ///   inserted or moved, of those that go together with moved items of the right source, and of all their keys.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    index.apply(changes, leftKeys: keys, rightKeys: keys)
    return UpdateBatch()
  }

  /// Updates the items with whose keys something happened in the right source, and hides or shows them if a match is required.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of the left source's items;
  ///   O(*n* log *n*), over both sources, for other keys or another ``requiresMatch``.
  public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    isSettled ? index.settle() : compare(over: sources)
  }

  /// The items with which other items of the right source go than before, or the same in another order, or updated ones.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items of both sources before and after.
  public func changedItems(
    among retained: some Sequence<Pair<ItemPath>>, since old: Join, by changes: SourceChanges<SourceItem>
  ) -> [Pair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }
}
