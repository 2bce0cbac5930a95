public import Changesets

extension Mapping {
  /// Shows the result of a closure for every item.
  ///
  /// - Parameter transform: Returns the transform's item for an item of the source.
  public static func map<SourceItem, Item>(_ transform: @escaping (SourceItem) -> Item) -> Self
  where Self == Mappings.Map<SourceItem, Item> { Self(transform) }
}

extension Mappings {
  /// Shows the result of a closure for every item.
  ///
  /// ```swift
  /// let names = fruits.applying(.map { $0.name })
  /// ```
  ///
  /// An item is created each time it is read; none is stored. An update of an item in the source is an update of the
  /// item here.
  public struct Map<SourceItem, Item>: OneToOneMapping {
    /// Returns the transform's item for an item of the source.
    public var transform: (SourceItem) -> Item { didSet { isSettled = false } }

    var counts = SectionCounts()
    private var isSettled = true

    package init(_ transform: @escaping (SourceItem) -> Item) { self.transform = transform }

    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      counts = SectionCounts(sources[0])
      isSettled = true
    }

    /// Updates every item, if ``transform`` was replaced.
    ///
    /// - Complexity: O(*n*), *n* being the number of items; O(1) if nothing changed.
    public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      return UpdateBatch(items: Edits(updates: sources[0].paths.map { PlacePair($0, $0) }))
    }

    /// Passes the source's batch on unchanged.
    ///
    /// - Complexity: That of `apply(_:)`.
    public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
      guard let batch = changes.onlyBatch else {
        refresh(from: changes.sources)
        return .reload
      }
      _ = apply(changes)
      return batch.followed(by: settle(over: changes.sources))
    }

    /// Returns the result of ``transform`` for the source's item.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
      transform(sources[0].item(at: path))
    }

    /// - Complexity: O(*k*) beside the cost of reading the source and creating the items, *k* being their number.
    public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
      sources[0].items(inSection: section).map(transform)
    }
  }
}
