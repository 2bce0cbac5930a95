public import Changesets

extension SectionCounts {
  /// The counts of a source.
  ///
  /// - Complexity: O(*s*), *s* being the number of sections.
  @usableFromInline init<Item>(_ source: any DataSource<Item>) {
    self.init((0..<source.numberOfSections).map(source.numberOfItems(inSection:)))
  }

  /// Updates the counts of a source by some changes.
  @inlinable mutating func apply<Item>(_ changes: SourceChanges<Item>, ofSource source: Int = 0) {
    apply(changes.batches[source], changes.sources[source])
  }

  /// Makes the counts those of a source after a batch.
  @inlinable mutating func apply<Item>(_ batch: UpdateBatch, _ source: any DataSource<Item>) {
    if batch.isEmpty { return }
    apply(batch, sectionsAfter: source.numberOfSections) { source.numberOfItems(inSection: $0) }
  }

  /// Whether there is such a section.
  @usableFromInline func contains(section: Int) -> Bool { (0..<count).contains(section) }
}
