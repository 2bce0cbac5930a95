package import Diagnostics
import Foundation

extension PublishedFolder {
  /// The name of the note about the published files. A publishing that changes the records and does not set this note
  /// empties it.
  package static let memo = "memo"
  /// The number of processors. It is cached, since querying it takes longer than making a file.
  private static let processors = ProcessInfo.processInfo.activeProcessorCount

  /// Publishes a catalog that consists of exactly the given files. Files that were published before and are not among
  /// them are deleted.
  ///
  /// A file is not made if its inputs are the same as before, and the file on the disk is unchanged. It is not even
  /// prepared if its plan key is the same.
  ///
  /// - Parameter files: All files of the catalog. The sequence is iterated over lazily, so that the files need not be
  ///   in memory together.
  /// - Returns: A report of the changes on the disk; for a check, of the changes that a build would make.
  /// - Throws: `DiagnosticsError` if the plan, the folder or the disk is in error, or a file cannot be made. The
  ///   catalog is unchanged, unless the error says that the new one has been committed.
  /// - Complexity: O(*n* + *c*) for *n* files and *c* bytes of those that have to be made, plus O(*m* log *m*) for *m*
  ///   new files.
  package func publish(
    _ files: some Sequence<PlannedFile>, options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport { try publish(files, removing: nil, options) }

  /// Publishes the changes of a catalog. All other files stay as they are.
  ///
  /// - Parameter removed: The paths of files that are no longer part of the catalog. A path that is also among
  ///   `changed` is not removed.
  /// - Returns: A report of the changes on the disk; for a check, of the changes that a build would make.
  /// - Throws: `DiagnosticsError`, as for `publish(_:options:)`.
  /// - Complexity: O(*k* log *k* + *c*) amortized, for *k* files that are named and *c* bytes of those that have to be
  ///   made. The store is rewritten when half of it is out of date.
  package func publish(
    changed: some Sequence<PlannedFile>, removed: some Sequence<String> = [],
    options: PublishingOptions = PublishingOptions()
  ) throws(DiagnosticsError) -> PublishingReport {
    let candidates = removed.compactMap { store.inventory.paths.id(of: $0) }
    return try publish(changed, removing: Array(Set(candidates)), options)
  }

  /// Publishes files, and removes others.
  ///
  /// - Parameter candidates: The files to remove, except those that the plan contains; `nil` for all files of the
  ///   catalog.
  private func publish(
    _ files: some Sequence<PlannedFile>, removing candidates: [Int]?, _ options: PublishingOptions
  ) throws(DiagnosticsError) -> PublishingReport {
    // If records were lost, whether a file is foreign is determined when it is made.
    if !store.inventory.hasLostRecords { try refuseForeignFiles() }
    try finish()
    if finished.isEmpty { diagnostics.stage = .unchanged }
    var isFlat = true
    let publication = Publication(
      store, in: folder.root, isWhole: candidates == nil, isVerifying: isVerifying,
      expected: files.underestimatedCount, options: options, diagnostics: diagnostics,
      look: candidates == nil ? lookAtAll() : lookAtEach(),
      openWorkerPool: { [diagnostics, folder, transaction] () throws(DiagnosticsError) in
        isFlat = candidates != nil
        let staged = try transaction?.begin(isFlat: isFlat)
        let stager = FileStager(staging: staged, place: folder.root, diagnostics: diagnostics)
        return WorkerPool(jobs: options.jobs ?? Self.processors, keepsGoing: options.keepsGoing, stager: stager)
      })
    let changes: FileChanges
    do {
      for file in files where try !publication.plan(file) { break }
      changes = try publication.finish(removing: candidates ?? store.inventory.walk())
      try commit(
        changes, isFlat: isFlat, options,
        publication.report.failures.isEmpty ? options.notes.merging(options.notesOfSuccess) { $1 } : options.notes)
    } catch {
      let first = publication.abandon() ?? error
      store.inventory.undoChanges()
      // The first error is more helpful than that the staged files could not be deleted.
      try? transaction?.abandon()
      throw first
    }
    var report = publication.report
    report.visits = store.inventory.visits
    _ = try transaction?.finish()
    let all = changes.following(finished)
    report.created = all.created
    report.updated = all.updated
    report.deleted = all.deleted
    if transaction != nil { finished = FileChanges() }
    return report
  }

  /// Delivers the changes since the last delivery, no matter which processes have published, and how they ended.
  ///
  /// The changes count as delivered when the closure returns. If it throws an error, or the process ends before, they
  /// are delivered again, together with later changes. A folder that was opened for a check delivers nothing.
  ///
  /// The changes are those from what was delivered before to what the catalog is now, whatever others have done to its
  /// files.
  ///
  /// - Parameters:
  ///   - isRepeated: Whether the changes are delivered again in any case.
  ///   - receive: A closure that receives the changes. A file that was created and then deleted is not included; one
  ///     that was deleted and created again counts as updated.
  /// - Throws: Any error that `receive` throws, or `DiagnosticsError`.
  /// - Complexity: O(*k* log *k*) for *k* files that have changed.
  package func deliverChanges(isRepeated: Bool = false, to receive: (FileChanges) throws -> Void) throws {
    try finish()
    guard let transaction else { return }
    let changes = store.inventory.undelivered()
    try receive(changes)
    if !isRepeated, !changes.isEmpty { try transaction.noteDelivery() }
  }

  /// Completes a committed transaction, and deletes files that were staged and not published.
  private func finish() throws(DiagnosticsError) {
    guard isOpen else { throw diagnostics.error("the output folder is closed", hint: "Open it once more.") }
    guard let transaction else { return }
    if let changes = try transaction.finish() { finished = changes.following(finished) }
    try transaction.abandon()
  }

  /// Commits the files that were made, if anything has to be written.
  private func commit(
    _ changes: FileChanges, isFlat: Bool, _ options: PublishingOptions, _ replacing: [String: [UInt8]]
  ) throws(DiagnosticsError) {
    guard let transaction, let notes else { return store.inventory.undoChanges() }
    let isChanged = !store.isWritten
    var replaced = replacing.merging(ownNotes) { $1 }
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

  // MARK: - Reading

  /// Returns the note of a name that an earlier publishing stored, or `nil` if there is none, or it is damaged.
  ///
  /// - Complexity: O(*n*) in the length of the note, which is read from the disk on each call.
  package func note(_ name: String) -> [UInt8]? { notes?[name] }

  /// Returns whether an earlier publishing stored a note of a name.
  package func hasNote(_ name: String) -> Bool { notes?.contains(name) ?? false }

  /// Calls the given closure with the path and the bytes of each file of the catalog, in path order.
  ///
  /// - Throws: Any error that `body` throws, or `DiagnosticsError` if a file cannot be read.
  /// - Complexity: O(*n*) in the total number of bytes of the files. One file is in memory at a time.
  package func forEachFile(
    _ body: (_ path: String, _ bytes: [UInt8]) throws(DiagnosticsError) -> Void
  ) throws(DiagnosticsError) {
    guard let root = folder.root else { return }
    var cursor = FolderCursor(root)
    for id in store.inventory.walk() {
      let path = store.inventory.paths[id]
      let bytes = try diagnostics.attempt("read", path) { () throws(SystemError) in
        guard case .open(let folder) = try cursor.enter(path.folderPath), let file = try folder.read(path.fileName)
        else { throw SystemError.missing }
        return file.bytes
      }
      try body(path, bytes)
    }
  }

  /// Returns whether every file of the catalog is on the disk as it was published, as far as its size and its
  /// modification time show.
  ///
  /// - Throws: `DiagnosticsError` if the folder holds a foreign file that it must not hold.
  /// - Complexity: O(*n*) in the number of files.
  package func isIntact() throws(DiagnosticsError) -> Bool {
    guard !store.inventory.hasLostRecords else { return false }
    try refuseForeignFiles()
    let look = lookAtAll()
    return store.inventory.recorded != nil && store.inventory.walk().allSatisfy { look($0) == .recorded }
  }

  private func refuseForeignFiles() throws(DiagnosticsError) {
    guard mayHoldForeignFiles, let ongoing = takeInspection() else { return }
    // After an error, the user may move the file away and publish again. Then the folder is inspected anew, since the
    // inspection was taken.
    let file = try diagnostics.attempt("read", ".") { () throws(SystemError) in try ongoing.foreignFile() }
    if let file { throw diagnostics.foreign(file) }
    mayHoldForeignFiles = false
    inspection = ongoing
  }

  private func lookAtAll() -> (Int) -> DiskState {
    let found = takeInspection()?.states() ?? []
    return { found[$0] }
  }

  /// Returns the inspection that was started before, or a new one.
  private func takeInspection() -> Inspection? {
    defer { inspection = nil }
    return inspection ?? folder.root.map { inspection(in: $0) }
  }

  private func lookAtEach() -> (Int) -> DiskState {
    // The inspection of all files is not used, and would be out of date for the next publishing.
    inspection = nil
    guard let root = folder.root else { return { _ in .missing } }
    let inspector = Inspector(in: root)
    return { [store] in inspector.look(at: $0, in: store.inventory) }
  }
}
