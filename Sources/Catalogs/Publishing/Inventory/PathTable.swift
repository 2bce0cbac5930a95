import Fingerprints
import Glibc

/// A table that assigns numbers to paths, in the order of their insertion. A number never changes.
///
/// Paths are compared bytewise, as the file system does: two spellings of a letter are two paths. All paths are stored
/// in one buffer, so that a hundred thousand of them are a single allocation.
///
/// - Complexity: An operation on a path takes O(*n*) in its length, unless another cost is stated; entering one,
///   amortized.
struct PathTable: Sendable {
  /// The paths in the order of their numbers, each followed by a zero byte.
  private(set) var bytes: [UInt8] = []
  /// The offset of each path, and at the end that of the next one to be added.
  private var starts = [0]
  /// A hash table with open addressing and linear probing, at most half full. A slot has the number of a path plus one
  /// in its lower half, and the upper half of the path's hash in its upper half. An empty slot is 0.
  private var slots = [UInt64](repeating: 0, count: 16)

  init() {}

  /// Creates a table from a list of distinct paths in the order of their numbers, each followed by a zero byte.
  ///
  /// - Complexity: O(*n*) in the length of the list.
  init(_ list: ArraySlice<UInt8>) {
    // The extra capacity lets paths be added without copying all of them.
    bytes.reserveCapacity(list.count + list.count / 8 + 64)
    bytes.append(contentsOf: list)
    starts = bytes.withUnsafeBufferPointer { all in
      var starts = [0]
      starts.reserveCapacity(all.count / 16)
      while let last = starts.last, let end = all.position(of: 0, from: last) { starts.append(end + 1) }
      return starts
    }
    starts.reserveCapacity(starts.count + starts.count / 8 + 64)
    var size = slots.count
    while (count + count / 8) * 2 > size { size *= 2 }
    index(slots: size)
  }

  var count: Int { starts.count - 1 }

  subscript(id: Int) -> String { withBytes(of: id) { String(decoding: $0, as: UTF8.self) } }

  /// Calls the given closure with the bytes of a path.
  func withBytes<Result>(of id: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(range(of: id, in: $0)) }
  }

  /// Calls the given closure with a function from numbers to paths, which is faster than accessing each path
  /// separately.
  func withPaths<Result>(_ body: ((Int) -> UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { all in body { range(of: $0, in: all) } }
  }

  /// Returns the number of a path, or `nil` if the table does not contain it.
  func id(of path: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slots[position(of: path, hash: Self.hash(path))]
    return slot == 0 ? nil : Self.id(in: slot)
  }

  func id(of path: some StringProtocol) -> Int? {
    var path = String(path)
    return path.withUTF8 { id(of: $0) }
  }

  /// Returns the number of a path, and adds the path if it is new.
  mutating func enter(_ path: String) -> Int {
    var path = path
    return path.withUTF8 { enter($0) }
  }

  mutating func enter(_ path: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = Self.hash(path)
    let position = position(of: path, hash: hash)
    if slots[position] != 0 { return Self.id(in: slots[position]) }
    bytes.append(contentsOf: path)
    bytes.append(0)
    starts.append(bytes.count)
    slots[position] = Self.slot(count - 1, hash: hash)
    if count * 2 > slots.count { index(slots: slots.count * 2) }
    return count - 1
  }

  // MARK: - Slots

  private func range(of id: Int, in all: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: all[starts[id]..<starts[id + 1] - 1])
  }

  /// Returns the slot that contains a path, or that it has to be inserted into.
  private func position(of path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
    slots.withUnsafeBufferPointer { slots in
      bytes.withUnsafeBufferPointer { all in
        let mask = slots.count - 1
        var position = Int(truncatingIfNeeded: hash) & mask
        // At least half of the slots are empty, so the search ends.
        while slots[position] != 0 {
          if slots[position] >> 32 == hash >> 32, Self.areEqual(range(of: Self.id(in: slots[position]), in: all), path)
          {
            break
          }
          position = (position + 1) & mask
        }
        return position
      }
    }
  }

  static func areEqual(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    guard let first = first.baseAddress, let other = second.baseAddress else { return true }
    // The counts are equal, so that both buffers have this number of bytes.
    return memcmp(first, other, second.count) == 0
  }

  /// Rebuilds the hash table with the given number of slots.
  private mutating func index(slots size: Int) {
    let mask = size - 1
    slots = withPaths { path in
      var slots = [UInt64](repeating: 0, count: size)
      for id in 0..<count {
        let hash = Self.hash(path(id))
        var position = Int(truncatingIfNeeded: hash) & mask
        while slots[position] != 0 { position = (position + 1) & mask }
        slots[position] = Self.slot(id, hash: hash)
      }
      return slots
    }
  }

  private static func hash(_ path: UnsafeBufferPointer<UInt8>) -> UInt64 {
    Fingerprint(UnsafeRawBufferPointer(path)).low
  }

  private static func slot(_ id: Int, hash: UInt64) -> UInt64 { (hash & ~0xFFFF_FFFF) | UInt64(id + 1) }

  private static func id(in slot: UInt64) -> Int { Int(slot & 0xFFFF_FFFF) - 1 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first occurrence of a byte at or after a position, or `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the distance.
  func position(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    // The search is limited to the bytes of the buffer.
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }
}

/// Path order: the bytewise order, but with the slash before every other byte. A depth-first walk through the folders
/// visits files in this order, and all files of a folder are consecutive:
///
///     a/b   a/c/d   a-b      (bytewise, a-b would be first)
extension PathTable {
  /// Returns the given numbers in path order.
  ///
  /// - Complexity: O(*n* log *n*).
  func sorted(_ ids: [Int]) -> [Int] {
    withPaths { path in ids.sorted { Self.precedes(path($0), path($1)) } }
  }

  /// Merges two sorted lists of numbers.
  ///
  /// - Complexity: O(*n*).
  func merging(_ first: [Int], _ second: [Int]) -> [Int] {
    guard !first.isEmpty else { return second }
    var merged: [Int] = []
    merged.reserveCapacity(first.count + second.count)
    var index = 0
    withPaths { path in
      for id in second {
        while index < first.count, Self.precedes(path(first[index]), path(id)) {
          merged.append(first[index])
          index += 1
        }
        merged.append(id)
      }
    }
    return merged + first[index...]
  }

  /// Returns the first path of a sorted list that is a folder of the next one, or `nil` if there is none. Two such
  /// files cannot both exist.
  ///
  /// - Complexity: O(*n*).
  func firstCollision(in sorted: [Int]) -> (file: Int, inside: Int)? {
    withPaths { path in
      zip(sorted, sorted.dropFirst()).first { Self.isFolder(path($0), of: path($1)) }.map { ($0, $1) }
    }
  }

  /// Returns whether a path precedes another one in path order.
  static func precedes(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = min(first.count, second.count)
    for index in 0..<count where first[index] != second[index] {
      return rank(first[index]) < rank(second[index])
    }
    return first.count < second.count
  }

  static func isFolder(_ first: UnsafeBufferPointer<UInt8>, of second: UnsafeBufferPointer<UInt8>) -> Bool {
    second.count > first.count && second[first.count] == UInt8(ascii: "/") && second.starts(with: first)
  }

  /// The rank 0 is free for the slash, since no path contains a zero byte.
  private static func rank(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }
}

/// The rules for the paths of a catalog's files.
package enum PathRules {
  /// The name of the hidden state folder.
  package static let hiddenFolder = ".pomona"

  /// Returns whether a path consists of plain names between slashes, so that it stays inside the output folder, and is
  /// not in the hidden state folder.
  static func allow(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard path.position(of: 0, from: 0) == nil else { return false }
    var start = 0
    while start <= path.count {
      let end = path.position(of: UInt8(ascii: "/"), from: start) ?? path.count
      guard allow(name: UnsafeBufferPointer(rebasing: path[start..<end]), isFirst: start == 0) else { return false }
      start = end + 1
    }
    return true
  }

  private static func allow(name: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> Bool {
    // Most names do not begin with a dot.
    guard name.first == UInt8(ascii: ".") else { return !name.isEmpty }
    let isReserved = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    return !isReserved && !(isFirst && name.elementsEqual(hiddenFolder.utf8))
  }
}

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
