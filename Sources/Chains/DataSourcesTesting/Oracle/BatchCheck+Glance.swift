import Changesets

extension BatchCheck {
  /// Returns whether a single pass can prove that a batch is exactly the true change in normal form: sections stay as
  /// they are, no item moves, and iterating over both states side by side finds no differences except those of the
  /// batch.
  ///
  /// Most batches are of this kind, and this check costs a fraction of a diff.
  ///
  /// - Complexity: O(*n*), *n* being the number of items in both states.
  func isPlainlyTrue(_ batch: UpdateBatch) -> Bool {
    guard batch.sections.isEmpty, !batch.isReload, batch.items.moves.isEmpty,
      before.sections.count == after.sections.count
    else { return false }
    let edits = batch.items
    var deletes = 0
    var inserts = 0
    var updates = 0
    var gone: [AnyHashable] = [], arrived: Set<AnyHashable> = []
    for index in before.sections.indices {
      guard before.sections[index].value == after.sections[index].value else { return false }
      let (old, new) = (before.sections[index].items, after.sections[index].items)
      var (from, to) = (0, 0)
      while true {
        let (origin, target) = (ItemPath(section: index, item: from), ItemPath(section: index, item: to))
        if from < old.count, deletes < edits.deletes.count, edits.deletes[deletes] == origin {
          gone.append(old[from].id)
          deletes = deletes + 1
          from = from + 1
        } else if to < new.count, inserts < edits.inserts.count, edits.inserts[inserts] == target {
          arrived.insert(new[to].id)
          inserts = inserts + 1
          to = to + 1
        } else if from < old.count, to < new.count, old[from].id == new[to].id {
          if old[from].content != new[to].content {
            guard updates < edits.updates.count, edits.updates[updates] == PlacePair(origin, target) else {
              return false
            }
            updates += 1
          }
          from = from + 1
          to = to + 1
        } else {
          break
        }
      }
      guard from == old.count, to == new.count else { return false }
    }
    // An item that is both deleted and inserted could have stayed or moved.
    return deletes == edits.deletes.count && inserts == edits.inserts.count && updates == edits.updates.count
      && !gone.contains { arrived.contains($0) }
  }
}
