package import Diagnostics
import Foundation

extension PublishedFolder {
  /// The name of the note about the files that are there: it is emptied where somebody changes them who does not name it.
  package static let memo = "memo"

  /// Publishes a catalog: these files, and no others. Files that were published before and are not among them are deleted.
  ///
  /// A file is neither prepared nor made if its inputs are those that it was made from, and it is on the disk as it was made.
  ///
  /// - Parameters:
  ///   - files: All files of the catalog. They are asked for one after the other, so that they need not be in memory together.
  ///   - options: How it is done.
  /// - Returns: What was touched on the disk; what would be if the folder is only looked at.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if something is wrong with the plan, the folder or the disk, or a file cannot be prepared.
  ///   The catalog is as it was, unless the error says that it is on its way.
  /// - Complexity: O(*n* + *c*) for *n* files and *c* bytes of those that have to be made; if there are *m* new files, O(*m* log *m*) besides.
  package func publish(
    _ files: some Sequence<PlannedFile>, options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport {
    try publish(files, removing: inventory.order, look: lookAtAll, options)
  }

  /// Publishes what has changed in a catalog; all other files stay as they are.
  ///
  /// - Parameters:
  ///   - changed: The files that are new or may have changed.
  ///   - removed: The paths of files that are not part of the catalog any more. One that is among the changed ones stays.
  ///   - options: How it is done.
  /// - Returns: What was touched on the disk; what would be if the folder is only looked at.
  /// - Throws: ``Diagnostics/DiagnosticsError`` as above.
  /// - Complexity: O(*k* + *c*) for *k* files that are named and *c* bytes of those that have to be made, and a store of 48 bytes for each
  ///   file of the catalog.
  package func publish(
    changed: some Sequence<PlannedFile>, removed: some Sequence<String> = [],
    options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport {
    let candidates = removed.compactMap { inventory.paths.id(of: $0) }
    return try publish(changed, removing: Array(Set(candidates)), look: lookAtEach, options)
  }

  private func publish(
    _ files: some Sequence<PlannedFile>, removing candidates: [Int], look: () -> (Int) -> Sighting,
    _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    try refuseForeignFiles()
    let transaction = try transaction()
    let publication = Publication(
      inventory, in: folder.root, expected: files.underestimatedCount, options: options, diagnostics: diagnostics,
      look: look(),
      openWorkshop: { [diagnostics, folder] () throws(DiagnosticsError) in
        let maker = FileMaker(staging: try transaction?.begin(), place: folder.root, diagnostics: diagnostics)
        let jobs = options.jobs ?? ProcessInfo.processInfo.activeProcessorCount
        return Workshop(jobs: jobs, keepsGoing: options.keepsGoing, maker: maker)
      })
    let changes: FileChanges
    do {
      for file in files where try !publication.plan(file) { break }
      let outcome = try publication.finish(removing: candidates)
      changes = outcome.changes
      if let transaction {
        var notes = options.notes.merging(ownNotes) { $1 }
        if outcome.isChanged, notes[Self.memo] == nil, note(Self.memo) != nil { notes[Self.memo] = [] }
        notes = notes.filter { note($0.key) != $0.value }
        if outcome.isChanged {
          try commit(publication, changes, notes, transaction)
        } else if !notes.isEmpty {
          _ = try transaction.commit(changes, files: [:], notes: notes, store: nil)
        }
      }
    } catch {
      let first = publication.abandon() ?? error
      // The error that is thrown says more than that what was staged could not be deleted, too.
      try? transaction?.abandon()
      throw first
    }
    if let transaction { _ = try transaction.finish() }
    var report = publication.report
    let all = changes.following(finished)
    (report.created, report.updated, report.deleted) = (all.created, all.updated, all.deleted)
    if transaction != nil { finished = FileChanges() }
    return report
  }

  /// Delivers the list of changes: all files that have changed since it was delivered last, whoever has published, and however the
  /// processes ended.
  ///
  /// The list counts as delivered when the closure returns; if it throws an error, or the process ends before, it is delivered again, with
  /// what has changed meanwhile. A folder that is only looked at delivers nothing.
  ///
  /// - Parameter receive: Takes the changes: what was created and deleted since is not named, what was deleted and created has been updated.
  /// - Throws: What the closure throws, or ``Diagnostics/DiagnosticsError``.
  /// - Complexity: O(*n*) in the number of the catalog's files.
  package func deliverChanges(to receive: (FileChanges) throws -> Void) throws {
    guard let transaction = try transaction() else { return }
    let changes = inventory.undelivered
    try receive(changes)
    guard !changes.isEmpty else { return }
    try transaction.forgetUndelivered()
    inventory.forgetChanges()
  }

  /// The way to another catalog; nil if the folder is only looked at. What this object could not
  /// finish, or not take back, is finished and taken back first.
  private func transaction() throws(DiagnosticsError) -> Transaction? {
    guard isOpen else { throw diagnostics.error("the output folder is closed", hint: "Open it once more.") }
    guard !isChecking, let root = folder.root, let hidden = folder.hidden else { return nil }
    let transaction = Transaction(in: root, hidden: hidden, diagnostics: diagnostics)
    if let changes = try transaction.finish() { finished = changes.following(finished) }
    try transaction.abandon()
    return transaction
  }

  private func commit(
    _ publication: Publication, _ changes: FileChanges, _ notes: [String: [UInt8]], _ transaction: Transaction
  ) throws(DiagnosticsError) {
    var inventory = publication.inventory
    var files: [String: [UInt8]] = [:]
    if inventory.manifest == nil {
      let manifest = inventory.manifestBytes()
      inventory.manifest = ChecksummedFile.seal(of: manifest)
      files[Transaction.manifest] = manifest
    }
    files[Transaction.undelivered] = inventory.undeliveredBytes()
    inventory.recorded = try transaction.commit(changes, files: files, notes: notes, store: inventory.storeBytes())
    folder.isUsed = true
    self.inventory = inventory
  }

  // MARK: - Looking

  /// What a publishing before has left under a name; nil where there is nothing, or it is damaged.
  ///
  /// - Complexity: O(*n*) in its length. It is read each time that it is asked for, and never otherwise.
  package func note(_ name: String) -> [UInt8]? {
    for folder in noteFolders {
      if let notes = try? folder.folder(Transaction.notes), let file = try? notes.read(name) {
        return ChecksummedFile.content(.note, of: file.bytes).map { Array($0.rest) }
      }
    }
    return nil
  }

  /// Whether every file of the catalog is on the disk as it was published, as far as its size and its time tell.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if a file of somebody else is where none may be.
  /// - Complexity: O(*n*) in the number of files.
  package func isIntact() throws(DiagnosticsError) -> Bool {
    try refuseForeignFiles()
    let look = lookAtAll()
    return inventory.recorded != nil && inventory.order.allSatisfy { look($0) == .recorded }
  }

  private func refuseForeignFiles() throws(DiagnosticsError) {
    guard mayHoldForeignFiles, let ongoing = takeInspection() else { return }
    // Whoever publishes again after an error may have moved the file away, and it is looked at anew then.
    let file = try diagnostics.attempt("read", ".") { () throws(SystemError) in try ongoing.foreignFile() }
    if let file { throw diagnostics.foreign(file) }
    mayHoldForeignFiles = false
    inspection = ongoing
  }

  private func lookAtAll() -> (Int) -> Sighting {
    let found = takeInspection()?.sightings() ?? []
    return { found[$0] }
  }

  /// The look that was begun, or another one.
  private func takeInspection() -> Inspection? {
    defer { inspection = nil }
    return inspection
      ?? folder.root.map { Inspection(inventory, in: $0, isCounting: mayHoldForeignFiles, isReading: isVerifying) }
  }

  private func lookAtEach() -> (Int) -> Sighting {
    // What was seen when the folder was opened will not be so any more.
    inspection = nil
    guard let root = folder.root else { return { _ in .missing } }
    let inspector = Inspector(inventory, in: root)
    return { inspector.look(at: $0) }
  }
}
