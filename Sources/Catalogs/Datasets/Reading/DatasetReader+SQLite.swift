import CSQLite
import Diagnostics
import Foundation

extension DatasetReader {
  /// The maximum number of seconds to wait for a database that another program writes to.
  static let patience = 5

  /// Reads a table of a SQLite database, or the result of a query. The database is not changed.
  mutating func readDatabase(_ file: DataFile) throws(DiagnosticsError) {
    try file.requirePath()
    guard FileManager.default.isReadableFile(atPath: file.path), !DataFile.isFolder(file.path) else {
      throw DiagnosticsError(file.unreadable)
    }
    do throws(SQLiteError) {
      let seconds = options.limits.seconds
      let database = try SQLiteDatabase(path: file.path, patience: min(Self.patience, seconds))
      guard let (statement, lists) = try selection(database, file) else { return }
      database.interruptStatements(after: seconds)
      try readRows(of: statement, lists, file)
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
    default: return Diagnostic(code: "sqlite/database", "the database cannot be read: \(error.message)", at: location)
    }
  }

  /// The statement that returns the rows, and the number of its last columns that are lists in JSON.
  private typealias Selection = (statement: SQLiteStatement, lists: Int)

  /// Returns the query of the options, or that of the chosen or only table.
  private mutating func selection(_ database: SQLiteDatabase, _ file: DataFile) throws(SQLiteError) -> Selection? {
    if let query = options.query { return try statement(query, database, file).map { ($0, 0) } }
    let tables = try DatabaseTables(database)
    if let table = options.table {
      if tables.all.contains(table) { return try selection(of: table, database) }
      report(
        "sqlite/no-table", "there is no table “\(table)”", at: .init(file: file.file),
        hint: table.suggestion(from: tables.all))
      return nil
    }
    if let table = tables.only { return try selection(of: table, database) }
    let names = tables.userTables.map { "“\($0)”" }.joined(separator: ", ")
    report(
      tables.userTables.isEmpty ? "sqlite/empty" : "sqlite/several-tables",
      tables.userTables.isEmpty ? "the database has no tables" : "the database has several tables",
      at: .init(file: file.file),
      hint: tables.userTables.isEmpty
        ? nil : "Choose one with \(options.name(of: "table")), or pass a query: \(names).")
    return nil
  }

  /// Returns the query for all columns of a table, and the fields that it has from link tables. Stores its primary key.
  private mutating func selection(of table: String, _ database: SQLiteDatabase) throws(SQLiteError) -> Selection? {
    let fields = try LinkTable.fields(ofTable: table, linking: options.linkedTables, database)
    primaryKey = try database.texts(of: "SELECT name FROM pragma_table_info(\(table.sqlText)) WHERE pk > 0 ORDER BY pk")
    let columns = fields.indices.map { ", link\($0).keys AS \(fields[$0].key.field.sqlName)" }
    // Each link table is scanned once. The keys are sorted, so that the same links always result in the same list.
    let joins = fields.enumerated().map { number, field in
      let (own, other) = (field.link.own, field.link.other)
      return """

        LEFT JOIN (
          SELECT own, json_group_array(other) AS keys FROM (
            SELECT DISTINCT \(own.field.sqlName) AS own, \(other.field.sqlName) AS other FROM \(field.link.name.sqlName)
            WHERE typeof(\(other.field.sqlName)) NOT IN ('null', 'blob') ORDER BY own, other
          ) GROUP BY own
        ) AS link\(number) ON link\(number).own = entries.\(own.otherField.sqlName)
        """
    }
    let query = "SELECT entries.*\(columns.joined()) FROM \(table.sqlName) AS entries\(joins.joined())"
    return try database.firstStatement(of: query).statement.map { ($0, fields.count) }
  }

  /// Returns the statement of a query that is a single one, returns columns, and is read-only; otherwise reports an
  /// error.
  private mutating func statement(
    _ query: String, _ database: SQLiteDatabase, _ file: DataFile
  ) throws(SQLiteError) -> SQLiteStatement? {
    let (first, isAlone) = try database.firstStatement(of: query)
    if let first, isAlone, first.isReadOnly, !first.columnNames.isEmpty { return first }
    let message =
      if !isAlone {
        "the query has several statements"
      } else if let first {
        first.isReadOnly ? "the query returns no columns" : "the query would change the database"
      } else {
        "the query is empty"
      }
    report(
      "sqlite/query", message, at: .init(file: file.file),
      hint: "Pass one statement that only reads, such as SELECT name FROM fruits.")
    return nil
  }

  /// - Parameter lists: The number of the last columns that are lists in JSON.
  private mutating func readRows(of statement: SQLiteStatement, _ lists: Int, _ file: DataFile) throws(SQLiteError) {
    // In a file with several tables, messages must name the one that is read.
    let place = options.table.map { "\(file.file), table “\($0)”" } ?? file.file
    let source = SourceText(file: place, format: .sqlite)
    var rows = WrittenRows(source)
    let names = statement.columnNames
    for (index, name) in names.enumerated()
    where name.isBlank || names[..<index].contains(where: { ExactName($0) == ExactName(name) }) {
      report(
        "sqlite/field-name", name.isBlank ? "column \(index + 1) has no name" : "two columns are named \(name.excerpt)",
        at: .init(file: place), hint: "Name the columns of the query with AS, each differently.")
    }
    for name in names where name.utf8.count > FieldList.nameLimit {
      reportLongName(name, at: .init(file: place), hint: "Name the column with AS in a query.")
    }
    guard errors.errors.isEmpty else { return }
    // Fields are created even if no row has a value in them.
    rows.setColumns(names.map { fields.index(of: $0) })
    var blobs: Set<Int> = []
    var number = 0
    while try statement.step() {
      number += 1
      guard begin(&rows, number: number) else { return }
      rows.writer.open("{")
      for index in names.indices {
        let value = statement.value(inColumn: index)
        // A member that is left out is a missing value, and takes no bytes.
        if case .null = value { continue }
        rows.writer.name(WrittenRows.name(ofColumn: index))
        switch value {
        case .null: break
        case .blob:
          blobs.insert(index)
          rows.writer.json("null".utf8)
        case .integer(let integer): rows.writer.json(String(integer).utf8)
        case .real(let double):
          if let number = Value.Number(double) {
            rows.writer.json(number.text.utf8)
          } else {
            rows.writer.string("\(double)")
          }
        case .text(let text):
          if text.firstInvalidByte() == nil {
            // The last columns are lists, which SQLite wrote as JSON.
            if index < names.count - lists { rows.writer.string(text) } else { rows.writer.json(text) }
          } else {
            rows.writer.json("null".utf8)
            report("sqlite/invalid-utf8", "the text is not valid UTF-8", at: rows.location(field: names[index]))
          }
        }
      }
      rows.writer.close("}")
      end(&rows)
    }
    for index in blobs.sorted() {
      warn(
        "sqlite/blob", "the field contains bytes that are not text; they are omitted",
        at: .init(file: place, field: names[index]))
    }
    files.append(rows.finished())
  }
}
