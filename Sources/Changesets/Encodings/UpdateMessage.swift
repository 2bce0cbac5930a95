/// A message of an update protocol that knows no moves: what a consumer hears, one after the other, when its source changes.
///
/// A consumer that keeps arrays of its own may change them as each message comes, place after place as they are listed:
/// deletes are listed from the last to the first, inserts and updates from the first to the last. What is at an inserted or
/// updated place is read from the state after.
public enum UpdateMessage: Hashable, Sendable {
  /// Everything is new; no other message belongs to this update.
  case didReload
  /// An update begins.
  case willUpdate
  /// Sections went, with their items. Sections in before space, descending.
  case didDeleteSections([Int])
  /// Sections came, with their items. Sections in after space, ascending.
  case didInsertSections([Int])
  /// Items went. Paths in before space, descending.
  case didDeleteItems([ItemPath])
  /// Items came. Paths in after space, ascending.
  case didInsertItems([ItemPath])
  /// Items have another content. Paths in after space, ascending.
  case didUpdateItems([ItemPath])
  /// The update is complete.
  case didUpdate
}

extension UpdateBatch {
  /// The batch as messages for a consumer that knows no moves, in an order in which they can be carried out one by one.
  ///
  /// `willUpdate`; item deletes, section deletes (both in before space: the items go while their sections still have the
  /// numbers of that space); section inserts, item inserts, item updates (in after space: the sections have to be there
  /// first); `didUpdate`. Messages without a place are not sent, a batch that changes nothing sends nothing, and a reload sends
  /// `didReload` alone.
  ///
  /// - A move is a delete and an insert.
  /// - A moved section is a deleted and an inserted section, whose items a consumer reads anew; so is an updated one, as the
  ///   section's own content has no message. Edits of items inside are left out.
  /// - An item that moved and changed is not in the updates: it is read when it is inserted.
  ///
  /// The batch is taken in its normal form, so the messages depend on what changed alone. For ABCDEF → ACGDH, where C is
  /// another C: delete 5, 4, 1; insert 2, 4; update 1.
  ///
  /// - Complexity: O(*k* log *k*), *k* being ``count``.
  public func messages() -> [UpdateMessage] {
    let batch = normalised()
    if batch.isReload { return [.didReload] }
    if batch.isEmpty { return [] }
    let replaced = batch.sections.moves + batch.sections.updates
    let deletedSections = Set(batch.sections.deletes + replaced.map(\.before))
    let insertedSections = Set(batch.sections.inserts + replaced.map(\.after))
    let deletedItems = Set(batch.items.deletes + batch.items.moves.map(\.before))
      .filter { !deletedSections.contains($0.section) }
    let insertedItems = Set(batch.items.inserts + batch.items.moves.map(\.after))
      .filter { !insertedSections.contains($0.section) }
    let updatedItems = Set(batch.items.updates.map(\.after)).subtracting(batch.items.moves.map(\.after))
      .filter { !insertedSections.contains($0.section) }

    var messages = [UpdateMessage.willUpdate]
    if !deletedItems.isEmpty { messages.append(.didDeleteItems(deletedItems.sorted(by: >))) }
    if !deletedSections.isEmpty { messages.append(.didDeleteSections(deletedSections.sorted(by: >))) }
    if !insertedSections.isEmpty { messages.append(.didInsertSections(insertedSections.sorted())) }
    if !insertedItems.isEmpty { messages.append(.didInsertItems(insertedItems.sorted())) }
    if !updatedItems.isEmpty { messages.append(.didUpdateItems(updatedItems.sorted())) }
    messages.append(.didUpdate)
    return messages
  }
}
