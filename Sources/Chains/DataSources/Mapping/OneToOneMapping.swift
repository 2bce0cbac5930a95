import Changesets

/// A mapping that shows every section and every item of its only source at the same path.
///
/// A conforming mapping differs from its source in its items, or in side effects: it implements
/// ``Mapping/item(at:from:)``, or nothing.
protocol OneToOneMapping: IncrementalMapping, SectionPreservingMapping {
  /// The number of items in each section of the source.
  var counts: SectionCounts { get set }
}

extension OneToOneMapping {
  /// - Complexity: O(*s*), *s* being the number of sections.
  public mutating func refresh(from sources: [any DataSource<SourceItem>]) { counts = SectionCounts(sources[0]) }

  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections; O(*s*) more if sections
  ///   were edited.
  public mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    counts.apply(changes)
    return UpdateBatch()
  }

  public var numberOfSections: Int { counts.count }

  public func numberOfItems(inSection section: Int) -> Int { counts[section] }

  /// Returns the same index.
  public func sourceIndex(ofItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }

  /// Returns the same index.
  public func index(ofSourceItem item: Int, inSection section: Int) -> Int? {
    (0..<counts[section]).contains(item) ? item : nil
  }
}
