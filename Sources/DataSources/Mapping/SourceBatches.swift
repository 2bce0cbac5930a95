public import Changesets

/// The batches of the sources of a transform, and how many items the sources had before them.
@usableFromInline struct SourceBatches {
  /// The batch of each source.
  @usableFromInline let batches: [UpdateBatch]
  /// The number of items in each section of each source, in the state before.
  @usableFromInline let counts: [SectionCounts]

  /// - Parameters:
  ///   - batches: The batch of each source.
  ///   - counts: The number of items in each section of each source, in the state before.
  @inlinable init(_ batches: [UpdateBatch], counts: [SectionCounts]) {
    self.batches = batches
    self.counts = counts
  }

  /// How many sources there are.
  @inlinable var count: Int { batches.count }

  /// The batch of a source.
  @inlinable subscript(source: Int) -> UpdateBatch { batches[source] }
}
