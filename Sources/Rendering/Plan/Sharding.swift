/// A division of the objects of a catalog among files, such as the parts of a search index, a sitemap or an export, so that an update of
/// one object changes one file.
///
/// All objects start in one part. A part that is too large is split in two by the next bit of its objects' hashes, and the halves are
/// split in the same way. The root of this binary trie is part 1; the halves of part *n* are 2*n* and 2*n* + 1:
///
///     bit 0           0 ┌── 1 ──┐ 1
///                       2       3          2 is small enough, 3 is too large
///     bit 1                 0 ┌─┴─┐ 1
///                             6   7        the parts are 2, 6 and 7
///
/// So the parts follow from the hashes and sizes of the objects alone, and not from their order or history. An object that is inserted,
/// removed or resized changes its own part. At most, this part is split, or is merged with the other parts below the first node that is
/// small enough now.
///
/// The size of a part is at most the capacity, except if the part has a single object or the maximum depth. Parts without objects are
/// left out.
///
/// Source: Fagin, Nievergelt, Pippenger, Strong, “Extendible hashing: a fast access method for dynamic files”, TODS 1979. The hash is
/// XXH3.
package struct Sharding {
  /// A part of the objects.
  package struct Part: Equatable, Sendable {
    /// The number of the part, which stays the same until the part is split or merged: 1 is the part of all objects, and the halves of
    /// *n* are 2*n* and 2*n* + 1.
    package let number: Int
    /// The indices of the objects, in ascending order.
    package fileprivate(set) var indices: [Int32]
    /// The sum of the objects' sizes.
    fileprivate(set) var size: Int
  }

  /// The depth at which parts are no longer split. It bounds the work if hashes were chosen to be equal.
  static let maximumDepth = 40

  /// Divides objects into parts.
  ///
  /// - Parameters:
  ///   - hashes: A hash of each object's identity.
  ///   - sizes: The size of each object.
  ///   - capacity: The maximum size of a part with more than one object.
  ///   - number: The number of the part that contains all of the objects.
  /// - Returns: The parts, in the order of the leaves of the trie, which follows from their numbers.
  /// - Complexity: O(*n* log *n*) on average, *n* being the number of objects.
  package static func parts(
    of hashes: [UInt64], sizes: [Int], capacity: Int, within number: Int = 1
  ) -> [Part] {
    var parts: [Part] = []
    // The parts that have not been examined yet, the first one last.
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

  /// Returns the number of bits that the hashes of a part's objects have in common.
  static func depth(of number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }

  /// Returns whether a part has to be split.
  ///
  /// - Parameters:
  ///   - number: The number of the part.
  ///   - size: The sum of its objects' sizes.
  ///   - count: The number of its objects.
  ///   - capacity: The maximum size of a part with more than one object.
  static func isTooLarge(_ number: Int, _ size: Int, _ count: Int, _ capacity: Int) -> Bool {
    size > capacity && count > 1 && depth(of: number) < maximumDepth
  }
}
