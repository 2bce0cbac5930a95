import Glibc

/// Bytes that somebody else keeps: they are only there while the closure runs that was given them, and never leave it.
///
/// Where a position is read without a check, the code says why it is inside.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let backslash = UInt8(ascii: "\\")

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Whether the byte is an ASCII letter or digit.
  var isLetterOrDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= (self | 0x20) }

  /// The byte, small if it is a capital ASCII letter.
  var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self }
}

extension Bytes {
  /// The bytes of a range, which has to be inside.
  func part(_ start: Int, _ end: Int) -> Bytes { Bytes(rebasing: self[start..<end]) }

  /// The bytes as a text; they have to be valid UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether the bytes are those of an ASCII text, whatever the case of its letters; the text is small.
  func equals(ignoringCase text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && hasPrefix(ignoringCase: text)
  }

  /// Whether an ASCII text stands at the beginning, whatever the case of its letters; the text is small.
  func hasPrefix(ignoringCase text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    // The loop stays below both counts.
    return count >= length && (0..<length).allSatisfy { self[$0].lowercased == text.utf8Start[$0] }
  }

  /// Whether an ASCII text stands at a position.
  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    return position + length <= count && (0..<length).allSatisfy { self[position + $0] == text.utf8Start[$0] }
  }

  /// The first NUL, if there is one.
  var firstNUL: Int? {
    guard let start = baseAddress, let found = memchr(start, 0, count) else { return nil }
    // It was found within these bytes.
    return found - UnsafeMutableRawPointer(mutating: start)
  }

  /// Whether two ranges of bytes are the same.
  func elementsEqual(_ other: Bytes) -> Bool {
    guard count == other.count else { return false }
    guard count > 0, let mine = baseAddress, let others = other.baseAddress else { return true }
    // Both have `count` bytes.
    return memcmp(mine, others, count) == 0
  }
}
