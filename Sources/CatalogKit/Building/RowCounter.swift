import Changesets

/// Counts what happens to the records of a source.
final class RowCounter {
  private(set) var rows = BuildReport.Rows()

  /// Takes in an update.
  func count(_ batch: UpdateBatch) {
    rows.inserted += batch.items.inserts.count
    rows.updated += batch.items.updates.count
    rows.deleted += batch.items.deletes.count
    rows.moved += batch.items.moves.count
  }
}
