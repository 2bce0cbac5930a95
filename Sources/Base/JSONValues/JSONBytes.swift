import Glibc
import PomonaSupport

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

  /// Returns the first position from `start` on whose byte ends or interrupts the plain characters of a string: a
  /// quote, a backslash, or a control character. Returns the count if there is none.
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
