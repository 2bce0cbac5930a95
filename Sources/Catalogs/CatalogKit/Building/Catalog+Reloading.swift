import Changesets
import DataSources
import Datasets
import Diagnostics

extension Catalog {
  /// Reads data files again, and reports the differences as one batch for each data set.
  ///
  /// - Parameter changed: The paths of the files that have changed.
  /// - Returns: The changes of records, or `nil` if more than records has changed, such as a template or the fields of
  ///   a data set. The catalog then has to be opened again.
  /// - Throws: `DiagnosticsError` with all problems of the files. The records of a data set that cannot be read stay as
  ///   they were.
  func reload(_ changed: Set<String>) throws(DiagnosticsError) -> BuildReport.Rows? {
    // States are recorded before the files are read, so that a change during the reading is noticed.
    log.noteAgain(changed)
    let affected = datasets.filter { !$0.files.isDisjoint(with: changed) }
    guard changed.isSubset(of: affected.reduce(into: []) { $0.formUnion($1.files) }) else { return nil }
    if let foundDatasets, !foundDatasets.isCurrent { return nil }
    var rows = BuildReport.Rows()
    var findings: [Diagnostic] = []
    for dataset in affected {
      do {
        dataset.noteFiles(in: folder, log: log)
        let read = try dataset.source.read()
        // Records with other fields are not shown by cells that were made for the present ones: if the catalog cannot
        // be opened again, it stays as it was.
        guard dataset.source.hasForm(of: read) else { return nil }
        dataset.show(read, counting: &rows)
      } catch {
        findings += error.diagnostics.map(dataset.entry.located)
        continue
      }
      guard dataset.hasSameForm else { return nil }
      findings += dataset.findings(besides: relations.fields(of: dataset))
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    // An edit in memory, without a changed file, may have changed the type of a derived field.
    guard datasets.allSatisfy(\.hasSameForm) else { return nil }
    return hasSamePresentation ? rows : nil
  }

  /// Whether the decisions that depend on all records are the same as when the catalog was opened: which pictures
  /// exist, and how fields are shown.
  private var hasSamePresentation: Bool {
    var images = ImageFiles(folder: folder, log: log)
    for dataset in datasets { images.addPictures(of: dataset.rows.items, with: dataset.schema, file: dataset.file) }
    return images.found == self.images.found && images.missingSources == self.images.missingSources
      && plans.allSatisfy(\.hasSamePresentation)
  }
}

extension OpenDataset {
  fileprivate func show(_ dataset: Dataset, counting rows: inout BuildReport.Rows) {
    let counter = RowCounter()
    counter.rows = rows
    // The observer is notified as long as the token exists, which is until the end of the method.
    let token = source.link.addObserver(counter) { counter, event in
      if case .didUpdate(let batch, _) = event { counter.count(batch) }
    }
    defer { token.cancel() }
    source.show(dataset)
    rows = counter.rows
  }
}

private final class RowCounter {
  var rows = BuildReport.Rows()

  func count(_ batch: UpdateBatch) {
    rows.inserted += batch.items.inserts.count
    rows.updated += batch.items.updates.count
    rows.deleted += batch.items.deletes.count
    rows.moved += batch.items.moves.count
  }
}
