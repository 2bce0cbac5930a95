/// Finds what is in the way of a file: something that the catalog has not made, and that is not replaced.
struct Obstacles {
  private var cursor: FolderCursor
  /// The folder that was missing last, with a slash behind it: neither is anything inside.
  private var missing: String?

  init(in root: Folder) { cursor = FolderCursor(root) }

  /// What is in the way of a file that is new in the catalog.
  ///
  /// What stands there, or on the way there, and is the catalog's own is in nobody's way: two files of one plan cannot be there both, so it
  /// will go.
  ///
  /// - Returns: The path of what is in the way.
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

  /// What is in the way of a file of the catalog, whose place something else has taken.
  mutating func firstForeign(to path: String) throws(SystemError) -> String {
    guard case .blocked(let part) = try cursor.enter(path.folderPath) else { return path }
    return prefix(of: path, through: part)
  }

  private func prefix(of path: String, through part: Int) -> String {
    String(path[...].leading(parts: part + 1, of: path.pathParts))
  }

  /// Whether there is a file at a path.
  mutating func isFile(_ path: String) throws(SystemError) -> Bool {
    guard case .open(let folder) = try cursor.enter(path.folderPath) else { return false }
    return try folder.status(of: path.fileName)?.kind == .file
  }
}
