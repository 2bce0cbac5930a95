public import Changesets
import DataSources
import Synchronization

extension DiffableDataSource {
  /// The handlers for items that are moved by their places.
  public var reorderingHandlers: ReorderingHandlers<Section, Item> {
    get { state.withLock { $0.reorderingHandlers } }
    set {
      // The old handlers are released outside of the lock.
      _ = state.withLock { state in
        let previous = state.reorderingHandlers
        state.reorderingHandlers = newValue
        return previous
      }
    }
  }

  /// Moves an item to another place, as by a drag. Onto its own place, nothing happens.
  ///
  /// - Parameters:
  ///   - from: The item's place before.
  ///   - to: The item's place after, in the same section or in another one.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Is called with the result of the move, whether or not it was made at once.
  /// - Throws: ``UpdateError`` if there is no such place, if the item may not be moved, or if one of the sections shows a tree. A move
  ///   that has to wait for other changes passes its errors to the completion alone.
  /// - Complexity: O(log *n*) and a copy of the snapshot's storage, *n* being the number of items; O(*k*) more with handlers, for *k*
  ///   items in the sections concerned.
  public func reorder(from: ItemPath, to: ItemPath, animated: Bool = true, completion: Completion? = nil) throws {
    try run(animated: animated, completion: completion) { [self] content in
      let (handlers, before) = (reorderingHandlers, content.snapshot)
      guard let item = before.itemIdentifier(at: from) else { throw UpdateError.noItem(at: from) }
      guard handlers.canReorderItem?(item) == true else {
        throw UpdateError.refused("moved", item, by: "canReorderItem")
      }
      guard from != to else { return nil }
      let batch = try content.move(item, from: from, to: to)
      guard handlers.willReorder != nil || handlers.didReorder != nil else { return Change(batch: batch) }
      let transaction = ReorderingTransaction(
        initialSnapshot: before, finalSnapshot: content.snapshot, batch: batch, from: from, to: to)
      handlers.willReorder?(transaction)
      return Change(batch: batch) { handlers.didReorder?(transaction) }
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
public struct ReorderingHandlers<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// Whether an item may be moved. Without it, none may.
  public var canReorderItem: (@Sendable (Item) -> Bool)?
  /// Is called before a move.
  public var willReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)?
  /// Is called after a move, and after the observers: the place to bring the model up to date.
  public var didReorder: (@Sendable (ReorderingTransaction<Section, Item>) -> Void)?

  /// Creates handlers.
  ///
  /// - Parameters:
  ///   - canReorderItem: Whether an item may be moved. Without it, none may.
  ///   - willReorder: Is called before a move.
  ///   - didReorder: Is called after a move.
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
