public import Changesets

/// A mapping whose updates cost time in proportion to the changes, not to the number of items.
///
/// A mapping is updated in two steps:
///
/// 1. ``apply(_:)`` updates the state of the mapping from before the changes to after them. Items that remain in the
///    sources stay shown or hidden as they were. Updated items are read again, and new items get their positions. The
///    batch of this step is the batch of the sources, with every path translated by the mapping before or after.
/// 2. ``settle(over:)`` then makes the changes that the mapping's own rules require, while its sources do not change: a
///    window that has become too long removes its last item, a section that has become empty is hidden.
///
/// The two batches are composed. A change of the mapping's own properties needs only the second step.
///
///     sources before ───── batch of the sources ─────> sources after
///          │                                               │
///     mapping before                                  mapping after apply ──────────────> mapping after settle
///          │                                               │
///          └───── translated batch, with the result ───────┴───── result of settle ─────────────┘
///                 of apply
public protocol IncrementalMapping: Mapping {
  /// Whether an update may change the relative order of items that keep theirs in the source, because their order here
  /// depends on their contents.
  static var ordersByContent: Bool { get }

  /// Updates the mapping to the state after the changes.
  ///
  /// - Parameter changes: The sources, in the state after, and the batches that led there. None of them is a reload:
  ///   the reload of one of several sources is replaced by deletions and insertions of all sections, and after that of
  ///   the only source the mapping is refreshed.
  /// - Returns: The changes that the sources' batches do not contain: those of sections that show no section of a
  ///   source, and of items that are inserted, deleted or moved without an edit in the source. It need not be in normal
  ///   form.
  mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch

  /// Makes the changes that the mapping's own rules require.
  ///
  /// - Parameter sources: The sources, which do not change.
  /// - Returns: The changes; the batch need not be in normal form.
  mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch
}

extension IncrementalMapping {
  /// Whether items are ordered by their contents: `false`, items keep the order of the source.
  @inlinable public static var ordersByContent: Bool { false }

  /// Returns an empty batch.
  @inlinable public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch { UpdateBatch() }

  /// Updates the mapping in both steps. If the sources were replaced, it compares the mapping before with the mapping
  /// after instead.
  @inlinable public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    changes.needComparison ? compare(changes) : translate(changes)
  }

  /// Reads the sources again, if no batches lead from the former sources to the present ones.
  ///
  /// - Parameter changes: The sources, in the state after.
  /// - Returns: The changes of the transform.
  @inlinable mutating func compare(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    let old = self
    refresh(from: changes.sources)
    guard changes.isSingleReload else { return changes.batch(from: old, to: self) }
    // A transform without sections, like a switch that is off, has nothing to reload.
    return old.numberOfSections == 0 && numberOfSections == 0 ? UpdateBatch() : .reload
  }

  /// Updates the mapping in both steps.
  ///
  /// - Parameter changes: The sources, in the state after, and the batches that led there.
  /// - Returns: The changes of the transform.
  @inlinable mutating func translate(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    // The former paths are looked up first: once the changes are applied, the mapping no longer knows them.
    var translation = Translation(changes.batches, path: { path(for: $0) }, section: { section(for: $0) })
    let own = apply(changes)
    let batch = translation.batch(
      of: changes.batches, path: { path(for: $0) }, section: { section(for: $0) },
      numberOfItems: { changes.sources[$0.source].numberOfItems(inSection: $0.section) },
      ordersByContent: Self.ordersByContent, own: own)
    return batch.followed(by: settle(over: changes.sources))
  }

  /// Sets properties of the mapping, and makes the changes that follow from them.
  @inlinable public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    change(&self)
    return settle(over: sources)
  }
}

extension UpdateBatch {
  /// Returns the composition of this batch and a following one. If one of them is empty, it returns the other without
  /// examining it.
  @inlinable func followed(by next: UpdateBatch) -> UpdateBatch {
    if isEmpty { return next }
    return next.isEmpty ? self : composed(with: next)
  }
}
