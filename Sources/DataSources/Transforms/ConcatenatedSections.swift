public import Changesets

/// The sections of all sources, one source after the other.
public struct ConcatenatedSections<Item>: Mapping {
  /// For each section, the source's section behind it.
  private var origins: [SourceSection] = []
  /// For each section, its number of items.
  private var counts: [Int] = []
  /// For each source, the index of its first section.
  private var offsets: [Int] = []

  /// Makes the mapping.
  public init() {}

  /// Counts the sections of the sources.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections of all sources.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    (origins, counts, offsets) = ([], [], [])
    for (index, source) in sources.enumerated() {
      offsets.append(origins.count)
      for section in 0..<source.numberOfSections {
        origins.append(SourceSection(source: index, section: section))
        counts.append(source.numberOfItems(inSection: section))
      }
    }
  }

  /// The sum of the sources' sections.
  public var numberOfSections: Int { origins.count }

  /// The count of the source's section; 0 past the end.
  public func numberOfItems(inSection section: Int) -> Int {
    counts.indices.contains(section) ? counts[section] : 0
  }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard let origin = sourceSection(for: path.section), (0..<counts[path.section]).contains(path.item) else {
      return nil
    }
    return SourcePath(source: origin.source, path: ItemPath(section: origin.section, item: path.item))
  }

  /// - Complexity: O(1).
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    section(for: SourceSection(source: sourcePath.source, section: sourcePath.path.section))
      .flatMap { (0..<counts[$0]).contains(sourcePath.path.item) ? $0 : nil }
      .map { ItemPath(section: $0, item: sourcePath.path.item) }
  }

  /// - Complexity: O(1).
  public func sourceSection(for section: Int) -> SourceSection? {
    origins.indices.contains(section) ? origins[section] : nil
  }

  /// - Complexity: O(1).
  public func section(for sourceSection: SourceSection) -> Int? {
    guard offsets.indices.contains(sourceSection.source) else { return nil }
    let section = offsets[sourceSection.source] + sourceSection.section
    return self.sourceSection(for: section) == sourceSection ? section : nil
  }
}
