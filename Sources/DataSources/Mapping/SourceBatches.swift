public import Changesets

/// The batches of the sources of a transform, and how many items the sources had before them.
@usableFromInline struct SourceBatches {
  /// The only edit that all batches together come to, if it is one item's: there is no list then.
  @usableFromInline let edit: SourceEdit?
  /// The batch of each source; none where there is but an edit.
  @usableFromInline let batches: [UpdateBatch]
  /// The number of items in each section of each source, in the state before.
  @usableFromInline let counts: [SectionCounts]

  /// - Parameters:
  ///   - batches: The batch of each source.
  ///   - counts: The number of items in each section of each source, in the state before.
  @inlinable init(_ batches: [UpdateBatch], counts: [SectionCounts]) {
    edit = nil
    self.batches = batches
    self.counts = counts
  }

  /// - Parameters:
  ///   - links: The links of the sources, whose batches they are.
  ///   - counts: The number of items in each section of each source, in the state before.
  @inlinable init(of links: [Link], counts: [SectionCounts]) {
    edit = Self.edit(of: links)
    batches = edit == nil ? links.map { $0.batch } : []
    self.counts = counts
  }

  /// The edit that the batches of some links come to, if it is one item's.
  @inlinable static func edit(of links: [Link]) -> SourceEdit? {
    var found: SourceEdit?
    for source in links.indices where links[source].hasBatch {
      guard found == nil, let edit = links[source].batch.itemEdit else { return nil }
      found = SourceEdit(source: source, edit: edit)
    }
    return found
  }

  /// How many sources there are.
  @inlinable var count: Int { counts.count }

  /// The batch of a source.
  @inlinable subscript(source: Int) -> UpdateBatch {
    guard let edit else { return batches[source] }
    return edit.source == source ? UpdateBatch(edit.edit) : UpdateBatch()
  }
}
