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
      batches: SourceBatches(counts: sources.map { SectionCounts($0) }) { _ in UpdateBatch() })
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
  public func numberOfSectionsBefore(inSource source: Int) -> Int { batches.counts[source].count }

  /// The number of items that a section of a source had before.
  ///
  /// - Parameter section: The section, as it was before.
  public func numberOfItemsBefore(in section: SourceSection) -> Int { batches.counts[section.source][section.section] }

  /// The index that a source had before; nothing if it is new.
  func origin(ofSource source: Int) -> Int? {
    origins.map { $0[source] } ?? source
  }

  /// What happened to the only source of a mapping that has one: nothing if it was reloaded, or is another one than before.
  var onlyBatch: UpdateBatch? {
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
  /// The number of items in each section of each source, in the state before.
  @usableFromInline var counts: [SectionCounts]
  /// The batch of the first source, which most often is the only one.
  @usableFromInline let first: UpdateBatch
  /// The batches of the other sources.
  @usableFromInline let others: [UpdateBatch]

  /// Collects the batches of sources.
  ///
  /// - Parameters:
  ///   - counts: The number of items in each section of each source, in the state before.
  ///   - batch: Returns the batch of a source.
  init(counts: [SectionCounts], _ batch: (_ source: Int) -> UpdateBatch) {
    self.counts = counts
    first = counts.isEmpty ? UpdateBatch() : batch(0)
    others = counts.count > 1 ? counts.indices.dropFirst().map(batch) : []
  }

  /// The number of sources.
  var count: Int { counts.count }

  /// The batch of a source.
  @inlinable subscript(source: Int) -> UpdateBatch { source == 0 ? first : others[source - 1] }

  /// Calls a closure with every source that has a batch.
  func forEach(_ body: (_ source: Int, _ batch: UpdateBatch) -> Void) {
    if !first.isEmpty { body(0, first) }
    for (index, batch) in others.enumerated() where !batch.isEmpty { body(index + 1, batch) }
  }

  /// Updates the counts by the batches, and takes them out: what nobody else has is changed in place.
  ///
  /// - Parameter sources: The sources, in the state after.
  @usableFromInline mutating func takeCountsAfter(_ sources: @autoclosure () -> [any DataSource]) -> [SectionCounts] {
    var counts: [SectionCounts] = []
    swap(&counts, &self.counts)
    forEach { source, batch in
      counts[source].apply(batch, sectionsAfter: sources()[source].numberOfSections) {
        sources()[source].numberOfItems(inSection: $0)
      }
    }
    return counts
  }

  /// Whether there is but one source, and nothing in it was there before.
  @usableFromInline var isSingleReload: Bool { count == 1 && first.isReload }
}
