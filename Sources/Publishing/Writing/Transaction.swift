import Diagnostics

/// The way from one catalog to the next: all or nothing.
///
/// It goes by these steps, in the hidden folder and under the lock. A process that is killed leaves:
///
/// 1. `staging/files` is made, and every file with new bytes is written into it, at its path.
///    *Killed here:* the catalog as it was; `staging` is thrown away by whoever comes next.
/// 2. The list of changes, the manifest if other files belong to the catalog, the changes that nobody was told of yet, the notes that are
///    others, and the store are written into `staging`.
///    *Killed here:* the same.
/// 3. `staging` is renamed `commit`. This is one step for the file system, and the point of no return.
/// 4. The new files are moved to their places, whole folders at once where there is no folder yet; then those that replace files, then the
///    files that have gone are deleted, and the folders that became empty. So nobody meets a link to a page that is not there yet.
///    *Killed here:* every file is whole, old or new, since a move is one step. The manifest is still the old one; what `commit` has not
///    moved yet is in `commit/files`. Whoever comes next does step 4 again, where a file that has been moved is not in `commit/files` any
///    more and is passed over, and a file that has been deleted is not there.
/// 5. The manifest, what is to be delivered, the notes and then the store are moved to theirs.
///    *Killed here:* as in 4; all is in its place, and step 4 finds nothing to do. A store that goes with another manifest counts for nothing.
/// 6. The folders in `commit` are deleted, then the list of changes, then `commit`. *Killed here:* a `commit` without a list is thrown away.
///
/// Nothing is forced to the disk on the way, which would cost more than the build. If the machine goes down, the file system may have kept
/// the names of files and not their bytes: files are known by their sizes and times, and the catalog's own files by their fingerprints, so
/// that the next build makes anew what is not whole.
struct Transaction {
  /// The name of the folder that files are staged in.
  static let staging = "staging"
  /// The name of the folder that stands for a catalog on its way.
  static let commit = "commit"
  private static let files = "files"
  private static let changes = "changes"
  /// The name of the manifest.
  static let manifest = "manifest"
  /// The name of the store.
  static let store = "store"
  /// The name of the list of changes that are to be delivered.
  static let undelivered = "undelivered"
  /// The name of the folder with the notes.
  static let notes = "notes"

  private let root: Folder
  private let hidden: Folder
  private let diagnostics: PublishingDiagnostics

  init(in root: Folder, hidden: Folder, diagnostics: PublishingDiagnostics) {
    self.root = root
    self.hidden = hidden
    self.diagnostics = diagnostics
  }

  /// Makes the folder that files are staged in.
  func begin() throws(DiagnosticsError) -> Folder {
    try diagnostics.attempt("make", path(Self.staging)) { () throws(SystemError) in
      try make(Self.files, in: staging())
    }
  }

  /// Throws away what is staged, if anything is.
  func abandon() throws(DiagnosticsError) {
    try diagnostics.attempt("delete", path(Self.staging)) { () throws(SystemError) in
      try hidden.removeTree(Self.staging)
    }
  }

  /// Commits to what is staged: from here on there is no way back.
  ///
  /// - Parameters:
  ///   - changes: What is going to happen.
  ///   - files: The manifest and the like that are others than before, by name.
  ///   - notes: The notes that are others than before, by name.
  ///   - store: The store, if it is another one.
  /// - Returns: When the store was written, by the file system's clock.
  func commit(
    _ changes: FileChanges, files: [String: [UInt8]], notes: [String: [UInt8]], store: [UInt8]?
  ) throws(DiagnosticsError) -> Int? {
    try diagnostics.attempt("write", path(Self.staging)) { () throws(SystemError) in
      let staging = try staging()
      _ = try make(Self.files, in: staging)
      _ = try staging.makeFile(Self.changes, changes.bytes())
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) { _ = try staging.makeFile(name, bytes) }
      if !notes.isEmpty {
        let folder = try make(Self.notes, in: staging)
        for (name, bytes) in notes.sorted(by: { $0.key < $1.key }) {
          let note = ChecksummedFile.bytes(.note, length: bytes.count) { writer in
            bytes.withUnsafeBytes { writer.put($0) }
          }
          _ = try folder.makeFile(name, note)
        }
      }
      let written = try store.map { store throws(SystemError) in try staging.makeFile(Self.store, store).modified }
      try hidden.move(Self.staging, to: hidden, as: Self.commit)
      return written
    }
  }

  /// Brings the catalog to what was committed to, if anything was: by this process, or one that was killed.
  ///
  /// - Returns: What has changed since the last catalog that was whole.
  func finish() throws(DiagnosticsError) -> FileChanges? {
    let commit = try attempt("open", Self.commit) { () throws(SystemError) in try hidden.folder(Self.commit) }
    guard let commit else { return nil }
    let name = "\(Self.commit)/\(Self.changes)"
    var changes: FileChanges?
    if let list = try attempt("read", name, { () throws(SystemError) in try commit.read(Self.changes) }) {
      guard let list = FileChanges(list.bytes) else { throw diagnostics.brokenList(path(name)) }
      let staged = try attempt("open", Self.commit) { () throws(SystemError) in try commit.folder(Self.files) }
      if let staged { try Placement(from: staged, to: root, diagnostics).place(list) }
      try attempt("write", Self.manifest) { () throws(SystemError) in
        try commit.move(Self.manifest, to: hidden, as: Self.manifest)
        try commit.move(Self.undelivered, to: hidden, as: Self.undelivered)
        try placeNotes(from: commit)
        try commit.move(Self.store, to: hidden, as: Self.store)
      }
      changes = list
    }
    try attempt("delete", Self.commit) { () throws(SystemError) in
      try commit.removeTree(Self.files)
      try commit.removeFile(Self.changes)
      try hidden.removeTree(Self.commit)
    }
    return changes
  }

  /// Moves the notes to their places; those that are there already have been moved before.
  private func placeNotes(from commit: Folder) throws(SystemError) {
    guard let staged = try commit.folder(Self.notes) else { return }
    let notes = try make(Self.notes, in: hidden)
    var names: [String] = []
    try staged.forEachEntry { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    for name in names.sorted() { try staged.move(name, to: notes, as: name) }
  }

  /// What was committed to by a process that was killed, and is not in its place yet: only to look at it.
  func pending() throws(DiagnosticsError) -> (folder: Folder, changes: FileChanges)? {
    try attempt("read", Self.commit) { () throws(SystemError) in
      guard let commit = try hidden.folder(Self.commit), let list = try commit.read(Self.changes),
        let changes = FileChanges(list.bytes)
      else { return nil }
      return (commit, changes)
    }
  }

  /// Deletes the list of changes, which were delivered.
  func forgetUndelivered() throws(DiagnosticsError) {
    try diagnostics.attempt("delete", path(Self.undelivered)) { () throws(SystemError) in
      try hidden.removeFile(Self.undelivered)
    }
  }

  private func attempt<Result>(
    _ verb: String, _ name: String, _ body: () throws(SystemError) -> Result
  ) throws(DiagnosticsError) -> Result {
    try diagnostics.attempt(verb, path(name), isCommitted: true, body)
  }

  private func staging() throws(SystemError) -> Folder { try make(Self.staging, in: hidden) }

  private func make(_ name: String, in folder: Folder) throws(SystemError) -> Folder {
    try folder.makeFolder(name)
    guard let inner = try folder.folder(name) else { throw .notAFolder }
    return inner
  }

  private func path(_ name: String) -> String { diagnostics.path(name) }
}
