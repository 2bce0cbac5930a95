public import Changesets

/// A mapping whose updates cost what changed, and not what there is.
///
/// An update is taken over in two steps, each of which is simple by itself:
///
/// 1. ``apply(_:)`` carries what the mapping remembers over from the state before to the state after. What survives in the sources
///    stays shown or hidden as it was; what an updated item says anew is taken up here as well, and so is where new items stand.
///    The batch of this step is the sources' batch, with every place translated by the mapping before or after.
/// 2. ``settle(over:)`` then makes the changes that the mapping itself calls for, now that its sources stand still: a window that has
///    become too long lets go of its last item, a section that has become empty is hidden.
///
/// The two batches are composed. A change of the mapping's own properties needs only the second step.
public protocol IncrementalMapping: Mapping {
  /// Whether items that stay in order in the source may be in another order here after an update, because it depends on what they are.
  static var ordersByContent: Bool { get }

  /// Carries the mapping over to the state after.
  ///
  /// - Parameter changes: The sources after, and the batches that led there, none of which is a reload: that of one of several sources
  ///   is spelled out, and after that of the only one the mapping is refreshed.
  /// - Returns: What no batch of a source tells: what happened to sections that are not the image of a source's section, and items
  ///   that come, go or move though their source says nothing of them. It need not be in normal form.
  mutating func apply(_ changes: SourceChanges<SourceItem>) -> UpdateBatch

  /// Makes the changes that the mapping itself calls for.
  ///
  /// - Parameter sources: The sources, which stand still.
  /// - Returns: What changed; it need not be in normal form.
  mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch
}

extension IncrementalMapping {
  /// Items keep the order of the source.
  @inlinable public static var ordersByContent: Bool { false }

  /// Nothing to change.
  @inlinable public mutating func settle(over sources: [any DataSource<SourceItem>]) -> UpdateBatch { UpdateBatch() }

  /// Carries the mapping over, and lets it settle. Where there are other sources, the mapping is compared before and after.
  @inlinable public mutating func update(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    changes.needComparison ? takeOver(changes) : carry(over: changes)
  }

  /// Reads the sources anew, where no batches lead from the former ones to them.
  ///
  /// - Parameter changes: The sources after.
  /// - Returns: What became of it.
  @inlinable mutating func takeOver(_ changes: SourceChanges<SourceItem>) -> UpdateBatch {
    let old = self
    refresh(from: changes.sources)
    guard changes.isSingleReload else { return changes.batch(from: old, to: self) }
    // What shows nothing, like a switch that is off, has nothing to reload.
    return old.numberOfSections == 0 && numberOfSections == 0 ? UpdateBatch() : .reload
  }

  /// Carries the mapping over, and lets it settle.
  ///
  /// - Parameter changes: The sources after, and the batches that led there.
  /// - Returns: What became of it.
  @inlinable mutating func carry(over changes: SourceChanges<SourceItem>) -> UpdateBatch {
    let translation = Translation(changes.batches, path: { path(for: $0) }, section: { section(for: $0) })
    let own = apply(changes)
    let batch = translation.batch(
      of: changes.batches, path: { path(for: $0) }, section: { section(for: $0) },
      numberOfItems: { changes.sources[$0.source].numberOfItems(inSection: $0.section) },
      ordersByContent: Self.ordersByContent, own: own)
    return batch.followed(by: settle(over: changes.sources))
  }

  /// Sets the properties, and lets the mapping settle.
  public mutating func configure(
    over sources: [any DataSource<SourceItem>], _ change: (inout Self) -> Void
  ) -> UpdateBatch {
    change(&self)
    return settle(over: sources)
  }
}

extension UpdateBatch {
  /// The batch that does what this one and then another one do; neither is looked at where the other is empty.
  @inlinable func followed(by next: UpdateBatch) -> UpdateBatch {
    if isEmpty { return next }
    return next.isEmpty ? self : composed(with: next)
  }
}
