extension JSONParser {
  /// Reads a number and gives it as it is written.
  mutating func number() throws(Failure) -> String {
    let start = position
    _ = skip("-")
    if !skip("0") {
      try digits()
    } else if current?.isDigit == true {
      throw Failure(
        message: "a number begins with a zero", offset: start, hint: "Write a code such as “007” in quotes.")
    }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(Failure) {
    guard current?.isDigit == true else { throw unexpected("a digit") }
    while current?.isDigit == true { position += 1 }
  }

  /// Reads a string.
  mutating func string() throws(Failure) -> String {
    let open = position
    position += 1
    var text: [UInt8] = []
    var runStart = position
    while let byte = current {
      switch byte {
      case .quote:
        let run = bytes[runStart..<position]
        // Most strings have no escapes and need no copy of their bytes.
        let string =
          text.isEmpty ? String(validating: run, as: UTF8.self) : String(validating: text + run, as: UTF8.self)
        guard let string else { throw invalidUTF8(in: open..<position) }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        text += bytes[runStart..<position]
        text += Array(String(try escape()).utf8)
        runStart = position
      case ..<0x20:
        throw Failure(
          message: "a string has a line break or another control character in it", offset: position,
          hint: "Write \\n for a line break, \\t for a tab.")
      default:
        position += 1
      }
    }
    throw Failure(message: "a string begins here and never ends", offset: open, hint: "End it with a double quote.")
  }

  /// Reads an escape, from its backslash on.
  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = current else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case .quote, UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      position = start
      throw Failure(
        message: "a backslash begins no escape here", offset: start, hint: "Write the backslash itself twice: \\\\.")
    }
  }

  /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair. A surrogate alone stands for no
  /// character; to put another in its place would change the data, so it is an error.
  private mutating func unicodeEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), skip("\\"), skip("u") {
      let trail = try hexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
    }
    throw Failure(
      message: "half of a surrogate pair stands alone", offset: start,
      hint: "Characters beyond U+FFFF need two escapes, such as \\uD83C\\uDF4E.")
  }

  private mutating func hexadecimal() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw unexpected("a hexadecimal digit")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension JSONParser {
  /// Says what stands here instead of what has to.
  func unexpected(_ expected: String) -> Failure {
    guard current != nil else { return Failure(message: "\(expected) is expected, the text ends", offset: position) }
    // A character takes at most a few bytes; what is cut off or invalid shows as a replacement character.
    let found = String(decoding: bytes[position...].prefix(16), as: UTF8.self).first.map(String.init) ?? ""
    let hint: String? =
      switch found {
      case "/", "#": "JSON has no comments."
      case "'": "JSON strings stand in double quotes."
      default: nil
      }
    return Failure(message: "\(expected) is expected, “\(found)” found", offset: position, hint: hint)
  }

  func trailingComma() -> Failure {
    Failure(message: "a comma stands after the last item", offset: position, hint: "Delete the comma.")
  }

  private func invalidUTF8(in range: Range<Int>) -> Failure {
    let offset = SourceText(bytes, file: "", format: .json).firstInvalidByte(in: range) ?? range.lowerBound
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    return Failure(
      message: "the byte \(byte) is not valid UTF-8", offset: offset, hint: "Save the file with the encoding UTF-8.")
  }
}
