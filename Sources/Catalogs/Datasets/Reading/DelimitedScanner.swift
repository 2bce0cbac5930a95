import JSONValues

/// Splits delimited text into records and fields (RFC 4180) without copying any text.
///
/// It is more lenient than the RFC: LF and CR end a record as CRLF does, the end of the last record may be missing,
/// blank lines are not records, and a record may have any number of fields. A quote inside a field that does not begin
/// with one is data, as in `5" pot`. For the same reason, quotes after a leading space are data.
///
///                    any other byte             delimiter: the next field
///     field start ───────────────────▶ plain ─┬─▶ line end: the next record
///         │                              ▲    └─▶ end of the text
///         │ quote                        │
///         ▼       text after the quote,  │
///      quoted ───────────────────────────┘
///         │  ▲    or no closing quote: all quotes of the field become data
///         │  └─── "" and CRLF stay inside, and must be unescaped
///         │
///         └─ quote before a delimiter, a line end or the end of the text: as for plain
///
/// If a quote is followed by text and is on a later line than the opening quote, the opening quote counts as unclosed,
/// since the later one probably opens a field there. As a field that is not closed ends like one without quotes, an
/// error never extends beyond its line.
struct DelimitedScanner {
  /// A problem of the quotes of a record.
  enum Problem {
    /// The quote at the offset is never closed.
    case unterminatedQuote(field: Int, offset: Int)
    /// There is text at the offset, between a closing quote and the next delimiter.
    case textAfterQuote(field: Int, offset: Int)
  }

  let bytes: Bytes
  let delimiter: UInt8
  var position: Int
  /// The number of the row in a spreadsheet: blank lines are counted, line breaks inside quotes are not.
  private(set) var row: Int
  /// The problem of the last record that was read.
  private(set) var problem: Problem?

  init(_ bytes: Bytes, from start: Int, row: Int = 1, delimiter: UInt8) {
    self.bytes = bytes
    self.row = row
    self.delimiter = delimiter
    position = start
  }

  /// Skips blank lines, and returns whether there is another record.
  mutating func findRecord() -> Bool {
    while skipBlankLine() {}
    return position < bytes.count
  }

  /// Reads the fields of the record at the position. Malformed quotes are data: a field with them ends like one without
  /// quotes.
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

  /// Skips the record at the position if it has the same bytes as another one, but for a byte order mark before it, and
  /// for the end of its line.
  ///
  /// - Parameter other: A record without the end of its line.
  @inline(__always)
  mutating func skip(recordLike other: Bytes) -> Bool {
    let start = bytes.has("\u{FEFF}", at: position) ? position + 3 : position
    let end = start + other.count
    guard end <= bytes.count, bytes[start] == other[0], bytes.part(start, end).hasSameBytes(as: other) else {
      return false
    }
    guard end == bytes.count || bytes[end] == .lineFeed || bytes[end] == .carriageReturn else { return false }
    position = end
    skipLineEnd()
    return true
  }

  /// Moves back to the beginning of a record.
  mutating func rewind(to start: Int, row: Int) { (position, self.row) = (start, row) }

  /// Reads the next field of a record.
  @inline(__always)
  mutating func field(_ index: Int) -> RawField {
    if position < bytes.count, bytes[position] == .quote { return quotedField(index) }
    return plainField(from: position)
  }

  @inline(__always)
  mutating func skipDelimiter() -> Bool { skip(delimiter) }

  /// Whether the field ends at the position.
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

  /// Skips a line that consists of spaces and tabs.
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
      // The search is for three bytes. Two are enough here, so one is given twice.
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
        // The quote that seems to close the field is on a later line and followed by text, so it probably opens a field
        // there.
        guard bytes.first(.lineFeed, .carriageReturn, .lineFeed, from: open) > end else { break }
        problem = problem ?? .textAfterQuote(field: index, offset: position)
        // The end is searched after the second quote: a delimiter between the quotes is part of the field.
        return plainField(from: open)
      }
    }
    problem = problem ?? .unterminatedQuote(field: index, offset: open)
    // The end is searched from the opening quote on, so that the field ends on its line, and the rows below are not
    // lost.
    position = open
    return plainField(from: open)
  }

  /// Returns the bytes from `start` to the next end of a field, including quotes.
  @inline(__always)
  private mutating func plainField(from start: Int) -> RawField {
    position = bytes.first(delimiter, .lineFeed, .carriageReturn, from: position)
    return RawField(kind: .untyped, start: start, end: position)
  }
}
