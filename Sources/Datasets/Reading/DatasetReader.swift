import Diagnostics

/// One reading of a data file, from bytes to records: read a table, give its fields types, choose keys and titles.
///
/// Errors are gathered and thrown together after each step, for a step builds on what the one before it made.
struct DatasetReader {
  let source: SourceText
  let name: String
  let options: Dataset.Options
  private var errors: [Diagnostic] = []
  private var uncounted = 0
  var warnings: [Diagnostic] = []

  init(source: SourceText, name: String, options: Dataset.Options) {
    self.source = source
    self.name = name
    self.options = options
  }

  mutating func read() throws(DiagnosticsError) -> Dataset {
    let table =
      switch source.format {
      case .csv: readCSV()
      case .json: readJSON()
      }
    try throwErrors()

    let schema = schema(of: table)
    let values = values(of: table, schema)
    let keyField = keyField(schema, values)
    let titleField = titleField(schema, keyField: keyField)
    try throwErrors()

    let keys = keys(of: table, values, schema, keyField: keyField)
    try throwErrors()

    let records = table.rows.indices.map { index in
      let title = titleField.map { values[index][$0].text } ?? ""
      return Record(
        id: Record.ID(dataset: name, key: keys[index]), title: title.isEmpty ? nil : title,
        row: table.rows[index].number, schema: schema, values: values[index])
    }
    return Dataset(
      name: name, schema: schema, records: records, keyField: keyField.map { schema.fields[$0].name },
      titleField: titleField.map { schema.fields[$0].name }, warnings: warnings)
  }
}

extension DatasetReader {
  /// Notes an error, or counts it when enough have been noted.
  ///
  /// - Parameters:
  ///   - offset: The byte that the error is at. JSON shows its line and column; CSV shows its line where that is not
  ///     the row, and its column where `isExact` says that the byte is the very place and not the beginning of the row.
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, row: Int? = nil, offset: Int? = nil, isExact: Bool = false,
    field: String? = nil, hint: String? = nil
  ) {
    guard errors.count < max(1, options.diagnosticLimit) else {
      uncounted += 1
      return
    }
    var location = Diagnostic.Location(file: source.file, row: row, field: field)
    if let place = offset.map(source.place) {
      location.line = source.format == .csv && place.line == row ? nil : place.line
      location.column = source.format == .json || isExact ? place.column : nil
    }
    errors.append(Diagnostic(code: code, message, at: location, hint: hint))
  }

  /// Throws the errors that have been noted, if any, after the warnings, which may explain them.
  private func throwErrors() throws(DiagnosticsError) {
    guard !errors.isEmpty else { return }
    guard uncounted > 0 else { throw DiagnosticsError(warnings + errors) }
    let rest = "and \(uncounted) more \(uncounted == 1 ? "error" : "errors")"
    throw DiagnosticsError(warnings + errors + [Diagnostic(code: "datasets/more", rest, at: .init(file: source.file))])
  }
}
