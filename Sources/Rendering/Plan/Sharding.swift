/// Divides the objects of a catalog among files, such as the parts of a search index, of a sitemap or of an export, so that a change of
/// one object changes one file.
///
/// At first all objects are one part. A part that is too large is split in two by the next bit of the hashes of its objects, and so are
/// both halves. So which parts there are follows from the objects alone, and from neither their order nor their history; and an object
/// that comes, goes or grows changes its own part, which is split or joined with its other half at the most.
///
/// Parts have as much as their capacity, unless a single object has more. Those without objects are left out.
///
/// Source: Fagin, Nievergelt, Pippenger, Strong, “Extendible hashing: a fast access method for dynamic files”, TODS 1979. The hash is
/// XXH3.
package struct Sharding {
  /// Some of the objects.
  package struct Part: Equatable, Sendable {
    /// The part's number, which it keeps as long as it is not split or joined: 1 has all objects, and the halves of *n* are 2*n* and
    /// 2*n* + 1.
    package let number: Int
    /// The objects, in their order.
    package fileprivate(set) var indices: [Int32]
    /// The sum of their sizes.
    fileprivate(set) var size: Int
  }

  /// Objects whose hashes were made to be equal are not divided forever.
  static let maximumDepth = 40

  /// Divides objects.
  ///
  /// - Parameters:
  ///   - hashes: A hash of each object's identity.
  ///   - sizes: The size of each object.
  ///   - capacity: The size that a part has at most, if more than one object is in it.
  ///   - number: The number of the part that all of them are in.
  /// - Returns: The parts, in an order that follows from their numbers.
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  package static func parts(
    of hashes: [UInt64], sizes: [Int], capacity: Int, within number: Int = 1
  ) -> [Part] {
    var parts: [Part] = []
    // The parts that are still to be looked at, the first on top.
    var rest = [Part(number: number, indices: hashes.indices.map(Int32.init), size: sizes.reduce(0, +))]
    while let part = rest.popLast() {
      let depth = depth(of: part.number)
      guard isTooLarge(part.number, part.size, part.indices.count, capacity) else {
        if !part.indices.isEmpty { parts.append(part) }
        continue
      }
      var halves = [0, 1].map { Part(number: 2 * part.number + $0, indices: [], size: 0) }
      for index in part.indices {
        let half = Int(hashes[Int(index)] >> UInt64(depth) & 1)
        halves[half].indices.append(index)
        halves[half].size += sizes[Int(index)]
      }
      rest += halves.reversed()
    }
    return parts
  }

  /// The number of bits that the hashes of a part's objects have in common.
  static func depth(of number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }

  /// Whether a part of a size has to be divided.
  static func isTooLarge(_ number: Int, _ size: Int, _ count: Int, _ capacity: Int) -> Bool {
    size > capacity && count > 1 && depth(of: number) < maximumDepth
  }
}
