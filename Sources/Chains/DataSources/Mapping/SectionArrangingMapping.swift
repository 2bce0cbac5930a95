import Changesets
import OrderedTrees

/// A mapping that shows whole sections of its only source: some of them, or all of them in another order.
protocol SectionArrangingMapping: IncrementalMapping, SectionReadingMapping {
  /// The number of items in each of the source's sections.
  var counts: SectionCounts { get }
}

extension SectionArrangingMapping {
  public var isLoaded: Bool { counts.count > 0 }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func numberOfItems(inSection section: Int) -> Int {
    sourceSection(for: section).map { counts[$0.section] } ?? 0
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard let origin = sourceSection(for: path.section) else { return nil }
    let path = ItemPath(section: origin.section, item: path.item)
    return counts.contains(path) ? SourcePath(source: 0, path: path) : nil
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let path = sourcePath.path
    guard counts.contains(path),
      let section = section(for: SourceSection(source: sourcePath.source, section: path.section))
    else { return nil }
    return ItemPath(section: section, item: path.item)
  }
}

/// A mapping that shows some sections of its only source, in the same order.
protocol SectionSelectingMapping: SectionArrangingMapping {
  /// A bit for each of the source's sections: whether it is shown.
  var shown: BitSequence { get }
}

extension SectionSelectingMapping {
  public var numberOfSections: Int { shown.ones }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sourceSection(for section: Int) -> SourceSection? {
    guard section >= 0 else { return nil }
    return shown.select(section).map { SourceSection(source: 0, section: $0) }
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func section(for sourceSection: SourceSection) -> Int? {
    let section = sourceSection.section
    guard sourceSection.source == 0, counts.contains(section: section), shown[section] else { return nil }
    return shown.rank(of: section)
  }
}
