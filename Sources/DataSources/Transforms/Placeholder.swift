public import Changesets

/// Shows the second source where the first has no items at all: sources are `[main, placeholder]`.
public struct Placeholder<Item>: Mapping {
  /// The source that is shown: 0 or 1.
  private var shown = 0
  /// The counts of the source that is shown.
  private var counts: [Int] = []

  /// Makes the mapping.
  public init() {}

  /// Looks whether the main source has items.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public mutating func refresh(from sources: [any DataSource<Item>]) {
    shown = sources[0].isEmpty ? 1 : 0
    counts = (0..<sources[shown].numberOfSections).map(sources[shown].numberOfItems(inSection:))
  }

  /// The number of sections of the source that is shown.
  public var numberOfSections: Int { counts.count }

  /// The count of the source that is shown.
  public func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// - Complexity: O(1).
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    exists(path) ? SourcePath(source: shown, path: path) : nil
  }

  /// - Complexity: O(1).
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == shown && exists(sourcePath.path) ? sourcePath.path : nil
  }

  /// The same section of the source that is shown.
  public func sourceSection(for section: Int) -> SourceSection? {
    counts.indices.contains(section) ? SourceSection(source: shown, section: section) : nil
  }

  /// The same section, of the source that is shown.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == shown && counts.indices.contains(sourceSection.section) ? sourceSection.section : nil
  }

  private func exists(_ path: ItemPath) -> Bool {
    counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }
}
