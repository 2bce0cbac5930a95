/// The first records of a delimited text, from which it is inferred where the table begins and whether it has a header.
///
/// All of these decisions are made here, from a few records and with wide margins. In doubt, the first record is the
/// header.
struct DelimitedSample {
  /// The number of records in the sample.
  private static let size = 32
  /// Common names of columns that are rare as values.
  private static let usualNames: Set = [
    "id", "key", "slug", "code", "name", "title", "label", "index", "number", "no", "count", "value", "date", "time",
    "year", "month", "day", "type", "kind", "category", "group", "class", "description", "country", "state", "region",
    "city", "gender", "sex", "age", "price", "total", "lat", "lon", "latitude", "longitude", "x", "y",
  ]

  /// Placeholders of missing values, which are never names of columns.
  private static let placeholders: Set = ["\\N", "-", "N/A", "n/a", "#N/A", "NULL", "NaN"]

  let delimiter: UInt8
  private let bytes: Bytes
  private let records: [DelimitedRecord]
  /// The number of records above the table: comment lines and a title.
  private(set) var preambleCount = 0

  /// Reads the first records of a text.
  init(_ bytes: Bytes, from start: Int, row: Int = 1, delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
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

  /// Whether all records have the same number of fields, more than one. The first of them must not be blank, as a line
  /// of tabs would be.
  var fits: Bool { hasSeveralFields && table.allSatisfy { $0.fields.count == width } }

  /// Whether the first record has several fields, some of which are not blank.
  var hasSeveralFields: Bool { width > 1 && first?.fields.allSatisfy { $0.isBlank(in: bytes) } == false }

  /// Whether the records below the first one have the same number of fields, and more than one.
  var rowsFit: Bool {
    let counts = Set(table.dropFirst().map(\.fields.count))
    return counts.count == 1 && counts != [1]
  }

  /// Whether the first record has several fields, and the second one, if any, has as many.
  var beginsInOrder: Bool { hasSeveralFields && table.dropFirst().first.map { $0.fields.count == width } != false }

  var hasOnlyDecimalCommas: Bool {
    let text = bytes.part(records.first?.offset ?? end, end)
    return text.indices.allSatisfy { index in
      text[index] != .comma || index > 0 && index + 1 < text.count && text[index - 1].isDigit && text[index + 1].isDigit
    }
  }

  /// The offset at which the last field of the records ends.
  var end: Int { records.last?.fields.last?.end ?? 0 }

  private var table: ArraySlice<DelimitedRecord> { records.dropFirst(preambleCount) }

  private func text(_ field: RawField) -> String { field.text(in: bytes).trimmed }
}

// MARK: - Preamble

extension DelimitedSample {
  /// The text above the table, for messages, and the row in which it begins; `nil` if there is none.
  var preamble: (text: String, row: Int)? {
    guard preambleCount > 0, let first = records.first else { return nil }
    let lines = records.prefix(preambleCount).map { record in
      record.fields.map(text).filter { !$0.isEmpty }.joined(separator: ", ")
    }
    return (lines.joined(separator: " "), first.row)
  }

  private func findPreamble() -> Int {
    let comments = records.prefix { bytes[$0.offset] == UInt8(ascii: "#") }.count
    // If all records begin with the sign, it is part of the data.
    guard comments < records.count else { return 0 }
    let rest = records[comments...]
    if comments > 0 {
      let width = rest[comments].fields.count
      // The names of the columns may be in the last comment: `#id,name`.
      if records[comments - 1].fields.count == width, !isHeaded(rest) { return comments - 1 }
      if width > 1 { return comments }
    }
    let titles = rest.prefix { record in record.fields.dropFirst().allSatisfy { $0.isBlank(in: bytes) } }.count
    let below = rest.dropFirst(titles)
    guard titles > 0, below.count > 1, let header = below.first, case let width = header.fields.count, width > 2,
      below.allSatisfy({ $0.fields.count == width }), hasNames(header)
    else { return comments }
    // Spreadsheets pad a title with as many commas as a header has. Such a title requires stronger evidence of a header
    // below it.
    let areShort = rest.prefix(titles).allSatisfy { $0.fields.count == 1 }
    return areShort || isHeaded(below) ? comments + titles : comments
  }

  /// Whether all fields of a record are texts other than numbers.
  private func hasNames(_ record: DelimitedRecord) -> Bool {
    record.fields.allSatisfy { !$0.isBlank(in: bytes) && Value.Number(text($0)) == nil }
  }

  /// Whether the first of some records has names, and the records below it have numbers in at least one column.
  private func isHeaded(_ records: ArraySlice<DelimitedRecord>) -> Bool {
    guard let header = records.first, hasNames(header) else { return false }
    let rows = records.dropFirst()
    return header.fields.indices.contains { column(at: $0, of: rows).type == .number }
  }

  // MARK: - Columns

  private func column(at index: Int, of records: some Sequence<DelimitedRecord>) -> Column {
    var column = Column(name: "", chosen: nil)
    for record in records where index < record.fields.count {
      let value = record.fields[index]
      guard !value.isBlank(in: bytes), column.noteValue(value) else { continue }
      _ = value.withContent(in: bytes) { column.add($0, value.kind) }
    }
    return column
  }

  /// The number of columns that have only numbers below the first record.
  var numberColumnCount: Int {
    let rows = table.dropFirst()
    return (0..<width).count { column(at: $0, of: rows).type == .number }
  }

  /// The role of the first record of a table.
  enum FirstRecord {
    case names, values
    /// Probably values, but perhaps names.
    case either
  }

  /// Determines the role of the first record. It has names unless it resembles the records below it.
  ///
  /// It has values if it has numbers or dates in all columns in which the other records have them, and if these do not
  /// look like names of columns, as years and consecutive numbers do; or if it has a placeholder of a missing value. A
  /// number or a date that is like most of those below it, but not like all, is a sign only, of which two are required.
  /// A text above numbers is a name, unless there is a number beside it that does not look like one, which is doubtful.
  /// So they are if all columns are texts: a code like those below it, a value that occurs again, an empty field.
  ///
  /// - Parameter chosen: The names of fields that occur in the options.
  func firstRecord(besides chosen: Set<String>) -> FirstRecord {
    let rows = table.dropFirst()
    guard let first, width > 1, rows.count > 1 else { return .names }
    let texts = first.fields.map(text)
    let hasPlaceholder = texts.contains(where: Self.placeholders.contains)
    let areUsual = texts.contains { text in
      // Among placeholders, `Y` is a value that means yes.
      Self.usualNames.contains(text.lowercased()) && (text.count > 1 || !hasPlaceholder)
    }
    if areUsual || texts.contains(where: chosen.contains) { return .names }
    var values: [String] = []
    var likelyValues: [String] = []
    var hasName = false
    for (index, text) in texts.enumerated() where !text.isEmpty {
      let type = column(at: index, of: rows).type
      guard type == .number || type == .date else {
        if isLikeMost(of: rows, at: index) { likelyValues.append(text) }
        continue
      }
      // Together with the first record, the column must still have the type. Otherwise the record has a name above
      // numbers.
      if column(at: index, of: table).type == type { values.append(text) } else { hasName = true }
    }
    if hasName { return values.isEmpty || areNames(values) ? .names : .either }
    if hasPlaceholder { return .values }
    if !values.isEmpty { return areNames(values) ? .names : .values }
    if !likelyValues.isEmpty, !areNames(likelyValues) { return likelyValues.count > 1 ? .values : .either }
    return recordOfTexts(texts, above: rows.map { $0.fields.map(text) })
  }

  /// Whether the first record has a number or a date in a column, and most values below it are of that type.
  private func isLikeMost(of rows: ArraySlice<DelimitedRecord>, at index: Int) -> Bool {
    guard let first, case let type = column(at: index, of: [first]).type, type == .number || type == .date else {
      return false
    }
    let values = rows.filter { index < $0.fields.count && !$0.fields[index].isBlank(in: bytes) }
    return values.count { column(at: index, of: [$0]).type == type } * 2 > values.count
  }

  /// Determines the role of the first record if all columns are texts.
  private func recordOfTexts(_ texts: [String], above rows: [[String]]) -> FirstRecord {
    let mayBeName = { (text: String) in
      text.contains("_") || text.count > 3 && text.first?.isLowercase == true
        || Label(text).words.contains(where: Self.usualNames.contains)
    }
    // A header may be repeated within a table.
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

  /// Whether some numbers may be names of columns.
  private func areNames(_ values: [String]) -> Bool {
    let numbers = values.compactMap { UInt32($0) }
    guard numbers.count == values.count else { return false }
    // Years, as in `country,2019,2020`.
    if numbers.allSatisfy({ 1000..<3000 ~= $0 }) { return true }
    // A single 0 or 1 is the number that some programs give to a column without a name.
    guard numbers.count > 1 else { return numbers[0] < 2 }
    guard numbers[0] < numbers[1] else { return false }
    let step = numbers[1] - numbers[0]
    // Equal steps, as in `0,1,2` or `5,10,15`. Two numbers are enough only if one follows the other.
    let areEven = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 == step }
    return areEven && (step == 1 || numbers.count > 2)
  }
}

extension String {
  /// The length and case of a code of two or three letters, which are all in upper or all in lower case; `nil` for
  /// other texts.
  fileprivate var codeShape: (count: Int, areCapitals: Bool)? {
    guard 2...3 ~= utf8.count else { return nil }
    if utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) { return (utf8.count, true) }
    return utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 } ? (utf8.count, false) : nil
  }
}
