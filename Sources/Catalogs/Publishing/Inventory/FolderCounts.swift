/// The number of files and folders in each folder of a catalog, by which a path is known to be that of a folder.
struct FolderCounts: Sendable {
  private var paths = PathTable()
  /// The number of entries of each folder, by the folder's number.
  private var counts: [Int] = []
  /// The number of the folder that was used last: consecutive files are mostly in the same folder.
  private var last = 0

  /// Returns whether a folder contains files, directly or in its folders.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  func contains(_ folder: UnsafeBufferPointer<UInt8>) -> Bool { paths.id(of: folder).map { counts[$0] > 0 } ?? false }

  /// Adds a file, or a folder that has its first entry.
  ///
  /// - Complexity: O(*n*) amortized, in the length of the path.
  mutating func add(_ path: UnsafeBufferPointer<UInt8>) {
    guard let folder = Self.folder(of: path) else { return }
    let id = number(of: folder)
    counts[id] += 1
    if counts[id] == 1 { add(folder) }
  }

  /// Removes a file, or a folder that has lost its last entry.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  mutating func remove(_ path: UnsafeBufferPointer<UInt8>) {
    guard let folder = Self.folder(of: path) else { return }
    let id = number(of: folder)
    counts[id] -= 1
    if counts[id] == 0 { remove(folder) }
  }

  private mutating func number(of folder: UnsafeBufferPointer<UInt8>) -> Int {
    if last < paths.count, paths.withBytes(of: last, { PathTable.areEqual($0, folder) }) {
      return last
    }
    last = paths.enter(folder)
    if last == counts.count { counts.append(0) }
    return last
  }

  /// Returns the path of the folder that contains an entry, or `nil` for the root.
  private static func folder(of path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var end = path.count
    while end > 0, path[end - 1] != UInt8(ascii: "/") { end -= 1 }
    return end == 0 ? nil : UnsafeBufferPointer(rebasing: path[..<(end - 1)])
  }
}
