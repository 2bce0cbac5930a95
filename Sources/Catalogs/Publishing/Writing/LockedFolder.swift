import Diagnostics
import Glibc

/// The output folder of a catalog, its state folder, and the lock on both. Folders are created if necessary, and
/// removed again if nothing is published.
final class LockedFolder {
  /// The options for opening a folder.
  struct Request {
    let path: String
    /// The path of the state folder; `nil` for a hidden one in the output folder.
    let state: String?
    let activity: FolderHolder.Activity
    /// A closure that is called before each change of the disk.
    let willChange: (@Sendable (String) -> Void)?
    let diagnostics: PublishingDiagnostics

    /// Whether the folder is only checked: then nothing is created.
    var isChecking: Bool { activity == .check }
    var hiddenPath: String { state ?? path + (path.hasSuffix("/") ? "" : "/") + PathRules.hiddenFolder }
  }

  /// The output folder; `nil` for a check of a folder that does not exist.
  private(set) var root: Folder?
  /// The state folder; `nil` for a check if it does not exist.
  private(set) var hidden: Folder?
  private let request: Request
  private var lock: FolderLock?
  /// Whether the lock's file did not exist before.
  private var isNew = false
  /// Whether something was published; otherwise closing removes the files and folders that were created.
  var isUsed = false
  /// The folders that were created, from the outermost to the innermost.
  private var made: [String] = []

  private init(_ request: Request) { self.request = request }

  /// A fallback: the code that opened the folder is expected to close it.
  deinit { close() }

  /// Releases the lock. If nothing was published, the files and folders that were created are removed.
  ///
  /// Only empty folders are removed, and only those that were created here. An error leaves at worst an empty folder
  /// behind.
  func close() {
    defer {
      lock?.release()
      lock = nil
    }
    guard !request.isChecking else { return }
    // The lock's file is deleted while it is locked, so that a waiting process detects that it has locked a deleted
    // file. Another process may have published since this one found no lock's file.
    if let root, let hidden, lock != nil, isNew, !isUsed, (try? hidden.status(of: Store.name))?.kind != .file {
      try? hidden.removeFile(FolderLock.name)
      if request.state == nil { _ = try? root.removeEmptyFolder(PathRules.hiddenFolder) }
    }
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// Acquires the lock again after it was released.
  ///
  /// - Returns: Whether the paths still lead to the same folders. Otherwise the lock is not held.
  func reopen(onWait: (FolderHolder?) -> Void) throws(DiagnosticsError) -> Bool {
    guard let hidden, isUsed || !isNew else { return false }
    do {
      lock = try FolderLock.take(in: hidden, making: false, for: request.activity, onWait: onWait)
      if lock != nil, try isInPlace() { return true }
    } catch let error where error.code != ENOENT && !error.isObstacle {
      throw request.diagnostics.error("lock", request.diagnostics.path(FolderLock.name), error)
    } catch {
      // The lock's file was deleted or replaced by something else.
    }
    lock?.release()
    lock = nil
    return false
  }

  /// Opens a folder, and waits for the lock.
  ///
  /// - Parameters:
  ///   - refuse: A closure that throws an error if a folder without a published catalog must not be used. It is called
  ///     before anything is created in the folder.
  ///   - onWait: A closure that is called once if another process holds the lock.
  static func open(
    _ request: Request, refuse: (Folder) throws(DiagnosticsError) -> Void, onWait: (FolderHolder?) -> Void
  ) throws(DiagnosticsError) -> LockedFolder {
    try request.refuseMisplacedState()
    var isWaiting = false
    while true {
      let folder = LockedFolder(request)
      let isOpen: Bool
      do {
        isOpen = try folder.open(
          refuse: refuse,
          onWait: { holder in
            if !isWaiting { onWait(holder) }
            isWaiting = true
          })
      } catch {
        folder.close()
        throw error
      }
      if isOpen { return folder }
      folder.close()
    }
  }

  /// Opens the folder, creates it if necessary, and acquires the lock.
  ///
  /// - Returns: Whether the path still leads to the open folder. Another process may have removed it, and it has to be
  ///   created again.
  private func open(
    refuse: (Folder) throws(DiagnosticsError) -> Void, onWait: (FolderHolder?) -> Void
  ) throws(DiagnosticsError) -> Bool {
    let diagnostics = request.diagnostics
    let isChecking = request.isChecking
    guard let root = try openRoot() else { return isChecking }
    self.root = root
    if request.state != nil, try hasHiddenFolder(root) { throw diagnostics.ownState(request.hiddenPath) }
    func hasCatalog() throws(DiagnosticsError) -> Bool {
      if let state = request.state { try diagnostics.hasState(at: state) } else { try hasHiddenFolder(root) }
    }
    if try !hasCatalog() {
      do {
        try refuse(root)
      } catch {
        // The files may belong to another process that publishes for the first time at this moment.
        guard try hasCatalog() else { throw error }
        return false
      }
      if isChecking { return true }
    }
    do {
      hidden = try openHidden(in: root)
      guard let hidden else { return isChecking }
      isNew = try hidden.status(of: FolderLock.name) == nil
      lock = try FolderLock.take(in: hidden, making: !isChecking, for: request.activity, onWait: onWait)
      if isChecking { return true }
      if lock == nil { return false }
      return try isInPlace()
    } catch let error where error.code == ENOENT {
      return false
    } catch let error where error.isObstacle {
      let lock = diagnostics.path(FolderLock.name)
      throw diagnostics.obstacle(hidden != nil ? lock : diagnostics.hidden, to: lock)
    } catch {
      throw diagnostics.error("lock", diagnostics.path(FolderLock.name), error)
    }
  }

  private func openRoot() throws(DiagnosticsError) -> Folder? {
    let diagnostics = request.diagnostics
    try diagnostics.attempt("make", request.path) { () throws(SystemError) in try makeFolders(request.path) }
    do {
      return try Folder(request.path, willChange: request.willChange)
    } catch let error where error.code == ENOTDIR {
      throw diagnostics.error("the output folder is a file", hint: "Name another folder.")
    } catch let error where error.code == ENOENT {
      return nil
    } catch {
      throw diagnostics.error("open", request.path, error)
    }
  }

  private func openHidden(in root: Folder) throws(SystemError) -> Folder? {
    if let state = request.state {
      try makeFolders(state)
      do {
        return try Folder(state, willChange: request.willChange)
      } catch let error where request.isChecking && error.code == ENOENT {
        return nil
      }
    }
    if !request.isChecking { try root.makeFolder(PathRules.hiddenFolder) }
    return try root.folder(PathRules.hiddenFolder)
  }

  /// Returns whether the paths still lead to the open folders.
  private func isInPlace() throws(SystemError) -> Bool {
    guard let root, let hidden else { return false }
    let place = try Folder(request.path, willChange: nil).status().identity
    let known: FileStatus? =
      if let state = request.state {
        try Folder(state, willChange: nil).status()
      } else {
        try root.status(of: PathRules.hiddenFolder)
      }
    let rootIdentity = try root.status().identity
    let hiddenIdentity = try hidden.status().identity
    return place == rootIdentity && known?.identity == hiddenIdentity
  }

  private func hasHiddenFolder(_ root: Folder) throws(DiagnosticsError) -> Bool {
    try request.diagnostics.attempt("open", PathRules.hiddenFolder) { () throws(SystemError) in
      try root.status(of: PathRules.hiddenFolder) != nil
    }
  }

  private func makeFolders(_ path: String) throws(SystemError) {
    guard !request.isChecking else { return }
    var status = stat()
    for folder in FolderPath(path).missing.reversed() {
      request.willChange?("make \(folder.fileName)/")
      if mkdir(folder, 0o777) == 0 {
        made.append(folder)
      } else if errno != EEXIST || (stat(folder, &status) != 0 && lstat(folder, &status) == 0) {
        // A dangling link is an error. Otherwise another process has created the folder first.
        throw .last
      }
    }
  }
}

extension LockedFolder.Request {
  /// Throws an error if the state folder is in a place where it cannot be used, before anything is created; or if the
  /// output folder is a dangling link.
  func refuseMisplacedState() throws(DiagnosticsError) {
    let place = FolderPath(path)
    var status = stat()
    if let first = place.missing.last, lstat(first, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw diagnostics.error(
        first == path ? "the output folder is a broken symbolic link" : "“\(first)” is a broken symbolic link",
        hint: "Mend the link, delete it, or name another folder.")
    }
    guard let state else { return }
    let kept = FolderPath(state)
    if kept.isWithin(place) || place.isWithin(kept) {
      throw diagnostics.error(
        "the output folder and the state folder, \(state), are one within the other",
        hint: "Name a folder beside the output folder with --state, or leave --state out.")
    }
    if let device = place.device, let other = kept.device, device != other {
      throw diagnostics.error(
        "the state folder, \(state), is on another file system than the output folder",
        hint: "Files are moved from there to their places in one step each: name a folder on the same file system.")
    }
  }
}

extension PublishingDiagnostics {
  /// Returns whether the given state folder holds the state of a catalog.
  ///
  /// - Throws: An error if it holds any other files.
  func hasState(at path: String) throws(DiagnosticsError) -> Bool {
    let own =
      [
        FolderLock.name, Store.name, "\(Store.name).new", Notes.folder, Transaction.staging, Transaction.commit,
        Transaction.changes,
      ] + Store.olderNames
    var names: [String] = []
    do {
      let folder = try Folder(path, willChange: nil)
      try folder.forEachEntry { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    } catch {
      guard error.code != ENOENT else { return false }
      guard error.code != ENOTDIR else { throw self.error("the state folder, \(path), is a file", hint: Self.another) }
      throw self.error("open", path, error)
    }
    if let foreign = names.sorted().first(where: { !own.contains($0) && !$0.hasPrefix("fragments-") }) {
      throw error(
        "the state folder, \(path), holds a file that Pomona did not write, “\(foreign)”", hint: Self.another)
    }
    return !Set(names).isDisjoint(with: [Store.name, Transaction.commit] + Store.olderNames)
  }

  /// Returns an error about an output folder that has its state in a hidden folder of its own.
  func ownState(_ state: String) -> DiagnosticsError {
    error(
      "the output folder already has its own state folder, \(PathRules.hiddenFolder)",
      hint: "To keep it elsewhere from now on, move it first: mv \(folder)/\(PathRules.hiddenFolder) \(state)")
  }

  /// Returns an error about a state folder that belongs to another output folder.
  func foreignState(of other: String) -> DiagnosticsError {
    error(
      "the state folder, \(hidden), is that of another output folder, \(other)",
      hint: "Each output folder needs a separate state folder: name another one with --state.")
  }

  private static var another: String { "Name an empty folder with --state, or one that does not exist." }
}
