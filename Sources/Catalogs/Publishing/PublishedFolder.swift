package import Diagnostics
import Foundation
import Glibc

/// The output folder of a catalog. It holds the catalog's files and a hidden folder, `.pomona`, with the state of the
/// last publishing.
///
/// Publishing is incremental: a file that has the right bytes is neither made nor written. Publishing is atomic: after
/// an error, or when the process is killed, the catalog is either the old one or the new one, and the next process that
/// opens the folder completes a transaction that had been committed. Publishing is careful with foreign files: it
/// writes nothing outside the folder or through a link, and replaces or deletes only files that it published itself.
///
/// A folder is locked by one process at a time, from the time it is opened until it is closed.
///
/// ```swift
/// let folder = try PublishedFolder("build/fruits")
/// defer { folder.close() }
/// let report = try folder.publish(files)
/// try folder.deliverChanges { changes in try upload(changes) }
/// ```
package final class PublishedFolder {
  /// The path of the folder, as the caller passed it; “.” if that was empty.
  package let path: String
  let request: LockedFolder.Request
  let isVerifying: Bool
  /// The open folder, the state folder and the lock.
  let folder: LockedFolder
  /// Whether the folder is open for this process.
  private(set) var isOpen = true
  /// The records of the catalog's files as of the last publishing.
  private(set) var store = Store()
  /// The transaction that writes a new catalog; `nil` for a check, which changes nothing on the disk.
  private(set) var transaction: Transaction?
  /// The notes that are stored with the catalog; `nil` for a check of a folder without state.
  private(set) var notes: Notes?
  /// The inspection of the disk that was started when the folder was opened. It is used at most once.
  var inspection: Inspection?
  /// Whether the folder has yet to be checked for foreign files, which it must not hold.
  var mayHoldForeignFiles = false
  /// The changes of transactions of killed builds that this process completed, and that no report has included yet.
  var finished = FileChanges()
  /// The status of the files of the state folder when the folder was closed, by which `reopen` detects that another
  /// process has published.
  private var traces: [FileStatus?] = []

  var isChecking: Bool { request.isChecking }
  var diagnostics: PublishingDiagnostics { request.diagnostics }

  /// Opens a folder, and creates it if necessary. A folder that was created is removed again if nothing is published.
  /// If a build was killed after it had committed, its transaction is completed first. The inspection of the files
  /// starts in the background, while the caller creates the plan.
  ///
  /// - Parameters:
  ///   - state: The state folder, which must be on the same file system; `nil` for a hidden one in the folder itself.
  ///   - adopting: Whether the folder may hold foreign files. They are left alone, now and later.
  ///   - activity: The activity that is reported to processes that wait for the folder. A check changes nothing on the
  ///     disk.
  ///   - isVerifying: Whether all files are read, and all planned files are prepared: those without a prepared key of
  ///     their own are made. This detects and repairs a file that was changed but kept its size and its modification
  ///     time, and one that was published with a plan that was wrong.
  ///   - willChange: A closure that is called before each single change of the disk, on the thread that makes it.
  ///   - onWait: A closure that is called once if another process holds the folder, before waiting for it. It receives
  ///     that process, if known.
  /// - Throws: `DiagnosticsError` if the folder cannot be used.
  /// - Complexity: O(*n*) in the number of the catalog's files.
  package init(
    _ path: String, state: String? = nil, adopting: Bool = false, for activity: FolderHolder.Activity = .build,
    isVerifying: Bool = false, willChange: (@Sendable (String) -> Void)? = nil,
    onWait: (FolderHolder?) -> Void = { _ in }
  ) throws(DiagnosticsError) {
    // An empty path names the current folder, which may hold anything.
    self.path = path.isEmpty ? "." : path
    self.isVerifying = isVerifying
    let diagnostics = PublishingDiagnostics(folder: self.path, hidden: state ?? PathRules.hiddenFolder)
    request = LockedFolder.Request(
      path: self.path, state: state, activity: activity, willChange: willChange, diagnostics: diagnostics)
    folder = try LockedFolder.open(
      request,
      refuse: { (root) throws(DiagnosticsError) in
        if adopting { return }
        let foreign = try diagnostics.attempt("read", ".") { () throws(SystemError) in
          try ForeignFiles.first(in: root, besides: Inventory())
        }
        if let foreign { throw diagnostics.foreign(foreign) }
      }, onWait: onWait)
    do {
      if let root = folder.root, let hidden = folder.hidden { try load(from: hidden, in: root) }
    } catch {
      folder.close()
      throw error
    }
    if adopting { store.inventory.isAdopted = true }
    mayHoldForeignFiles = folder.hidden != nil && !store.inventory.isAdopted
    inspection = folder.root.map { inspection(in: $0) }
  }

  /// Returns what a build says that ends before its time: what has become of the catalog.
  ///
  /// Staged files stay, as another thread may be about to commit them. The next build deletes them.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - state: The state folder; `nil` for a hidden one in the folder itself.
  package static func lastWords(ofBuildInto path: String, state: String?) -> String {
    let hidden = state ?? "\(path)/\(PathRules.hiddenFolder)"
    return access("\(hidden)/\(Transaction.commit)", F_OK) == 0
      ? "Interrupted: the new catalog in \(path.printable) is complete, and perhaps not all of it in its place yet. Build again to finish."
      : "Interrupted: the catalog in \(path.printable) is as it was."
  }

  /// Releases the lock, so that other processes can use the folder.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    inspection = nil
    traces = (try? presentTraces()) ?? []
    folder.close()
  }

  /// Acquires the lock again after the folder was closed.
  ///
  /// - Parameter onWait: A closure that is called once if another process holds the folder, as in the initializer.
  /// - Returns: Whether the path still leads to the same folder, and no other process has published in the meantime.
  ///   Otherwise the folder stays closed, and the caller opens a new ``PublishedFolder``.
  /// - Throws: `DiagnosticsError` if the folder cannot be used.
  package func reopen(onWait: (FolderHolder?) -> Void = { _ in }) throws(DiagnosticsError) -> Bool {
    if isOpen { return true }
    guard !traces.isEmpty, try folder.reopen(onWait: onWait) else { return false }
    guard let present = try? presentTraces(), present == traces else {
      folder.close()
      return false
    }
    isOpen = true
    return true
  }

  /// Returns an inspection of all files of the catalog, which starts immediately.
  func inspection(in root: Folder) -> Inspection {
    let files = store.inventory.walk()
    return Inspection(
      store.inventory, of: files, in: root, isCounting: mayHoldForeignFiles, isReading: isVerifying)
  }

  private func presentTraces() throws(SystemError) -> [FileStatus?] {
    guard let hidden = folder.hidden, !isChecking else { return [] }
    var traces: [FileStatus?] = []
    for name in [Store.name, Transaction.staging, Transaction.commit, Transaction.changes] {
      traces.append(try hidden.status(of: name))
    }
    return traces
  }

  /// Completes the transaction of a killed build, if any, and reads the state of the catalog.
  private func load(from hidden: Folder, in root: Folder) throws(DiagnosticsError) {
    let pending: Transaction.Pending?
    do {
      pending = try Transaction.pending(in: hidden, diagnostics)
    } catch {
      // A check goes on with the last complete catalog.
      guard isChecking else { throw error }
      pending = nil
    }
    notes = Notes(in: hidden, pending: pending)
    store = try Store(in: [pending?.folder, hidden].compactMap(\.self), diagnostics)
    let update: Store.Update? =
      if let pending { pending.commit.batch.flatMap { store.take(pending: $0) } } else { lastUpdate(in: hidden) }
    if request.state != nil { try refuseForeignState(in: root) }
    if isChecking {
      // The inventory is already that of the pending transaction. The files that it has yet to delete still count as
      // the catalog's; the inspection determines whether they are on the disk.
      for path in pending?.commit.changes.deleted ?? [] {
        let id = store.inventory.enter(path)
        store.inventory.add(id)
      }
      store.inventory.keepChanges()
    } else {
      let transaction = Transaction(in: root, hidden: hidden, store, diagnostics: diagnostics)
      finished = try transaction.resume(pending, update) ?? FileChanges()
      notes = Notes(in: hidden)
      self.transaction = transaction
    }
    store.settle()
  }

  /// Returns the update of a store that has lost its end, or `nil` if it is complete or marked as torn.
  private func lastUpdate(in hidden: Folder) -> Store.Update? {
    do {
      return try Transaction.last(in: hidden).flatMap { store.take(last: $0) }
    } catch {
      store.doubtRecords()
      return nil
    }
  }
}

/// A state folder outside the output folder keeps a note with the path of its output folder: two output folders that
/// share a state folder would each consider the other's files their own.
extension PublishedFolder {
  private static let place = "output"

  /// Throws an error if the state folder belongs to another output folder.
  ///
  /// It belongs to the folder at the recorded relative path, even if both folders were moved or copied together. It
  /// also belongs to a folder of another name if the recorded path leads nowhere any more, and at least one file of the
  /// catalog is unchanged, or the catalog has no files: then the output folder was renamed.
  func refuseForeignState(in root: Folder) throws(DiagnosticsError) {
    guard let known = note(Self.place), known != placeNote else { return }
    let old = "\(request.hiddenPath)/\(String(decoding: known, as: UTF8.self))"
    var status = stat()
    if stat(old, &status) != 0 {
      let inspector = Inspector(in: root)
      let files = store.inventory.walk()
      if files.isEmpty || files.contains(where: { inspector.look(at: $0, in: store.inventory) == .recorded }) { return }
    }
    throw diagnostics.foreignState(of: FolderPath(old).resolved ?? old)
  }

  /// The notes about the folder itself, by name.
  var ownNotes: [String: [UInt8]] { request.state == nil ? [:] : [Self.place: placeNote] }

  /// The relative path from the state folder to the output folder.
  private var placeNote: [UInt8] {
    let to = (FolderPath(path).resolved ?? path).pathParts
    let from = (FolderPath(request.hiddenPath).resolved ?? request.hiddenPath).pathParts
    let shared = zip(to, from).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let way = Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
    return Array(way.joined(separator: "/").utf8)
  }
}
