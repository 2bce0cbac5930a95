public import Changesets

/// Sorts the items of each section. Items that are neither before nor after each other stay in the order of the source.
public struct Sort<Item>: Mapping {
  private let areInIncreasingOrder: (Item, Item) -> Bool
  /// For each section, the source's items in sorted order.
  private var order: [[Int]] = []
  /// For each section, where each of the source's items went: the inverse of `order`.
  private var rank: [[Int]] = []

  /// Makes the mapping.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first item has to stand before the second: a strict weak order.
  public init(by areInIncreasingOrder: @escaping (Item, Item) -> Bool) {
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Sorts every section.
  ///
  /// - Complexity: O(*n* log *n*) comparisons, *n* being the number of the source's items.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    order = sources[0].itemsBySection.map { [areInIncreasingOrder] items in
      items.indices.sorted { first, second in
        if areInIncreasingOrder(items[first], items[second]) { return true }
        if areInIncreasingOrder(items[second], items[first]) { return false }
        return first < second
      }
    }
    rank = order.map { sorted in
      var rank = sorted
      for (position, item) in sorted.enumerated() { rank[item] = position }
      return rank
    }
  }

  /// The number of the source's sections.
  public var numberOfSections: Int { order.count }

  /// The number of the source's items in the section.
  public func numberOfItems(inSection section: Int) -> Int { order[section].count }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    position(of: path, in: order).map { SourcePath(source: 0, path: $0) }
  }

  /// - Complexity: O(1).
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 ? position(of: sourcePath.path, in: rank) : nil
  }

  /// The same section of the source.
  public func sourceSection(for section: Int) -> SourceSection? {
    order.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && order.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  private func position(of path: ItemPath, in permutation: [[Int]]) -> ItemPath? {
    guard permutation.indices.contains(path.section), permutation[path.section].indices.contains(path.item) else {
      return nil
    }
    return ItemPath(section: path.section, item: permutation[path.section][path.item])
  }
}
