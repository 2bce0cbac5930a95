/// A hash table from the hashes of keys to places in a list, with open addressing, at most half full.
///
/// A slot has four bytes, so that the table of a long list fits into a cache. The lower bits are the place plus one; an
/// empty slot is zero. The remaining bits are a *tag*, as many bits of the hash as fit:
///
///     31                           0
///     ┌─────────────┬──────────────┐
///     │ tag         │ place + 1    │
///     └─────────────┴──────────────┘
///
/// The table does not store keys. The caller compares them, which is necessary only if the tags are equal.
@usableFromInline struct KeyTable {
  @usableFromInline let slots: Scratch<UInt32>
  @usableFromInline let mask: Int
  /// The bits of a slot that are for the place.
  @usableFromInline let placeMask: UInt32

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - count: The greatest number of keys.
  ///   - places: An upper bound of all places, exclusive; at most 2³¹ - 1.
  @inlinable init(count: Int, places: Int) {
    let size = Swift.max(16, 1 << (Int.bitWidth - (2 * count).leadingZeroBitCount))
    slots = Scratch(repeating: 0, count: size)
    mask = size - 1
    placeMask = UInt32.max >> UInt32(truncatingIfNeeded: places).leadingZeroBitCount
  }

  /// Spreads the entropy of a hash over all bits: the hashes of a client may be consecutive numbers.
  @inlinable @inline(__always) static func spread(_ hash: Int) -> UInt64 {
    // 2⁶⁴ divided by the golden ratio. The halves of the product are combined, because the low bits of the lower one
    // depend only on the low bits of the hash.
    let product = UInt64(truncatingIfNeeded: hash).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Inserts a place, unless the table has an equal key.
  ///
  /// - Returns: The place of the equal key, or -1 if there was none.
  @inlinable @inline(__always) func insert(_ place: Int, hash: UInt64, isEqual: (Int) -> Bool) -> Int {
    let index = slot(of: hash, isEqual: isEqual)
    let twin = self.place(at: index)
    if twin < 0 { slots[index] = tag(of: hash) | UInt32(truncatingIfNeeded: place &+ 1) }
    return twin
  }

  /// Returns the place of an equal key, or -1 if there is none.
  @inlinable @inline(__always) func find(hash: UInt64, isEqual: (Int) -> Bool) -> Int {
    place(at: slot(of: hash, isEqual: isEqual))
  }

  @inlinable @inline(__always) func tag(of hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) & ~placeMask
  }

  @inlinable @inline(__always) func place(at index: Int) -> Int {
    Int(truncatingIfNeeded: slots[index] & placeMask) &- 1
  }

  /// Returns the index of the slot of an equal key, or of the empty slot for it.
  @inlinable @inline(__always) func slot(of hash: UInt64, isEqual: (Int) -> Bool) -> Int {
    let tag = tag(of: hash)
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot == 0 || ((slot ^ tag) & ~placeMask == 0 && isEqual(place(at: index))) { return index }
      index = (index &+ 1) & mask
    }
  }
}

/// Pairs deleted and inserted elements of equal identity in order: the first with the first, the second with the
/// second.
///
/// - Parameters:
///   - old: Returns the deleted element at a place.
///   - new: Returns the inserted element at a place.
/// - Returns: The pairs, in the order of the inserts, and whether the identity of one of them occurs more than once
///   among the deletes or the inserts.
/// - Complexity: O(*k*) on average, *k* being the number of places.
@inlinable func pairInOrder<Place, M: Matching>(
  _ deletes: [Place], _ inserts: [Place], _ matching: M, old: (Place) -> M.Element, new: (Place) -> M.Element
) -> (pairs: [PlacePair<Place>], areAmbiguous: Bool) {
  guard !deletes.isEmpty, !inserts.isEmpty else { return ([], false) }
  func hash(_ id: M.ID) -> UInt64 { KeyTable.spread(matching.hash(of: id)) }
  // The table has the first element of each identity; `next` links it to the others in their order.
  let table = KeyTable(count: deletes.count, places: deletes.count)
  var next = Array(repeating: -1, count: deletes.count)
  var last = Array(deletes.indices)
  for index in deletes.indices {
    let id = matching.id(of: old(deletes[index]))
    let first = table.insert(index, hash: hash(id)) { matching.id(of: old(deletes[$0])) == id }
    if first >= 0 {
      next[last[first]] = index
      last[first] = index
    }
  }
  // For the first element of each identity, the next one that is not paired yet.
  var head = Array(deletes.indices)
  var pairs: [PlacePair<Place>] = []
  var areAmbiguous = false
  for place in inserts {
    let id = matching.id(of: new(place))
    let first = table.find(hash: hash(id)) { matching.id(of: old(deletes[$0])) == id }
    guard first >= 0 else { continue }
    // The identity has occurred before among the inserts, or occurs again among the deletes.
    if head[first] != first || last[first] != first { areAmbiguous = true }
    guard head[first] >= 0 else { continue }
    pairs.append(PlacePair(deletes[head[first]], place))
    head[first] = next[head[first]]
  }
  return (pairs, areAmbiguous)
}

/// Working memory of a diff: a fixed number of trivial values, which are freed with the last reference.
///
/// The pointer never leaves the functions of this folder, which keep every index below ``count``. In debug builds, an
/// index out of range traps.
@usableFromInline final class Scratch<Value: BitwiseCopyable> {
  @usableFromInline let buffer: UnsafeMutableBufferPointer<Value>

  @inlinable init(repeating value: Value, count: Int) {
    buffer = .allocate(capacity: count)
    buffer.initialize(repeating: value)
  }

  /// Creates memory whose values have to be written before they are read.
  @inlinable init(uninitializedCount count: Int) { buffer = .allocate(capacity: count) }

  @inlinable deinit { buffer.deallocate() }

  @inlinable var count: Int { buffer.count }

  @inlinable subscript(index: Int) -> Value {
    @inline(__always) get { buffer[index] }
    @inline(__always) set { buffer[index] = newValue }
  }
}
