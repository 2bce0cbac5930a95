import PomonaSupport

extension Bytes {
  /// Whether these bytes are not valid UTF-8, but are probably Windows-1252; see ``TextForm``.
  ///
  /// - Complexity: O(*n*); ASCII is skipped eight bytes at a time.
  var looksLikeWindows1252: Bool {
    var invalid = 0, characters = 0, position = 0
    var isWindows1252 = true
    while let next = firstNonASCII(from: position) {
      position = next
      if let length = scalarLength(at: position) {
        characters += 1
        position += length
      } else {
        invalid += 1
        isWindows1252 = isWindows1252 && Windows1252.hasCharacter(for: self[position])
        position += 1
      }
    }
    // Bytes without a character in Windows-1252 suggest damaged UTF-8, unless very few of the other bytes are valid
    // UTF-8.
    return invalid > 0 && (isWindows1252 ? characters : characters * 16) < invalid
  }

  /// Returns a copy with U+FFFD in the place of each byte that is not part of valid UTF-8.
  ///
  /// - Returns: The text, and the offsets in it of the characters that were inserted.
  /// - Complexity: O(*n*); runs of valid text are copied as a whole.
  var replacingInvalidBytes: (text: [UInt8], replacements: [Int]) {
    var text: [UInt8] = [], replacements: [Int] = [], start = 0
    text.reserveCapacity(count)
    while let invalid = firstInvalidByte(from: start) {
      text.append(contentsOf: part(start, invalid))
      replacements.append(text.count)
      text.append(contentsOf: UTF8.encodedReplacementCharacter)
      start = invalid + 1
    }
    text.append(contentsOf: part(start, count))
    return (text, replacements)
  }

  /// The text in UTF-8, on the assumption that these bytes are Windows-1252.
  ///
  /// - Complexity: O(*n*); runs of ASCII are copied as a whole.
  var fromWindows1252: [UInt8] {
    var text: [UInt8] = []
    // In most texts, few letters take more than one byte.
    text.reserveCapacity(count + count / 16)
    var start = 0
    while let next = firstNonASCII(from: start) {
      text.append(contentsOf: part(start, next))
      text.append(contentsOf: UTF8.encode(Windows1252.character(for: self[next])) ?? UTF8.encodedReplacementCharacter)
      start = next + 1
    }
    text.append(contentsOf: part(start, count))
    return text
  }

  /// Returns the position of the first byte that is not ASCII, at or after a position.
  private func firstNonASCII(from start: Int) -> Int? {
    var position = start
    while position + 8 <= count {
      let marks = word(at: position) & UInt64.marks
      if marks != 0 { return position + marks.trailingZeroBitCount >> 3 }
      position += 8
    }
    while position < count {
      if self[position] >= 0x80 { return position }
      position += 1
    }
    return nil
  }
}

/// The characters of Windows-1252 that differ from ISO-8859-1, as the WHATWG's Encoding Standard defines them.
private enum Windows1252 {
  /// The characters of the bytes 80 to 9F. A byte without a character maps to the control character of its number.
  private static let characters: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  static func character(for byte: UInt8) -> Unicode.Scalar {
    0x80...0x9F ~= byte ? characters[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Whether a byte stands for a character that is not a control character.
  static func hasCharacter(for byte: UInt8) -> Bool {
    byte >= 0xA0 || byte >= 0x80 && characters[Int(byte) - 0x80].value > 0x9F
  }
}
