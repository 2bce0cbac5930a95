import Changesets

/// A mapping that shows one of its sources at a time, every section and every item where it is there, or nothing.
///
/// What makes such a transform is which source it selects. When that changes, all sections of the one are deleted, and
/// all of the other inserted. What happens to a source that is not shown is only counted.
protocol SelectingMapping: IncrementalMapping where Item == SourceItem {
  /// The index of the source to show; nothing is shown where there is no such source.
  var selectedSource: Int? { get }

  /// What the mapping remembers.
  var shown: ShownSource { get set }
}

/// Which of several sources is shown, and the number of items in each section of each.
struct ShownSource {
  var source: Int?
  var counts: [SectionCounts] = []

  /// The counts of the source that is shown.
  var shape: SectionCounts? { source.map { counts[$0] } }
}

extension SelectingMapping {
  /// Whether the sources were read.
  public var remembersSources: Bool { !shown.counts.isEmpty }

  /// Counts the sources, and shows the one that is selected.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections of all sources.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
    shown = ShownSource(counts: sources.map { SectionCounts($0) })
    shown.source = existingSelection
  }

  /// Counts along. What is shown is still the source that was.
  ///
  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more where sections
  ///   were edited.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    for index in changes.sources.indices { shown.counts[index].apply(changes, ofSource: index) }
    return UpdateBatch()
  }

  /// Shows the source that is selected.
  ///
  /// - Complexity: O(1) if it is shown already, else O(*s*), *s* being the number of sections of the two sources.
  public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch {
    let selection = existingSelection
    guard selection != shown.source else { return UpdateBatch() }
    let before = numberOfSections
    shown.source = selection
    return UpdateBatch(sections: Edits(deletes: Array(0..<before), inserts: Array(0..<numberOfSections)))
  }

  private var existingSelection: Int? {
    selectedSource.flatMap { shown.counts.indices.contains($0) ? $0 : nil }
  }

  /// The number of sections of the source that is shown.
  public var numberOfSections: Int { shown.shape?.count ?? 0 }

  /// The number of items in the section of the source that is shown.
  public func numberOfItems(inSection section: Int) -> Int { shown.shape?[section] ?? 0 }

  /// The items of the section of the source that is shown.
  ///
  /// - Complexity: O(*k*) beside reading the source, *k* being the number of items.
  public func items(inSection section: Int, from sources: [any DataSource<SourceItem>]) -> [Item] {
    sourceItems(inSection: section, from: sources)
  }

  /// The same place of the source that is shown.
  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard let source = shown.source, shown.counts[source].contains(path) else { return nil }
    return SourcePath(source: source, path: path)
  }

  /// The same place, of the source that is shown.
  public func path(for sourcePath: SourcePath) -> ItemPath? {
    guard sourcePath.source == shown.source, shown.counts[sourcePath.source].contains(sourcePath.path) else {
      return nil
    }
    return sourcePath.path
  }

  /// The same section of the source that is shown.
  public func sourceSection(for section: Int) -> SourceSection? {
    guard let source = shown.source, shown.counts[source].contains(section: section) else { return nil }
    return SourceSection(source: source, section: section)
  }

  /// The same section, of the source that is shown.
  public func section(for sourceSection: SourceSection) -> Int? {
    let section = sourceSection.section
    guard sourceSection.source == shown.source, shown.counts[sourceSection.source].contains(section: section) else {
      return nil
    }
    return section
  }
}
