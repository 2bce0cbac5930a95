extension TOMLParser {
  /// Reads a value.
  mutating func value() throws(Failure) -> TOMLNode {
    let offset = position
    switch current {
    case .quote, UInt8(ascii: "'"): return TOMLNode(value: .string(try string()), offset: offset)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      defer { depth -= 1 }
      guard depth <= TOMLParser.depthLimit else { throw tooDeep() }
      return current == UInt8(ascii: "[") ? try array() : try inlineTable()
    default: return TOMLNode(value: try word(), offset: offset)
    }
  }

  private mutating func array() throws(Failure) -> TOMLNode {
    let offset = position
    position += 1
    var items: [TOMLNode] = []
    while true {
      skipBlank()
      if skip("]") { break }
      items.append(try value())
      skipBlank()
      if skip(",") { continue }
      guard skip("]") else { throw unexpected("a comma or “]”") }
      break
    }
    return TOMLNode(value: .array(items, isOfTables: false), offset: offset)
  }

  /// Reads a boolean, a number or a date.
  private mutating func word() throws(Failure) -> TOMLNode.Value {
    let start = position
    skipWord()
    // A date and its time may be separated by a space.
    if current == .space, bytes.part(start, position).isDate, position + 1 < bytes.count, bytes[position + 1].isDigit {
      position += 1
      skipWord()
    }
    let word = bytes.part(start, position).text
    switch word {
    case "": throw unexpected("a value")
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf", "-inf", "nan", "+nan", "-nan": return .string(word)
    default: break
    }
    if let number = TOMLParser.number(word) { return .number(number) }
    if let date = TOMLParser.date(word) { return .date(date) }
    throw Failure(
      message: "\(word.excerpt) is no value", offset: start, hint: "Write texts in double quotes.")
  }

  private mutating func skipWord() {
    while let byte = current, byte.isLetterOrDigit || "+-._:".utf8.contains(byte) { position += 1 }
  }

  /// A number as JSON has it, or `nil` for anything else.
  private static func number(_ word: String) -> String? {
    let parts = word.split(separator: "_", omittingEmptySubsequences: false)
    // An underscore stands between digits.
    let areSound = zip(parts, parts.dropFirst()).allSatisfy { left, right in
      left.utf8.last?.isHexadecimal == true && right.utf8.first?.isHexadecimal == true
    }
    guard areSound else { return nil }
    let digits = parts.joined()
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      let rest = digits.dropFirst(2)
      return rest.utf8.first?.isHexadecimal == true ? UInt64(rest, radix: radix).map(String.init) : nil
    }
    var text = digits
    let isNumber = text.withUTF8 { $0.isNumber && !$0.hasLeadingZeros }
    return isNumber ? digits : nil
  }

  /// A date, a time or both, with a `T` between them.
  private static func date(_ word: String) -> String? {
    var text = word.replacing(" ", with: "T").uppercased()
    let isDate = text.withUTF8 { $0.isDate }
    if isDate { return text }
    var dayAndTime = "2000-01-01T\(text)"
    let isTime = !text.contains("Z") && !text.contains("+") && dayAndTime.withUTF8 { $0.isDate }
    return isTime ? text : nil
  }

  // MARK: - Strings

  /// Reads a string of any of the four kinds.
  ///
  /// - Parameter isKey: Whether it has to be on one line.
  mutating func string(isKey: Bool = false) throws(Failure) -> String {
    let open = position
    let quote = bytes[open]
    let isLong = position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
    if isLong, isKey { throw unexpected("a key on one line") }
    position += isLong ? 3 : 1
    if isLong {
      // A line break right behind the quotes does not count.
      if bytes.has("\r\n", at: position) { position += 2 } else { _ = skip("\n") }
    }
    var text: [UInt8] = []
    while let byte = current {
      if byte == quote, !isLong || endsLongString(quote) {
        if isLong {
          // Up to two quotes may stand before those that end the string.
          while position + 3 < bytes.count, bytes[position + 3] == quote { take(&text) }
          position += 3
        } else {
          position += 1
        }
        return String(decoding: text, as: UTF8.self)
      }
      if byte == .backslash, quote == .quote {
        try escape(into: &text, isLong: isLong)
        continue
      }
      let isLineBreak = byte == .lineFeed || byte == .carriageReturn
      if isLineBreak, !isLong { break }
      guard byte >= 0x20 && byte != 0x7F || byte == .tab || isLineBreak else {
        throw Failure(
          message: "a string has a control character in it", offset: position, hint: "Write \\u and its number.")
      }
      take(&text)
    }
    throw Failure(message: "a string begins here and never ends", offset: open, hint: "End it as it begins.")
  }

  private mutating func take(_ text: inout [UInt8]) {
    text.append(bytes[position])
    position += 1
  }

  private func endsLongString(_ quote: UInt8) -> Bool {
    position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
  }

  private mutating func escape(into text: inout [UInt8], isLong: Bool) throws(Failure) {
    let start = position
    position += 1
    let byte = current
    position += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "e"): text.append(0x1B)
    case .quote: text.append(.quote)
    case .backslash: text.append(.backslash)
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let end = position + (byte == UInt8(ascii: "u") ? 4 : 8)
      guard end <= bytes.count, bytes.part(position, end).allSatisfy(\.isHexadecimal),
        let scalar = UInt32(bytes.part(position, end).text, radix: 16).flatMap(Unicode.Scalar.init)
      else {
        throw Failure(message: "an escape has no number of a character", offset: start)
      }
      text += Array(String(scalar).utf8)
      position = end
    case .space?, .tab?, .lineFeed?, .carriageReturn?:
      position = start + 1
      skipSpace()
      guard isLong, current == .lineFeed || current == .carriageReturn else { fallthrough }
      while let byte = current, JSONScanner.isSpace(byte) { position += 1 }
    default:
      position = start
      throw Failure(
        message: "a backslash begins no escape here", offset: start,
        hint: "Write the backslash itself twice: \\\\, or the text in single quotes.")
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= (self | 0x20) }
}
