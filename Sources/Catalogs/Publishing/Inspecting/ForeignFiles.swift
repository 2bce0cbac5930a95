/// Functions that find files in an output folder that do not belong to the catalog. A link counts as a file.
enum ForeignFiles {
  /// Returns the first foreign file in path order, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of files in the folder.
  static func first(in root: Folder, besides inventory: Inventory) throws(SystemError) -> String? {
    var first: [UInt8]?
    var path: [UInt8] = []
    try look(into: root, at: &path, inventory, &first)
    return first.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the number of files in an output folder, foreign ones included.
  ///
  /// - Complexity: O(*n*) in the number of files in the folder.
  static func count(in root: Folder) -> Result<Int, SystemError> {
    Result { () throws(SystemError) in try count(in: root, isRoot: true) }
  }

  /// Returns whether a folder is not empty, nor is any folder in it, and all of its files are the catalog's. Such a
  /// folder disappears together with them.
  static func areMissing(in folder: Folder, at path: String, besides inventory: Inventory) throws(SystemError) -> Bool {
    var isEmpty = true
    var areMissing = true
    try folder.forEachEntry { (name, isFolder) throws(SystemError) in
      isEmpty = false
      guard areMissing else { return }
      let name = String(decoding: name, as: UTF8.self)
      if isFolder {
        guard let inner = try folder.folder(name) else { return }
        areMissing = try Self.areMissing(in: inner, at: "\(path)/\(name)", besides: inventory)
      } else {
        areMissing = inventory.owns("\(path)/\(name)")
      }
    }
    return areMissing && !isEmpty
  }

  private static func count(in folder: Folder, isRoot: Bool) throws(SystemError) -> Int {
    var count = 0
    var folders: [String] = []
    try folder.forEachEntry { (name, isFolder) throws(SystemError) in
      if isRoot, name.elementsEqual(PathRules.hiddenFolder.utf8) { return }
      if isFolder { folders.append(String(decoding: name, as: UTF8.self)) } else { count += 1 }
    }
    for name in folders {
      if let inner = try folder.folder(name) { count += try Self.count(in: inner, isRoot: false) }
    }
    return count
  }

  /// Searches a folder for the first foreign file.
  ///
  /// - Parameter path: The folder's path with a trailing slash, or empty for the root. It is restored before the
  ///   function returns.
  private static func look(
    into folder: Folder, at path: inout [UInt8], _ inventory: Inventory, _ first: inout [UInt8]?
  ) throws(SystemError) {
    let start = path.count
    var folders: [[UInt8]] = []
    try folder.forEachEntry { (name, isFolder) throws(SystemError) in
      if start == 0, name.elementsEqual(PathRules.hiddenFolder.utf8) { return }
      if isFolder { return folders.append(Array(name)) }
      path.append(contentsOf: name)
      if !inventory.owns(path), first.map({ precedes(path, $0) }) ?? true { first = path }
      path.removeSubrange(start...)
    }
    for name in folders {
      guard let inner = try folder.folder(String(decoding: name, as: UTF8.self)) else { continue }
      path.append(contentsOf: name)
      path.append(UInt8(ascii: "/"))
      try look(into: inner, at: &path, inventory, &first)
      path.removeSubrange(start...)
    }
  }

  private static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withUnsafeBufferPointer { first in second.withUnsafeBufferPointer { PathTable.precedes(first, $0) } }
  }
}

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
