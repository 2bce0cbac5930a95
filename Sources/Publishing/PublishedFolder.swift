package import Diagnostics
import Foundation
import Glibc

/// A folder that a catalog is published to: it holds the catalog's files, and a hidden folder, `.pomona`, with what is known of them.
///
/// Publishing is incremental: what has the right bytes is neither made nor written. It is all or nothing: whatever goes wrong, and whenever
/// the process ends, the catalog is the old one or the new one, and the next who opens the folder finishes what had begun. And it minds its
/// own files: nothing is written outside the folder or through a link, and no file is replaced or deleted that was not published here.
///
/// A folder belongs to one process at a time, from its opening on until it is closed.
///
/// ```swift
/// let folder = try PublishedFolder("build/fruits")
/// defer { folder.close() }
/// let report = try folder.publish(files)
/// try folder.deliverChanges { changes in try upload(changes) }
/// ```
package final class PublishedFolder {
  /// The folder, as it was named.
  package let path: String
  let request: LockedFolder.Request
  let isVerifying: Bool
  /// The folder and its lock.
  let folder: LockedFolder
  /// Whether the folder belongs to this process.
  private(set) var isOpen = true
  /// The catalog's files as of the last publishing.
  private(set) var store = Store()
  /// The way to another catalog; nil if the folder is only looked at.
  private(set) var transaction: Transaction?
  /// What is kept beside the catalog; nil if the folder is only looked at, and not there.
  private(set) var notes: Notes?
  /// A look at what is on the disk, begun when the folder was opened; it serves once.
  var inspection: Inspection?
  /// Whether somebody else's file may be where none may be.
  var mayHoldForeignFiles = false
  /// What was changed when builds were finished that had been cut short, and no report has told of.
  var finished = FileChanges()
  /// What tells whether another process has published since the folder was closed.
  private var traces: [FileStatus?] = []

  var isChecking: Bool { request.isChecking }
  var diagnostics: PublishingDiagnostics { request.diagnostics }

  /// Opens a folder, and makes it if need be; it goes again if nothing is published. If a build was killed when it had begun to touch files,
  /// it is finished first. The files are looked at in the background, while the caller gathers the plan.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - state: A folder for what is known of the catalog, on the same file system; nil for a hidden one in the folder itself.
  ///   - adopting: Whether the folder may hold files that belong to somebody else; they are left alone, now and later.
  ///   - activity: What is done with the folder, for others who wait for it. A check only looks: then nothing at all is changed on the disk.
  ///   - isVerifying: Whether all files are read, so that one is mended that was changed and has kept its size and its time.
  ///   - onWait: Is called once if another process has the folder, which is waited for, with that process as far as it is known.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the folder cannot be used.
  /// - Complexity: O(*n*) in the number of the catalog's files.
  package convenience init(
    _ path: String, state: String? = nil, adopting: Bool = false, for activity: FolderHolder.Activity = .build,
    isVerifying: Bool = false, onWait: (FolderHolder?) -> Void = { _ in }
  ) throws(DiagnosticsError) {
    try self.init(
      path, state: state, adopting: adopting, for: activity, isVerifying: isVerifying, willChange: nil, onWait: onWait)
  }

  /// Opens a folder, and calls a closure before each single change of the disk, on whatever thread makes it.
  package init(
    _ path: String, state: String? = nil, adopting: Bool = false, for activity: FolderHolder.Activity = .build,
    isVerifying: Bool = false, willChange: (@Sendable (String) -> Void)?, onWait: (FolderHolder?) -> Void = { _ in }
  ) throws(DiagnosticsError) {
    // No name is the name of the current folder, which may hold anything.
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
    inspect()
  }

  /// Gives the folder free for others.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    inspection = nil
    traces = (try? presentTraces()) ?? []
    folder.close()
  }

  /// Takes the folder again after it was closed.
  ///
  /// - Parameter onWait: As when it was opened.
  /// - Returns: Whether it is the folder that it was, and nobody has published meanwhile; else it stays closed, and has to be opened anew.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the folder cannot be used.
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

  /// Begins to look at the files.
  private func inspect() {
    guard let root = folder.root else { return }
    inspection = inspection(in: root)
  }

  /// Begins to look at all files.
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
}

extension PublishedFolder {
  /// Finishes what a killed build began, and reads what is known of the catalog.
  private func load(from hidden: Folder, in root: Folder) throws(DiagnosticsError) {
    let pending: Transaction.Pending?
    do {
      pending = try Transaction.pending(in: hidden, diagnostics)
    } catch {
      // Who only looks sees the catalog that was whole.
      guard isChecking else { throw error }
      pending = nil
    }
    notes = Notes(in: hidden, pending: pending)
    store = try Store(in: [pending?.folder, hidden].compactMap(\.self), diagnostics)
    let update: Store.Update?
    if let pending {
      update = pending.commit.batch.flatMap { store.take(pending: $0) }
    } else {
      update = lastUpdate(in: hidden)
    }
    if request.state != nil { try refuseForeignState(in: root) }
    if isChecking {
      // What is on its way counts as if it were there; what is on the disk is looked at anyway.
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

  /// How the store goes on if it has lost its end.
  private func lastUpdate(in hidden: Folder) -> Store.Update? {
    do {
      return try Transaction.last(in: hidden).flatMap { store.take(last: $0) }
    } catch {
      store.doubtRecords()
      return nil
    }
  }
}

/// A state folder that stands elsewhere keeps, in a note, which output folder it goes with: two that share it would take each other's files
/// for their own.
extension PublishedFolder {
  private static let place = "output"

  /// Throws an error if what is known goes with another folder.
  ///
  /// It goes with the one that the same way leads to as before, even where both were moved or copied elsewhere. And it goes with
  /// one of another name if there is none of the old name any more, and one of the files is there as it was published: that was renamed.
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

  /// The notes that are kept for the folder itself.
  var ownNotes: [String: [UInt8]] { request.state == nil ? [:] : [Self.place: placeNote] }

  /// The way from the state folder to the folder.
  private var placeNote: [UInt8] {
    let to = (FolderPath(path).resolved ?? path).pathParts
    let from = (FolderPath(request.hiddenPath).resolved ?? request.hiddenPath).pathParts
    let shared = zip(to, from).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let way = Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
    return Array(way.joined(separator: "/").utf8)
  }
}
