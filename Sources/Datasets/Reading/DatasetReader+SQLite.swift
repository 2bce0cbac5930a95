import CSQLite
import Diagnostics
import Foundation

extension DatasetReader {
  /// For how many seconds a database that another program writes to is waited for, at the most.
  private static let patience = 5

  /// Reads a table of a SQLite database, or what a query finds there. The database is not changed.
  mutating func readDatabase(_ file: DataFile) throws(DiagnosticsError) {
    try file.requirePath()
    guard FileManager.default.isReadableFile(atPath: file.path), !DataFile.isFolder(file.path) else {
      throw DiagnosticsError(file.unreadable)
    }
    do throws(SQLiteError) {
      let seconds = options.limits.seconds
      let database = try SQLiteDatabase(path: file.path, patience: min(Self.patience, seconds))
      guard let statement = try statement(database, file) else { return }
      database.interruptStatements(after: seconds)
      try readRows(of: statement, file)
    } catch {
      let finding = finding(of: error, file)
      errors.append(finding)
    }
  }

  private func finding(of error: SQLiteError, _ file: DataFile) -> Diagnostic {
    let location = Diagnostic.Location(file: file.file)
    switch error.code {
    case SQLITE_INTERRUPT: return options.limits.excess(.seconds, at: location)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        code: "sqlite/locked", "another program has locked the database", at: location,
        hint: "Try again when it has finished writing, or read a copy of the file.")
    case SQLITE_ERROR where options.query != nil:
      return Diagnostic(code: "sqlite/query", "the query fails: \(error.message)", at: location)
    default:
      return Diagnostic(code: "sqlite/database", "the database cannot be read: \(error.message)", at: location)
    }
  }

  /// The query that the options ask for, or that of the only table.
  private mutating func statement(_ database: SQLiteDatabase, _ file: DataFile) throws(SQLiteError) -> SQLiteStatement?
  {
    if let query = options.query { return try statement(query, database, file) }
    let tables = try tables(of: database)
    if let table = options.table {
      if tables.contains(table) { return try selection(of: table, database) }
      errors.append(
        Diagnostic(
          code: "sqlite/no-table", "there is no table “\(table)”", at: .init(file: file.file),
          hint: table.suggestion(from: tables)))
      return nil
    }
    if tables.count == 1 { return try selection(of: tables[0], database) }
    let names = tables.map { "“\($0)”" }.joined(separator: ", ")
    errors.append(
      Diagnostic(
        code: tables.isEmpty ? "sqlite/empty" : "sqlite/several-tables",
        tables.isEmpty ? "the database has no tables" : "the database has several tables", at: .init(file: file.file),
        hint: tables.isEmpty
          ? nil : "Choose one with --table NAME, or with `table: NAME` in catalog.yml, or give a query: \(names)."))
    return nil
  }

  private func tables(of database: SQLiteDatabase) throws(SQLiteError) -> [String] {
    let query = """
      SELECT name FROM sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    var names: [String] = []
    guard let statement = try database.firstStatement(of: query).statement else { return [] }
    while try statement.step() {
      if case .text(let name) = statement.value(inColumn: 0) { names.append(name.text) }
    }
    return names
  }

  private func selection(of table: String, _ database: SQLiteDatabase) throws(SQLiteError) -> SQLiteStatement? {
    let name = table.replacing("\"", with: "\"\"")
    return try database.firstStatement(of: "SELECT * FROM \"\(name)\"").statement
  }

  /// A query that is one statement, which finds something and changes nothing.
  private mutating func statement(
    _ query: String, _ database: SQLiteDatabase, _ file: DataFile
  ) throws(SQLiteError) -> SQLiteStatement? {
    let (first, isAlone) = try database.firstStatement(of: query)
    if let first, isAlone, first.isReadOnly, !first.columnNames.isEmpty { return first }
    let message =
      if !isAlone {
        "the query has several statements"
      } else if let first {
        first.isReadOnly ? "the query finds no columns" : "the query would change the database"
      } else {
        "the query is empty"
      }
    errors.append(
      Diagnostic(
        code: "sqlite/query", message, at: .init(file: file.file),
        hint: "Give one statement that only reads, such as SELECT name FROM fruits."))
    return nil
  }

  private mutating func readRows(of statement: SQLiteStatement, _ file: DataFile) throws(SQLiteError) {
    let source = SourceText(file: file.file, format: .sqlite)
    var rows = PackedRows(source)
    let names = statement.columnNames
    for (index, name) in names.enumerated()
    where name.isBlank || names[..<index].contains(where: { ExactName($0) == ExactName(name) }) {
      errors.append(
        Diagnostic(
          code: "sqlite/field-name",
          name.isBlank ? "column \(index + 1) has no name" : "two columns are named \(name.excerpt)",
          at: .init(file: file.file), hint: "Name the columns of the query with AS, each differently."))
    }
    guard errors.errors.isEmpty else { return }
    // A field is there even if no row has a value in it.
    let columns = names.map { fields.index(of: $0) }
    var blobs: Set<Int> = []
    var number = 0
    while try statement.step() {
      number += 1
      guard begin(&rows, number: number) else { return }
      for (index, field) in columns.enumerated() {
        switch statement.value(inColumn: index) {
        case .null: break
        case .blob: blobs.insert(index)
        case .integer(let integer): add(field, .number, String(integer), to: &rows)
        case .real(let double):
          add(field, double.isFinite ? .number : .string, Number(double)?.text ?? "\(double)", to: &rows)
        case .text(let text):
          if text.firstInvalidByte() == nil {
            add(field, .string, text, to: &rows)
          } else {
            errors.append(
              Diagnostic(
                code: "sqlite/invalid-utf8", "the text is not valid UTF-8", at: rows.location(field: names[index])))
          }
        }
      }
    }
    for index in blobs.sorted() {
      warnings.append(
        Diagnostic(
          .warning, code: "sqlite/blob", "the field has bytes that are no text; they are left out",
          at: .init(file: file.file, field: names[index])))
    }
    files.append(rows.finished())
  }

  private mutating func add(_ field: Int, _ kind: RawField.Kind, _ text: String, to rows: inout PackedRows) {
    var text = text
    text.withUTF8 { add(field, kind, $0, to: &rows) }
  }
}
