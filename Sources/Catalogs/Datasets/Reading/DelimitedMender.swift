import Diagnostics

/// Rewrites rows whose quotes do not follow RFC 4180, but the rules of some programs: spaces around the quotes, or a
/// backslash before a quote that is data.
///
/// As quotes decide where fields end, a rewritten row is accepted only if it has the right number of fields, and all
/// quotes are closed.
struct DelimitedMender {
  let delimiter: UInt8
  let width: Int

  /// What was unusual about the quotes of a row.
  enum Finding {
    case spaces, backslashes
  }

  /// Returns a row as RFC 4180 requires it.
  ///
  /// - Parameter row: The bytes of the row, with or without the end of the line.
  /// - Returns: `nil` if the row has no quotes, follows neither rule, or extends over several lines.
  func mended(_ row: Bytes) -> (text: [UInt8], finding: Finding)? {
    let line = row.part(0, row.first(.lineFeed, .carriageReturn, .lineFeed, from: 0))
    guard line.contains(.quote), row[line.count...].allSatisfy({ $0 == .lineFeed || $0 == .carriageReturn }) else {
      return nil
    }
    let end = row[line.count...]
    // First without backslashes, which are data as long as the row can be read so: `"C:\",1`.
    if let text = text(of: line, hasBackslashes: false) { return (text + end, .spaces) }
    return line.contains(.backslash) ? text(of: line, hasBackslashes: true).map { ($0 + end, .backslashes) } : nil
  }

  private func text(of line: Bytes, hasBackslashes: Bool) -> [UInt8]? {
    var text: [UInt8] = []
    var position = 0
    var count = 1
    while true {
      let open = skippingSpaces(in: line, from: position)
      if open < line.count, line[open] == .quote {
        guard let end = appendQuoted(line, from: open + 1, hasBackslashes, to: &text) else { return nil }
        position = skippingSpaces(in: line, from: end)
      } else {
        let end = line.first(delimiter, delimiter, delimiter, from: position)
        text.append(contentsOf: line.part(position, end))
        position = end
      }
      guard position < line.count else { return count == width ? text : nil }
      guard line[position] == delimiter else { return nil }
      text.append(delimiter)
      position = position + 1
      count = count + 1
    }
  }

  private func skippingSpaces(in line: Bytes, from start: Int) -> Int {
    // The delimiter may itself be a space.
    line[start...].firstIndex { $0 != .space || $0 == delimiter } ?? line.count
  }

  /// - Parameter start: The position after the opening quote.
  /// - Returns: The position after the closing quote, or `nil` if there is none.
  private func appendQuoted(_ line: Bytes, from start: Int, _ hasBackslashes: Bool, to text: inout [UInt8]) -> Int? {
    text.append(.quote)
    var position = start
    while position < line.count {
      let byte = line[position]
      let next = position + 1 < line.count ? line[position + 1] : 0
      position += 1
      switch (byte, next) {
      case (.quote, .quote),
        (.backslash, .quote) where hasBackslashes:
        text += [.quote, .quote]
        position += 1
      case (.backslash, .backslash) where hasBackslashes:
        text.append(.backslash)
        position += 1
      case (.quote, _):
        text.append(.quote)
        return position
      default: text.append(byte)
      }
    }
    return nil
  }

  /// A row that was rewritten because it was malformed.
  struct Row {
    let row: Int
    let offset: Int
    let finding: Finding
  }

  /// Returns the text with all malformed rows rewritten, and also those with spaces before quotes, as the rule of one
  /// row applies to all.
  ///
  /// - Returns: The text, and the rows that were malformed.
  /// - Complexity: O(*n*).
  func mended(_ bytes: Bytes, _ form: DelimitedForm) -> (text: [UInt8], rows: [Row]) {
    var text: [UInt8] = []
    var rows: [Row] = []
    text.reserveCapacity(bytes.count)
    var scanner = DelimitedScanner(bytes, from: form.start, row: form.row, delimiter: delimiter)
    // The offset up to which the text is copied. Rows that stay as they are, are copied together, before the next one
    // that changes.
    var copied = 0
    while scanner.findRecord() {
      let record = DelimitedRecord(&scanner)
      let fits = record.problem == nil && record.fields.count == width
      let mayHaveSpaces = record.fields.contains {
        $0.escaping == .none && $0.start < $0.end && bytes[$0.start] == .space
      }
      // A row that fits is rewritten for its spaces only. A backslash in it is data.
      guard !fits || mayHaveSpaces, let mended = mended(bytes.part(record.offset, scanner.position)),
        !fits || mended.finding == .spaces
      else { continue }
      text.append(contentsOf: bytes.part(copied, record.offset))
      // The offset is that in the new text, which replaces the old one, also in messages.
      if !fits { rows.append(Row(row: record.row, offset: text.count, finding: mended.finding)) }
      text.append(contentsOf: mended.text)
      copied = scanner.position
    }
    text.append(contentsOf: bytes.part(copied, bytes.count))
    return (text, rows)
  }
}

extension DatasetReader {
  mutating func report(_ row: DelimitedMender.Row, in source: SourceText) {
    if skipsProblem(.quotes) { return }
    let (message, hint) =
      switch row.finding {
      case .spaces: ("a space precedes or follows the quotes of a field", "Put the quotes right beside the commas.")
      case .backslashes: ("a backslash precedes a quote inside a field", "Write a quote inside a field twice: \"\".")
      }
    problem(
      .quotes, "csv/quotes", message, at: source.location(row: row.row, offset: row.offset),
      decision: "it is left out", hint: hint)
  }
}
