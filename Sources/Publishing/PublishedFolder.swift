public import Diagnostics
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
/// let report = try folder.publish(files)
/// print(report.updated)
/// ```
public final class PublishedFolder {
  /// The folder, as it was named.
  public let path: String
  let isChecking: Bool
  let diagnostics: PublishingDiagnostics
  /// The folder and its lock, until it is closed.
  private(set) var folder: LockedFolder?
  /// The catalog's files as of the last publishing.
  var inventory = Inventory()
  /// A look at what is on the disk, begun when the folder was opened; it serves once.
  var inspection: Inspection?
  /// Whether somebody else's file may be where none may be.
  var mayHoldForeignFiles = false
  /// The folders that notes may be in, from the latest to the earliest.
  var noteFolders: [Folder] = []
  /// What was changed by builds that could not tell of it.
  var untold = ChangeList()

  /// Opens a folder, and makes it if need be; it goes again if nothing is published. If a build was killed when it had begun to touch files,
  /// it is finished first. The files are looked at in the background, while the caller gathers the plan.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - adopting: Whether the folder may hold files that belong to somebody else; they are left alone, now and later.
  ///   - isChecking: Whether the folder is only looked at: then nothing at all is changed on the disk.
  ///   - onWait: Is called once if another process has the folder, which is waited for.
  /// - Throws: ``Diagnostics/DiagnosticsError`` if the folder cannot be used.
  /// - Complexity: O(*n*) in the number of the catalog's files.
  public convenience init(
    _ path: String, adopting: Bool = false, isChecking: Bool = false, onWait: () -> Void = {}
  ) throws(DiagnosticsError) {
    try self.init(path, adopting: adopting, isChecking: isChecking, willChange: nil, onWait: onWait)
  }

  /// Opens a folder, and calls a closure before each single change of the disk, on whatever thread makes it.
  package init(
    _ path: String, adopting: Bool, isChecking: Bool, willChange: (@Sendable (String) -> Void)?, onWait: () -> Void
  ) throws(DiagnosticsError) {
    // No name is the name of the current folder, which may hold anything.
    self.path = path.isEmpty ? "." : path
    self.isChecking = isChecking
    let diagnostics = PublishingDiagnostics(folder: self.path)
    self.diagnostics = diagnostics
    let folder = try LockedFolder.open(
      self.path, isChecking: isChecking, willChange: willChange, diagnostics: diagnostics,
      refuse: { (root) throws(DiagnosticsError) in
        if adopting { return }
        let foreign = try diagnostics.attempt("read", ".") { () throws(SystemError) in
          try ForeignFiles.first(in: root, besides: Inventory())
        }
        if let foreign { throw diagnostics.foreign(foreign) }
      }, onWait: onWait)
    self.folder = folder
    if let root = folder.root, let hidden = folder.hidden { try load(from: hidden, in: root) }
    if adopting, !inventory.isAdopted {
      inventory.isAdopted = true
      inventory.manifest = nil
    }
    if let root = folder.root {
      mayHoldForeignFiles = folder.hidden != nil && !inventory.isAdopted
      inspection = Inspection(inventory, in: root, isCounting: mayHoldForeignFiles)
    }
  }

  /// Gives the folder free for others. It happens by itself when nobody holds this object any more.
  public func close() { folder = nil }
}
