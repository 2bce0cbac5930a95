import Diagnostics

/// A reading of data files, from bytes to records: it finds the rows, infers the types of their fields, and chooses
/// keys and titles.
///
///     file ──▶ ReadFile        bytes, layout, and the start of each row      read(_:)
///         └──▶ Column          the types that the values allow
///                 ▼
///     ColumnList               rows and columns that are one thing           makeLists(at:)
///                 ▼
///     DatasetRows              rows with a schema                            finish()
///         ├──▶ keys            a field, several, file names, or row numbers
///         └──▶ titles
///                 ▼
///     Dataset                  records that refer to the bytes
///
/// Errors are collected and thrown together after each step, as a step depends on the result of the previous one.
struct DatasetReader {
  let name: String
  let options: Dataset.Options
  var fields: FieldList
  var files: [ReadFile] = []
  var errors: Findings
  /// The values that do not fit the chosen types. They are reported only if all rows are valid.
  var typeMismatches: Findings
  var warnings: [Diagnostic] = []
  /// The field with the path of each row's own file, if rows have one.
  var pathField: String?
  /// The columns of the primary key in a database; empty if there is none.
  var primaryKey: [String] = []
  var isKeyDescribed = false
  /// The field that rows which continue others repeat or leave empty, if there are such rows.
  var continuedField: String?
  /// The lists that families of columns became.
  var families: [String] = []
  /// The problems that did not prevent reading.
  var problems = Dataset.Problems()
  /// The number of rows in all files so far.
  var rowsRead = 0
  /// The number of the object that is read. A field that was already set to this number occurs in it twice.
  var rowMark = 0
  /// The number of rows that are unreadable, or almost so.
  var spoiledRows = 0

  /// Whether there may be several files, so that row numbers alone do not identify rows.
  let areSeveral: Bool

  init(name: String, options: Dataset.Options, areSeveral: Bool = false) {
    self.areSeveral = areSeveral
    self.name = name
    self.options = options
    // What a person chose is chosen, whatever a description says.
    let described = options.description
    let separators = (described?.separators ?? [:]).filter { options.types[$0.key] == nil }
    let readings = described?.readings ?? [:]
    let types = readings.filter { $0.value != .text }.merging(separators.mapValues { _ in .list }) { $1 }
    fields = FieldList(
      types: types.merging(options.chosenTypes) { $1 }, separators: separators.merging(options.separators) { $1 },
      texts: Set(readings.filter { $0.value == .text }.keys), toleratesOddValues: options.problems == .warn,
      nones: (options.none == nil ? described?.nones ?? [:] : [:]).merging(options.nones) { $1 },
      noneByDefault: options.none ?? described?.none)
    errors = Findings(limit: options.diagnosticLimit)
    typeMismatches = Findings(limit: options.diagnosticLimit)
  }

  mutating func read(_ file: DataFile) throws(DiagnosticsError) {
    let rows = rowsRead
    let spoiled = spoiledRows
    switch file.format {
    case .json, .yaml, .toml:
      if DataFile.isFolder(file.path) { try readFolder(file) } else { readDocument(try text(of: file)) }
    case .csv, .tsv: readDelimited(try text(of: file))
    case .jsonLines: readJSONLines(try text(of: file))
    case .sqlite: try readDatabase(file)
    case .markdown: try readFolder(file)
    }
    requireReadableRows(spoiled: spoiledRows - spoiled, of: rowsRead - rows, in: file.file)
  }

  /// Returns the data set with everything that was read.
  mutating func finish() throws(DiagnosticsError) -> Dataset {
    let file = files.count == 1 ? files.first?.source.file : options.file
    // Rows that could not be read are reported alone: types, keys and titles of the remaining ones would be misleading.
    try errors.throwErrors(after: warnings, file: file)

    reportUnnamedColumns()
    makeLists(at: file)
    let kept = fields.kept
    for name in options.chosenTypes.keys.sorted() where !kept.contains(where: { fields.names[$0] == name }) {
      reportUnknownField(name, fields: kept.map { fields.names[$0] }, file: file)
    }
    errors.append(contentsOf: typeMismatches)
    var rows = rows(kept)
    // Whether a field is a list depends on the values of all rows, so the rows are needed before the types are final.
    // They are cheap to create again, as they refer to the bytes of the files.
    let isReadOtherwise = examineTexts(in: rows, kept: kept)
    if findLists(in: rows, kept: kept) || isReadOtherwise { rows = self.rows(kept) }
    noteDoubts(in: rows, kept: kept)
    let schema = rows.schema
    // Keys and titles are chosen by type, and must follow.
    let keys = keys(rows, file: file)
    let titleFields = titleFields(rows, key: keys.key, file: file)
    limitProblems(at: file)
    warnings += problems.warnings(limit: options.diagnosticLimit, file: file)
    try errors.throwErrors(after: warnings, file: file)

    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for file in rows.with(keys, titleFields: titleFields).files {
      let table = RecordTable(dataset: name, schema: schema, content: .rows(file))
      for row in 0..<file.starts.count { records.append(Record(table, row)) }
    }
    var dataset = Dataset(
      name: name, schema: schema, records: records, keyFields: keys.key.fields.map { schema.fields[$0].name },
      titleFields: titleFields.map { schema.fields[$0].name }, warnings: warnings)
    dataset.problems = problems
    (dataset.continuedField, dataset.families) = (continuedField, families)
    dataset.nones = kept.reduce(into: [:]) { $0[fields.names[$1]] = fields.columns[$1].foundNones }.filter {
      !$1.isEmpty
    }
    dataset.isKeyChosen = options.key != nil || isKeyDescribed
    if case .fileName = keys.key { dataset.areKeysFileNames = true }
    dataset.hasNumberedKeys = !keys.others.isEmpty
    return dataset
  }

  /// Returns the rows of all files, with the present types of the fields.
  private func rows(_ kept: [Int]) -> DatasetRows {
    let members = files.reduce(into: [Int: [Field]]()) { members, file in
      members.merge(file.layout.members) { $0.merging($1) }
    }
    let schema = Schema(
      kept.map { Field(name: fields.names[$0], reading: fields.columns[$0].reading, members: members[$0] ?? []) })
    return DatasetRows(
      files.map { file in
        let prefix = areSeveral ? "\(file.source.file.fileNameParts.stem)-" : ""
        return FileRows(file, schema, kept: kept, fields, rowPrefix: prefix)
      }, schema)
  }

  /// - Parameters:
  ///   - offset: The byte at which the error is.
  ///   - isExact: Whether the byte is the exact place, and not the beginning of the row.
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, in source: SourceText, row: Int? = nil, offset: Int? = nil,
    isExact: Bool = false, field: String? = nil, hint: String? = nil
  ) {
    report(code, message, at: source.location(row: row, offset: offset, isExact: isExact, field: field), hint: hint)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location, hint: String? = nil
  ) {
    errors.append(Diagnostic(code: code, message, at: location, hint: hint))
  }

  /// Reports what a person should know, although the data can be read.
  mutating func warn(_ code: Diagnostic.Code, _ message: String, at location: Diagnostic.Location, hint: String? = nil)
  {
    warnings.append(Diagnostic(.warning, code: code, message, at: location, hint: hint))
  }

  /// Reports a value that does not fit the chosen type as an error.
  mutating func reportMisfit(_ raw: RawField, in bytes: Bytes, field: Int, at location: Diagnostic.Location) {
    let (noun, form) = fields.columns[field].reading.requirement
    typeMismatches.append(
      Diagnostic(
        code: "datasets/type-mismatch", "\(raw.text(in: bytes).excerpt) is not \(noun)", at: location, hint: form))
  }

  /// Counts a value that does not fit the chosen type, if enough of them have been described.
  ///
  /// If problems do not stop the reading, the value stays text. It is reported only when all values are known, as these
  /// determine how the type is read.
  mutating func skipsMisfit() -> Bool { options.problems == .warn || typeMismatches.skipsNext() }

  /// Warns that one of several members of a document is chosen as the rows.
  mutating func warnOfOthers(
    _ code: Diagnostic.Code, _ message: String, taking name: String, among names: [String],
    at location: Diagnostic.Location
  ) {
    warn(code, "\(message): “\(name)” is read", at: location, hint: choosePath(names))
  }

  /// Returns the hint for a document of which several members have rows.
  func choosePath(_ names: [String]) -> String {
    let names = names.map { "“\($0)”" }.joined(separator: ", ")
    return "Choose one with \(options.name(of: "path")): \(names)."
  }

  /// Counts a row if the limit allows it. Otherwise it reports an error, and reading must end.
  mutating func admitsRow(at location: @autoclosure () -> Diagnostic.Location) -> Bool {
    guard rowsRead < options.limits.rows else {
      let limits = options.limits
      let location = location()
      errors.append(limits.excess(.rows, at: location))
      return false
    }
    rowsRead += 1
    return true
  }

  mutating func reportLongValue(at location: Diagnostic.Location) {
    let limits = options.limits
    errors.append(limits.excess(.value, at: location))
  }

  mutating func reportUnknownField(_ name: String, fields: [String], file: String?) {
    let names = fields.map { "“\($0)”" }.joined(separator: ", ")
    let all = fields.isEmpty ? "The file has no fields." : "The file has \(names)."
    report(
      "datasets/unknown-field", "there is no field “\(name)”", at: .init(file: file),
      hint: name.closest(in: fields).map { "Did you mean “\($0)”?" } ?? all)
  }
}

extension FileRows {
  /// Creates the rows of a file, before keys and titles are chosen.
  fileprivate convenience init(
    _ file: ReadFile, _ schema: Schema, kept: [Int], _ fields: FieldList, rowPrefix: String
  ) {
    // The new numbers of the fields. A field that is not kept has none.
    var numbers: [Int?] = Array(repeating: nil, count: fields.names.count)
    for (index, field) in kept.enumerated() { numbers[field] = index }
    let layout: RowLayout =
      switch file.layout {
      case .delimited(let delimiter, let columns):
        .delimited(by: delimiter, columns: columns.map { $0.flatMap { numbers[$0] } })
      case .object(var tree, let nameField):
        {
          // A closure, as a case of a `switch` that has a value is a single expression.
          tree.renumber { numbers[$0] }
          return .object(tree, nameField: nameField.flatMap { numbers[$0] })
        }()
      }
    self.init(
      schema: schema, bytes: file.bytes, layout: layout, starts: file.starts, numbers: file.numbers,
      notations: kept.map { fields.columns[$0].notation }, rowPrefix: rowPrefix)
  }
}

extension ReadingLimits {
  /// Returns the error that an input exceeds a limit.
  func excess(_ kind: Kind, at location: Diagnostic.Location) -> Diagnostic {
    let amount = kind.text(self[kind])
    let message =
      switch kind {
      case .size: "there is more than \(amount) of data"
      case .rows: "there are more than \(amount)"
      case .value: "a value has more than \(amount)"
      case .seconds: "the query takes more than \(amount)"
      }
    let example = kind == .size || kind == .value ? "\(kind.text(self[kind].doubled))" : "\(self[kind].doubled)"
    return Diagnostic(
      code: .init(rawValue: "limit/\(kind.rawValue)"), message, at: location,
      hint: """
        If that is right, allow more with --limit \(kind.rawValue)=\(example.filter { $0 != " " }), or with \
        `limits: {\(kind.rawValue): \(example)}` in catalog.yml.
        """)
  }
}

extension Int {
  /// Twice the number, at least 1, or the largest number if that overflows.
  fileprivate var doubled: Int { multipliedReportingOverflow(by: 2).overflow ? .max : Swift.max(1, self * 2) }
}
