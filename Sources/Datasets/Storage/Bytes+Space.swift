extension Bytes {
  /// The bytes without the white space at their ends.
  var trimmed: Bytes {
    var start = 0, end = count
    while start < end, case let length = spaceLength(at: start), length > 0 { start += length }
    while start < end, case let length = spaceLength(before: end), length > 0 { end -= length }
    return part(start, Swift.max(start, end))
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool {
    // Most values begin with something else.
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

  /// How many bytes the white space at a position has, by the property `White_Space` of Unicode; 0 where there is none.
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

  /// How many bytes the white space before a position has.
  private func spaceLength(before end: Int) -> Int {
    if self[end - 1] < 0x80 { return spaceLength(at: end - 1) }
    return (2...3).first { end >= $0 && spaceLength(at: end - $0) == $0 } ?? 0
  }
}
