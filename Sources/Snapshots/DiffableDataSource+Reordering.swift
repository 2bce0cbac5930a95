public import Changesets
public import DataSources

extension DiffableDataSource {
  /// Moves an item to another place, as by a drag. Nothing changes where that is its own place.
  ///
  /// - Parameters:
  ///   - from: The item's place before.
  ///   - to: The item's place after, in the same section or in another one.
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when the move is shown, or with false when it failed or was rolled back.
  /// - Throws: ``UpdateError`` if there is no such place, if the item may not be moved, or if one of the sections shows a tree. Where
  ///   a handler of another change asks for the move, only the completion hears of it.
  /// - Complexity: O(log *n*) and a copy of the snapshot's storage, *n* being the number of items; O(*k*) more with handlers, for *k*
  ///   items in the sections concerned.
  public func reorder(
    from: ItemPath, to: ItemPath, animated: UpdateAnimations = .automatic, completion: ((_ isMade: Bool) -> Void)? = nil
  ) throws {
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
      ? [(from.section, Edits(moves: [Pair(from.item, to.item)]).normalised())]
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

/// The closures that a ``DiffableDataSource`` calls when an item is moved by its place, as by a drag.
public struct ReorderingHandlers<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  /// Whether an item may be moved. Without it, none may.
  public var canReorderItem: ((Item) -> Bool)?
  /// Is called before a move.
  public var willReorder: ((ReorderingTransaction<Section, Item>) -> Void)?
  /// Is called after a move, and after the observers: the place to bring the model up to date.
  public var didReorder: ((ReorderingTransaction<Section, Item>) -> Void)?

  /// Creates handlers.
  ///
  /// - Parameters:
  ///   - canReorderItem: Whether an item may be moved. Without it, none may.
  ///   - willReorder: Is called before a move.
  ///   - didReorder: Is called after a move.
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
