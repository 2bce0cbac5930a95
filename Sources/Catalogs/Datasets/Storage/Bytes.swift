import Glibc
import PomonaSupport

/// Borrowed bytes. They are valid only during the call of the closure that receives them, and never escape it.
///
/// Where a position is read without a check, the code says why it is in bounds.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= (self | 0x20) }

  /// The byte, in lower case if it is a capital ASCII letter.
  var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}

extension Bytes {
  /// Returns the bytes of a range, which must be in bounds.
  func part(_ start: Int, _ end: Int) -> Bytes { Bytes(rebasing: self[start..<end]) }

  /// The bytes as a string. They must be valid UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes equal an ASCII text, ignoring the case of their letters. The text must be in lower case.
  func equals(ignoringCase text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && hasPrefix(ignoringCase: text)
  }

  /// Whether the bytes begin with an ASCII text, ignoring the case of their letters. The text must be in lower case.
  func hasPrefix(ignoringCase text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    // The loop stays below both counts.
    return count >= length && (0..<length).allSatisfy { self[$0].lowercased == text.utf8Start[$0] }
  }

  /// Whether an ASCII text is at a position.
  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    return position + length <= count && (0..<length).allSatisfy { self[position + $0] == text.utf8Start[$0] }
  }

  /// The bytes before a line break at the end, if there is one.
  var withoutLineEnd: Bytes {
    var end = count
    if end > 0, self[end - 1] == .lineFeed { end -= 1 }
    if end > 0, self[end - 1] == .carriageReturn { end -= 1 }
    return part(0, end)
  }

  /// Returns the first position of a byte at or after a position, or `nil` if there is none.
  package func first(_ byte: UInt8, from start: Int = 0) -> Int? {
    guard start < count, let base = baseAddress,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    // `memchr` found it within these bytes.
    return found - UnsafeMutableRawPointer(mutating: base)
  }

  /// Returns the first position of any of three bytes at or after a position, or `count` if there is none.
  @inline(__always)
  func first(_ one: UInt8, _ two: UInt8, _ three: UInt8, from start: Int) -> Int {
    var position = start
    // A word is read only where eight bytes are left, a byte only where one is left.
    while position + 8 <= count {
      let word = word(at: position)
      let found = word.bytes(equalTo: one) | word.bytes(equalTo: two) | word.bytes(equalTo: three)
      if found != 0 { return position + found.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count, case let byte = self[position], byte != one, byte != two, byte != three { position += 1 }
    return position
  }

  /// Returns the position of the first byte that is not part of valid UTF-8, at or after a position, or `nil` if there
  /// is none.
  ///
  /// - Complexity: O(*n*); ASCII is skipped eight bytes at a time.
  func firstInvalidByte(from start: Int = 0) -> Int? {
    var position = start
    while position < count {
      if position + 8 <= count, word(at: position) & UInt64.marks == 0 {
        position += 8
        continue
      }
      guard let length = scalarLength(at: position) else { return position }
      position += length
    }
    return nil
  }

  /// Returns the number of bytes of the character at a position, or `nil` if it is not valid (Unicode Standard, table
  /// 3-7).
  func scalarLength(at position: Int) -> Int? {
    let first = self[position]
    if first < 0x80 { return 1 }
    func isTrail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      position + offset < count && range ~= self[position + offset]
    }
    switch first {
    case 0xC2...0xDF: return isTrail(1) ? 2 : nil
    case 0xE0: return isTrail(1, 0xA0...0xBF) && isTrail(2) ? 3 : nil
    case 0xED: return isTrail(1, 0x80...0x9F) && isTrail(2) ? 3 : nil
    case 0xE1...0xEF: return isTrail(1) && isTrail(2) ? 3 : nil
    case 0xF0: return isTrail(1, 0x90...0xBF) && isTrail(2) && isTrail(3) ? 4 : nil
    case 0xF1...0xF3: return isTrail(1) && isTrail(2) && isTrail(3) ? 4 : nil
    case 0xF4: return isTrail(1, 0x80...0x8F) && isTrail(2) && isTrail(3) ? 4 : nil
    default: return nil
    }
  }

  var isASCII: Bool {
    var position = 0
    while position + 8 <= count {
      if word(at: position) & UInt64.marks != 0 { return false }
      position += 8
    }
    while position < count {
      if self[position] >= 0x80 { return false }
      position += 1
    }
    return true
  }

  /// Returns the character at a position of valid UTF-8, and the number of its bytes.
  func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(self[position])
    // Valid text has all the bytes that its first one announces; the check is cheap.
    func trail(_ offset: Int) -> UInt32 { position + offset < count ? UInt32(self[position + offset] & 0x3F) : 0 }
    let (value, length): (UInt32, Int) =
      switch first {
      case ..<0x80: (first, 1)
      case ..<0xE0: ((first & 0x1F) << 6 | trail(1), 2)
      case ..<0xF0: ((first & 0x0F) << 12 | trail(1) << 6 | trail(2), 3)
      default: ((first & 0x07) << 18 | trail(1) << 12 | trail(2) << 6 | trail(3), 4)
      }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  /// The bytes without the white space at both ends.
  var trimmed: Bytes {
    var start = 0, end = count
    while start < end, case let length = spaceLength(at: start), length > 0 { start += length }
    while start < end, case let length = spaceLength(before: end), length > 0 { end -= length }
    return part(start, Swift.max(start, end))
  }

  /// Whether the bytes are empty or consist of white space.
  var isBlank: Bool {
    // A fast path: most values begin with a visible ASCII character.
    guard let first else { return true }
    if first > .space, first < 0x80 { return false }
    var position = 0
    while position < count {
      let length = spaceLength(at: position)
      if length == 0 { return false }
      position += length
    }
    return true
  }

  /// Returns the number of bytes of the white space at a position, as defined by the Unicode property `White_Space`, or
  /// 0 if there is none.
  func spaceLength(at position: Int) -> Int {
    let first = self[position]
    if first < 0x80 { return first == .space || 0x09...0x0D ~= first ? 1 : 0 }
    func byte(_ offset: Int) -> UInt8 { position + offset < count ? self[position + offset] : 0 }
    switch first {
    case 0xC2: return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0
    case 0xE1: return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0
    case 0xE2:
      let isSpace =
        byte(1) == 0x80 && (0x80...0x8A ~= byte(2) || 0xA8...0xA9 ~= byte(2) || byte(2) == 0xAF)
        || byte(1) == 0x81 && byte(2) == 0x9F
      return isSpace ? 3 : 0
    case 0xE3: return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0
    default: return 0
    }
  }

  /// Returns the number of bytes of the white space that ends before a position, or 0 if there is none.
  private func spaceLength(before end: Int) -> Int {
    if self[end - 1] < 0x80 { return spaceLength(at: end - 1) }
    return (2...3).first { end >= $0 && spaceLength(at: end - $0) == $0 } ?? 0
  }
}
