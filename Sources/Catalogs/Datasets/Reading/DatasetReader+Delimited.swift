import Diagnostics

extension DatasetReader {
  /// Reads a delimited text. Every record is a row, except the first one if it has the names of the fields.
  ///
  /// A text with rows that need mending is read twice: the first attempt ends at the first of them, and returns the
  /// mender; the whole text is then mended and read from the start.
  mutating func readDelimited(_ source: SourceText) {
    guard let (form, source) = form(of: source) else { return }
    let before = self
    guard let mender = readTable(source, form) else { return }
    // Evidence from the first attempt must not count twice, nor for values that are read differently now.
    self = before
    let (text, rows) = source.bytes.withUnsafeBufferPointer { mender.mended($0, form) }
    let mended = SourceText(source, rewritten: text)
    for row in rows { report(row, in: mended) }
    _ = readTable(mended, form)
  }

  /// - Returns: The mender of the text, if reading stopped at a row that needs mending; otherwise `nil`.
  private mutating func readTable(_ source: SourceText, _ form: DelimitedForm) -> DelimitedMender? {
    source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = DelimitedScanner(bytes, from: form.start, row: form.row, delimiter: form.delimiter)
      let firstInvalidByte = source.firstInvalidByte ?? .max
      guard scanner.findRecord() else {
        report("csv/empty", "the file is empty", in: source, hint: "A CSV file begins with a row of field names.")
        return nil
      }
      let start = scanner.position
      let row = scanner.row
      let header = DelimitedRecord(&scanner)
      let line = bytes.part(start, scanner.position).withoutLineEnd
      if !form.hasHeader { scanner.rewind(to: start, row: row) }
      // Without a valid header there are no fields with which to compare the rows.
      guard
        let columns = form.hasHeader ? columns(header, bytes, source, firstInvalidByte) : columns(like: header, source)
      else { return nil }
      var file = ReadFile(
        source: source, bytes: source.bytes, layout: .delimited(by: form.delimiter, columns: columns),
        starts: RowStarts(byteCount: bytes.count))
      // A list of words may have the name of its only column among them.
      let names = form.hasHeader && columns.count > 1 ? line : nil
      let mender = readRows(&scanner, columns, names: names, bytes, firstInvalidByte, into: &file)
      file.starts.end = bytes.count
      files.append(file)
      return mender
    }
  }

  /// - Parameters:
  ///   - columns: The fields of the columns.
  ///   - names: The record with the names of the columns, without the end of its line. It may occur again, in a file
  ///     that was joined from several. `nil` if there is none.
  private mutating func readRows(
    _ scanner: inout DelimitedScanner, _ columns: [Int], names: Bytes?, _ bytes: Bytes, _ firstInvalidByte: Int,
    into file: inout ReadFile
  ) -> DelimitedMender? {
    let source = file.source
    // If a byte is not valid UTF-8, reading fails, so the values are not evaluated.
    let isValid = firstInvalidByte == .max
    let longest = options.limits.value
    var rowsOfNames: [Int] = []
    while scanner.findRecord() {
      let start = scanner.position
      let row = scanner.row
      if let names, scanner.skip(recordLike: names) {
        rowsOfNames.append(row)
        continue
      }
      guard admitsRow(at: source.location(row: row, offset: start, field: nil)) else { return nil }
      var count = 0
      var longField: Int?
      // They are reported only after the record turns out to be a row.
      var typeMismatches: [(field: Int, value: RawField)] = []
      scanner.readRecord { value in
        defer { count += 1 }
        guard isValid, count < columns.count, case let field = columns[count] else { return }
        if value.end - value.start > longest { longField = field }
        if fields.columns[field].ignores(value) { return }
        if value.isBlank(in: bytes) || !fields.columns[field].noteValue(value) { return }
        let fits = value.withContent(in: bytes) { fields.columns[field].add($0, value.kind) }
        if !fits { typeMismatches.append((field, value)) }
      }
      if scanner.problem != nil || count != columns.count || scanner.position > firstInvalidByte {
        // The usual way keeps no fields. What is wrong with the few such records is found by reading them again, with
        // their fields.
        let end = scanner.position
        scanner.rewind(to: start, row: row)
        let record = DelimitedRecord(&scanner)
        assert(scanner.position == end, "A record is read twice in the same way.")
        let mender = DelimitedMender(delimiter: scanner.delimiter, width: columns.count)
        if options.problems == .warn, mender.mended(bytes.part(start, end)) != nil { return mender }
        guard isSound(record, columns, bytes, source, firstInvalidByte) || options.problems == .warn else { continue }
      }
      if let longField { reportLongValue(at: source.location(row: row, offset: start, field: fields.names[longField])) }
      for misfit in typeMismatches where !skipsMisfit() {
        reportMisfit(
          misfit.value, in: bytes, field: misfit.field,
          at: source.location(row: row, offset: start, field: fields.names[misfit.field]))
      }
      file.starts.append(start)
      file.numbers.append(row)
    }
    warnAboutNames(inRows: rowsOfNames, of: source)
    return nil
  }

  private mutating func warnAboutNames(inRows rows: [Int], of source: SourceText) {
    guard let first = rows.first else { return }
    let others = rows.count == 1 ? "" : ", as in \((rows.count - 1).counted("other row"))"
    warn(
      "csv/repeated-header",
      "the row has the names of the columns again\(others): \(rows.count == 1 ? "it is" : "they are") left out",
      at: .init(file: source.file, row: first),
      hint:
        "The file may have been joined from several. If the first row is one of values, write `header: false` in catalog.yml."
    )
  }
}

// MARK: - Checks

/// A record of a delimited text with all of its fields, for closer inspection.
struct DelimitedRecord {
  let row: Int
  let offset: Int
  private(set) var fields: [RawField] = []
  let problem: DelimitedScanner.Problem?

  init(_ scanner: inout DelimitedScanner) {
    row = scanner.row
    offset = scanner.position
    var fields: [RawField] = []
    scanner.readRecord { fields.append($0) }
    self.fields = fields
    problem = scanner.problem
  }
}

extension DatasetReader {
  /// Whether a record can be a row. Reports what is wrong with it.
  private mutating func isSound(
    _ record: DelimitedRecord, _ columns: [Int], _ bytes: Bytes, _ source: SourceText, _ firstInvalidByte: Int
  ) -> Bool {
    let names = columns.map { fields.names[$0] }
    if let problem = record.problem {
      reportProblem(problem, record, names, source)
      return false
    }
    let count = record.fields.count
    guard count == names.count else {
      let surplus = record.fields.dropFirst(names.count)
      // Spreadsheets write delimiters for empty cells.
      if options.problems == .warn, !surplus.isEmpty, surplus.allSatisfy({ $0.isBlank(in: bytes) }) { return true }
      let kind: Dataset.Problem.Kind = count > names.count ? .surplusFields : .missingFields
      if skipsProblem(kind) { return false }
      problem(
        kind, "csv/field-count", "\(names.count.counted("field")) expected, \(count) found",
        at: source.location(row: record.row, offset: record.offset),
        decision: count > names.count
          ? "\(surplus.map { $0.text(in: bytes) }.joined(separator: ", ").excerpt) is left out"
          : "there are no values in the others",
        hint: count > names.count
          ? "Put a field that has a comma in it in double quotes."
          : "An empty field needs its comma, too.")
      return false
    }
    // The check comes first in the conjunction, so that the errors of all fields are reported.
    return zip(record.fields, names).reduce(true) { areSound, field in
      isValid(field.0, record, bytes, source, firstInvalidByte, name: field.1) && areSound
    }
  }

  /// Whether a field is valid UTF-8. Reports the first invalid byte.
  mutating func isValid(
    _ field: RawField, _ record: DelimitedRecord, _ bytes: Bytes, _ source: SourceText, _ firstInvalidByte: Int,
    name: String?
  ) -> Bool {
    guard firstInvalidByte < field.end, let offset = bytes.part(0, field.end).firstInvalidByte(from: field.start) else {
      return true
    }
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    let column = offset - source.lineStart(of: offset) + 1
    report(
      "csv/invalid-utf8", "the byte \(byte) (byte \(column) of its line) is not valid UTF-8", in: source,
      row: record.row, offset: offset, isExact: true, field: name,
      hint: "Save the file with the encoding UTF-8; spreadsheet programs offer it when they export CSV.")
    return false
  }

  mutating func reportProblem(
    _ problem: DelimitedScanner.Problem, _ record: DelimitedRecord, _ names: [String], _ source: SourceText
  ) {
    if skipsProblem(.quotes) { return }
    func report(_ code: Diagnostic.Code, _ message: String, field: Int, offset: Int, hint: String) {
      let location = source.location(
        row: record.row, offset: offset, isExact: true, field: names.indices.contains(field) ? names[field] : nil)
      self.problem(.quotes, code, message, at: location, decision: "the quotes are read as text", hint: hint)
    }
    switch problem {
    case .unterminatedQuote(let field, let offset):
      report(
        "csv/unterminated-quote", "the quote that opens here is not closed", field: field, offset: offset,
        hint: "Close the field with a quote, and write a quote inside it twice: \"\".")
    case .textAfterQuote(let field, let offset):
      report(
        "csv/text-after-quote", "text follows the closing quote of a field", field: field, offset: offset,
        hint: "Put a comma after the closing quote, or write a quote inside the field twice: \"\".")
    }
  }
}
