public import Changesets

extension DataSource {
  /// Attaches to each item the items of another source that have the same key.
  ///
  /// ```swift
  /// let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
  /// let amounts = withPrices.item(at: path).right.map(\.amount)
  /// ```
  ///
  /// - Parameters:
  ///   - right: The source of what is attached.
  ///   - leftKey: The key of an item of this source.
  ///   - rightKey: The key of an item of the other source.
  ///   - requiresMatch: Whether items without a match are hidden (an inner join), and not shown alone (a left join).
  /// - Complexity: O(*n*) on average, *n* being the number of items; updates cost as with ``Mappings/Join``.
  public func joined<Right, Key: Hashable>(
    with right: any DataSource<Right>, on leftKey: @escaping (Item) -> Key, equals rightKey: @escaping (Right) -> Key,
    requiresMatch: Bool = false
  ) -> Transform<Mappings.Join<Item, Right, Key>> {
    joined(with: right, onAny: { [leftKey($0)] }, equals: { [rightKey($0)] }, requiresMatch: requiresMatch)
  }

  /// Attaches to each item the items of another source that have one of the same keys.
  ///
  /// ```swift
  /// let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
  /// ```
  ///
  /// - Parameters:
  ///   - right: The source of what is attached.
  ///   - leftKeys: The keys of an item of this source, any number of them.
  ///   - rightKeys: The keys of an item of the other source, any number of them.
  ///   - requiresMatch: Whether items without a match are hidden (an inner join), and not shown alone (a left join).
  /// - Complexity: O(*n*) on average, *n* being the number of items and of their keys; updates cost as with ``Mappings/Join``.
  public func joined<Right, Key: Hashable>(
    with right: any DataSource<Right>, onAny leftKeys: @escaping (Item) -> [Key],
    equals rightKeys: @escaping (Right) -> [Key], requiresMatch: Bool = false
  ) -> Transform<Mappings.Join<Item, Right, Key>> {
    let sources: [any DataSource<Either<Item, Right>>] = [
      Transform(of: [self], by: .map { .left($0) }), Transform(of: [right], by: .map { .right($0) }),
    ]
    return Transform(
      of: sources, by: Mappings.Join(onAny: leftKeys, equals: rightKeys, requiresMatch: requiresMatch))
  }
}

extension Mappings {
  /// Puts to every item of one source the items of another source that have the same key, or one of the same keys: sources are
  /// `[left, right]`, which provide items of the one and of the other case.
  ///
  /// ```swift
  /// let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
  /// let amounts = withPrices.item(at: path).right.map(\.amount)
  ///
  /// let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
  /// ```
  ///
  /// Places and sections are those of the left source. What goes with an item is in the order of the right source, each of them once. Where
  /// it changes, also by its order, the item is updated. Items of the right source have no place of their own.
  public struct Join<Left, Right, Key: Hashable>: IncrementalMapping, SectionPreservingMapping {
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

    package init(
      onAny leftKeys: @escaping (Left) -> [Key], equals rightKeys: @escaping (Right) -> [Key],
      requiresMatch: Bool = false
    ) {
      self.leftKeys = leftKeys
      self.rightKeys = rightKeys
      index = JoinIndex(requiresMatch: requiresMatch)
    }

    /// Asks every item for its keys.
    ///
    /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of both sources and of their keys, and *h* that of the
    ///   hidden ones.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      index.refresh(from: sources, leftKeys: { [keys] in [keys($0)] }, rightKeys: { [keys] item, _ in keys(item) })
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
        fatalError("There is no left item at \(path).")
      }
      let rows = index.matches(for: path).map { path in
        guard case .right(let row) = sources[1].item(at: path) else {
          fatalError("There is no right item at \(path) of the second source.")
        }
        return row
      }
      return Joined(item, rows)
    }

    /// The number of the left source's sections.
    public var numberOfSections: Int { index.numberOfSections }

    /// The number of the left source's items that are shown.
    public func numberOfItems(inSection section: Int) -> Int { index.numberOfItems(inSection: section) }

    /// - Complexity: O(log *n*), *n* being the number of the left source's items.
    public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
      index.sourceIndex(ofItem: item, inSection: section)
    }

    /// - Complexity: O(log *n*), *n* being the number of the left source's items.
    public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
      index.index(ofSourceItem: item, inSection: section)
    }
  }
}

// MARK: - Changes

extension Mappings.Join {
  /// Asks new and updated items for their keys.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections that were deleted,
  ///   inserted or moved, of those that go together with moved items of the right source, and of all their keys.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    index.apply(changes, leftKeys: { [keys] in [keys($0)] }, rightKeys: { [keys] item, _ in keys(item) })
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
    among retained: some Sequence<Pair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [Pair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }
}

/// An item with all items that go with it.
public struct Joined<Left, Right> {
  /// The item.
  public let left: Left
  /// What goes with it, in the order of its source.
  public let right: [Right]

  /// Creates an item with what goes with it.
  public init(_ left: Left, _ right: [Right]) {
    self.left = left
    self.right = right
  }
}

extension Joined: Sendable where Left: Sendable, Right: Sendable {}
extension Joined: Equatable where Left: Equatable, Right: Equatable {}
extension Joined: Hashable where Left: Hashable, Right: Hashable {}

/// One of two: what sources of different items provide where they are the sources of one transform.
public enum Either<Left, Right> {
  /// An item of the first kind.
  case left(Left)
  /// An item of the second kind.
  case right(Right)
}

extension Either: Sendable where Left: Sendable, Right: Sendable {}
extension Either: Equatable where Left: Equatable, Right: Equatable {}
extension Either: Hashable where Left: Hashable, Right: Hashable {}
