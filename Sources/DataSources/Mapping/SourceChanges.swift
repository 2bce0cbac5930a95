public import Changesets

/// What happened to the sources of a transform in one epoch.
public struct SourceChanges<Item> {
  /// The sources, in the state after.
  public let sources: [any DataSource<Item>]
  /// What happened to each of them.
  @usableFromInline var batches: SourceBatches
  /// The indexes that the sources had before, where they are others; nothing for one that is new.
  @usableFromInline let origins: [Int?]?
  /// Whether properties of the mapping may have changed, too.
  @usableFromInline var mappingMayDiffer: Bool

  /// Changes of sources, or of what the sources are.
  @inlinable init(
    sources: [any DataSource<Item>], batches: SourceBatches, origins: [Int?]? = nil
  ) {
    self.sources = sources
    self.batches = batches
    self.origins = origins
    mappingMayDiffer = false
  }

  /// No changes of the sources: those of the mapping's own properties.
  init(unchanged sources: [any DataSource<Item>]) {
    self.init(
      sources: sources,
      batches: SourceBatches(count: sources.count) { (UpdateBatch(), SectionCounts(sources[$0])) })
    mappingMayDiffer = true
  }

  /// What happened to a source, in normal form.
  ///
  /// The reload of one of several sources is spelled out: all of its sections were deleted, and all inserted. A source that was not
  /// among the sources before is reloaded.
  ///
  /// - Parameter source: Its index.
  @inlinable public func batch(ofSource source: Int) -> UpdateBatch { batches[source] }

  /// The number of sections that a source had before.
  ///
  /// - Parameter source: Its index.
  public func numberOfSectionsBefore(inSource source: Int) -> Int { batches.counts(ofSource: source).count }

  /// The number of items that a section of a source had before.
  ///
  /// - Parameter section: The section, as it was before.
  public func numberOfItemsBefore(in section: SourceSection) -> Int {
    batches.counts(ofSource: section.source)[section.section]
  }

  /// The index that a source had before; nothing if it is new.
  func origin(ofSource source: Int) -> Int? {
    origins.map { $0[source] } ?? source
  }

  /// What happened to the only source of a mapping that has one: nothing if it was reloaded, or is another one than before.
  package var onlyBatch: UpdateBatch? {
    guard origin(ofSource: 0) == 0 else { return nil }
    let batch = batch(ofSource: 0)
    return batch.isReload ? nil : batch
  }

  /// Whether there are no batches that lead from what the sources were to what they are: the only one was reloaded, or there are others.
  @inlinable var needComparison: Bool { origins != nil || isSingleReload }

  /// Whether there is but one source, and nothing in it was there before.
  @inlinable var isSingleReload: Bool { batches.isSingleReload }
}

/// The batches of the sources of a transform, and the counts of the sources before.
@usableFromInline struct SourceBatches {
  /// The batch of a source, and the number of items in each of its sections in the state before.
  @usableFromInline typealias Element = (batch: UpdateBatch, counts: SectionCounts)

  /// The first source, which most often is the only one.
  @usableFromInline let first: Element
  @usableFromInline let others: [Element]

  /// Collects the batches of sources.
  ///
  /// - Parameters:
  ///   - count: The number of sources.
  ///   - element: Returns the batch of a source, and its counts.
  init(count: Int, _ element: (_ source: Int) -> Element) {
    first = count == 0 ? (UpdateBatch(), SectionCounts()) : element(0)
    others = count > 1 ? (1..<count).map(element) : []
  }

  /// The batch of a source.
  @inlinable subscript(source: Int) -> UpdateBatch { source == 0 ? first.batch : others[source - 1].batch }

  /// The number of items in each section of a source, in the state before.
  func counts(ofSource source: Int) -> SectionCounts { source == 0 ? first.counts : others[source - 1].counts }

  /// Calls a closure with every source that has a batch.
  func forEach(_ body: (_ source: Int, _ batch: UpdateBatch) -> Void) {
    if !first.batch.isEmpty { body(0, first.batch) }
    for (index, element) in others.enumerated() where !element.batch.isEmpty { body(index + 1, element.batch) }
  }

  /// Whether there is but one source, and nothing in it was there before.
  @usableFromInline var isSingleReload: Bool { others.isEmpty && first.batch.isReload }
}
