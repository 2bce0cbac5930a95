/// Eight bytes at a time: what is looked for is found in a few steps of arithmetic on a word.
///
/// Source: Mycroft's test for a zero byte, as in Warren, *Hacker's Delight*, 6-1.
extension Bytes {
  /// A word with a byte in each place.
  @inline(__always)
  static func pattern(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Marks the bytes that are zero by their highest bit. Only a byte above one that is zero may be marked by mistake, so the lowest
  /// mark is always right.
  @inline(__always)
  static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 }

  /// Marks the bytes below a number of at most 128, with the same proviso.
  @inline(__always)
  static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
    (word &- pattern(limit)) & ~word & 0x8080_8080_8080_8080
  }

  /// The eight bytes from a position on; all of them have to be inside.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(baseAddress.unsafelyUnwrapped + position).loadUnaligned(as: UInt64.self))
  }

  /// The first position from a given one on that is one of three bytes, or the count.
  @inline(__always)
  func first(_ one: UInt8, _ two: UInt8, _ three: UInt8, from start: Int) -> Int {
    var position = start
    let patterns = (Bytes.pattern(one), Bytes.pattern(two), Bytes.pattern(three))
    // Eight bytes are read where eight are left, one where one is.
    while position + 8 <= count {
      let word = word(at: position)
      let found = Bytes.zeros(word ^ patterns.0) | Bytes.zeros(word ^ patterns.1) | Bytes.zeros(word ^ patterns.2)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count, case let byte = self[position], byte != one, byte != two, byte != three { position += 1 }
    return position
  }

  /// The first position from a given one on that a JSON string cannot simply have: a quote, a backslash, or a control character.
  @inline(__always)
  func firstSpecialOfString(from start: Int) -> Int {
    var position = start
    let (quote, backslash) = (Bytes.pattern(.quote), Bytes.pattern(.backslash))
    while position + 8 <= count {
      let word = word(at: position)
      let found = Bytes.zeros(word ^ quote) | Bytes.zeros(word ^ backslash) | Bytes.below(0x20, word)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count, case let byte = self[position], byte != .quote, byte != .backslash, byte >= 0x20 {
      position += 1
    }
    return position
  }
}
