import Diagnostics
import Glibc

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
    let own = [
      FolderLock.name, Transaction.manifest, Transaction.store, Transaction.undelivered, Transaction.notes,
      Transaction.staging, Transaction.commit,
    ]
    var names: [String] = []
    do {
      let folder = try Folder(path, willChange: nil)
      try folder.forEachEntry { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    } catch {
      guard error.code != ENOENT else { return false }
      guard error.code != ENOTDIR else { throw self.error("the state folder, \(path), is a file", hint: Self.another) }
      throw self.error("open", path, error)
    }
    if let foreign = names.sorted().first(where: { !own.contains($0) }) {
      throw error(
        "the state folder, \(path), holds a file that Pomona did not write, “\(foreign)”", hint: Self.another)
    }
    return names.contains(Transaction.manifest) || names.contains(Transaction.commit)
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
