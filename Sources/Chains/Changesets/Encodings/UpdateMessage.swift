/// A message of an update protocol without moves. When its source changes, a consumer receives the messages of the
/// update one after the other.
///
/// A consumer with its own arrays may change them message by message, and within a message place by place: deletes are
/// listed in descending order, inserts and updates in ascending order. The content of an inserted or updated place is
/// read from the new state.
public enum UpdateMessage: Hashable, Sendable {
  /// Everything is new. The update has no other message.
  case didReload
  /// An update begins.
  case willUpdate
  /// Sections were deleted, with their items. Indexes in before space, descending.
  case didDeleteSections([Int])
  /// Sections were inserted, with their items. Indexes in after space, ascending.
  case didInsertSections([Int])
  /// Items were deleted. Paths in before space, descending.
  case didDeleteItems([ItemPath])
  /// Items were inserted. Paths in after space, ascending.
  case didInsertItems([ItemPath])
  /// The content of items changed. Paths in after space, ascending.
  case didUpdateItems([ItemPath])
  /// The update is complete.
  case didUpdate
}

extension UpdateBatch {
  /// Returns the batch as messages for a consumer without moves, in an order in which they can be performed one by one.
  ///
  /// The order is `willUpdate`; deletes of items, deletes of sections (both in before space: items are deleted while
  /// the indexes of their sections are still those of that space); inserts of sections, inserts of items, updates of
  /// items (in after space: the sections have to exist first); `didUpdate`. Messages without a place are omitted, an
  /// empty batch has no messages, and a reload is `didReload` alone.
  ///
  /// - A move is a delete and an insert.
  /// - A moved section is a deleted and an inserted section, whose items the consumer reads again. So is an updated
  ///   section, since there is no message for the content of a section. Edits of items in these sections are omitted.
  /// - An item that moved and changed is not among the updates: it is read when it is inserted.
  ///
  /// The messages describe the normal form of the batch, so equal changes lead to equal messages. For ABCDEF → ACGDH,
  /// where the content of C changed: delete 5, 4, 1; insert 2, 4; update 1.
  ///
  /// - Complexity: O(*k* log *k*), *k* being ``count``.
  public func messages() -> [UpdateMessage] {
    let batch = normalized()
    if batch.isReload { return [.didReload] }
    if batch.isEmpty { return [] }
    // There are no messages for these, so the section is deleted and inserted, and messages about its items would
    // count them twice.
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
