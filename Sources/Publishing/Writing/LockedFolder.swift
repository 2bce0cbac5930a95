import Diagnostics
import Glibc

/// The folder that a catalog is published to, the hidden one with what is known of it, and the lock on both. They are made if need be; what
/// was made goes again if nothing is published.
final class LockedFolder {
  /// How a folder is opened.
  struct Request {
    /// The folder.
    let path: String
    /// Where the catalog keeps what it knows; nil for a hidden folder within.
    let state: String?
    /// What the process is doing.
    let activity: FolderHolder.Activity
    /// Is called before each change of the disk.
    let willChange: (@Sendable (String) -> Void)?
    let diagnostics: PublishingDiagnostics

    /// Whether it is only looked at: then nothing is made.
    var isChecking: Bool { activity == .check }
    /// The path of the folder with what is known.
    var hiddenPath: String { state ?? path + (path.hasSuffix("/") ? "" : "/") + PathRules.hiddenFolder }
  }

  /// The folder; nil if it is only looked at, and not there.
  private(set) var root: Folder?
  /// The folder with what is known; nil if it is only looked at, and not there.
  private(set) var hidden: Folder?
  private let request: Request
  private var lock: FolderLock?
  /// Whether the lock's file was made for this one.
  private var isNew = false
  /// Whether something was published; else what was made for it goes.
  var isUsed = false
  /// The folders that were made on the way, from the outermost to the innermost.
  private var made: [String] = []

  private init(_ request: Request) { self.request = request }

  /// A backstop: whoever opened the folder closes it.
  deinit { close() }

  /// Gives the lock to others. What was made goes if nothing was published.
  ///
  /// Only what is empty goes, and only what was made here, so that an error leaves an empty folder at worst.
  func close() {
    defer {
      lock?.release()
      lock = nil
    }
    guard !request.isChecking else { return }
    // The lock's file goes while it is locked, so that whoever waits for it sees that it is not the one that it was.
    // Another process may have published since this one saw that there was no lock's file.
    if let root, let hidden, lock != nil, isNew, !isUsed, (try? hidden.status(of: Store.name))?.kind != .file {
      try? hidden.removeFile(FolderLock.name)
      if request.state == nil { _ = try? root.removeEmptyFolder(PathRules.hiddenFolder) }
    }
    for folder in made.reversed() { rmdir(folder) }
    made = []
  }

  /// Takes the lock again after it was given to others.
  ///
  /// - Returns: Whether the paths still lead to these folders; else there is no lock.
  func reopen(onWait: (FolderHolder?) -> Void) throws(DiagnosticsError) -> Bool {
    guard let hidden, isUsed || !isNew else { return false }
    do {
      lock = try FolderLock.take(in: hidden, making: false, for: request.activity, onWait: onWait)
      if lock != nil {
        if try isInPlace() { return true }
      }
    } catch let error where error.code != ENOENT && !error.isObstacle {
      throw request.diagnostics.error("lock", request.diagnostics.path(FolderLock.name), error)
    } catch {
      // Something else stands there now.
    }
    lock?.release()
    lock = nil
    return false
  }

  /// Opens a folder, and waits for the lock.
  ///
  /// - Parameters:
  ///   - request: Which folder, and how.
  ///   - refuse: Throws an error if a folder that no catalog was published to must not be used, before anything is made in it.
  ///   - onWait: Is called once if somebody else has the lock.
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

  /// Opens the folder.
  ///
  /// - Returns: Whether it still is the one that the path leads to: somebody else may have taken it away, and it has to be made again.
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
        // The files may be those that another process publishes first, at this moment.
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

  /// Whether the paths lead to the folders that are open.
  private func isInPlace() throws(SystemError) -> Bool {
    guard let root, let hidden else { return false }
    let place = try Folder(request.path, willChange: nil).status().identity
    let known: FileStatus?
    if let state = request.state {
      known = try Folder(state, willChange: nil).status()
    } else {
      known = try root.status(of: PathRules.hiddenFolder)
    }
    let (rootIdentity, hiddenIdentity) = (try root.status().identity, try hidden.status().identity)
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
        // It may be a link to nothing; else somebody else has made it first.
        throw .last
      }
    }
  }
}

extension LockedFolder.Request {
  /// Throws an error if what is known of the catalog cannot be kept where it is to be, before anything is made; or if the folder is
  /// a link to nothing.
  func refuseMisplacedState() throws(DiagnosticsError) {
    let place = FolderPath(path)
    var status = stat()
    if let first = place.missing.last, lstat(first, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
      throw diagnostics.error(
        first == path ? "the output folder is a link that leads nowhere" : "“\(first)” is a link that leads nowhere",
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
  /// Whether a folder that is named for it holds what is known of a catalog.
  ///
  /// - Throws: An error if it holds anything else.
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

  /// An error about a folder that keeps what is known of its catalog within.
  func ownState(_ state: String) -> DiagnosticsError {
    error(
      "the output folder has a state folder of its own, \(PathRules.hiddenFolder)",
      hint: "To keep it elsewhere from now on, move it first: mv \(folder)/\(PathRules.hiddenFolder) \(state)")
  }

  /// An error about a state folder that goes with another output folder.
  func foreignState(of other: String) -> DiagnosticsError {
    error(
      "the state folder, \(hidden), is that of another output folder, \(other)",
      hint: "Each output folder needs a state folder of its own: name another one with --state.")
  }

  private static var another: String { "Name an empty folder with --state, or one that does not exist." }
}
