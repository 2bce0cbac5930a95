import Diagnostics
import Glibc

/// The folder that a catalog is published to, and the lock on it. It is made if need be; what was made goes again if nothing is published.
final class LockedFolder {
  /// The folder; nothing if it is only looked at, and not there.
  private(set) var root: Folder?
  /// The hidden folder in it; nothing if it is only looked at, and not there.
  private(set) var hidden: Folder?
  private var lock: FolderLock?
  /// Whether the lock's file was made for this one.
  private var isNew = false
  /// Whether something was published; else what was made for it goes.
  var isUsed = false
  private let isChecking: Bool
  /// The folders that were made on the way, from the outermost to the innermost.
  private var made: [String] = []

  private init(isChecking: Bool) { self.isChecking = isChecking }

  deinit {
    guard !isChecking else { return }
    // Nobody can be told of an error any more, and nothing that is in the way is lost: only what is empty goes. The lock's file goes while
    // it is locked, so that whoever waits for it sees that it is not the one that it was.
    // Another process may have published since this one saw that there was no lock's file.
    if let root, let hidden, lock != nil, isNew, !isUsed, (try? hidden.status(of: Transaction.manifest))?.kind != .file
    {
      try? hidden.removeFile(FolderLock.name)
      _ = try? root.removeEmptyFolder(PathRules.hiddenFolder)
    }
    for folder in made.reversed() { rmdir(folder) }
  }

  /// Opens a folder, and waits for the lock.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - isChecking: Whether it is only looked at: then nothing is made.
  ///   - willChange: Is called before each change of the disk.
  ///   - refuse: Throws an error if a folder that no catalog was published to must not be used, before anything is made in it.
  ///   - onWait: Is called once if somebody else has the lock.
  static func open(
    _ path: String, isChecking: Bool, willChange: (@Sendable (String) -> Void)?, diagnostics: PublishingDiagnostics,
    refuse: (Folder) throws(DiagnosticsError) -> Void, onWait: () -> Void
  ) throws(DiagnosticsError) -> LockedFolder {
    var isWaiting = false
    while true {
      let folder = LockedFolder(isChecking: isChecking)
      let isOpen = try folder.open(
        path, willChange: willChange, diagnostics: diagnostics, refuse: refuse,
        onWait: {
          if !isWaiting { onWait() }
          isWaiting = true
        })
      if isOpen { return folder }
    }
  }

  /// Opens the folder.
  ///
  /// - Returns: Whether it still is the one that the path leads to: somebody else may have taken it away, and it has to be made again.
  private func open(
    _ path: String, willChange: (@Sendable (String) -> Void)?, diagnostics: PublishingDiagnostics,
    refuse: (Folder) throws(DiagnosticsError) -> Void, onWait: () -> Void
  ) throws(DiagnosticsError) -> Bool {
    let name = PathRules.hiddenFolder
    try diagnostics.attempt("make", path) { () throws(SystemError) in try makeFolders(path, willChange) }
    do {
      root = try Folder(path, willChange: willChange)
    } catch let error where error.code == ENOTDIR {
      throw diagnostics.error("the output folder is a file", hint: "Name another folder.")
    } catch let error where error.code == ENOENT {
      return isChecking
    } catch {
      throw diagnostics.error("open", path, error)
    }
    guard let root else { return isChecking }
    func hasCatalog() throws(DiagnosticsError) -> Bool {
      try diagnostics.attempt("open", name) { () throws(SystemError) in try root.status(of: name) != nil }
    }
    if try !hasCatalog() {
      do {
        try refuse(root)
      } catch {
        // The files may be those that another process publishes first, at this moment.
        guard try hasCatalog() else { throw error }
        return false
      }
      if isChecking { return true }
    }
    do {
      if !isChecking { try root.makeFolder(name) }
      hidden = try root.folder(name)
      guard let hidden else { return isChecking }
      isNew = try hidden.status(of: FolderLock.name) == nil
      lock = try FolderLock.take(in: hidden, making: !isChecking, onWait: onWait)
      if isChecking { return true }
      let isSame = try root.status(of: name)?.identity == hidden.status().identity
      let isThere = try Folder(path, willChange: nil).status().identity == root.status().identity
      return lock != nil && isSame && isThere
    } catch let error where error.code == ENOENT {
      return false
    } catch let error where error.isObstacle {
      let isFolder = hidden != nil
      throw diagnostics.obstacle(isFolder ? "\(name)/\(FolderLock.name)" : name, to: "\(name)/\(FolderLock.name)")
    } catch {
      throw diagnostics.error("lock", "\(name)/\(FolderLock.name)", error)
    }
  }

  private func makeFolders(_ path: String, _ willChange: (@Sendable (String) -> Void)?) throws(SystemError) {
    guard !isChecking else { return }
    var status = stat()
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, stat(folder, &status) != 0, errno == ENOENT {
      missing.append(folder)
      folder = String(folder.trimmingTrailingSlashes().folderPath).trimmingTrailingSlashes()
    }
    for folder in missing.reversed() {
      willChange?("make \(folder.trimmingTrailingSlashes().fileName)/")
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != EEXIST || (stat(folder, &status) != 0 && lstat(folder, &status) == 0) {
        // It may be a link to nothing; else somebody else has made it first.
        throw .last
      }
    }
  }
}

extension String {
  /// The path without slashes at its end; the root's is empty then.
  fileprivate func trimmingTrailingSlashes() -> String {
    var bytes = self[...].utf8
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
