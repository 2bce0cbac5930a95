import PomonaSupport

extension UnsafeBufferPointer<UInt8> {
  /// Returns the end of the plain text from an index, or an index up to seven bytes before it.
  ///
  /// Plain text is printable ASCII without the characters that HTML reserves. Most output consists of it, so eight
  /// bytes are tested at a time: the search stops at the first group of eight that is not entirely plain. The last
  /// group overlaps with the one before it. In fewer than eight bytes, nothing is found.
  @inline(__always)
  func endOfPlain(from index: Int) -> Int {
    var index = index
    // All eight bytes that are loaded are within the buffer.
    while index + 8 <= count {
      if !word(at: index).isPlain { return index }
      index += 8
    }
    return index < count && count >= 8 && word(at: count - 8).isPlain ? count : index
  }

  /// Calls a closure with each offset at which a page may break the long words of a text in UTF-8, such as
  /// `procedure_end_datetime`: after `_`, `.`, `/` and `-`, and between a small letter and a capital. Numbers stay
  /// whole.
  ///
  /// Words of up to 16 bytes do not break. Nearly all are shorter, so few bytes are looked at to find their ends.
  func forEachWordBreak(_ body: (Int) -> Void) {
    let longest = 16
    var start = 0
    while start + longest < count {
      if let space = self[start...start + longest].lastIndex(where: { $0 <= 0x20 }) {
        start = space + 1
        continue
      }
      let end = self[(start + longest)...].firstIndex { $0 <= 0x20 } ?? count
      var last = start
      // Short pieces stay together.
      for index in start + 1..<end where index - last > 2 && index + 2 <= end && mayBreak(before: index) {
        body(index)
        last = index
      }
      start = end + 1
    }
  }

  private func mayBreak(before index: Int) -> Bool {
    let next = self[index]
    // An ASCII letter, or the beginning of another character.
    let isLetter = next >= 0xC0 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next | 0x20)
    switch self[index - 1] {
    case UInt8(ascii: "_"), UInt8(ascii: "/"): return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    case UInt8(ascii: "."), UInt8(ascii: "-"): return isLetter
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
    default: return false
    }
  }
}

extension UInt64 {
  /// Whether all eight bytes are printable ASCII, and none of `&`, `<`, `>` and `"`.
  ///
  /// All conditions are tested on the eight bytes at once, and each is reduced to the highest bit of a byte:
  /// - A byte beyond ASCII has its highest bit set.
  /// - Without such bytes, subtracting a limit from each byte sets the highest bit of the first byte below the limit,
  ///   which wraps around. If no byte is below the limit, no highest bit is set.
  /// - The exclusive or of a byte and a reserved character is 0 if they are equal, and 0 is below the limit 1.
  fileprivate var isPlain: Bool {
    let found =
      self | self &- UInt64(repeating: 0x20) | difference(from: 0x7F) | difference(from: UInt8(ascii: "&"))
      | difference(from: UInt8(ascii: "<")) | difference(from: UInt8(ascii: ">")) | difference(from: UInt8(ascii: "\""))
    return found & Self.marks == 0
  }

  /// The exclusive or of each of the eight bytes and a byte, less 1.
  private func difference(from byte: UInt8) -> UInt64 { (self ^ UInt64(repeating: byte)) &- UInt64(repeating: 1) }
}
