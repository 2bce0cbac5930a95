import Glibc

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether the byte is JSON white space.
  @inline(__always)
  var isJSONSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\t")
  }

  /// The character that the byte represents after a backslash; `nil` if it starts a longer escape, or none.
  var escapedByLetter: UInt8? {
    switch self {
    case .quote, .backslash, UInt8(ascii: "/"): self
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: nil
    }
  }

  /// The value of a hexadecimal digit; `nil` for other bytes.
  var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the bytes of a range, which must be within bounds.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> Self { Self(rebasing: self[start..<end]) }

  /// Returns whether the bytes from a position on are an ASCII text.
  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    return position + length <= count && (0..<length).allSatisfy { self[position + $0] == text.utf8Start[$0] }
  }

  /// Returns whether two buffers have the same bytes.
  package func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    guard count > 0, let mine = baseAddress, let others = other.baseAddress else { return true }
    // Both buffers have `count` bytes.
    return memcmp(mine, others, count) == 0
  }

  /// Returns the eight bytes from a position on, in little-endian order. All of them must be within bounds.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Returns the first position from `start` on whose byte ends or interrupts the plain characters of a string: a quote, a
  /// backslash, or a control character. Returns the count if there is none.
  @inline(__always)
  func firstSpecialOfString(from start: Int) -> Int {
    var position = start
    while position + 8 <= count {
      let word = word(at: position)
      let found = word.bytes(equalTo: .quote) | word.bytes(equalTo: .backslash) | word.bytes(below: 0x20)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count, case let byte = self[position], byte != .quote, byte != .backslash, byte >= 0x20 {
      position += 1
    }
    return position
  }
}

/// Searching eight bytes at a time, by a few arithmetic operations on a word.
///
/// Matching bytes are marked by their highest bit. A byte above a marked one may be marked by mistake, so only the lowest mark is
/// reliable.
///
/// Source: Mycroft's test for a zero byte, as in Warren, *Hacker's Delight*, 6-1.
extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let marks: UInt64 = 0x8080_8080_8080_8080

  /// Marks the bytes that are less than a number of at most 128.
  @inline(__always)
  func bytes(below limit: UInt8) -> UInt64 { (self &- UInt64(limit) &* Self.ones) & ~self & Self.marks }

  /// Marks the bytes that are equal to `byte`.
  @inline(__always)
  func bytes(equalTo byte: UInt8) -> UInt64 { (self ^ UInt64(byte) &* Self.ones).bytes(below: 1) }
}
