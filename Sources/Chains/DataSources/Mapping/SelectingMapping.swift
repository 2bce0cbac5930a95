import Changesets

/// A mapping that shows one of its sources at a time, with every section and every item at the same path, or none of
/// them.
///
/// A conforming mapping defines which source is selected. When the selection changes, all sections of the former source
/// are deleted, and all sections of the new one inserted. The changes of a source that is not shown only update its
/// counts.
protocol SelectingMapping: IncrementalMapping, SectionReadingMapping {
  /// The index of the source to show; `nil` or an index out of bounds shows none.
  var selectedSource: Int? { get }

  /// The mapping's state: the source that is shown, and the counts of all sources.
  var shown: ShownSource { get set }
}

/// The source that is shown, and the number of items in each section of each source.
struct ShownSource {
  var source: Int?
  var counts: [SectionCounts] = []

  /// The counts of the source that is shown; `nil` if none is.
  var shape: SectionCounts? { source.map { counts[$0] } }
}

extension SelectingMapping {
  public var isLoaded: Bool { !shown.counts.isEmpty }

  /// Counts the items of the sources, and shows the selected one.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections of all sources.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) {
    shown = ShownSource(counts: sources.map { SectionCounts($0) })
    shown.source = existingSelection
  }

  /// Updates the counts. The same source stays shown.
  ///
  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
  ///   were edited.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    // Those of hidden sources, too: one of them may be selected later, when its former changes are gone.
    for index in changes.sources.indices { shown.counts[index].apply(changes, ofSource: index) }
    return UpdateBatch()
  }

  /// Shows the selected source.
  ///
  /// - Complexity: O(1) if it is already shown, else O(*s*), *s* being the number of sections of the two sources.
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

  public var numberOfSections: Int { shown.shape?.count ?? 0 }

  public func numberOfItems(inSection section: Int) -> Int { shown.shape?[section] ?? 0 }

  public func sourcePath(for path: ItemPath) -> SourcePath? {
    guard let source = shown.source, shown.counts[source].contains(path) else { return nil }
    return SourcePath(source: source, path: path)
  }

  public func path(for sourcePath: SourcePath) -> ItemPath? {
    let (source, path) = (sourcePath.source, sourcePath.path)
    return source == shown.source && shown.counts[source].contains(path) ? path : nil
  }

  public func sourceSection(for section: Int) -> SourceSection? {
    guard let source = shown.source, shown.counts[source].contains(section: section) else { return nil }
    return SourceSection(source: source, section: section)
  }

  public func section(for sourceSection: SourceSection) -> Int? {
    let (source, section) = (sourceSection.source, sourceSection.section)
    return source == shown.source && shown.counts[source].contains(section: section) ? section : nil
  }
}
