public import Changesets

/// Hides the items that do not pass a predicate. A section whose items are all hidden stays.
public struct PredicateFilter<Item>: Mapping {
  private let predicate: (Item) -> Bool
  /// For each section, the source's items that pass, in order.
  private var kept: [[Int]] = []

  /// Makes the mapping.
  ///
  /// - Parameter predicate: Whether an item is shown.
  public init(_ predicate: @escaping (Item) -> Bool) {
    self.predicate = predicate
  }

  /// Asks the predicate about every item.
  ///
  /// - Complexity: O(*n*), *n* being the number of the source's items.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    kept = sources[0].itemsBySection.map { [predicate] items in
      items.indices.filter { predicate(items[$0]) }
    }
  }

  /// The number of the source's sections.
  public var numberOfSections: Int { kept.count }

  /// The number of items that pass.
  public func numberOfItems(inSection section: Int) -> Int { kept[section].count }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard kept.indices.contains(path.section), kept[path.section].indices.contains(path.item) else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: path.section, item: kept[path.section][path.item]))
  }

  /// - Complexity: O(log *k*), *k* being the number of items in the section.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let (section, item) = (sourcePath.path.section, sourcePath.path.item)
    guard sourcePath.source == 0, kept.indices.contains(section) else { return nil }
    return kept[section].sortedIndex(of: item).map { ItemPath(section: section, item: $0) }
  }

  /// The same section of the source.
  public func sourceSection(for section: Int) -> SourceSection? {
    kept.indices.contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && kept.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }
}
