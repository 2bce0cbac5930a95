extension UnsafeBufferPointer<UInt8> {
  /// Returns the eight bytes from a position on, in little-endian order. All of them must be within bounds.
  @inlinable @inline(__always)
  package func word(at position: Int) -> UInt64 {
    // As there are bytes, there is an address.
    UInt64(littleEndian: UnsafeRawPointer(baseAddress.unsafelyUnwrapped + position).loadUnaligned(as: UInt64.self))
  }
}

/// Searching eight bytes at a time, by a few arithmetic operations on a word.
///
/// Matching bytes are marked by their highest bit. A byte above a marked one may be marked by mistake, so only the
/// lowest mark is reliable.
///
/// Source: Mycroft's test for a zero byte, as in Warren, *Hacker's Delight*, 6-1.
extension UInt64 {
  /// The highest bit of each byte.
  @inlinable package static var marks: UInt64 { 0x8080_8080_8080_8080 }

  /// Creates a word whose eight bytes are the same.
  @inlinable @inline(__always)
  package init(repeating byte: UInt8) { self = UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Marks the bytes that are less than a number of at most 128.
  @inlinable @inline(__always)
  package func bytes(below limit: UInt8) -> UInt64 { (self &- UInt64(repeating: limit)) & ~self & Self.marks }

  /// Marks the bytes that are equal to `byte`.
  @inlinable @inline(__always)
  package func bytes(equalTo byte: UInt8) -> UInt64 { (self ^ UInt64(repeating: byte)).bytes(below: 1) }
}
