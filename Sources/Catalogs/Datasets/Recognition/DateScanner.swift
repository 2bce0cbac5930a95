/// A position in the bytes of a date, and the methods that read there.
struct DateScanner {
  enum RangeSign { case slash, hyphen, dash, word }

  let bytes: Bytes
  /// The order of days and months in `4/12/1985`, if it is known.
  let order: DayOrder?
  var position = 0

  init(_ bytes: Bytes, _ order: DayOrder?) {
    self.bytes = bytes
    self.order = order
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Returns the byte at a distance from the position, or 0 past the end.
  func byte(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }

  var isAtDigit: Bool { byte().isDigit }

  mutating func take(_ text: StaticString) -> Bool {
    guard bytes.has(text, at: position) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  @discardableResult
  mutating func skipSpaces() -> Bool {
    let start = position
    while position < bytes.count, case let length = bytes.spaceLength(at: position), length > 0 { position += length }
    return position > start
  }

  /// Reads a number; `nil` if there is none, or if it has too many digits for a year.
  mutating func digits() -> (value: Int, count: Int)? {
    var (value, count) = (0, 0)
    while isAtDigit {
      value = value * 10 + Int(byte() - UInt8(ascii: "0"))
      count += 1
      position += 1
      if count > 12 { return nil }
    }
    return count > 0 ? (value, count) : nil
  }

  /// Reads the digits that EDTF leaves unspecified, and returns their number: `X`, or `u` in drafts.
  mutating func unknownDigits() -> Int {
    var count = 0
    while byte() == UInt8(ascii: "X") || byte() == UInt8(ascii: "x") || byte() == UInt8(ascii: "u") {
      count += 1
      position += 1
    }
    return count
  }

  /// Reads a word with a meaning in dates. An abbreviation may have points after its letters: `B.C.`, `Apr.`
  mutating func word() -> DateWord? {
    let start = position
    // The letters without the points between them, packed into a number. Abbreviations are short enough for that.
    var letters: UInt64 = 0
    var count = 0
    while byte().isLetter || isAtLetterWithAccent {
      // The second byte of an accented letter is treated as a letter.
      letters = letters << 8 | UInt64(byte())
      count += 1
      position += 1
      let isInitial = byte() == UInt8(ascii: ".") && byte(1).isLetter && !byte(2).isLetter
      if isInitial, count < 4 { position += 1 }
    }
    let end = position
    guard count > 0 else { return nil }
    let word: DateWord? =
      // Without points, the letters are those of the text.
      if end - start == count {
        DateWord(bytes.part(start, end))
      } else if count <= 4 {
        withUnsafeBytes(of: (letters << (8 * UInt64(8 - count))).bigEndian) { letters -> DateWord? in
          DateWord(letters.bindMemory(to: UInt8.self).part(0, count))
        }
      } else {
        nil
      }
    if word == nil { position = start }
    return word
  }

  /// Whether the position is at an accented letter of Western Europe, or at its second byte.
  private var isAtLetterWithAccent: Bool {
    byte() == 0xC3 && byte(1) >= 0x80 || byte() >= 0x80 && position > 0 && bytes[position - 1] == 0xC3
  }

  /// Skips a time of day and its zone: `2:27 PM`, `T19:22:57`, `10:00:00 UTC`.
  ///
  /// - Returns: Whether there is a valid time.
  mutating func skipTime() -> Bool {
    let start = position
    _ = take("T") || take(",")
    skipSpaces()
    guard let hour = digits(), hour.count <= 2, hour.value < 24, takeSixtieth(), !isAtDigit else {
      position = start
      return false
    }
    var isSound = true
    if takeSixtieth(), take(".") { isSound = digits() != nil }
    skipSpaces()
    if 1...12 ~= hour.value { _ = take("AM") || take("PM") || take("am") || take("pm") }
    skipSpaces()
    if take("+") || take("-") {
      let count = digits()?.count
      isSound = isSound && (count == 4 || count == 2 && (!take(":") || digits()?.count == 2))
    } else {
      _ = take("UTC") || take("GMT") || take("Z")
    }
    return isSound
  }

  /// Reads a colon, followed by minutes or seconds.
  private mutating func takeSixtieth() -> Bool {
    let start = position
    guard take(":"), let number = digits(), number.count == 2, number.value < 60 else {
      position = start
      return false
    }
    return true
  }

  /// Reads the word that states on which side of a date another one is.
  mutating func bound() -> DateWord? {
    guard byte().isLetter, let word = word() else { return nil }
    switch word {
    case .before, .after, .since, .until: return word
    default: return nil
    }
  }

  /// Reads the separator between the beginning and the end of a range.
  mutating func rangeSign() -> RangeSign? {
    if take("/") { return .slash }
    if take("-") { return .hyphen }
    if take("–") || take("—") { return .dash }
    guard byte().isLetter, case .to? = word() else { return nil }
    return .word
  }
}

extension UInt8 {
  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= (self | 0x20) }
}
