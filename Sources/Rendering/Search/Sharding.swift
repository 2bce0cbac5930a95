import Fingerprints

/// Divides the objects of a catalog among files, such as the parts of a search index or of a sitemap, so that a change of one object
/// changes one file.
///
/// Which part has an object follows from the object's identity and from the number of parts alone; so neither order nor history
/// matters. The number of parts grows with the objects: where it goes from *n* to *n* + 1, one part hands about half of its objects to
/// the new one, and every other part keeps its own.
///
/// Parts are not all of one size: those that have been divided in the present round are half as large as the others. The largest is
/// expected to stay below twice the capacity.
///
/// Source: Litwin, “Linear hashing: a new tool for file and table addressing”, VLDB 1980. The hash is XXH3.
public struct Sharding: Hashable, Sendable {
  /// How many parts there are, at least one. They are numbered from 0.
  public let numberOfParts: Int

  /// Divides objects among as many parts as they need.
  ///
  /// - Parameters:
  ///   - count: How many objects there are.
  ///   - capacity: How many objects a part has on average, at most.
  public init(of count: Int, capacity: Int) {
    precondition(count >= 0 && capacity > 0, "a part has room for one object at least")
    self.init(numberOfParts: count / capacity + (count % capacity == 0 ? 0 : 1))
  }

  /// Divides objects among a number of parts; there is always one.
  public init(numberOfParts: Int) {
    self.numberOfParts = max(1, numberOfParts)
  }

  /// The number of the part that an object belongs to.
  ///
  /// - Complexity: O(*n*) in the length of its collection and key.
  public func part(of id: ObjectID) -> Int {
    part(of: id.fingerprint.low)
  }

  /// The number of the part that a hash belongs to.
  ///
  /// The lowest bits of the hash are the number, as many as all numbers need. Where that part does not exist yet, its objects are still
  /// in the part that it will be divided from, which has the number without the highest bit.
  package func part(of hash: UInt64) -> Int {
    let bits = UInt64(numberOfParts - 1)
    let mask: UInt64 = bits == 0 ? 0 : UInt64.max >> UInt64(bits.leadingZeroBitCount)
    let part = hash & mask
    return Int(part <= bits ? part : part & (mask >> 1))
  }
}
