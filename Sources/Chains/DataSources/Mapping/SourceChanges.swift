public import Changesets

/// The changes of a transform's sources in one epoch.
public struct SourceChanges<Item> {
  /// The sources, in the state after.
  public let sources: [any DataSource<Item>]
  /// The batch of each source.
  @usableFromInline var batches: SourceBatches
  /// The former indexes of the sources, if the sources were replaced; `nil` for a new source.
  @usableFromInline let origins: [Int?]?
  /// Whether properties of the mapping may have changed too.
  @usableFromInline var mappingMayDiffer: Bool

  /// Creates the changes of sources, or of a list of sources that was replaced.
  @inlinable init(
    sources: [any DataSource<Item>], batches: SourceBatches, origins: [Int?]? = nil
  ) {
    self.sources = sources
    self.batches = batches
    self.origins = origins
    mappingMayDiffer = false
  }

  /// Creates changes for sources that did not change, but the mapping's own properties may have.
  init(unchanged sources: [any DataSource<Item>]) {
    self.init(
      sources: sources,
      batches: SourceBatches(count: sources.count) { .init(batch: UpdateBatch(), counts: SectionCounts(sources[$0])) })
    mappingMayDiffer = true
  }

  /// Returns the batch of a source, in normal form.
  ///
  /// The reload of one of several sources is replaced by deletions and insertions of all its sections. The batch of a
  /// new source is a reload.
  ///
  /// - Parameter source: The index of the source.
  @inlinable public func batch(ofSource source: Int) -> UpdateBatch { batches[source] }

  /// Returns the number of sections that a source had before.
  ///
  /// - Parameter source: The index of the source.
  public func numberOfSectionsBefore(inSource source: Int) -> Int { batches.counts(ofSource: source).count }

  /// Returns the number of items that a section of a source had before.
  ///
  /// - Parameter section: The section, in the state before.
  public func numberOfItemsBefore(in section: SourceSection) -> Int {
    batches.counts(ofSource: section.source)[section.section]
  }

  /// Returns the former index of a source, or `nil` if it is new.
  func origin(ofSource source: Int) -> Int? {
    origins.map { $0[source] } ?? source
  }

  /// The batch of the only source, or `nil` if it was reloaded or replaced.
  package var onlyBatch: UpdateBatch? {
    guard origin(ofSource: 0) == 0 else { return nil }
    let batch = batch(ofSource: 0)
    return batch.isReload ? nil : batch
  }

  /// Whether no batches lead from the former state of the sources to the present one: the only source was reloaded, or
  /// the sources were replaced.
  @inlinable var needComparison: Bool { origins != nil || isSingleReload }

  /// Whether there is only one source, and it was reloaded.
  @inlinable var isSingleReload: Bool { batches.isSingleReload }
}

/// The batches of the sources of a transform, and the counts of the sources before.
@usableFromInline struct SourceBatches {
  /// The batch of a source, and the number of items in each of its sections in the state before.
  @usableFromInline struct Element {
    @usableFromInline let batch: UpdateBatch
    let counts: SectionCounts
  }

  /// The first source, which is usually the only one.
  @usableFromInline let first: Element
  @usableFromInline let others: [Element]

  /// Collects the batches of sources.
  ///
  /// - Parameters:
  ///   - count: The number of sources.
  ///   - element: Returns the batch of a source, and its counts.
  init(count: Int, _ element: (_ source: Int) -> Element) {
    first = count == 0 ? Element(batch: UpdateBatch(), counts: SectionCounts()) : element(0)
    others = count > 1 ? (1..<count).map(element) : []
  }

  /// Returns the batch of a source.
  @inlinable subscript(source: Int) -> UpdateBatch { source == 0 ? first.batch : others[source - 1].batch }

  /// Returns the number of items in each section of a source, in the state before.
  func counts(ofSource source: Int) -> SectionCounts { source == 0 ? first.counts : others[source - 1].counts }

  /// Calls a closure with every source that has a batch.
  func forEach(_ body: (_ source: Int, _ batch: UpdateBatch) -> Void) {
    if !first.batch.isEmpty { body(0, first.batch) }
    for (index, element) in others.enumerated() where !element.batch.isEmpty { body(index + 1, element.batch) }
  }

  /// Whether there is only one source, and it was reloaded.
  @usableFromInline var isSingleReload: Bool { others.isEmpty && first.batch.isReload }
}
