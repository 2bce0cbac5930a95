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
