import Changesets

/// A mapping that shows every section and every item of its only source where it is there.
///
/// What makes such a transform is what it does with the items, or beside them: all that it adds is
/// ``Mapping/item(at:from:)``, or nothing at all.
protocol OneToOneMapping: IncrementalMapping, SectionPreservingMapping {
  /// The number of items in each section of the source.
  var counts: SectionCounts { get set }
}

extension OneToOneMapping {
  /// Counts the source.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) { counts = SectionCounts(sources[0]) }

  /// Counts along.
  ///
  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more where sections
  ///   were edited.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    counts.apply(changes)
    return UpdateBatch()
  }

  /// The number of the source's sections.
  public var numberOfSections: Int { counts.count }

  /// The number of items in the source's section.
  public func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// The same index.
  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }

  /// The same index.
  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }
}
