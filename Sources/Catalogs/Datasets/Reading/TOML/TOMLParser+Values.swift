extension TOMLParser {
  /// Reads a value: an entry of a table, or an element of an array.
  mutating func value(_ name: Int?, in parent: Int) throws(Failure) {
    let offset = position
    switch current {
    case .quote, UInt8(ascii: "'"):
      let characters = try string()
      _ = tree.add(.string, named: name, to: parent, offset: offset, characters: characters)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      defer { depth -= 1 }
      guard depth <= TOMLParser.depthLimit else { throw tooDeep() }
      if current == UInt8(ascii: "[") {
        try array(tree.add(.array, named: name, to: parent, offset: offset))
      } else {
        try inlineTable(tree.add(.table, .inline, named: name, to: parent, offset: offset))
      }
    default:
      let (kind, characters) = try word()
      _ = tree.add(kind, named: name, to: parent, offset: offset, characters: characters)
    }
  }

  private mutating func array(_ array: Int) throws(Failure) {
    position += 1
    while true {
      try skipBlank()
      if skip("]") { return }
      try value(nil, in: array)
      try skipBlank()
      if skip(",") { continue }
      guard skip("]") else { throw unexpected("a comma or “]”") }
      return
    }
  }

  /// Reads a boolean, a number or a date.
  private mutating func word() throws(Failure) -> (TOMLTree.Kind, TOMLTree.Characters) {
    let start = position
    skipWord()
    // A date and its time may be separated by a space.
    if current == .space, bytes.part(start, position).isISODate, position + 1 < bytes.count, bytes[position + 1].isDigit
    {
      position += 1
      skipWord()
    }
    guard position > start else { throw unexpected("a value") }
    let word = bytes.part(start, position)
    if word.has("true", at: 0), word.count == 4 { return (.yes, TOMLTree.Characters()) }
    if word.has("false", at: 0), word.count == 5 { return (.no, TOMLTree.Characters()) }
    let asWritten = TOMLTree.Characters(start: start, end: position)
    if word.isTOMLDecimal {
      guard word.contains(UInt8(ascii: "_")) else { return (.number, asWritten) }
      return (.number, tree.keep(word.lazy.filter { $0 != UInt8(ascii: "_") }))
    }
    if let integer = word.tomlIntegerWithPrefix { return (.number, tree.keep(String(integer).utf8)) }
    if let date = word.tomlDate { return (.date, tree.keep(date)) }
    if word.isTOMLConstant { return (.string, asWritten) }
    throw Failure(message: "\(word.text.excerpt) is not a value", offset: start, hint: "Write texts in double quotes.")
  }

  private mutating func skipWord() {
    while let byte = current, byte.isLetterOrDigit || "+-._:".utf8.contains(byte) { position += 1 }
  }

  // MARK: - Strings

  /// Reads a string of any of the four kinds.
  ///
  /// - Parameter isKey: Whether the string must be on one line.
  mutating func string(isKey: Bool = false) throws(Failure) -> TOMLTree.Characters {
    let open = position
    let quote = bytes[open]
    if endsLongString(quote) {
      if isKey { throw unexpected("a key on one line") }
      return try longString(quote)
    }
    position += 1
    // A string without escapes, as most are, is not copied. Otherwise the text between escapes is appended in whole
    // pieces.
    var text: [UInt8] = []
    var start = position, isDecoded = false
    while let byte = current, byte != .lineFeed, byte != .carriageReturn {
      if byte == quote {
        position += 1
        guard isDecoded else { return TOMLTree.Characters(start: start, end: position - 1) }
        text.append(contentsOf: bytes.part(start, position - 1))
        return tree.keep(text)
      }
      if byte == .backslash, quote == .quote {
        text.append(contentsOf: bytes.part(start, position))
        try escape(into: &text)
        start = position
        isDecoded = true
      } else {
        guard byte.isTOMLCharacter else { throw controlCharacter("a string", hint: "Write \\u and its number.") }
        position += 1
      }
    }
    throw unended(open)
  }

  /// Reads a string between triple quotes, which may have several lines. They are joined by LF, whatever the line ends
  /// of the file.
  private mutating func longString(_ quote: UInt8) throws(Failure) -> TOMLTree.Characters {
    let open = position
    position += 3
    // A line end immediately after the opening quotes is ignored.
    _ = skipLineEnd()
    var text: [UInt8] = []
    while let byte = current {
      if byte == quote, endsLongString(quote) {
        position += 3
        // Up to two quotes may precede the closing quotes.
        for _ in 0..<2 where current == quote {
          text.append(quote)
          position += 1
        }
        return tree.keep(text)
      }
      if byte == .backslash, quote == .quote {
        if try !skipEscapedLineEnd() { try escape(into: &text) }
      } else if skipLineEnd() {
        text.append(.lineFeed)
      } else {
        guard byte.isTOMLCharacter else { throw controlCharacter("a string", hint: "Write \\u and its number.") }
        text.append(byte)
        position += 1
      }
    }
    throw unended(open)
  }

  private func endsLongString(_ quote: UInt8) -> Bool {
    position + 2 < bytes.count && bytes[position] == quote && bytes[position + 1] == quote
      && bytes[position + 2] == quote
  }

  private func unended(_ open: Int) -> Failure {
    Failure(
      message: "the string that begins here is not closed", offset: open, hint: "Close it with the quotes that open it."
    )
  }

  /// Skips a backslash at the end of a line, and all white space and line ends after it. Returns `false` if there is no
  /// such backslash.
  private mutating func skipEscapedLineEnd() throws(Failure) -> Bool {
    let start = position
    position += 1
    skipSpace()
    guard skipLineEnd() else {
      position = start
      return false
    }
    repeat { skipSpace() } while skipLineEnd()
    return true
  }

  /// Reads an escape, beginning with its backslash.
  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    let start = position
    position += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : nil {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case .quote: text.append(.quote)
    case .backslash: text.append(.backslash)
    case UInt8(ascii: "u"): try unicodeEscape(4, from: start, into: &text)
    case UInt8(ascii: "U"): try unicodeEscape(8, from: start, into: &text)
    default:
      throw Failure(
        message: "a backslash does not begin an escape sequence here", offset: start,
        hint: "Write the backslash itself twice: \\\\, or the text in single quotes.")
    }
  }

  private mutating func unicodeEscape(_ count: Int, from start: Int, into text: inout [UInt8]) throws(Failure) {
    let end = position + count
    guard end <= bytes.count, bytes.part(position, end).allSatisfy(\.isHexadecimal),
      let scalar = UInt32(bytes.part(position, end).text, radix: 16).flatMap(Unicode.Scalar.init)
    else { throw Failure(message: "the escape sequence has no character number", offset: start) }
    text.append(contentsOf: String(scalar).utf8)
    position = end
  }
}
