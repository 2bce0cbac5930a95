extension Bytes {
  /// Finds the first byte from a position on that is not part of valid UTF-8.
  ///
  /// - Complexity: O(*n*); ASCII is passed over eight bytes at a time.
  func firstInvalidByte(from start: Int = 0) -> Int? {
    var position = start
    while position < count {
      if position + 8 <= count, word(at: position) & 0x8080_8080_8080_8080 == 0 {
        position += 8
        continue
      }
      guard let length = scalarLength(at: position) else { return position }
      position += length
    }
    return nil
  }

  /// How many bytes the character at a position has, or `nil` when it is not valid (Unicode Standard, table 3-7).
  private func scalarLength(at position: Int) -> Int? {
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

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var position = 0
    while position + 8 <= count {
      if word(at: position) & 0x8080_8080_8080_8080 != 0 { return false }
      position += 8
    }
    while position < count {
      if self[position] >= 0x80 { return false }
      position += 1
    }
    return true
  }

  /// The character at a position of valid UTF-8, and how many bytes it has.
  func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(self[position])
    // Valid text has all the bytes that its first one promises; to look is cheap.
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
}
