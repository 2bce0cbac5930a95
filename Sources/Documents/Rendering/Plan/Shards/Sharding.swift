/// A division of the objects of a catalog among files, such as the shards of a search index, a sitemap or an export, so
/// that an update of one object changes one file.
///
/// All objects start in one shard. A shard that is too large is split in two by the next bit of its objects' hashes,
/// and the halves are split in the same way. The root of this binary trie is shard 1; the halves of shard *n* are 2*n*
/// and 2*n* + 1:
///
///     bit 0           0 ┌── 1 ──┐ 1
///                       2       3          2 is small enough, 3 is too large
///     bit 1                 0 ┌─┴─┐ 1
///                             6   7        the shards are 2, 6 and 7
///
/// So the shards follow from the hashes and sizes of the objects alone, and not from their order or history. An object
/// that is inserted, removed or resized changes its own shard. At most, this shard is split, or is merged with the
/// other shards below the first node that is small enough now.
///
/// The size of a shard is at most the capacity, except if the shard has a single object or the maximum depth. Shards
/// without objects are left out.
///
/// Source: Fagin, Nievergelt, Pippenger, Strong, “Extendible hashing: a fast access method for dynamic files”, TODS
/// 1979. The hash is XXH3.
package struct Sharding {
  /// A shard of the objects.
  package struct Shard: Equatable, Sendable {
    /// The number of the shard, which stays the same until the shard is split or merged: 1 is the shard of all objects,
    /// and the halves of *n* are 2*n* and 2*n* + 1.
    package let number: Int
    /// The indices of the objects, in ascending order.
    package fileprivate(set) var indices: [Int32]
    /// The sum of the objects' sizes.
    fileprivate(set) var size: Int
  }

  /// The depth at which shards are no longer split. It bounds the work if hashes were chosen to be equal.
  static let maximumDepth = 40

  /// Divides objects into shards.
  ///
  /// - Parameters:
  ///   - hashes: A hash of each object's identity.
  ///   - capacity: The maximum size of a shard with more than one object.
  ///   - number: The number of the shard that contains all of the objects.
  /// - Returns: The shards, in the order of the leaves of the trie, which follows from their numbers.
  /// - Complexity: O(*n* log *n*) on average, *n* being the number of objects.
  package static func shards(of hashes: [UInt64], sizes: [Int], capacity: Int, within number: Int = 1) -> [Shard] {
    var shards: [Shard] = []
    // The shards that have not been examined yet, the first one last.
    var rest = [Shard(number: number, indices: hashes.indices.map(Int32.init), size: sizes.reduce(0, +))]
    while let shard = rest.popLast() {
      let depth = depth(of: shard.number)
      guard mustSplit(shard.number, shard.size, shard.indices.count, capacity) else {
        if !shard.indices.isEmpty { shards.append(shard) }
        continue
      }
      var halves = [0, 1].map { Shard(number: 2 * shard.number + $0, indices: [], size: 0) }
      for index in shard.indices {
        let half = Int(hashes[Int(index)] >> UInt64(depth) & 1)
        halves[half].indices.append(index)
        halves[half].size += sizes[Int(index)]
      }
      rest += halves.reversed()
    }
    return shards
  }

  /// Returns the number of bits that the hashes of a shard's objects have in common.
  static func depth(of number: Int) -> Int { Int.bitWidth - 1 - number.leadingZeroBitCount }

  static func mustSplit(_ number: Int, _ size: Int, _ count: Int, _ capacity: Int) -> Bool {
    size > capacity && count > 1 && depth(of: number) < maximumDepth
  }
}
