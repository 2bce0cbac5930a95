import Diagnostics

/// A transaction that replaces one catalog by the next, completely or not at all.
///
/// Everything before the rename in step 3 can be undone by deleting `staging`. Everything after it is idempotent, and
/// repeated from `commit` until it succeeds:
///
///     staging/ ──(3) rename──▶ commit/ ──(4) files──▶ output folder
///        │                        ├──────(5) notes, batch──▶ notes/, store
///     undo: delete                └──────(6) list──▶ changes, then delete commit/
///
/// The steps happen in the state folder, under the lock. For each one, the state after the process is killed is given:
///
/// 1. `staging` is created, and every file with new bytes is written into it.
///    *Killed here:* the catalog is unchanged. The next process that opens the folder deletes `staging`.
/// 2. The remaining work is written into `staging`: the list of changes, which contains the batch to append to the
///    store, or says that a new store is staged, and the chunks to append to notes; the new store, if there is one; and
///    the notes that are replaced. The disk is checked for enough room for the data to append.
///    *Killed here:* as in step 1.
/// 3. `staging` is renamed to `commit`. The rename is atomic, and the point of no return.
/// 4. New files are moved to their places, new folders at once with everything in them. Then files that replace others
///    are moved, then removed files are deleted, and then folders that became empty. In this order no reader finds a
///    link to a page that does not exist yet.
///    *Killed here:* every file is complete, old or new, since a move is atomic. The store is still the old one, and
///    `commit` has the files that are not in their places yet. The next process repeats step 4. It skips a file that is
///    not in `commit` any more, since it has been moved, and a deletion whose file does not exist.
/// 5. The notes are moved to their places, or appended to. Then the store is, too.
///    *Killed here:* as in step 4. Data are appended at the offset that the list of changes records, over the part that
///    may exist already. So they are in the file once, however often they are written.
/// 6. The folders in `commit` are deleted, then the list of changes is moved to the state folder, where it replaces the
///    last one, and then `commit` is deleted.
///    *Killed here:* the next process deletes a `commit` without a list.
///
/// No step waits for the disk (`fsync`), which would cost more than the build. If the machine crashes, the file system
/// may have kept the names of files without their bytes. Files are recognized by their sizes and modification times,
/// and the state files by their seals, so that the next build replaces damaged files. If the store has lost its end,
/// the last list of changes may have it; otherwise, and if a list in `commit` is broken, all files are inspected.
final class Transaction {
  /// The name of the folder that files are staged in.
  static let staging = "staging"
  /// The name of the folder of a committed transaction.
  static let commit = "commit"
  /// The name of the list of changes.
  static let changes = "changes"

  private let root: Folder
  private let hidden: Folder
  private let store: Store
  private let diagnostics: PublishingDiagnostics
  /// The folder that files are staged in, once it was created.
  private var staging: Folder?
  /// Whether `staging` may exist on the disk with files that are not going to be published.
  private var isAbandoned = false
  /// The committed transaction that is not complete yet.
  private var unfinished: Unfinished? {
    didSet { diagnostics.stage = unfinished == nil ? .published : .committed }
  }

  private struct Unfinished {
    let pending: Pending
    /// The update of the store; `nil` if the store is up to date, or a new one is staged.
    var update: Store.Update?
  }

  /// A committed transaction, and the folder with its staged files.
  typealias Pending = (folder: Folder, commit: Commit)

  init(in root: Folder, hidden: Folder, _ store: Store, diagnostics: PublishingDiagnostics) {
    self.root = root
    self.hidden = hidden
    self.store = store
    self.diagnostics = diagnostics
  }

  // MARK: - Staging

  /// Creates the folder that files are staged in.
  func begin(isFlat: Bool) throws(DiagnosticsError) -> StagedFiles {
    try attempt("make", Self.staging) { () throws(SystemError) in
      let staging = try stagingFolder()
      return StagedFiles(in: isFlat ? staging : try staging.makeOpenFolder(StagedFiles.folder), isFlat: isFlat)
    }
  }

  /// Deletes the staged files, if there are any.
  func abandon() throws(DiagnosticsError) {
    guard staging != nil || isAbandoned else { return }
    staging = nil
    isAbandoned = true
    try attempt("delete", Self.staging) { () throws(SystemError) in
      try hidden.removeTree(Self.staging)
    }
    isAbandoned = false
  }

  private func stagingFolder() throws(SystemError) -> Folder {
    if let staging { return staging }
    isAbandoned = true
    let folder = try hidden.makeOpenFolder(Self.staging)
    staging = folder
    return folder
  }

  // MARK: - Committing

  /// Commits the staged files: from here on the transaction can only be completed.
  ///
  /// - Parameters:
  ///   - isFlat: Whether the files are staged flat: see ``StagedFiles``.
  ///   - update: The update of the store; `nil` if the store does not change.
  ///   - replaced: The notes that are replaced, by name.
  ///   - appended: The chunks that are appended to notes, by name.
  /// - Returns: The time when the store was written, by the file system's clock, or `nil` if no store is staged.
  func commit(
    _ changes: FileChanges, isFlat: Bool, _ update: Store.Update?, replacing replaced: [String: SealedLog.Chunk],
    appending appended: [String: SealedLog.Chunk]
  ) throws(DiagnosticsError) -> Int? {
    try attempt("write", Self.staging) { () throws(SystemError) in
      let staging = try stagingFolder()
      var commit = Commit()
      commit.changes = changes
      commit.isFlat = isFlat
      commit.store = store.identity(after: update)
      commit.replacedNotes = replaced.keys.sorted()
      commit.appendedNotes = appended.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
      var written: Int?
      switch update {
      case .batch(let chunk):
        commit.batch = chunk
      case .log(let chunk):
        commit.isStoreStaged = true
        written = try staging.makeFile(Store.name, chunk.bytes).modified
      case nil: break
      }
      for (name, chunk) in replaced.sorted(by: { $0.key < $1.key }) {
        _ = try staging.makeFile(Notes.stagedName(of: name), chunk.bytes)
      }
      _ = try staging.makeFile(Self.changes, commit.bytes())
      // Running out of space must happen before the point of no return.
      let additions = commit.appendedNotes.map(\.chunk) + (commit.batch.map { [$0] } ?? [])
      if let end = additions.map(\.end.offset).max() {
        try hidden.checkRoom(for: additions.reduce(0) { $0 + $1.bytes.count }, endingAt: end)
      }
      try hidden.move(Self.staging, to: hidden, as: Self.commit)
      self.staging = nil
      isAbandoned = false
      let isBatch = commit.batch != nil
      unfinished = Unfinished(pending: (staging, commit), update: isBatch ? update : nil)
      return written
    }
  }

  // MARK: - Finishing

  /// Completes the committed transaction, if there is one.
  ///
  /// - Returns: The changes of the transaction, or `nil` if there was none.
  func finish() throws(DiagnosticsError) -> FileChanges? {
    guard let unfinished else { return nil }
    let (folder, commit) = unfinished.pending
    let staged = try attempt("open", Self.commit) { () throws(SystemError) in
      commit.isFlat ? folder : try folder.folder(StagedFiles.folder)
    }
    if let staged {
      let files = StagedFiles(in: staged, isFlat: commit.isFlat)
      try Placement(from: files, to: root, diagnostics).place(commit.changes)
    }
    try attempt("write", Store.name) { () throws(SystemError) in
      try placeNotes(unfinished)
      try writeStore(unfinished)
    }
    try attempt("delete", Self.commit) { () throws(SystemError) in
      if !commit.isFlat { try folder.removeTree(StagedFiles.folder) }
      try folder.move(Self.changes, to: hidden, as: Self.changes)
      if try !hidden.removeEmptyFolder(Self.commit) { try hidden.removeTree(Self.commit) }
    }
    self.unfinished = nil
    return commit.changes
  }

  private func placeNotes(_ unfinished: Unfinished) throws(SystemError) {
    let (folder, commit) = unfinished.pending
    if !commit.replacedNotes.isEmpty {
      // A note that is not staged any more has been moved before.
      let notes = try hidden.makeOpenFolder(Notes.folder)
      for name in commit.replacedNotes { try folder.move(Notes.stagedName(of: name), to: notes, as: name) }
    }
    if !commit.appendedNotes.isEmpty, let notes = try hidden.folder(Notes.folder) {
      for (name, chunk) in commit.appendedNotes { _ = try notes.append(chunk.bytes, to: name, at: chunk.offset) }
    }
  }

  private func writeStore(_ unfinished: Unfinished) throws(SystemError) {
    let (folder, commit) = unfinished.pending
    if commit.isStoreStaged { try folder.move(Store.name, to: hidden, as: Store.name) }
    if let update = unfinished.update { store.wasWritten(at: try write(update)) }
  }

  /// Writes an update of the store without staging it.
  ///
  /// - Returns: The time when it was written, by the file system's clock.
  private func write(_ update: Store.Update) throws(SystemError) -> Int {
    switch update {
    case .batch(let chunk):
      guard let status = try hidden.append(chunk.bytes, to: Store.name, at: chunk.offset) else { throw .missing }
      return status.modified
    case .log(let chunk):
      let name = "\(Store.name).new"
      try hidden.removeFile(name)
      let status = try hidden.makeFile(name, chunk.bytes)
      try hidden.move(name, to: hidden, as: Store.name)
      return status.modified
    }
  }

  // MARK: - Killed processes

  /// Returns the list of changes of the last publishing, or `nil` if there was none. Only its information about the
  /// store is read.
  ///
  /// - Throws: An error if the list is broken, or that of a transaction that can therefore not be completed.
  static func last(in hidden: Folder) throws(SystemError) -> Commit? {
    guard try hidden.folder(commit)?.status(of: changes) == nil else { throw .missing }
    guard let list = try hidden.read(changes) else { return nil }
    guard let commit = Commit(list.bytes, isFinished: true) else { throw .missing }
    return commit
  }

  /// Returns the transaction that a killed process committed and did not complete, or `nil` if there is none, or its
  /// list of changes is broken.
  static func pending(in hidden: Folder, _ diagnostics: PublishingDiagnostics) throws(DiagnosticsError) -> Pending? {
    let name = diagnostics.path("\(commit)/\(changes)")
    return try diagnostics.attempt("read", name) { () throws(SystemError) in
      guard let folder = try hidden.folder(commit), let list = try folder.read(changes) else { return nil }
      return Commit(list.bytes).map { (folder, $0) }
    }
  }

  /// Completes the transaction of a killed process, and deletes the files that it left behind.
  ///
  /// - Parameter pending: The committed transaction; `nil` if only the store has to be updated.
  /// - Returns: The changes of the transaction, or `nil` if there was none.
  func resume(_ pending: Pending?, _ update: Store.Update?) throws(DiagnosticsError) -> FileChanges? {
    if let pending { unfinished = Unfinished(pending: pending, update: update) }
    let changes = try finish()
    if pending == nil, let update {
      try attempt("write", Store.name) { () throws(SystemError) in store.wasWritten(at: try write(update)) }
    }
    try attempt("delete", Self.commit) { () throws(SystemError) in try hidden.removeTree(Self.commit) }
    isAbandoned = true
    try abandon()
    return changes
  }

  // MARK: - Delivering

  /// Records in the store that all changes were delivered.
  func noteDelivery() throws(DiagnosticsError) {
    try attempt("write", Store.name) { () throws(SystemError) in
      let update = store.updateOfDelivery()
      let written = try write(update)
      // A later time than that of the publishing would mean that the files published then were inspected since. If it
      // cannot be set, the changes were delivered all the same, and only an edit within the tick of the clock in which
      // they were published is not seen.
      if let recorded = store.inventory.recorded, written != recorded {
        try? hidden.setModified(recorded, of: Store.name)
      }
      store.keepDelivery(update)
    }
  }

  private func attempt<Result>(
    _ verb: String, _ name: String, _ body: () throws(SystemError) -> Result
  ) throws(DiagnosticsError) -> Result { try diagnostics.attempt(verb, diagnostics.path(name), body) }
}
