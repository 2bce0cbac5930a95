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
  var inventory = Inventory()
  /// A look at what is on the disk, begun when the folder was opened; it serves once.
  var inspection: Inspection?
  /// Whether somebody else's file may be where none may be.
  var mayHoldForeignFiles = false
  /// The folders that notes may be in, from the latest to the earliest.
  var noteFolders: [Folder] = []
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
    if adopting, !inventory.isAdopted {
      inventory.isAdopted = true
      inventory.manifest = nil
    }
    mayHoldForeignFiles = folder.hidden != nil && !inventory.isAdopted
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
    inspection = Inspection(inventory, in: root, isCounting: mayHoldForeignFiles, isReading: isVerifying)
  }

  private func presentTraces() throws(SystemError) -> [FileStatus?] {
    guard let hidden = folder.hidden, !isChecking else { return [] }
    var traces: [FileStatus?] = []
    for name in [Transaction.manifest, Transaction.undelivered, Transaction.store, Transaction.commit] {
      traces.append(try hidden.status(of: name))
    }
    return traces
  }
}

extension PublishedFolder {
  /// Finishes what a killed build began, and reads what is known of the catalog.
  func load(from hidden: Folder, in root: Folder) throws(DiagnosticsError) {
    let transaction = Transaction(in: root, hidden: hidden, diagnostics: diagnostics)
    let pending = request.state == nil && !isChecking ? nil : try transaction.pending()
    noteFolders = [pending?.folder, hidden].compactMap(\.self)
    if request.state != nil {
      inventory = try read(in: noteFolders)
      try refuseForeignState(in: root)
    }
    guard isChecking else {
      finished = try transaction.finish() ?? FileChanges()
      try transaction.abandon()
      noteFolders = [hidden]
      return inventory = try read(in: noteFolders)
    }
    inventory = try read(in: noteFolders)
    // What is on its way counts as if it were there; what is on the disk is looked at anyway.
    guard let pending else { return }
    var deleted: [Int] = []
    for path in pending.changes.deleted {
      let id = inventory.enter(path)
      if !inventory.isOurs[id] { deleted.append(id) }
    }
    inventory.change(removing: [], adding: deleted)
  }

  /// Reads the manifest and the store, each from the first of some folders that has one.
  private func read(in folders: [Folder]) throws(DiagnosticsError) -> Inventory {
    let name = diagnostics.path(Transaction.manifest)
    let manifest: [UInt8]?
    do {
      manifest = try read(Transaction.manifest, in: folders)?.bytes
    } catch {
      guard error.isObstacle else { throw diagnostics.error("read", name, error) }
      throw diagnostics.obstacle(name, to: name)
    }
    guard let manifest else {
      let older = try diagnostics.attempt("read", name) { () throws(SystemError) in
        try read("manifest.json", in: folders)
      }
      if older == nil { return Inventory() }
      throw diagnostics.otherVersion()
    }
    guard var inventory = Inventory(manifest: manifest) else {
      if ChecksummedFile.isOfAnotherVersion(.manifest, manifest) { throw diagnostics.otherVersion() }
      throw diagnostics.brokenList(name)
    }
    let list = try diagnostics.attempt("read", diagnostics.path(Transaction.undelivered)) { () throws(SystemError) in
      try read(Transaction.undelivered, in: folders)
    }
    if let list { inventory.read(undelivered: list.bytes) }
    // Without a store everything is made anew, so that no error is as good as any.
    if let store = try? read(Transaction.store, in: folders) {
      inventory.read(store: store.bytes, written: store.status.modified)
    }
    return inventory
  }

  private func read(
    _ name: String, in folders: [Folder]
  ) throws(SystemError) -> (bytes: [UInt8], status: FileStatus)? {
    for folder in folders {
      if let file = try folder.read(name) { return file }
    }
    return nil
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
      let inspector = Inspector(inventory, in: root)
      if inventory.order.isEmpty || inventory.order.contains(where: { inspector.look(at: $0) == .recorded }) { return }
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
