public import Changesets
public import DataSources

/// The places of a cell source are those of its objects.
extension CellSource {
  /// The same place, where there is an object.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    objects.contains(path) ? SourcePath(source: 0, path: path) : nil
  }

  /// The same place, where there is an object.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    sourcePath.source == 0 && objects.contains(sourcePath.path) ? sourcePath.path : nil
  }

  /// The whole section.
  public func run(around path: ItemPath) -> Range<Int>? { 0..<numberOfItems(inSection: path.section) }

  /// The same section of the objects.
  public func sourceSection(for section: Int) -> SourceSection? {
    (0..<numberOfSections).contains(section) ? SourceSection(source: 0, section: section) : nil
  }

  /// The same section.
  public func section(for sourceSection: SourceSection) -> Int? {
    sourceSection.source == 0 && (0..<numberOfSections).contains(sourceSection.section) ? sourceSection.section : nil
  }
}
