/// Splits CSV text into records and fields (RFC 4180) without making any text of them.
///
/// More is read than the RFC asks for: LF and CR end a record as CRLF does, the end of the last record may be left out,
/// and blank lines are no records. A quote inside a field that does not begin with one is data, as in `5" pot`; so a
/// space before an opening quote makes the quotes data too.
struct CSVParser {
  struct Record {
    /// The row that a spreadsheet shows: blank lines count, line breaks inside quotes do not.
    var row: Int
    var offset: Int
    var fields: [Field] = []
    var problem: Problem?
  }

  struct Field {
    /// The bytes of the field, without its quotes.
    var range: Range<Int>
    /// Whether the bytes differ from the text: doubled quotes, or CRLF line breaks, which become LF.
    var isEscaped = false
  }

  /// What is wrong with the quotes of a record.
  enum Problem {
    /// A quote that opens at the offset and never closes.
    case unterminatedQuote(field: Int, offset: Int)
    /// Text at the offset, between a closing quote and the next comma.
    case textAfterQuote(field: Int, offset: Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var row = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the next record, or `nil` at the end of the text. A quote that never closes reaches to the end.
  mutating func next() -> Record? {
    while skipBlankLine() {}
    guard position < bytes.count else { return nil }
    var record = Record(row: row, offset: position)
    repeat {
      let field = current == .quote ? quotedField(&record) : plainField()
      record.fields.append(field)
    } while skip(.comma)
    skipLineEnd()
    return record
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Whether the field ends here.
  private var isAtDelimiter: Bool {
    guard let current else { return true }
    return current == .comma || current == .lineFeed || current == .carriageReturn
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipLineEnd() {
    if skip(.carriageReturn) { _ = skip(.lineFeed) } else { _ = skip(.lineFeed) }
    row += 1
  }

  /// Skips a line of nothing but spaces and tabs.
  private mutating func skipBlankLine() -> Bool {
    let start = position
    while current == .space || current == .tab { position += 1 }
    guard start < bytes.count, isAtDelimiter, current != .comma else {
      position = start
      return false
    }
    skipLineEnd()
    return true
  }

  private mutating func plainField() -> Field {
    let start = position
    while !isAtDelimiter { position += 1 }
    return Field(range: start..<position)
  }

  private mutating func quotedField(_ record: inout Record) -> Field {
    let open = position
    var isEscaped = false
    position += 1
    while let byte = current {
      position += 1
      if byte == .quote {
        if skip(.quote) { isEscaped = true } else { return closedField(open + 1..<position - 1, isEscaped, &record) }
      } else if byte == .carriageReturn, current == .lineFeed {
        isEscaped = true
      }
    }
    record.problem = .unterminatedQuote(field: record.fields.count, offset: open)
    return Field(range: open + 1..<position)
  }

  /// Makes a field whose closing quote has just been read.
  private mutating func closedField(_ range: Range<Int>, _ isEscaped: Bool, _ record: inout Record) -> Field {
    if !isAtDelimiter {
      record.problem = record.problem ?? .textAfterQuote(field: record.fields.count, offset: position)
      while !isAtDelimiter { position += 1 }
    }
    return Field(range: range, isEscaped: isEscaped)
  }
}

extension CSVParser.Field {
  /// The text of the field, or `nil` when it is not valid UTF-8.
  func text(in bytes: [UInt8]) -> String? {
    guard isEscaped else { return String(validating: bytes[range], as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let isPair = position + 1 < range.upperBound
      let isDoubledQuote = isPair && bytes[position] == .quote
      let isCRLF = isPair && bytes[position] == .carriageReturn && bytes[position + 1] == .lineFeed
      if isDoubledQuote || isCRLF { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    return String(validating: text, as: UTF8.self)
  }
}
