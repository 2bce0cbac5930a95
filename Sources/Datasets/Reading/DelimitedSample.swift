/// The first records of a delimited text, and what they show: where its table begins, and whether that has a header.
///
/// What is decided of a table is decided here, by a few records and with wide margins: in doubt its first record is the header.
struct DelimitedSample {
  /// The number of records that are looked at.
  private static let size = 32
  /// What columns are often called, and values seldom.
  private static let usualNames: Set = [
    "id", "key", "slug", "code", "name", "title", "label", "index", "number", "no", "count", "value", "date", "time",
    "year",
    "month", "day", "type", "kind", "category", "group", "class", "description", "country", "state", "region", "city",
    "gender", "sex", "age", "price", "total", "lat", "lon", "latitude", "longitude", "x", "y",
  ]

  /// What stands for no value, and that no column is called.
  private static let placeholders: Set = ["\\N", "-", "N/A", "n/a", "#N/A", "NULL", "NaN"]

  let delimiter: UInt8
  private let bytes: Bytes
  private let records: [DelimitedRecord]
  /// The number of records above the table: lines of comment, and a title.
  private(set) var preambleCount = 0

  /// Takes the first records of a text.
  init(_ bytes: Bytes, from start: Int, row: Int = 1, delimiter: UInt8) {
    (self.bytes, self.delimiter) = (bytes, delimiter)
    var scanner = DelimitedScanner(bytes, from: start, row: row, delimiter: delimiter)
    var records: [DelimitedRecord] = []
    while records.count < Self.size, scanner.findRecord() { records.append(DelimitedRecord(&scanner)) }
    self.records = records
    preambleCount = findPreamble()
  }

  /// The first record of the table.
  var first: DelimitedRecord? { table.first }

  /// The number of fields of the first record of the table.
  var width: Int { first?.fields.count ?? 0 }

  /// Whether the records have the same number of fields, and more than one. A line of nothing but tabs shows nothing.
  var fits: Bool { hasSeveralFields && table.allSatisfy { $0.fields.count == width } }

  /// Whether the first record has several fields, some of which are not blank.
  var hasSeveralFields: Bool { width > 1 && first?.fields.allSatisfy { $0.isBlank(in: bytes) } == false }

  /// Whether the records below the first one have the same number of fields, and more than one.
  var rowsFit: Bool {
    let counts = Set(table.dropFirst().map(\.fields.count))
    return counts.count == 1 && counts != [1]
  }

  /// Whether the first record has several fields, and the second one as many, if there is one.
  var beginsInOrder: Bool { hasSeveralFields && table.dropFirst().first.map { $0.fields.count == width } != false }

  /// Whether all commas stand between digits.
  var hasOnlyDecimalCommas: Bool {
    let text = bytes.part(records.first?.offset ?? end, end)
    return text.indices.allSatisfy { index in
      text[index] != .comma || index > 0 && index + 1 < text.count && text[index - 1].isDigit && text[index + 1].isDigit
    }
  }

  /// Where the values of the records end.
  var end: Int { records.last?.fields.last?.end ?? 0 }

  private var table: ArraySlice<DelimitedRecord> { records.dropFirst(preambleCount) }

  private func text(_ field: RawField) -> String { field.text(in: bytes).trimmed }
}

// MARK: - What stands above the table

extension DelimitedSample {
  /// The text above the table, as messages quote it, and the row that it begins in; nil where there is none.
  var preamble: (text: String, row: Int)? {
    guard preambleCount > 0, let first = records.first else { return nil }
    let lines = records.prefix(preambleCount).map { record in
      record.fields.map(text).filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return (lines.joined(separator: " "), first.row)
  }

  private func findPreamble() -> Int {
    let comments = records.prefix { bytes[$0.offset] == UInt8(ascii: "#") }.count
    guard comments < records.count else { return 0 }
    let rest = records[comments...]
    if comments > 0 {
      let width = rest[comments].fields.count
      // The names of the columns may stand in the last comment: `#id,name`.
      if records[comments - 1].fields.count == width, !isHeaded(rest) { return comments - 1 }
      if width > 1 { return comments }
    }
    let titles = rest.prefix { record in record.fields.dropFirst().allSatisfy { $0.isBlank(in: bytes) } }.count
    let below = rest.dropFirst(titles)
    guard titles > 0, below.count > 1, let header = below.first, case let width = header.fields.count, width > 2,
      below.allSatisfy({ $0.fields.count == width }), hasNames(header)
    else { return comments }
    // A header with one name has as many commas as one with all.
    let areShort = rest.prefix(titles).allSatisfy { $0.fields.count == 1 }
    return areShort || isHeaded(below) ? comments + titles : comments
  }

  /// Whether all fields of a record have texts that are not numbers.
  private func hasNames(_ record: DelimitedRecord) -> Bool {
    record.fields.allSatisfy { !$0.isBlank(in: bytes) && Number(text($0)) == nil }
  }

  /// Whether the first of some records has names, and others below it have numbers in a column.
  private func isHeaded(_ records: ArraySlice<DelimitedRecord>) -> Bool {
    guard let header = records.first, hasNames(header) else { return false }
    let rows = records.dropFirst()
    return header.fields.indices.contains { column(at: $0, of: rows).type == .number }
  }
}

// MARK: - The columns

extension DelimitedSample {
  /// What a column of some records holds.
  private func column(at index: Int, of records: some Sequence<DelimitedRecord>) -> Column {
    var column = Column(name: "", chosen: nil)
    for record in records where index < record.fields.count {
      let value = record.fields[index]
      guard !value.isBlank(in: bytes), column.noteValue() else { continue }
      _ = value.withContent(in: bytes) { column.look(at: $0, value.kind) }
    }
    return column
  }

  /// The number of columns that have numbers and nothing else below the first record.
  var numberColumnCount: Int {
    let rows = table.dropFirst()
    return (0..<width).count { column(at: $0, of: rows).type == .number }
  }

  /// What the first record of a table is.
  enum FirstRecord {
    case names, values
    /// It looks like values, but may be names.
    case either
  }

  /// What the first record is: names, unless it is like the records below it.
  ///
  /// It is a row of values if it has numbers, or dates, wherever all others have them, and these are not such as columns are named by: years,
  /// or numbers that are counted on; or if it has what stands for no value. Where all are texts, there have to be two signs of it: a code like
  /// those below it, a value that is met again, an empty field.
  ///
  /// - Parameter chosen: Names of fields that a person has chosen something for.
  func firstRecord(besides chosen: Set<String>) -> FirstRecord {
    let rows = table.dropFirst()
    guard let first, width > 1, rows.count > 1 else { return .names }
    let texts = first.fields.map(text)
    let hasPlaceholder = texts.contains(where: Self.placeholders.contains)
    let areUsual = texts.contains { text in
      // Beside what stands for no value, a Y is a yes.
      Self.usualNames.contains(text.lowercased()) && (text.count > 1 || !hasPlaceholder)
    }
    if areUsual || texts.contains(where: chosen.contains) { return .names }
    var values: [String] = []
    for (index, text) in texts.enumerated() where !text.isEmpty {
      let type = column(at: index, of: rows).type
      guard type == .number || type == .date else { continue }
      guard column(at: index, of: table).type == type else { return .names }
      values.append(text)
    }
    if hasPlaceholder { return .values }
    if !values.isEmpty { return areNames(values) ? .names : .values }
    return recordOfTexts(texts, above: rows.map { $0.fields.map(text) })
  }

  /// What the first record is where all columns are texts.
  private func recordOfTexts(_ texts: [String], above rows: [[String]]) -> FirstRecord {
    let mayBeName = { (text: String) in
      text.contains("_") || text.count > 3 && text.first?.isLowercase == true
        || Label(text).words.contains(where: Self.usualNames.contains)
    }
    // A header may stand in a table again.
    guard rows.count >= 8, !texts.contains(where: mayBeName), !rows.contains(texts) else { return .names }
    let columns = texts.indices.map { index in
      rows.compactMap { index < $0.count ? $0[index] : nil }.filter { !$0.isEmpty && !Self.placeholders.contains($0) }
    }
    let hasCode = zip(texts, columns).contains { text, column in
      guard let shape = text.codeShape else { return false }
      return !column.isEmpty && column.allSatisfy { $0.codeShape.map { $0 == shape } == true }
    }
    let isMetAgain = zip(texts, columns).contains { !$0.isEmpty && $1.contains($0) }
    // The first column often has no name.
    let hasBlank = texts.dropFirst().contains("")
    let signs = [hasCode, isMetAgain, hasBlank].count { $0 }
    return signs > 1 ? .values : hasCode || isMetAgain ? .either : .names
  }

  /// Whether columns may be named by some numbers.
  private func areNames(_ values: [String]) -> Bool {
    let numbers = values.compactMap { UInt32($0) }
    guard numbers.count == values.count else { return false }
    if numbers.allSatisfy({ 1000..<3000 ~= $0 }) { return true }
    guard numbers.count > 1 else { return numbers[0] < 2 }
    guard numbers[0] < numbers[1] else { return false }
    let step = numbers[1] - numbers[0]
    let areEven = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 == step }
    return areEven && (step == 1 || numbers.count > 2)
  }
}

extension String {
  /// What a code of two or three letters is like, all of which are capitals or none is; nil for other texts.
  fileprivate var codeShape: (count: Int, areCapitals: Bool)? {
    guard 2...3 ~= utf8.count else { return nil }
    if utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) { return (utf8.count, true) }
    return utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ? (utf8.count, false) : nil
  }
}
