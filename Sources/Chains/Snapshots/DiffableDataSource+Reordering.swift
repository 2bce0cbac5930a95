public import Changesets
public import DataSources

extension DiffableDataSource {
  /// Moves an item to another place, for example after a drag. Moving an item to its own place has no effect.
  ///
  /// - Parameters:
  ///   - from: The place of the item before.
  ///   - to: The place of the item after, in the same section or in another one.
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true when the move is shown, or with false if it failed or was rolled back.
  /// - Throws: `UpdateError` if there is no such place, if the item may not be moved, or if one of the sections shows a
  ///   tree. If the move is requested by a handler of another change, only the completion receives the failure.
  /// - Complexity: O(log *n*) and a copy of the snapshot's storage, *n* being the number of items. For *k* items in the
  ///   sections concerned, handlers cost O(*k*) more, and a flat tree that was applied to a section costs O(*k* log
  ///   *k*) more.
  public func reorder(
    from: ItemPath, to: ItemPath, animated: UpdateAnimations = .automatic, completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
    // Set when the move is prepared. The completion is called later.
    var transaction: ReorderingTransaction<Section, Item>?
    let didMove = { [self] (isMade: Bool) in
      if isMade, let transaction { reorderingHandlers.didReorder?(transaction) }
      completion?(isMade)
    }
    try makeChange(animated: animated, completion: didMove) { [self] content in
      let before = content.snapshot
      guard let item = before.itemIdentifier(at: from) else { throw UpdateError.noItem(at: from) }
      guard reorderingHandlers.canReorderItem?(item) == true else {
        throw UpdateError.refused("moved", item, by: "canReorderItem")
      }
      guard from != to else { return nil }
      let batch = try content.move(item, from: from, to: to)
      if reorderingHandlers.willReorder != nil || reorderingHandlers.didReorder != nil {
        let move = ReorderingTransaction(
          initialSnapshot: before, finalSnapshot: content.snapshot, batch: batch, from: from, to: to)
        transaction = move
        reorderingHandlers.willReorder?(move)
      }
      return Change(batch: batch)
    }
  }
}

extension ReorderingTransaction {
  fileprivate init(
    initialSnapshot: Snapshot<Section, Item>, finalSnapshot: Snapshot<Section, Item>, batch: UpdateBatch,
    from: ItemPath, to: ItemPath
  ) {
    self.init(
      initialSnapshot: initialSnapshot, finalSnapshot: finalSnapshot, batch: batch, sectionTransactions: [])
    let edits: [(Int, Edits<Int>)] =
      from.section == to.section
      ? [(from.section, Edits(moves: [PlacePair(from.item, to.item)]).normalized())]
      : [(from.section, Edits(deletes: [from.item])), (to.section, Edits(inserts: [to.item]))]
    sectionTransactions = edits.compactMap { index, edits in
      guard let section = initialSnapshot.sectionIdentifier(at: index),
        let initial = try? initialSnapshot.itemIdentifiers(inSection: section),
        let final = try? finalSnapshot.itemIdentifiers(inSection: section)
      else { return nil }
      return SectionTransaction(
        sectionIdentifier: section, initialItems: initial, finalItems: final, edits: edits)
    }
  }
}

/// The closures that a ``DiffableDataSource`` calls when an item is moved from place to place, for example by a drag.
public struct ReorderingHandlers<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// Returns whether an item may be moved. Without it, no item may be moved.
  public var canReorderItem: ((Item) -> Bool)?
  /// Called before a move.
  public var willReorder: ((ReorderingTransaction<Section, Item>) -> Void)?
  /// Called after a move and after the observers. Use it to update the model.
  ///
  /// Otherwise the next snapshot that is made from the model moves the item back.
  public var didReorder: ((ReorderingTransaction<Section, Item>) -> Void)?

  /// Creates handlers.
  ///
  /// - Parameters:
  ///   - canReorderItem: Returns whether an item may be moved. Without it, no item may be moved.
  ///   - willReorder: Called before a move.
  ///   - didReorder: Called after a move.
  public init(
    canReorderItem: ((Item) -> Bool)? = nil,
    willReorder: ((ReorderingTransaction<Section, Item>) -> Void)? = nil,
    didReorder: ((ReorderingTransaction<Section, Item>) -> Void)? = nil
  ) {
    self.canReorderItem = canReorderItem
    self.willReorder = willReorder
    self.didReorder = didReorder
  }
}

/// A move of an item from place to place.
public struct ReorderingTransaction<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// The change of one section.
  public struct SectionTransaction: Sendable {
    /// The section.
    public var sectionIdentifier: Section
    /// The items of the section before.
    public var initialItems: [Item]
    /// The items of the section after.
    public var finalItems: [Item]
    /// The edits from the initial to the final items. If the item moves to another section, this is a delete in its old
    /// section and an insert in the new one.
    public var edits: Edits<Int>
  }

  /// The snapshot before the move.
  public var initialSnapshot: Snapshot<Section, Item>
  /// The snapshot after the move.
  public var finalSnapshot: Snapshot<Section, Item>
  /// The batch from the initial to the final snapshot.
  public var batch: UpdateBatch
  /// The changes of the sections concerned: one section, or two, of which the item's old section is the first.
  public var sectionTransactions: [SectionTransaction]
}
