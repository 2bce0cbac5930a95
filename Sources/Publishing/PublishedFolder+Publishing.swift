package import Diagnostics
import Foundation

extension PublishedFolder {
  /// The name of the note about the files that are there: it is emptied where somebody changes them who does not name it.
  package static let memo = "memo"
  /// To ask for it takes longer than to make a file.
  private static let processors = ProcessInfo.processInfo.activeProcessorCount

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
    try publish(files, removing: nil, options)
  }

  /// Publishes what has changed in a catalog; all other files stay as they are.
  ///
  /// - Parameters:
  ///   - changed: The files that are new or may have changed.
  ///   - removed: The paths of files that are not part of the catalog any more. One that is among the changed ones stays.
  ///   - options: How it is done.
  /// - Returns: What was touched on the disk; what would be if the folder is only looked at.
  /// - Throws: ``Diagnostics/DiagnosticsError`` as above.
  /// - Complexity: O(*k* log *k* + *c*) for *k* files that are named and *c* bytes of those that have to be made, amortized: the list of all files
  ///   is written anew when half of it is old.
  package func publish(
    changed: some Sequence<PlannedFile>, removed: some Sequence<String> = [],
    options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport {
    let candidates = removed.compactMap { store.inventory.paths.id(of: $0) }
    return try publish(changed, removing: Array(Set(candidates)), options)
  }

  /// Publishes files.
  ///
  /// - Parameter candidates: The files that go unless the plan names them; nil for all.
  private func publish(
    _ files: some Sequence<PlannedFile>, removing candidates: [Int]?, _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    // Where records were lost, whose a file is shows when it is made.
    if !store.inventory.hasLostRecords { try refuseForeignFiles() }
    try finish()
    var isFlat = true
    let publication = Publication(
      store, in: folder.root, isWhole: candidates == nil, expected: files.underestimatedCount, options: options,
      diagnostics: diagnostics, look: candidates == nil ? lookAtAll() : lookAtEach(),
      openWorkshop: { [diagnostics, folder, transaction] () throws(DiagnosticsError) in
        isFlat = candidates != nil
        let staged = try transaction?.begin(isFlat: isFlat)
        let maker = FileMaker(staging: staged, place: folder.root, diagnostics: diagnostics)
        return Workshop(jobs: options.jobs ?? Self.processors, keepsGoing: options.keepsGoing, maker: maker)
      })
    let changes: FileChanges
    do {
      for file in files where try !publication.plan(file) { break }
      changes = try publication.finish(removing: candidates ?? store.inventory.walk())
      try commit(changes, isFlat: isFlat, options)
    } catch {
      let first = publication.abandon() ?? error
      store.inventory.undoChanges()
      // The error that is thrown says more than that what was staged could not be deleted, too.
      try? transaction?.abandon()
      throw first
    }
    var report = publication.report
    report.visits = store.inventory.visits
    _ = try transaction?.finish()
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
  /// - Complexity: O(*k* log *k*) for *k* files that have changed.
  package func deliverChanges(to receive: (FileChanges) throws -> Void) throws {
    try finish()
    guard let transaction else { return }
    let changes = store.inventory.undelivered()
    try receive(changes)
    guard !changes.isEmpty else { return }
    try transaction.noteDelivery()
  }

  /// Finishes what was committed to, and takes back what was staged and not published.
  private func finish() throws(DiagnosticsError) {
    guard isOpen else { throw diagnostics.error("the output folder is closed", hint: "Open it once more.") }
    guard let transaction else { return }
    if let changes = try transaction.finish() { finished = changes.following(finished) }
    try transaction.abandon()
  }

  /// Commits to what was made, if anything is to be written.
  private func commit(
    _ changes: FileChanges, isFlat: Bool, _ options: PublishingOptions
  ) throws(DiagnosticsError) {
    guard let transaction, let notes else { return store.inventory.undoChanges() }
    let isChanged = !store.isWritten
    var replaced = options.notes.merging(ownNotes) { $1 }
    var appended: [String: SealedLog.Chunk] = [:]
    for (name, bytes) in options.appendedNotes where replaced[name] == nil {
      if notes.contains(name) { appended[name] = notes.addition(of: bytes, to: name) } else { replaced[name] = bytes }
    }
    if isChanged, replaced[Self.memo] == nil, appended[Self.memo] == nil, notes.contains(Self.memo) {
      replaced[Self.memo] = []
    }
    var replacements: [String: SealedLog.Chunk] = [:]
    for (name, bytes) in replaced { replacements[name] = notes.replacement(of: name, by: bytes) }
    guard isChanged || !replacements.isEmpty || !appended.isEmpty else { return }
    let update = isChanged ? store.update() : nil
    let time = try transaction.commit(
      changes, isFlat: isFlat, update, replacing: replacements, appending: appended)
    for (name, chunk) in [replacements, appended].joined() { notes.keep(chunk.end, of: name) }
    guard let update else { return }
    store.keep(update, writtenAt: time)
    folder.isUsed = true
  }

  // MARK: - Looking

  /// What a publishing before has left under a name; nil where there is nothing, or it is damaged.
  ///
  /// - Complexity: O(*n*) in its length. It is read each time that it is asked for, and never otherwise.
  package func note(_ name: String) -> [UInt8]? { notes?[name] }

  /// Whether a publishing before has left something under a name.
  package func hasNote(_ name: String) -> Bool { notes?.contains(name) ?? false }

  /// Whether every file of the catalog is on the disk as it was published, as far as its size and its time tell.
  ///
  /// - Throws: ``Diagnostics/DiagnosticsError`` if a file of somebody else is where none may be.
  /// - Complexity: O(*n*) in the number of files.
  package func isIntact() throws(DiagnosticsError) -> Bool {
    guard !store.inventory.hasLostRecords else { return false }
    try refuseForeignFiles()
    let look = lookAtAll()
    return store.inventory.recorded != nil && store.inventory.walk().allSatisfy { look($0) == .recorded }
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
    return inspection ?? folder.root.map { inspection(in: $0) }
  }

  private func lookAtEach() -> (Int) -> Sighting {
    // What was seen when the folder was opened will not be so any more.
    inspection = nil
    guard let root = folder.root else { return { _ in .missing } }
    let inspector = Inspector(in: root)
    return { [store] in inspector.look(at: $0, in: store.inventory) }
  }
}
