import Diagnostics

/// One reading of data files, from bytes to records: find the rows, give their fields types, choose keys and titles.
///
/// Errors are gathered and thrown together after each step, for a step builds on what the one before it made.
struct DatasetReader {
  let name: String
  let options: Dataset.Options
  var fields: FieldList
  var files: [ReadFile] = []
  var errors: Findings
  /// The values that do not fit the types that were chosen: they count only where all rows are sound.
  var typeMismatches: Findings
  var warnings: [Diagnostic] = []
  /// How many rows were met in all files.
  var rowsRead = 0

  /// Whether there may be several files, so that row numbers are not enough to tell rows apart.
  private let areSeveral: Bool

  init(name: String, options: Dataset.Options, areSeveral: Bool = false) {
    self.areSeveral = areSeveral
    self.name = name
    self.options = options
    fields = FieldList(types: options.chosenTypes, separators: options.separators)
    errors = Findings(limit: options.diagnosticLimit)
    typeMismatches = Findings(limit: options.diagnosticLimit)
  }

  /// Reads one more file.
  mutating func read(_ file: DataFile) throws(DiagnosticsError) {
    switch file.format {
    case .csv, .tsv: readDelimited(try file.text(options.limits))
    case .json: readJSON(try file.text(options.limits))
    case .jsonLines: readJSONLines(try file.text(options.limits))
    case .yaml: readYAML(try file.text(options.limits))
    case .toml: readTOML(try file.text(options.limits))
    case .sqlite: try readDatabase(file)
    case .markdown: try readFolder(file)
    }
  }

  /// Makes a data set of all that was read.
  mutating func finish() throws(DiagnosticsError) -> Dataset {
    let file = files.count == 1 ? files.first?.source.file : options.file
    try errors.throwErrors(after: warnings, file: file)

    let kept = fields.kept
    for name in options.chosenTypes.keys.sorted() where !kept.contains(where: { fields.names[$0] == name }) {
      reportUnknownField(name, fields: kept.map { fields.names[$0] }, file: file)
    }
    errors.append(contentsOf: typeMismatches)
    var rows = rows(kept)
    if findLists(in: rows, kept: kept) { rows = self.rows(kept) }
    warnOfLookalikes(in: rows, kept: kept)
    let schema = rows.schema
    let key = key(rows, file: file)
    let titleField = titleField(schema, key: key, file: file)
    try errors.throwErrors(after: warnings, file: file)

    // The row numbers of one file are all different.
    if key != .rowNumber || areSeveral { checkKeys(rows.settled(key: key, titleField: titleField)) }
    try errors.throwErrors(after: warnings, file: file)

    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for file in rows.settled(key: key, titleField: titleField).files {
      let table = RecordTable(dataset: name, schema: schema, content: .rows(file))
      for row in 0..<file.starts.count { records.append(Record(table, row)) }
    }
    return Dataset(
      name: name, schema: schema, records: records, keyField: key.field.map { schema.fields[$0].name },
      titleField: titleField.map { schema.fields[$0].name }, warnings: warnings)
  }
}

extension DatasetReader {
  /// The rows of all files, with the types that the fields have by now.
  private func rows(_ kept: [Int]) -> DatasetRows {
    let schema = Schema(kept.map { Field(name: fields.names[$0], type: fields.columns[$0].type) })
    return DatasetRows(
      files.map { file in
        let prefix = areSeveral ? "\(file.source.file.fileNameParts.stem)-" : ""
        return FileRows(file, schema, kept: kept, fields, rowPrefix: prefix)
      }, schema)
  }

  /// Notes an error in a text.
  ///
  /// - Parameters:
  ///   - offset: The byte that the error is at.
  ///   - isExact: Whether the byte is the very place and not the beginning of the row.
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, in source: SourceText, row: Int? = nil, offset: Int? = nil,
    isExact: Bool = false, field: String? = nil, hint: String? = nil
  ) {
    errors.append(
      Diagnostic(
        code: code, message, at: source.location(row: row, offset: offset, isExact: isExact, field: field), hint: hint))
  }

  /// Notes that a value does not fit the type that was chosen.
  mutating func reportMisfit(_ raw: RawField, in bytes: Bytes, field: Int, at location: Diagnostic.Location) {
    let (noun, form) = fields.columns[field].type.requirement
    typeMismatches.append(
      Diagnostic(
        code: "datasets/type-mismatch", "\(raw.text(in: bytes).excerpt) is not \(noun)", at: location, hint: form))
  }

  /// What to do where several members of a document have rows.
  func choosePath(_ names: [String]) -> String {
    let names = names.map { "“\($0)”" }.joined(separator: ", ")
    return "Choose one with --path NAME, or with `path: NAME` in catalog.yml: \(names)."
  }

  mutating func reportUnknownField(_ name: String, fields: [String], file: String?) {
    let names = fields.map { "“\($0)”" }.joined(separator: ", ")
    let all = fields.isEmpty ? "The file has no fields." : "The file has \(names)."
    errors.append(
      Diagnostic(
        code: "datasets/unknown-field", "there is no field “\(name)”", at: .init(file: file),
        hint: name.closest(in: fields).map { "Did you mean “\($0)”?" } ?? all))
  }
}

extension FileRows {
  /// Makes the rows of a file, without keys and titles, which are not chosen yet.
  fileprivate convenience init(
    _ file: ReadFile, _ schema: Schema, kept: [Int], _ fields: FieldList, rowPrefix: String
  ) {
    var numbers = Array(repeating: -1, count: fields.names.count)
    for (index, field) in kept.enumerated() { numbers[field] = index }
    func renumbered(_ columns: [Int]) -> [Int] { columns.map { $0 < 0 ? -1 : numbers[$0] } }
    let layout: RowLayout =
      switch file.layout {
      case .delimited(let delimiter, let columns): .delimited(by: delimiter, columns: renumbered(columns))
      case .object(var tree):
        {
          tree.renumber { numbers[$0] }
          return .object(tree)
        }()
      case .packed: .packed(columns: numbers)
      }
    self.init(
      schema: schema, bytes: file.bytes, layout: layout, starts: file.starts, numbers: file.numbers,
      hasExplicitType: kept.map { fields.columns[$0].chosen != nil },
      separators: kept.map { fields.columns[$0].separator }, rowPrefix: rowPrefix)
  }
}

extension ReadingLimits {
  /// The message that an input has more than a limit allows.
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
  /// Twice the number, at least 1; as much as there is where that is too much.
  fileprivate var doubled: Int { multipliedReportingOverflow(by: 2).overflow ? .max : Swift.max(1, self * 2) }
}

extension DatasetReader {
  /// Counts a row, unless there are too many: then that is an error, and the reading has to end.
  mutating func admitsRow(at location: @autoclosure () -> Diagnostic.Location) -> Bool {
    guard rowsRead < options.limits.rows else {
      let (limits, location) = (options.limits, location())
      errors.append(limits.excess(.rows, at: location))
      return false
    }
    rowsRead += 1
    return true
  }

  /// Notes that a value is too long.
  mutating func reportLongValue(at location: Diagnostic.Location) {
    let limits = options.limits
    errors.append(limits.excess(.value, at: location))
  }
}

/// The fields that were met so far, in the order in which they were first met.
struct FieldList {
  /// More fields than any table has that people made.
  static let limit = 10_000

  private(set) var names: [String] = []
  private var indices: [ExactName: Int] = [:]
  var columns: [Column] = []
  private var types: [String: FieldType]
  private let separators: [String: String]

  /// - Parameters:
  ///   - types: The types that were chosen, by name.
  ///   - separators: What stands between the elements of lists that are one text, by name.
  init(types: [String: FieldType], separators: [String: String]) {
    self.types = types
    self.separators = separators
  }

  /// Chooses a type that was left open, of a field that is yet to come.
  mutating func setType(_ type: FieldType, ofFieldNamed name: String) {
    if types[name] == nil { types[name] = type }
  }

  /// The number of a field by its exact name, which is a new one where the name is new.
  mutating func index(of name: String) -> Int {
    if let index = indices[ExactName(name)] { return index }
    indices[ExactName(name)] = names.count
    names.append(name)
    columns.append(Column(name: name, chosen: types[name], separator: separators[name]))
    return names.count - 1
  }

  /// The fields that the schema has. A `null` where other rows have an object makes none.
  var kept: [Int] {
    names.indices.filter { index in
      columns[index].hasValues || !names.contains { $0.utf8.starts(with: "\(names[index]).".utf8) }
    }
  }
}

/// Errors that were found one after the other, of which only the first are kept.
struct Findings {
  private(set) var errors: [Diagnostic] = []
  private(set) var uncounted = 0
  let limit: Int

  /// - Parameter limit: How many are kept; at least one is.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Notes an error, or counts it when enough have been noted.
  mutating func append(_ error: @autoclosure () -> Diagnostic) {
    if errors.count < limit { errors.append(error()) } else { uncounted += 1 }
  }

  /// Counts an error, if enough have been noted.
  mutating func skipsNext() -> Bool {
    guard errors.count >= limit else { return false }
    uncounted += 1
    return true
  }

  mutating func append(contentsOf others: Findings) {
    for error in others.errors { append(error) }
    uncounted += others.uncounted
  }

  /// Throws the errors that have been noted, if any, after the warnings, which may explain them.
  func throwErrors(after warnings: [Diagnostic], file: String?) throws(DiagnosticsError) {
    guard !errors.isEmpty else { return }
    guard uncounted > 0 else { throw DiagnosticsError(warnings + errors) }
    let rest = "and \(uncounted) more \(uncounted == 1 ? "error" : "errors")"
    throw DiagnosticsError(warnings + errors + [Diagnostic(code: "datasets/more", rest, at: .init(file: file))])
  }
}
