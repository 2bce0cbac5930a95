import Glibc

extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether the byte is white space of JSON.
  @inline(__always)
  var isJSONSpace: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") || self == UInt8(ascii: "\t")
  }

  /// What the byte stands for behind a backslash; nil where it begins a longer escape, or none.
  var escapedByLetter: UInt8? {
    switch self {
    case .quote, .backslash, UInt8(ascii: "/"): self
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: nil
    }
  }

  /// The value of a hexadecimal digit; nil for other bytes.
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
  /// The bytes of a range, which has to be inside.
  @inline(__always)
  func part(_ start: Int, _ end: Int) -> Self { Self(rebasing: self[start..<end]) }

  /// Whether an ASCII text stands at a position.
  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    return position + length <= count && (0..<length).allSatisfy { self[position + $0] == text.utf8Start[$0] }
  }

  /// Whether two ranges of bytes are the same.
  package func hasSameBytes(as other: Self) -> Bool {
    guard count == other.count else { return false }
    guard count > 0, let mine = baseAddress, let others = other.baseAddress else { return true }
    // Both have `count` bytes.
    return memcmp(mine, others, count) == 0
  }

  /// The eight bytes from a position on, the first one lowest; all of them have to be inside.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// The first position from a given one on that a string cannot simply have: a quote, a backslash, or a control character. The count
  /// if there is none.
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

/// Eight bytes at a time: what is looked for is found in a few steps of arithmetic on a word.
///
/// Bytes are marked by their highest bit. A byte above one that is marked may be marked by mistake, so the lowest mark alone is right.
///
/// Source: Mycroft's test for a zero byte, as in Warren, *Hacker's Delight*, 6-1.
extension UInt64 {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let marks: UInt64 = 0x8080_8080_8080_8080

  /// Marks the bytes below a number of at most 128.
  @inline(__always)
  func bytes(below limit: UInt8) -> UInt64 { (self &- UInt64(limit) &* Self.ones) & ~self & Self.marks }

  /// Marks the bytes that equal one.
  @inline(__always)
  func bytes(equalTo byte: UInt8) -> UInt64 { (self ^ UInt64(byte) &* Self.ones).bytes(below: 1) }
}
