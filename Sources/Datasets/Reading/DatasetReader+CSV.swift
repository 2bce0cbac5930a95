import Diagnostics

extension DatasetReader {
  /// Reads a CSV text: the first record has the names of the fields, every other one is a row.
  mutating func readCSV() -> SourceTable {
    var parser = CSVParser(source.bytes)
    guard let header = parser.next() else {
      report("csv/empty", "the file is empty", hint: "A CSV file begins with a row of field names.")
      return SourceTable()
    }
    // Without a sound header there are no fields to hold the rows to.
    guard let names = fieldNames(header) else { return SourceTable() }
    if names.count == 1, names[0].contains(where: { $0 == ";" || $0 == "\t" }) {
      warnings.append(
        Diagnostic(
          .warning, code: "csv/separator", "the only field is named \(names[0].excerpt)", at: .init(file: source.file),
          hint: "Fields are separated by commas: save the file with commas if other signs stand between them."))
    }
    var table = SourceTable(fields: names)
    while let record = parser.next() {
      if let row = row(record, fields: table.fields) { table.rows.append(row) }
    }
    return table
  }

  /// Makes the names of the fields, or reports what is wrong with them.
  private mutating func fieldNames(_ header: CSVParser.Record) -> [String]? {
    if let problem = header.problem {
      reportProblem(problem, header, fields: [])
      return nil
    }
    var columns: [String: Int] = [:]
    var names: [String] = []
    for (index, field) in header.fields.enumerated() {
      guard let name = text(field, header, name: nil)?.trimmed else { continue }
      if name.isEmpty {
        report(
          "csv/unnamed-field", "column \(index + 1) has no name", row: header.row, offset: header.offset,
          hint: "Name it, or delete the column together with its comma.")
      } else if let first = columns.updateValue(index, forKey: name) {
        report(
          "csv/duplicate-field", "columns \(first + 1) and \(index + 1) are both named \(name.excerpt)",
          row: header.row, offset: header.offset, hint: "Give each column a name of its own.")
      } else {
        names.append(name)
      }
    }
    return names.count == header.fields.count ? names : nil
  }

  /// Makes a row of a record, or reports what is wrong with it.
  private mutating func row(_ record: CSVParser.Record, fields: [String]) -> SourceRow? {
    if let problem = record.problem {
      reportProblem(problem, record, fields: fields)
      return nil
    }
    guard record.fields.count == fields.count else {
      let isLong = record.fields.count > fields.count
      report(
        "csv/field-count", "\(counted(fields.count, "field")) expected, \(record.fields.count) found", row: record.row,
        offset: record.offset,
        hint: isLong
          ? "Put a field that has a comma in it in double quotes."
          : "An empty field needs its comma, too.")
      return nil
    }
    var row = SourceRow(number: record.row, offset: record.offset)
    row.values.reserveCapacity(fields.count)
    for (field, name) in zip(record.fields, fields) {
      let text = text(field, record, name: name) ?? ""
      row.values.append(text.isBlank ? .missing : .untyped(text))
    }
    return row
  }

  /// Makes the text of a field, or reports that it is not valid UTF-8.
  private mutating func text(_ field: CSVParser.Field, _ record: CSVParser.Record, name: String?) -> String? {
    if let text = field.text(in: source.bytes) { return text }
    guard let offset = source.firstInvalidByte(in: field.range) else { return nil }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    let column = offset - source.lineStart(of: offset) + 1
    report(
      "csv/invalid-utf8", "the byte \(byte) (byte \(column) of its line) is not valid UTF-8",
      row: record.row, offset: offset, isExact: true, field: name,
      hint: "Save the file with the encoding UTF-8; spreadsheet programs offer it when they export CSV.")
    return nil
  }

  private mutating func reportProblem(_ problem: CSVParser.Problem, _ record: CSVParser.Record, fields: [String]) {
    switch problem {
    case .unterminatedQuote(let field, let offset):
      report(
        "csv/unterminated-quote", "a quote opens here and never closes", row: record.row, offset: offset,
        isExact: true, field: fields.indices.contains(field) ? fields[field] : nil,
        hint: "Close the field with a quote, and write a quote inside it twice: \"\".")
    case .textAfterQuote(let field, let offset):
      report(
        "csv/text-after-quote", "text follows the closing quote of a field", row: record.row, offset: offset,
        isExact: true, field: fields.indices.contains(field) ? fields[field] : nil,
        hint: "Put a comma after the closing quote, or write a quote inside the field twice: \"\".")
    }
  }
}

/// A number with its noun: `1 field`, `3 fields`.
private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
