package import Diagnostics
import Foundation

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
/// print(try folder.publish(files).updated)
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
