/// Splits delimited text into records and fields (RFC 4180) without making any text of them.
///
/// More is read than the RFC asks for: LF and CR end a record as CRLF does, the end of the last record may be left out,
/// blank lines are no records, and a record may have any number of fields. A quote inside a field that does not begin with
/// one is data, as in `5" pot`; so a space before an opening quote makes the quotes data too.
struct DelimitedScanner {
  /// What is wrong with the quotes of a record.
  enum Problem {
    /// A quote that opens at the offset and never closes.
    case unterminatedQuote(field: Int, offset: Int)
    /// Text at the offset, between a closing quote and the next delimiter.
    case textAfterQuote(field: Int, offset: Int)
  }

  let bytes: Bytes
  let delimiter: UInt8
  var position: Int
  /// The row that a spreadsheet shows: blank lines count, line breaks inside quotes do not.
  private(set) var row: Int
  /// What is wrong with the record that was read last.
  private(set) var problem: Problem?

  init(_ bytes: Bytes, from start: Int, row: Int = 1, delimiter: UInt8) {
    self.bytes = bytes
    self.row = row
    self.delimiter = delimiter
    position = start
  }

  /// Whether a record begins here, after the blank lines that stand before it.
  mutating func findRecord() -> Bool {
    while skipBlankLine() {}
    return position < bytes.count
  }

  /// Reads the fields of the record that begins here. Quotes that are not in order are data: such a field ends as one without quotes.
  @inline(__always)
  mutating func readRecord(_ body: (RawField) -> Void) {
    problem = nil
    var index = 0
    while true {
      body(field(index))
      index += 1
      guard skipDelimiter() else { break }
    }
    skipLineEnd()
  }

  /// Goes back to the beginning of a record.
  mutating func rewind(to start: Int, row: Int) { (position, self.row) = (start, row) }

  /// Reads the next field of a record.
  @inline(__always)
  mutating func field(_ index: Int) -> RawField {
    if position < bytes.count, bytes[position] == .quote { return quotedField(index) }
    return plainField(from: position)
  }

  /// Steps over the delimiter that stands here, if one does.
  @inline(__always)
  mutating func skipDelimiter() -> Bool { skip(delimiter) }

  /// Whether the field ends here.
  private var isAtDelimiter: Bool {
    guard position < bytes.count else { return true }
    let byte = bytes[position]
    return byte == delimiter || byte == .lineFeed || byte == .carriageReturn
  }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func skipLineEnd() {
    if skip(.carriageReturn) { _ = skip(.lineFeed) } else { _ = skip(.lineFeed) }
    row += 1
  }

  /// Skips a line of nothing but spaces and tabs.
  @inline(__always)
  private mutating func skipBlankLine() -> Bool {
    guard position < bytes.count, bytes[position] <= .space else { return false }
    let start = position
    while position < bytes.count, case let byte = bytes[position], byte == .space || byte == .tab, byte != delimiter {
      position += 1
    }
    if position < bytes.count, bytes[position] != .lineFeed, bytes[position] != .carriageReturn {
      position = start
      return false
    }
    skipLineEnd()
    return true
  }

  private mutating func quotedField(_ index: Int) -> RawField {
    let open = position
    var isEscaped = false
    position += 1
    while position < bytes.count {
      position = bytes.first(.quote, .carriageReturn, .quote, from: position)
      guard position < bytes.count else { break }
      let byte = bytes[position]
      position += 1
      if byte == .carriageReturn {
        if position < bytes.count, bytes[position] == .lineFeed { isEscaped = true }
      } else if skip(.quote) {
        isEscaped = true
      } else {
        let end = position - 1
        if isAtDelimiter {
          return RawField(kind: .untyped, escaping: isEscaped ? .quotes : .none, start: open + 1, end: end)
        }
        // A quote that seems to close in a later line, and is followed by more, rather opens there.
        guard bytes.first(.lineFeed, .carriageReturn, .lineFeed, from: open) > end else { break }
        problem = problem ?? .textAfterQuote(field: index, offset: position)
        return plainField(from: open)
      }
    }
    problem = problem ?? .unterminatedQuote(field: index, offset: open)
    position = open
    return plainField(from: open)
  }

  /// The bytes from a position to the end of the field, quotes and all.
  @inline(__always)
  private mutating func plainField(from start: Int) -> RawField {
    position = bytes.first(delimiter, .lineFeed, .carriageReturn, from: position)
    return RawField(kind: .untyped, start: start, end: position)
  }
}
