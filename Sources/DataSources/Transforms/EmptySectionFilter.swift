public import Changesets

/// Hides the sections that have no items.
public struct EmptySectionFilter<Item>: Mapping {
  /// For each section, the source's section behind it, in order.
  private var kept: [Int] = []
  /// For each section, its number of items.
  private var counts: [Int] = []

  /// Makes the mapping.
  public init() {}

  /// Looks for the sections that have items.
  ///
  /// - Complexity: O(*s*), *s* being the number of the source's sections.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    let source = sources[0]
    kept = (0..<source.numberOfSections).filter { source.numberOfItems(inSection: $0) > 0 }
    counts = kept.map(source.numberOfItems(inSection:))
  }

  /// The number of sections with items.
  public var numberOfSections: Int { kept.count }

  /// The count of the source's section.
  public func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard kept.indices.contains(path.section), (0..<counts[path.section]).contains(path.item) else { return nil }
    return SourcePath(source: 0, path: ItemPath(section: kept[path.section], item: path.item))
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    section(for: SourceSection(source: sourcePath.source, section: sourcePath.path.section))
      .flatMap { (0..<counts[$0]).contains(sourcePath.path.item) ? $0 : nil }
      .map { ItemPath(section: $0, item: sourcePath.path.item) }
  }

  /// - Complexity: O(1).
  public func sourceSection(for section: Int) -> SourceSection? {
    kept.indices.contains(section) ? SourceSection(source: 0, section: kept[section]) : nil
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 ? kept.sortedIndex(of: sourceSection.section) : nil
  }
}
