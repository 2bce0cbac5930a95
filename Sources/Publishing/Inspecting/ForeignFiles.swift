/// Looks for files in a catalog's folder that are not the catalog's.
enum ForeignFiles {
  /// The first such file, in the order of a walk; a link is one, too.
  ///
  /// - Complexity: O(*n*) in the number of files in the folder.
  static func first(in root: Folder, besides inventory: Inventory) throws(SystemError) -> String? {
    var first: [UInt8]?
    var path: [UInt8] = []
    try look(into: root, at: &path, inventory, &first)
    return first.map { String(decoding: $0, as: UTF8.self) }
  }

  /// How many files there are in a catalog's folder, whoever they belong to; a link is one, too.
  ///
  /// - Complexity: O(*n*) in the number of files in the folder.
  static func count(in root: Folder) -> Result<Int, SystemError> {
    Result { () throws(SystemError) in try count(in: root, isRoot: true) }
  }

  /// Whether a folder has files, and its folders have, and all of them are the catalog's: it goes when they go.
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

  /// Looks into a folder.
  ///
  /// - Parameter path: The folder's path with a slash behind it, or nothing; it is so again afterwards.
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
