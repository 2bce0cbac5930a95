/// How many files and folders there are in each folder of a catalog: what tells whether a path is that of a folder.
struct FolderCounts: Sendable {
  private var paths = PathTable()
  /// By number of a folder: what is directly in it.
  private var counts: [Int] = []
  /// The number of the folder that was counted in last: files of one folder mostly come together.
  private var last = 0

  /// Whether there are files in a folder, or in folders in it.
  ///
  /// - Complexity: O(*n*) in the length of its path.
  func contains(_ folder: UnsafeBufferPointer<UInt8>) -> Bool { paths.id(of: folder).map { counts[$0] > 0 } ?? false }

  /// Counts a file, or a folder that has become one.
  ///
  /// - Complexity: O(*n*) in the length of its path, amortized.
  mutating func add(_ path: UnsafeBufferPointer<UInt8>) {
    guard let folder = Self.folder(of: path) else { return }
    let id = number(of: folder)
    counts[id] += 1
    if counts[id] == 1 { add(folder) }
  }

  /// Counts a file no more.
  ///
  /// - Complexity: O(*n*) in the length of its path.
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

  /// The path of the folder that something is in; nil for the root.
  private static func folder(of path: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    var end = path.count
    while end > 0, path[end - 1] != UInt8(ascii: "/") { end -= 1 }
    return end == 0 ? nil : UnsafeBufferPointer(rebasing: path[..<(end - 1)])
  }
}
