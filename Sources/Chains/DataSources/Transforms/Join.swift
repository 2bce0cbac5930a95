public import Changesets

extension DataSource {
  /// Returns a transform that combines each item with the items of another source that have the same key.
  ///
  /// ```swift
  /// let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
  /// let amounts = withPrices.item(at: path).right.map(\.amount)
  /// ```
  ///
  /// - Parameters:
  ///   - right: The other source.
  ///   - leftKey: Returns the key of an item of this source.
  ///   - rightKey: Returns the key of an item of the other source.
  ///   - requiresMatch: Whether items without a match are hidden (an inner join), instead of being shown alone (a left
  ///     join).
  /// - Complexity: O(*n*) on average, *n* being the number of items; updates have the costs of ``Mappings/Join``.
  public func joined<Right, Key: Hashable>(
    with right: any DataSource<Right>, on leftKey: @escaping (Item) -> Key, equals rightKey: @escaping (Right) -> Key,
    requiresMatch: Bool = false
  ) -> Transform<Mappings.Join<Item, Right, Key>> {
    joined(with: right, onAny: { [leftKey($0)] }, equals: { [rightKey($0)] }, requiresMatch: requiresMatch)
  }

  /// Returns a transform that combines each item with the items of another source that have a key in common with it.
  ///
  /// ```swift
  /// let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
  /// ```
  ///
  /// - Parameters:
  ///   - right: The other source.
  ///   - leftKeys: Returns the keys of an item of this source, any number of them.
  ///   - rightKeys: Returns the keys of an item of the other source, any number of them.
  ///   - requiresMatch: Whether items without a match are hidden (an inner join), instead of being shown alone (a left
  ///     join).
  /// - Complexity: O(*n*) on average, *n* being the number of items and of their keys; updates have the costs of
  ///   ``Mappings/Join``.
  public func joined<Right, Key: Hashable>(
    with right: any DataSource<Right>, onAny leftKeys: @escaping (Item) -> [Key],
    equals rightKeys: @escaping (Right) -> [Key], requiresMatch: Bool = false
  ) -> Transform<Mappings.Join<Item, Right, Key>> {
    // A transform has sources of one type of items.
    let sources: [any DataSource<Either<Item, Right>>] = [
      Transform(of: [self], by: .map { .left($0) }), Transform(of: [right], by: .map { .right($0) }),
    ]
    return Transform(
      of: sources, by: Mappings.Join(onAny: leftKeys, equals: rightKeys, requiresMatch: requiresMatch))
  }
}

extension Mappings {
  /// Combines every item of one source with the items of another that have the same key, or one key in common. The
  /// sources are `[left, right]`; the first provides ``Either/left(_:)`` items, and the second ``Either/right(_:)``
  /// items.
  ///
  /// ```swift
  /// let withPrices = fruits.joined(with: prices, on: { $0.name }, equals: { $0.fruit })
  /// let amounts = withPrices.item(at: path).right.map(\.amount)
  ///
  /// let withRecipes = fruits.joined(with: recipes, onAny: { [$0.name] }, equals: { $0.ingredients })
  /// ```
  ///
  /// Paths and sections are those of the left source. The matches of an item are in the order of the right source,
  /// without duplicates. If they change, or their order does, the item is updated. Items of the right source have no
  /// path in the transform.
  public struct Join<Left, Right, Key: Hashable>: IncrementalMapping, SectionPreservingMapping {
    public typealias SourceItem = Either<Left, Right>
    public typealias Item = Joined<Left, Right>

    /// Returns the keys of an item of the left source. An item without keys has no matches.
    public var leftKeys: (Left) -> [Key] { didSet { isSettled = false } }
    /// Returns the keys of an item of the right source.
    public var rightKeys: (Right) -> [Key] { didSet { isSettled = false } }
    /// Whether items without a match are hidden (an inner join), instead of being shown alone (a left join).
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

    /// Reads the keys of every item.
    ///
    /// - Complexity: O(*n* + *h* log *n*) on average, *n* being the number of items of both sources and of their keys,
    ///   and *h* that of the hidden ones.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      index.refresh(from: sources, leftKeys: { [keys] in [keys($0)] }, rightKeys: { [keys] item, _ in keys(item) })
      isSettled = true
    }

    /// Returns the keys of an item. The closure does not capture the mapping, which would be copied when it is edited.
    private var keys: (SourceItem) -> [Key] {
      { [leftKeys, rightKeys] item in
        switch item {
        case .left(let item): leftKeys(item)
        case .right(let item): rightKeys(item)
        }
      }
    }

    /// Returns the item of the left source with its matches.
    ///
    /// - Complexity: O(*m* log *n*), *m* being the number of its matches and *n* that of all items.
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

    public var numberOfSections: Int { index.numberOfSections }

    /// Returns the number of the left source's items that are shown.
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
  /// Reads the keys of new and updated items.
  ///
  /// - Complexity: O(*k* log² *n*), *n* being the number of items, and *k* that of the edits, of the items in sections
  ///   that were deleted, inserted or moved, of the left items that match moved items of the right source, and of all
  ///   their keys.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    index.apply(changes, leftKeys: { [keys] in [keys($0)] }, rightKeys: { [keys] item, _ in keys(item) })
    return UpdateBatch()
  }

  /// Updates the items whose matches changed, and hides or shows them if a match is required.
  ///
  /// - Complexity: O(*k* log *n*), *k* being the number of these items and of their keys, and *n* that of the left
  ///   source's items; O(*n* log *n*), over both sources, if the keys or ``requiresMatch`` changed.
  public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    isSettled ? index.settle() : compare(over: sources)
  }

  /// Returns the items whose matches are other items than before, the same in another order, or updated ones.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of items of both sources before and after.
  public func changedItems(
    among retained: some Sequence<PlacePair<ItemPath>>, since old: Self, by changes: SourceChanges<SourceItem>
  ) -> [PlacePair<ItemPath>] { index.changedItems(among: retained, since: old.index, by: changes) }
}

/// An item with its matches.
public struct Joined<Left, Right> {
  /// The item.
  public let left: Left
  /// The matches, in the order of their source.
  public let right: [Right]

  /// Creates an item with its matches.
  public init(_ left: Left, _ right: [Right]) {
    self.left = left
    self.right = right
  }
}

extension Joined: Sendable where Left: Sendable, Right: Sendable {}
extension Joined: Equatable where Left: Equatable, Right: Equatable {}
extension Joined: Hashable where Left: Hashable, Right: Hashable {}

/// A value of one of two types: the item type of sources that provide different items to one transform.
public enum Either<Left, Right> {
  /// An item of the first kind.
  case left(Left)
  /// An item of the second kind.
  case right(Right)
}

extension Either: Sendable where Left: Sendable, Right: Sendable {}
extension Either: Equatable where Left: Equatable, Right: Equatable {}
extension Either: Hashable where Left: Hashable, Right: Hashable {}
