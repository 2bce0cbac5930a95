public import Changesets

/// What a ``DiffableDataSource`` asks and tells when an item is moved by its place, as by a drag.
public struct ReorderingHandlers<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Whether an item may be moved. Without it, none may.
  public var canReorderItem: (@Sendable (Item) -> Bool)?
  /// Hears of a move that is about to be made.
  public var willReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)?
  /// Hears of a move that was made, after the observers: the place to bring the model up to date.
  public var didReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)?

  /// Makes handlers.
  ///
  /// - Parameters:
  ///   - canReorderItem: Whether an item may be moved. Without it, none may.
  ///   - willReorder: Hears of a move that is about to be made.
  ///   - didReorder: Hears of a move that was made.
  public init(
    canReorderItem: (@Sendable (Item) -> Bool)? = nil,
    willReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)? = nil,
    didReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)? = nil
  ) {
    self.canReorderItem = canReorderItem
    self.willReorder = willReorder
    self.didReorder = didReorder
  }
}

/// A move of an item by its place.
public struct ReorderingTransaction<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// What happens to one section.
  public struct SectionTransaction: Sendable {
    /// The section.
    public var sectionIdentifier: Section
    /// The section's items before.
    public var initialItems: [Item]
    /// The section's items after.
    public var finalItems: [Item]
    /// What leads from the ones to the others. In the section that an item leaves for another it is deleted, and in that one inserted.
    public var edits: Edits<Int>
  }

  /// What is shown before.
  public var initialSnapshot: Snapshot<Section, Item>
  /// What is shown after.
  public var finalSnapshot: Snapshot<Section, Item>
  /// What leads from the one to the other.
  public var batch: UpdateBatch
  /// What happens to each section that is concerned, one or two, the one that the item comes from first.
  public var sectionTransactions: [SectionTransaction]
}
