import Diagnostics

extension DatasetReader {
  /// Returns the fields of the columns, or reports what is wrong with their names and returns `nil`.
  mutating func columns(
    _ header: DelimitedRecord, _ bytes: Bytes, _ source: SourceText, _ firstInvalidByte: Int
  ) -> [Int]? {
    if let problem = header.problem { reportProblem(problem, header, [], source) }
    guard admitsColumns(of: header, source), admitsNames(of: header, bytes, source) else { return nil }
    var isSound = header.problem == nil
    for field in header.fields where !isValid(field, header, bytes, source, firstInvalidByte, name: nil) {
      isSound = false
    }
    let names = header.fields.map { $0.text(in: bytes).trimmed }
    let location = source.location(row: header.row, offset: header.offset)
    // All names of the header are taken from the beginning: in `a,a,a_2`, the second column must not become `a_2`.
    var taken = Set(names.map(ExactName.init))
    var firsts: [ExactName: (index: Int, number: Int)] = [:]
    var columns: [Int] = []
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        let column = FieldList.UnnamedColumn(number: index + 1, location: location)
        columns.append(fields.index(of: column, besides: &taken))
        // Whether the column has values is known only after all rows were read.
        if options.problems == .stop { report(column, ofField: columns[index]) }
        isSound = false
      } else if var first = firsts[ExactName(name)] {
        let other = name.numbered(from: &first.number, besides: &taken)
        firsts[ExactName(name)] = first
        columns.append(fields.index(of: other))
        let message = "columns \(first.index + 1) and \(index + 1) are both named \(name.excerpt)"
        problem(
          .columnName, "csv/duplicate-field", message, at: location,
          // The number after a long name must not be cut off.
          decision: "the second one is named \(name.excerpt.dropLast())\(other.dropFirst(name.count))”",
          hint: "Give each column a different name.")
        isSound = false
      } else {
        firsts[ExactName(name)] = (index, 2)
        columns.append(fields.index(of: name))
      }
    }
    return isSound || options.problems == .warn ? columns : nil
  }

  /// Returns the fields of columns that are named after their positions, as there is no header.
  mutating func columns(like record: DelimitedRecord, _ source: SourceText) -> [Int]? {
    guard admitsColumns(of: record, source) else { return nil }
    return record.fields.indices.map { fields.index(of: "column_\($0 + 1)") }
  }

  private mutating func admitsColumns(of record: DelimitedRecord, _ source: SourceText) -> Bool {
    if record.fields.count <= FieldList.limit { return true }
    report("csv/too-many-fields", "there are more than \(FieldList.limit) columns", in: source, row: record.row)
    return false
  }

  private mutating func admitsNames(of header: DelimitedRecord, _ bytes: Bytes, _ source: SourceText) -> Bool {
    guard let long = header.fields.first(where: { $0.end - $0.start > FieldList.nameLimit }) else { return true }
    reportLongName(
      long.text(in: bytes), at: source.location(row: header.row, offset: long.start),
      hint: """
        If the columns are separated otherwise, choose the separator with --delimiter, or with `delimiter` in catalog.yml. If the first \
        row contains values, say so with --no-header, or with `header: false`.
        """)
    return false
  }

  mutating func reportLongName(_ name: String, at location: Diagnostic.Location, hint: String) {
    report(
      "datasets/long-name", "the name \(name.excerpt) has more than \(FieldList.nameLimit / 1000) kB", at: location,
      hint: hint)
  }

  /// Reports the unnamed columns that have values, which is known after all rows were read.
  mutating func reportUnnamedColumns() {
    guard options.problems == .warn else { return }
    for (field, column) in fields.unnamed.sorted(by: { $0.key < $1.key }) where fields.columns[field].hasValues {
      report(column, ofField: field)
    }
  }

  private mutating func report(_ column: FieldList.UnnamedColumn, ofField field: Int) {
    problem(
      .columnName, "csv/unnamed-field", "column \(column.number) has no name", at: column.location,
      decision: "it is called \(fields.names[field].excerpt)",
      hint: "Name it, or delete the column together with its comma.")
  }
}

extension String {
  /// Returns the name with the first number appended, starting from a given one, that makes it unique. The result is
  /// added to the names that are taken.
  func numbered(from number: inout Int, besides taken: inout Set<ExactName>) -> String {
    while !taken.insert(ExactName("\(self)_\(number)")).inserted { number += 1 }
    return "\(self)_\(number)"
  }
}
