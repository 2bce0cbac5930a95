import Diagnostics

/// The way from one catalog to the next: all or nothing.
///
/// It goes by these steps, in the hidden folder and under the lock. A process that is killed leaves:
///
/// 1. `staging` is made, and every file with new bytes is written into it.
///    *Killed here:* the catalog as it was; `staging` is thrown away by whoever comes next.
/// 2. What is still to be done is written into `staging`: the list of changes, which has the batch that is going to be appended to the store,
///    or says that another store is staged, and what is going to be appended to notes; that store; and the notes that are replaced. There
///    has to be room for what is going to be appended.
///    *Killed here:* the same.
/// 3. `staging` is renamed `commit`. This is one step for the file system, and the point of no return.
/// 4. The new files are moved to their places, whole folders at once where there is no folder yet; then those that replace files, then the
///    files that have gone are deleted, and the folders that became empty. So nobody meets a link to a page that is not there yet.
///    *Killed here:* every file is whole, old or new, since a move is one step. The store is still the old one; what is not in its place yet
///    is in `commit`. Whoever comes next does step 4 again, where a file that has been moved is not in `commit` any more and is passed
///    over, and a file that has been deleted is not there.
/// 5. The notes are moved to their places, or appended to, and then so is the store.
///    *Killed here:* as in 4. What is appended is written where the list of changes says, over a part of it that may be there: so it is
///    there once, however often it is written.
/// 6. The folders in `commit` are deleted, then the list of changes is moved out of it, in the place of the last one, then `commit` is deleted.
///    *Killed here:* a `commit` without a list is thrown away.
///
/// Nothing is forced to the disk on the way, which would cost more than the build. If the machine goes down, the file system may have kept
/// the names of files and not their bytes: files are known by their sizes and times, and the catalog's own files by their seals, so
/// that the next build makes anew what is not whole. Where the store has lost its end, the last list of changes may have it; else all files
/// are looked at.
final class Transaction {
  /// The name of the folder that files are staged in.
  static let staging = "staging"
  /// The name of the folder that stands for a catalog on its way.
  static let commit = "commit"
  /// The name of the list of changes.
  static let changes = "changes"

  private let root: Folder
  private let hidden: Folder
  private let store: Store
  private let diagnostics: PublishingDiagnostics
  /// What was made to stage files in.
  private var staging: Folder?
  /// Whether something may be staged that nobody publishes.
  private var isAbandoned = false
  /// What was committed to, and is not in its place yet.
  private var unfinished: Unfinished?

  private struct Unfinished {
    let pending: Pending
    /// How the store goes on; nil if it has all, or another one is staged.
    var update: Store.Update?
  }

  /// What was committed to, and the folder with what is staged for it.
  typealias Pending = (folder: Folder, commit: Commit)

  init(in root: Folder, hidden: Folder, _ store: Store, diagnostics: PublishingDiagnostics) {
    self.root = root
    self.hidden = hidden
    self.store = store
    self.diagnostics = diagnostics
  }

  // MARK: - Staging

  /// Makes the folder that files are staged in.
  func begin(isFlat: Bool) throws(DiagnosticsError) -> StagedFiles {
    try diagnostics.attempt("make", path(Self.staging)) { () throws(SystemError) in
      let staging = try stagingFolder()
      return StagedFiles(in: isFlat ? staging : try staging.makeOpenFolder(StagedFiles.folder), isFlat: isFlat)
    }
  }

  /// Throws away what is staged, if anything is.
  func abandon() throws(DiagnosticsError) {
    guard staging != nil || isAbandoned else { return }
    staging = nil
    isAbandoned = true
    try diagnostics.attempt("delete", path(Self.staging)) { () throws(SystemError) in
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

  /// Commits to what is staged: from here on there is no way back.
  ///
  /// - Parameters:
  ///   - changes: What is going to happen to the catalog's files.
  ///   - isFlat: Whether the files are staged side by side.
  ///   - update: How the store goes on, if it does.
  ///   - replaced: The notes that are replaced.
  ///   - appended: What is appended to notes.
  /// - Returns: When the store was written, by the file system's clock, if it is staged.
  func commit(
    _ changes: FileChanges, isFlat: Bool, _ update: Store.Update?, replacing replaced: [String: SealedLog.Chunk],
    appending appended: [String: SealedLog.Chunk]
  ) throws(DiagnosticsError) -> Int? {
    try diagnostics.attempt("write", path(Self.staging)) { () throws(SystemError) in
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
      // There must be room when there is no way back.
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

  /// Brings the catalog to what was committed to, if anything was.
  ///
  /// - Returns: What has changed since the last catalog that was whole.
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
      // Those that are there already have been moved before.
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

  /// Writes the store without staging it.
  ///
  /// - Returns: When it was written, by the file system's clock.
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

  /// What has become of the store in the last publishing; nil if nobody has published.
  ///
  /// - Throws: An error if the list of what it has done cannot be read.
  static func last(in hidden: Folder) throws(SystemError) -> Commit? {
    guard let list = try hidden.read(changes) else { return nil }
    guard let commit = Commit(list.bytes, isFinished: true) else { throw .missing }
    return commit
  }

  /// What was committed to by a process that was killed, and is not in its place yet.
  ///
  /// - Throws: An error if the list of what is to be done is broken.
  static func pending(in hidden: Folder, _ diagnostics: PublishingDiagnostics) throws(DiagnosticsError) -> Pending? {
    let name = diagnostics.path("\(commit)/\(changes)")
    let found: (folder: Folder, bytes: [UInt8])?
    found = try diagnostics.attempt("read", name, isCommitted: true) { () throws(SystemError) in
      guard let folder = try hidden.folder(commit), let list = try folder.read(changes) else { return nil }
      return (folder, list.bytes)
    }
    guard let found else { return nil }
    guard let commit = Commit(found.bytes) else { throw diagnostics.brokenList(name) }
    return (found.folder, commit)
  }

  /// Finishes what a process had committed to when it was killed, and throws away what it has left.
  ///
  /// - Parameters:
  ///   - pending: What it had committed to; nil if only the store has to go on.
  ///   - update: How the store goes on.
  /// - Returns: What has changed since the last catalog that was whole.
  func resume(_ pending: Pending?, _ update: Store.Update?) throws(DiagnosticsError) -> FileChanges? {
    unfinished = pending.map { Unfinished(pending: $0, update: update) }
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

  /// Notes in the store that all changes were delivered.
  func noteDelivery() throws(DiagnosticsError) {
    try diagnostics.attempt("write", path(Store.name)) { () throws(SystemError) in
      let update = store.updateOfDelivery()
      let written = try write(update)
      // A time that is later than that of a publishing would say that what was published then was looked at since.
      if let recorded = store.inventory.recorded, written != recorded {
        try hidden.setModified(recorded, of: Store.name)
      }
      store.keepDelivery(update)
    }
  }

  private func attempt<Result>(
    _ verb: String, _ name: String, _ body: () throws(SystemError) -> Result
  ) throws(DiagnosticsError) -> Result {
    try diagnostics.attempt(verb, path(name), isCommitted: true, body)
  }

  private func path(_ name: String) -> String { diagnostics.path(name) }
}
