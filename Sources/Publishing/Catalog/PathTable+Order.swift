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
