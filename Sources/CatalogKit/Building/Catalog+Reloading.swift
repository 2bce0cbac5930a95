import Changesets
import DataSources
import Datasets
import Diagnostics

extension Catalog {
  /// Reads data files again, and takes over what is different: one batch for each data set.
  ///
  /// - Parameter changed: The paths of the files that are others than before.
  /// - Returns: What happened to the records. Nothing if there is more to it than other records, such as another template or a new field:
  ///   then the catalog has to be opened anew.
  /// - Throws: ``Diagnostics/DiagnosticsError`` with everything that is wrong with the files; what cannot be read stays as it was.
  func reload(_ changed: Set<String>) throws(DiagnosticsError) -> BuildReport.Rows? {
    log.noteAgain(changed)
    let affected = leaves.filter { !$0.files.isDisjoint(with: changed) }
    guard changed.isSubset(of: affected.reduce(into: []) { $0.formUnion($1.files) }) else { return nil }
    if let found = configuration.found, !found.isCurrent { return nil }
    var rows = BuildReport.Rows()
    var findings: [Diagnostic] = []
    for leaf in affected {
      do {
        leaf.noteFiles(in: folder, log: log)
        try leaf.reload(counting: &rows)
      } catch {
        findings += error.diagnostics.map(leaf.entry.located)
        continue
      }
      guard leaf.hasSameForm else { return nil }
      findings += leaf.findings(besides: relations.fields(of: leaf))
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
    // An edit without a file may turn over what type a field has that follows from others.
    guard leaves.allSatisfy(\.hasSameForm) else { return nil }
    return hasSameLook ? rows : nil
  }

  /// Whether what is decided by all records is decided in the same way as when the catalog was opened: which pictures there are, and how
  /// fields are shown.
  private var hasSameLook: Bool {
    var images = ImageFiles(folder: folder, log: log)
    for leaf in leaves { images.look(for: leaf.rows.items, of: leaf.schema, file: leaf.file) }
    return images.found == self.images.found && images.missingSources == self.images.missingSources
      && members.allSatisfy(\.hasSameLook)
  }
}

extension OpenDataset {
  /// Reads the files again.
  fileprivate func reload(counting rows: inout BuildReport.Rows) throws(DiagnosticsError) {
    let counter = RowCounter()
    let token = source.link.addObserver(counter) { counter, event in
      if case .didUpdate(let batch, _) = event { counter.count(batch) }
    }
    defer { token.cancel() }
    try source.reload()
    rows.inserted += counter.rows.inserted
    rows.updated += counter.rows.updated
    rows.deleted += counter.rows.deleted
    rows.moved += counter.rows.moved
  }
}

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
