/// Finds conflicts with writing a file: something that the catalog did not publish, and that is not replaced.
struct PathConflicts {
  private var cursor: FolderCursor
  /// The folder that was missing last, with a trailing slash. Everything in it is missing, too.
  private var missing: String?

  init(in root: Folder) { cursor = FolderCursor(root) }

  /// Returns the obstacle to a file that is new in the catalog.
  ///
  /// The catalog's own files in its place, or on the path to it, are no obstacle: they cannot both be in the plan, so
  /// that the old ones are going to be deleted.
  ///
  /// - Returns: The path of the obstacle, or `nil` if there is none.
  mutating func first(to path: String, besides inventory: Inventory) throws(SystemError) -> String? {
    if let missing, path.utf8.starts(with: missing.utf8) { return nil }
    switch try cursor.enter(path.folderPath) {
    case .open(let folder):
      let name = path.fileName
      guard let status = try folder.status(of: name) else { return nil }
      guard status.kind == .folder, let inner = try folder.folder(name) else { return path }
      return try ForeignFiles.areMissing(in: inner, at: path, besides: inventory) ? nil : path
    case .missing(_, let part):
      missing = "\(prefix(of: path, through: part))/"
      return nil
    case .blocked(let part):
      let prefix = prefix(of: path, through: part)
      let isFile = try isFile(prefix)
      return isFile && inventory.owns(prefix) ? nil : prefix
    }
  }

  /// Returns the path of the obstacle that has taken the place of a file of the catalog.
  mutating func firstForeign(to path: String) throws(SystemError) -> String {
    guard case .blocked(let part) = try cursor.enter(path.folderPath) else { return path }
    return prefix(of: path, through: part)
  }

  private func prefix(of path: String, through part: Int) -> String {
    String(path[...].leading(parts: part + 1, of: path.pathParts))
  }

  mutating func isFile(_ path: String) throws(SystemError) -> Bool {
    guard case .open(let folder) = try cursor.enter(path.folderPath) else { return false }
    return try folder.status(of: path.fileName)?.kind == .file
  }
}
