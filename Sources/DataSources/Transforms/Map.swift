public import Changesets

extension Mapping {
  /// Shows what a closure returns for every item.
  ///
  /// - Parameter transform: Makes an item of one of the source's.
  public static func map<SourceItem, Item>(_ transform: @escaping (SourceItem) -> Item) -> Self
  where Self == Mappings.Map<SourceItem, Item> {
    Self(transform)
  }
}

extension Mappings {
  /// Shows what a closure returns for every item.
  ///
  /// ```swift
  /// let names = fruits.applying(.map { $0.name })
  /// ```
  ///
  /// An item is made each time that somebody asks for it; nothing is remembered. Where an item of the source is updated, so is what is
  /// made of it.
  public struct Map<SourceItem, Item>: OneToOneMapping {
    /// Returns what is shown for an item of the source.
    public var transform: (SourceItem) -> Item {
      didSet { isSettled = false }
    }

    var counts = SectionCounts()
    private var isSettled = true

    package init(_ transform: @escaping (SourceItem) -> Item) {
      self.transform = transform
    }

    /// Counts the source's items.
    ///
    /// - Complexity: O(*s*), *s* being the number of sections.
    public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
      counts = SectionCounts(sources[0])
      isSettled = true
    }

    /// Updates every item, if ``transform`` is another one.
    ///
    /// - Complexity: O(*n*), *n* being the number of items; O(1) if nothing changed.
    public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
      if isSettled { return UpdateBatch() }
      isSettled = true
      return UpdateBatch(items: Edits(updates: sources[0].paths.map { Pair($0, $0) }))
    }

    /// Passes the source's batch on as it is.
    ///
    /// - Complexity: That of ``apply(_:)``.
    public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
      guard let batch = changes.onlyBatch else {
        refresh(from: changes.sources)
        return .reload
      }
      _ = apply(changes)
      return batch.followed(by: settle(over: changes.sources))
    }

    /// What ``transform`` makes of the source's item.
    public func item(at path: ItemPath, from sources: [any DataSource<SourceItem>]) -> Item {
      transform(sources[0].item(at: path))
    }

    /// What ``transform`` makes of the items of the source's section.
    ///
    /// - Complexity: O(*k*) beside reading the source and making the items, *k* being their number.
    public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
      sources[0].items(inSection: section).map(transform)
    }
  }
}
