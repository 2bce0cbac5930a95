import Diagnostics
import Glibc

/// Moves staged files to their places. The operation is idempotent: a file that is not staged any more has been moved
/// before.
struct Placement {
  private let root: Folder
  private let diagnostics: PublishingDiagnostics
  private let staged: StagedFiles

  init(from staged: StagedFiles, to root: Folder, _ diagnostics: PublishingDiagnostics) {
    self.root = root
    self.diagnostics = diagnostics
    self.staged = staged
  }

  /// Applies all changes: first it moves new files, then files that replace others; it deletes files last.
  ///
  /// - Complexity: O(*n*) in the number of changes: one move per file, except that a new folder is moved at once with
  ///   all its files.
  func place(_ changes: FileChanges) throws(DiagnosticsError) {
    // Where a file becomes a folder, or a folder becomes a file, the old one has to be deleted first. This is rare, so
    // that all deletions come first then.
    let isCrossed = isCrossed(changes)
    if isCrossed { try delete(changes.deleted) }
    try move(changes.created, isReplacing: false)
    try move(changes.updated, isReplacing: true)
    if !isCrossed { try delete(changes.deleted) }
  }

  // MARK: - Moving

  private func move(_ paths: [String], isReplacing: Bool) throws(DiagnosticsError) {
    var places = FolderCursor(root)
    var staged = staged
    // The folder that was moved last, with a trailing slash: all files that were staged in it are in their places.
    var moved: String?
    for path in paths {
      if let moved, path.utf8.starts(with: moved.utf8) { continue }
      let isFree = try diagnostics.attempt("write", path) { () throws(SystemError) in
        switch try places.enter(path.folderPath, making: staged.isFlat) {
        case .open(let place):
          return try move(path, from: &staged, to: place, isReplacing: isReplacing)
        case .missing(let place, let part):
          let folder = path[...].leading(parts: part + 1, of: path.pathParts)
          if let source = try staged.place(of: String(folder)) {
            try source.folder.move(source.name, to: place, as: source.name)
          }
          moved = "\(folder)/"
          return true
        case .blocked: return false
        }
      }
      guard isFree else { throw diagnostics.obstacle(path, to: path) }
    }
  }

  /// Moves a staged file, if it is still staged.
  ///
  /// - Returns: Whether the place was free. A file that appears between this check and the move is replaced: no system
  ///   call refuses that on every file system.
  private func move(
    _ path: String, from staged: inout StagedFiles, to place: Folder, isReplacing: Bool
  ) throws(SystemError) -> Bool {
    guard let source = try staged.place(of: path) else { return true }
    let name = path.fileName
    if let status = try place.status(of: name), !isReplacing || status.kind != .file {
      return try source.folder.status(of: source.name) == nil
    }
    try source.folder.move(source.name, to: place, as: name)
    return true
  }

  // MARK: - Deleting

  private func delete(_ paths: [String]) throws(DiagnosticsError) {
    var places = FolderCursor(root)
    for path in paths {
      try diagnostics.attempt("delete", path) { () throws(SystemError) in
        guard case .open(let place) = try places.enter(path.folderPath),
          try place.status(of: path.fileName)?.kind == .file
        else { return }
        try place.removeFile(path.fileName)
      }
    }
    // Folders are deleted when they become empty. In reverse path order, nested folders come before their parents.
    var last: Substring = ""
    for path in paths.reversed() where !path.folderPath.utf8.elementsEqual(last.utf8) {
      last = path.folderPath
      try diagnostics.attempt("delete", String(last)) { () throws(SystemError) in
        try deleteEmptyFolders(upFrom: last)
      }
    }
  }

  private func deleteEmptyFolders(upFrom path: Substring) throws(SystemError) {
    var path = path
    while !path.isEmpty {
      var places = FolderCursor(root)
      if case .open(let place) = try places.enter(path.folderPath) {
        guard try place.removeEmptyFolder(path.fileName) else { return }
      }
      path = path.folderPath
    }
  }

  /// Returns whether a deleted file has the path of a folder of a created file, or the other way round.
  private func isCrossed(_ changes: FileChanges) -> Bool {
    guard !changes.deleted.isEmpty, !changes.created.isEmpty else { return false }
    var table = PathTable()
    let created = changes.created.map { table.enter($0) }
    let deleted = changes.deleted.map { table.enter($0) }
    return table.firstCollision(in: table.merging(created, deleted)) != nil
  }
}
