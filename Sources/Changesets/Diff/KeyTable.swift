/// A hash table from the hashes of keys to places in a list: flat, open addressing, at most half full.
///
/// A slot is four bytes, so that the table of a long list stays in a cache: the place plus one in the lower bits (zero is an
/// empty slot), and in the bits above as much of the hash as there is room for. The keys stay where they are; whoever asks
/// compares them, and does so only where those bits agree.
@usableFromInline struct KeyTable {
  @usableFromInline let slots: Scratch<UInt32>
  @usableFromInline let mask: Int
  /// The bits of a slot that are the place.
  @usableFromInline let placeMask: UInt32

  /// Makes a table for some keys.
  ///
  /// - Parameters:
  ///   - count: The most keys that there are going to be.
  ///   - places: What all places are below, at most 2³¹ - 1.
  @inlinable init(count: Int, places: Int) {
    let size = Swift.max(16, 1 << (Int.bitWidth - (2 * count).leadingZeroBitCount))
    slots = Scratch(repeating: 0, count: size)
    mask = size - 1
    placeMask = UInt32.max >> UInt32(truncatingIfNeeded: places).leadingZeroBitCount
  }

  /// Spreads a hash over all its bits: a supplied hash may be a counter.
  @inlinable @inline(__always) static func spread(_ hash: Int) -> UInt64 {
    let product = UInt64(truncatingIfNeeded: hash).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Puts in a place, unless an equal key is there.
  ///
  /// - Returns: The place of the equal key, or -1.
  @inlinable @inline(__always) func insert(_ place: Int, hash: UInt64, isEqual: (Int) -> Bool) -> Int {
    let index = slot(of: hash, isEqual: isEqual)
    let twin = self.place(at: index)
    if twin < 0 { slots[index] = tag(of: hash) | UInt32(truncatingIfNeeded: place &+ 1) }
    return twin
  }

  /// The place of an equal key, or -1.
  @inlinable @inline(__always) func find(hash: UInt64, isEqual: (Int) -> Bool) -> Int {
    place(at: slot(of: hash, isEqual: isEqual))
  }

  @inlinable @inline(__always) func tag(of hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash >> 32) & ~placeMask
  }

  @inlinable @inline(__always) func place(at index: Int) -> Int {
    Int(truncatingIfNeeded: slots[index] & placeMask) &- 1
  }

  /// The slot of an equal key, or the empty one where it would be.
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
