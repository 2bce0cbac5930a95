import Fingerprints
import Glibc

/// Paths and their numbers: a path that is entered gets the next number, and keeps it.
///
/// Paths are bytes: two spellings of a letter are two paths, as they are to the file system. They lie one after the other in one buffer,
/// so that a hundred thousand of them are one block of memory and not a hundred thousand.
struct PathTable: Sendable {
  /// The paths in the order of their numbers, each with a zero byte behind it.
  private(set) var bytes: [UInt8] = []
  /// Where each path begins; at last where the next one will.
  private var starts = [0]
  /// Open addressing with linear probing, at most half full: the number of a path plus one, and above it half of the path's hash. Nothing
  /// is 0.
  private var slots = [UInt64](repeating: 0, count: 16)

  /// Makes an empty table.
  init() {}

  /// Makes a table of paths that are all different, in the order of their numbers, each with a zero byte behind it.
  ///
  /// - Complexity: O(*n*) in their length.
  init(_ list: ArraySlice<UInt8>) {
    // With room for some more, so that the first one that is entered need not wait until all are copied.
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

  /// How many paths there are.
  var count: Int { starts.count - 1 }

  /// The path with a number.
  ///
  /// - Complexity: O(*n*) in its length.
  subscript(id: Int) -> String {
    withBytes(of: id) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a closure with the bytes of a path.
  func withBytes<Result>(of id: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(range(of: id, in: $0)) }
  }

  /// Calls a closure with a view of all paths that does not have to look where they are each time.
  func withPaths<Result>(_ body: ((Int) -> UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { all in body { range(of: $0, in: all) } }
  }

  /// The number of a path, if it was entered.
  ///
  /// - Complexity: O(*n*) in its length.
  func id(of path: UnsafeBufferPointer<UInt8>) -> Int? {
    let slot = slots[position(of: path, hash: Self.hash(path))]
    return slot == 0 ? nil : Self.id(in: slot)
  }

  /// The number of a path, if it was entered.
  ///
  /// - Complexity: O(*n*) in its length.
  func id(of path: some StringProtocol) -> Int? {
    var path = String(path)
    return path.withUTF8 { id(of: $0) }
  }

  /// The number of a path, which is entered if need be.
  ///
  /// - Complexity: O(*n*) in its length, amortized.
  mutating func enter(_ path: String) -> Int {
    var path = path
    return path.withUTF8 { enter($0) }
  }

  /// The number of a path, which is entered if need be.
  ///
  /// - Complexity: O(*n*) in its length, amortized.
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

  /// Where a path is, or has to go.
  private func position(of path: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
    slots.withUnsafeBufferPointer { slots in
      bytes.withUnsafeBufferPointer { all in
        let mask = slots.count - 1
        var position = Int(truncatingIfNeeded: hash) & mask
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

  /// Whether two paths are the same.
  static func areEqual(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    guard let first = first.baseAddress, let other = second.baseAddress else { return true }
    // Both have as many bytes.
    return memcmp(first, other, second.count) == 0
  }

  /// Puts all numbers into new slots.
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
  /// Where a byte is, from a place on.
  ///
  /// - Complexity: O(*n*) in the distance.
  func position(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count else { return nil }
    // All bytes that are looked at are in the buffer.
    return memchr(base + start, Int32(byte), count - start).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }
}

/// The order of a walk through the folders: by bytes, but a folder's files stand together, since a slash comes before everything else.
extension PathTable {
  /// Some numbers in the order of their paths.
  ///
  /// - Complexity: O(*n* log *n*).
  func sorted(_ ids: [Int]) -> [Int] {
    withPaths { path in ids.sorted { Self.precedes(path($0), path($1)) } }
  }

  /// Two sorted lists of numbers as one.
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

  /// The first path of a sorted list that is a folder of the next one, if there is any: no two such files can be.
  ///
  /// - Complexity: O(*n*).
  func firstCollision(in sorted: [Int]) -> (file: Int, inside: Int)? {
    withPaths { path in
      zip(sorted, sorted.dropFirst()).first { Self.isFolder(path($0), of: path($1)) }.map { ($0, $1) }
    }
  }

  /// Whether a path comes before another.
  static func precedes(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = min(first.count, second.count)
    for index in 0..<count where first[index] != second[index] {
      return rank(first[index]) < rank(second[index])
    }
    return first.count < second.count
  }

  /// Whether the second path leads through the first.
  static func isFolder(_ first: UnsafeBufferPointer<UInt8>, of second: UnsafeBufferPointer<UInt8>) -> Bool {
    second.count > first.count && second[first.count] == UInt8(ascii: "/") && second.starts(with: first)
  }

  /// No path has a byte 0.
  private static func rank(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: "/") ? 0 : byte }
}

/// Which paths a catalog's file may have.
package enum PathRules {
  /// Where the catalog keeps what it knows.
  package static let hiddenFolder = ".pomona"

  /// Whether a path leads to a place inside the catalog's folder that is not its own: plain names between slashes.
  ///
  /// - Complexity: O(*n*) in its length.
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
    // Most names begin with something else than a dot.
    guard name.first == UInt8(ascii: ".") else { return !name.isEmpty }
    let isReserved = name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
    return !isReserved && !(isFirst && name.elementsEqual(hiddenFolder.utf8))
  }
}
