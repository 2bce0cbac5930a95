import DataSources
package import Datasets
import Diagnostics
import Rendering
import SystemPackage

/// A data set of a catalog: its files, the records in them, and the fields derived from these.
package final class OpenDataset {
  /// The configuration of the data set.
  package let entry: CatalogConfiguration.DatasetEntry
  /// The records as they are in the files.
  package let source: RecordFileSource
  /// The records with derived fields, and without related records.
  let rows: any DataSource<Record>
  /// The transform that adds derived fields; `nil` if there are none.
  private let derived: Transform<RecordDerivation>?
  private let options: Dataset.Options
  /// The first file, by the path to show in messages.
  let file: String
  let description: DataDescription.Table?
  /// The foreign keys in the schema of a database, and those that a description states.
  var foreignKeys: [ForeignKey] { databaseKeys + describedKeys }
  private var databaseKeys: [ForeignKey]
  private var describedKeys: [ForeignKey] = []
  /// The columns that a description names and that do not exist.
  private var unknownColumns: [String] = []
  /// The table of a database that contains the rows; `nil` if they come from elsewhere.
  private let table: String?
  /// The files, and the folders whose contents determine which files there are.
  private(set) var files: Set<String>
  /// The form of the rows when the data set was opened: the fields, those that form keys and titles, and the foreign
  /// keys.
  private var form: (schema: Schema, keyFields: [String], titleFields: [String], foreignKeys: [ForeignKey]) = (
    Schema([]), [], [], []
  )

  /// Reads the files of a data set.
  ///
  /// - Parameters:
  ///   - others: The configurations of all data sets: they determine which tables of a database are link tables.
  ///   - isMended: Whether rows with problems are read as far as possible, whatever the entry says, as their problems
  ///     have been reported.
  init(
    _ entry: CatalogConfiguration.DatasetEntry, among others: [CatalogConfiguration.DatasetEntry],
    describedBy description: DataDescription.Table?, in folder: InputFolder, log: InputManifest, isMended: Bool = false
  ) throws(DiagnosticsError) {
    let paths = entry.files.map { $0.text == Catalog.standardInput ? $0.text : folder.place(of: $0.text).string }
    self.description = description
    let isDerived = { (name: String) in entry.derived.contains { $0.name.text == name } }
    let types = Dictionary(entry.types.map { ($0.field.text, $0.type) }, uniquingKeysWith: { $1 })
    let separators = Dictionary(
      entry.fields.compactMap { field in field.separator.map { (field.field.text, $0) } }, uniquingKeysWith: { $1 })
    if paths.contains(Catalog.standardInput) { log.hasStream = true }
    var options = Dataset.Options(
      name: entry.name.text, key: Dataset.Key(entry.key.map(\.text)),
      titles: entry.titleFields.map(\.text).filter { !isDerived($0) }, types: types.filter { !isDerived($0.key) },
      separators: separators.filter { !isDerived($0.key) })
    options.apply(entry.reading)
    options.nones = Dictionary(
      entry.fields.compactMap { field in field.none.map { (field.field.text, $0.texts) } }, uniquingKeysWith: { $1 })
    options.description = description
    options.place = entry.name.location == .init() ? .arguments : .configuration
    options.namedFields = entry.namedFields
    options.isLeftOut = { folder.isOutput(FilePath($0)) }
    file = paths.first ?? ""
    files = Self.files(of: entry, in: folder)
    files.forEach(log.note)
    table = Self.table(of: entry, in: file)
    if let table {
      let tables = others.filter { $0.files.map(\.text) == entry.files.map(\.text) }.compactMap(\.reading.table?.text)
      options.linkedTables = Set((tables + [table]).map { $0.lowercased() })
    }
    self.options = options
    if isMended { (options.problems, options.problemLimit, options.mayLackRows) = (.warn, nil, true) }
    source = try RecordFileSource(contentsOf: paths, title: entry.title ?? description?.title, options: options)
      .named("\(entry.name.text): \(entry.files.map(\.text).joined(separator: ", "))")
    self.entry = entry.completed(by: description, over: source.schema)
    databaseKeys = Self.foreignKeys(of: table, in: file, options)
    if entry.derived.isEmpty {
      derived = nil
      rows = source
    } else {
      let fields = entry.derived.map { field in
        DerivedField(
          name: field.name.text, expression: field.expression.text, reading: types[field.name.text],
          separator: separators[field.name.text], at: field.expression.location)
      }
      let titles = entry.titleFields.map(\.text)
      let derived = source.applying(
        try RecordDerivation(
          fields, over: source.schema, titles: titles.contains(where: isDerived) ? titles : nil, limits: options.limits)
      ).named("derive: \(fields.map(\.name).joined(separator: ", "))")
      self.derived = derived
      rows = derived
    }
    form = (schema, source.keyFields, titleFields, databaseKeys)
  }

  /// The name of the data set.
  package var name: String { entry.name.text }
  var title: String { source.name(ofSection: 0) ?? name }

  /// Returns the table that contains the rows: the one that is named, or the only one of the database.
  private static func table(of entry: CatalogConfiguration.DatasetEntry, in file: String) -> String? {
    let isOfDatabase =
      entry.reading.format.map { $0.text == DatasetFormat.sqlite.rawValue }
      ?? ((try? DatasetFormat(path: file)) == .sqlite)
    guard isOfDatabase, entry.reading.query == nil, entry.files.count == 1 else { return nil }
    return entry.reading.table?.text ?? DatabaseTables.inDatabase(at: file)?.only
  }

  /// The folder of Markdown files that contains the rows, as it is written in the configuration; `nil` if they come
  /// from elsewhere.
  var folderOfMarkdown: String? {
    guard entry.files.count == 1, FilePath(file).isFolder, schema.index(of: LinkedFiles.pathField) != nil,
      schema.fields.contains(where: { $0.type == .markdown })
    else { return nil }
    return entry.files[0].text
  }

  private static func foreignKeys(of table: String?, in file: String, _ options: Dataset.Options) -> [ForeignKey] {
    guard let table else { return [] }
    return ForeignKey.all(ofTable: table, inDatabase: file, linking: options.linkedTables)
  }

  /// Whether the data set is a table of the database that another data set is read from, or is called so by a
  /// description, which names tables by the paths of their files.
  func isTable(_ name: String, inDatabaseOf other: OpenDataset) -> Bool {
    if other.description != nil {
      return entry.files.count == 1 && FoundDescriptions.place(of: entry.files[0].text) == name
    }
    return file == other.file && table?.lowercased() == name.lowercased()
  }

  func resolveReferences(among others: [OpenDataset]) {
    guard let description else { return }
    func missing(_ columns: [String]) -> [String] {
      columns.filter { description.field(ofColumn: $0, in: schema) == nil }
    }
    var unknown = description.unknownColumns(in: schema) + missing(description.key)
    for reference in description.references {
      unknown += missing(reference.columns)
      guard let other = others.first(where: { $0.isTable(reference.file, inDatabaseOf: self) }) else { continue }
      let fields = reference.columns.compactMap { description.field(ofColumn: $0, in: schema)?.name }
      let otherFields = reference.otherColumns.compactMap {
        (other.description?.field(ofColumn: $0, in: other.schema) ?? other.schema.field(named: $0))?.name
      }
      guard fields.count == reference.columns.count, otherFields.count == fields.count else { continue }
      describedKeys.append(ForeignKey(fields: fields, table: reference.file, otherFields: otherFields))
    }
    unknownColumns = unknown.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }

  private var descriptionWarnings: [Diagnostic] {
    guard let description, !unknownColumns.isEmpty else { return [] }
    return [
      Diagnostic(
        .warning, code: "description/unknown-column",
        "\(file) does not have what is described: \(unknownColumns.map { "“\($0)”" }.listed(limit: 10))",
        at: .init(file: description.source), hint: unknownColumns[0].suggestion(from: schema.fields.map(\.name)))
    ]
  }

  /// The fields of the ``rows``.
  var schema: Schema { derived.map { $0.mapping.schema(over: source.schema) } ?? source.schema }

  /// The fields that form titles; empty if the keys are the titles.
  var titleFields: [String] {
    let chosen = entry.titleFields.map(\.text)
    return entry.derived.contains { chosen.contains($0.name.text) } ? chosen : source.titleFields
  }

  /// Whether the fields, and those that form keys and titles, are the same as when the data set was opened.
  var hasSameForm: Bool { (schema, source.keyFields, titleFields, databaseKeys) == form }

  /// The problems of the data that did not stop the reading.
  var problems: [Dataset.Problems] { [source.problems] + (derived.map { [$0.problems(in: file)] } ?? []) }

  var warnings: [Diagnostic] {
    let hidden = Set(entry.fields.filter(\.isHidden).map(\.field.text))
    // What is private is left out with its field.
    let warnings =
      source.warnings.filter { $0.code != "datasets/private-path" || !hidden.contains($0.location.field ?? "") }
      + descriptionWarnings
    guard options.problems == .warn, let derived else { return warnings }
    return warnings + derived.problems(in: file).warnings(limit: options.diagnosticLimit, file: file)
  }

  /// The problems of derived values, if they stop the reading.
  private var derivedErrors: [Diagnostic] {
    guard let derived else { return [] }
    let problems = derived.problems(in: file)
    switch options.problems {
    case .stop:
      // The source has problems only if they have been reported.
      return problems.besides(rowsOf: source.problems.list.map(\.finding))
        .errors(limit: options.diagnosticLimit, file: file)
    case .warn: return [options.excess(of: source.problems.count + problems.count, at: file)].compactMap(\.self)
    }
  }

  /// Returns the problems of a mended data set that none of its errors is about.
  func errors(besides errors: [Diagnostic]) -> [Diagnostic] {
    guard options.problems == .stop, errors.count < options.diagnosticLimit else { return [] }
    return source.problems.besides(rowsOf: errors).errors(limit: options.diagnosticLimit - errors.count, file: file)
  }

  /// Updates the list of files, and records them before they are read again.
  func noteFiles(in folder: InputFolder, log: InputManifest) {
    files = Self.files(of: entry, in: folder)
    databaseKeys = Self.foreignKeys(of: table, in: file, options)
    files.forEach(log.note)
  }

  /// Returns the files of a data set, and the folders whose contents determine which files there are.
  private static func files(of entry: CatalogConfiguration.DatasetEntry, in folder: InputFolder) -> Set<String> {
    let notes = InputManifest()
    for file in entry.files where file.text != Catalog.standardInput {
      // The files that match a pattern, or are in a folder, change when a file is added or removed.
      for match in folder.matches(file.text, log: notes) {
        let place = folder.place(of: match)
        notes.note(place)
        // SQLite keeps the latest changes of a database in a write-ahead log next to it.
        let isDatabase = ["db", "sqlite", "sqlite3"].contains(place.extension?.lowercased())
        if isDatabase || entry.reading.format?.text == "sqlite" { notes.note(place.string + "-wal") }
        if place.isFolder { folder.noteContents(of: place, log: notes) }
      }
    }
    return Set(notes.states.keys)
  }

  /// Returns the problems of derived values, colours, and the configuration of fields in the data set's cells.
  func findings(besides related: [Field]) -> [Diagnostic] { derivedErrors + cellFindings(besides: related) }

  private func cellFindings(besides related: [Field]) -> [Diagnostic] {
    let own = [entry.accent].compactMap(\.self) + (entry.prose ?? [])
    let any = (entry.facts ?? []) + entry.fields.map(\.field)
    let unknown = (own + any.filter { name in !related.contains { $0.name == name.text } }).filter {
      schema.index(of: $0.text) == nil
    }
    var findings = unknown.map { field in
      Diagnostic(
        code: "cell/unknown-field", "there is no field “\(field.text)”", at: field.location,
        hint: field.text.suggestion(from: schema.fields.map(\.name)))
    }
    let fields = related + schema.fields
    findings += entry.fields.compactMap { said in
      said.format.flatMap { format in
        fields.first { $0.name == said.field.text }.flatMap { format.misfit(for: $0, at: said.field.location) }
      }
    }
    guard let index = entry.accent.flatMap({ schema.index(of: $0.text) }) else { return findings }
    return findings
      + rows.items.compactMap { record in
        let text = record.value(at: index).text
        guard !text.isEmpty, Accent(text) == nil else { return nil }
        return Diagnostic(
          code: "cell/colour", "“\(text)” is not a colour", at: record.location(in: file, field: entry.accent?.text),
          hint: "Write it as # and six hexadecimal digits, such as #c8102e.")
      }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// Returns the entry with what a description says and the entry leaves open: the title, labels, and types that the
  /// values have.
  fileprivate func completed(by description: DataDescription.Table?, over schema: Schema) -> Self {
    guard let description else { return self }
    var entry = self
    entry.title = title ?? description.title
    for (field, column) in description.fields(in: schema) {
      let name = LocatedText(field.name)
      let isTypeGiven = entry.types.contains { $0.field.text == field.name }
      if !isTypeGiven, let reading = column.reading, reading != .text, reading.type == field.type {
        entry.types.append(.init(field: name, type: field.reading))
      }
      guard let label = column.label(of: field) else { continue }
      if let index = entry.fields.firstIndex(where: { $0.field.text == field.name }) {
        entry.fields[index].label = entry.fields[index].label ?? label
      } else {
        var said = FieldEntry(field: name)
        said.label = label
        entry.fields.append(said)
      }
    }
    return entry
  }
}
