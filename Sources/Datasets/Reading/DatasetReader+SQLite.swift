import Diagnostics
import Foundation
import GRDB

extension DatasetReader {
  /// For how many seconds a database that another program writes to is waited for, at the most.
  private static let patience = 5

  /// Reads a table of a SQLite database, or what a query finds there. The database is not changed.
  mutating func readDatabase(_ file: DataFile) throws(DiagnosticsError) {
    try file.requirePath()
    guard FileManager.default.isReadableFile(atPath: file.path), !DataFile.isFolder(file.path) else {
      throw DiagnosticsError(file.unreadable)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "pomona"
    configuration.busyMode = .timeout(TimeInterval(min(Self.patience, options.limits.seconds)))
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try queue.read { database in
        guard let statement = try statement(database, file) else { return }
        try withDeadline(seconds: options.limits.seconds, for: database) { try readRows(of: statement, file) }
      }
      try queue.close()
    } catch let error as DatabaseError {
      let finding = finding(of: error, file)
      errors.append(finding)
    } catch {
      errors.append(
        Diagnostic(code: "sqlite/database", "the database cannot be read: \(error)", at: .init(file: file.file)))
    }
  }

  private func finding(of error: DatabaseError, _ file: DataFile) -> Diagnostic {
    let location = Diagnostic.Location(file: file.file)
    let reason = error.message ?? "code \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_INTERRUPT: return options.limits.excess(.seconds, at: location)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return Diagnostic(
        code: "sqlite/locked", "another program has locked the database", at: location,
        hint: "Try again when it has finished writing, or read a copy of the file.")
    case .SQLITE_ERROR where options.query != nil:
      return Diagnostic(code: "sqlite/query", "the query fails: \(reason)", at: location)
    default: return Diagnostic(code: "sqlite/database", "the database cannot be read: \(reason)", at: location)
    }
  }

  /// The query that the options ask for, or that of the only table.
  private mutating func statement(_ database: Database, _ file: DataFile) throws -> Statement? {
    if let query = options.query { return try statement(query, database, file) }
    let tables = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """)
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

  private func selection(of table: String, _ database: Database) throws -> Statement {
    try database.makeStatement(sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)")
  }

  /// A query that is one statement, which finds something and changes nothing.
  private mutating func statement(_ query: String, _ database: Database, _ file: DataFile) throws -> Statement? {
    let statements = try database.allStatements(sql: query)
    let first = try statements.next()
    // What follows is not run, so it does not matter whether it is right.
    let isAlone = (try? statements.next() == nil) == true
    if let first, isAlone, first.isReadonly, first.columnCount > 0 { return first }
    let message =
      if !isAlone {
        "the query has several statements"
      } else if let first {
        first.isReadonly ? "the query finds no columns" : "the query would change the database"
      } else {
        "the query is empty"
      }
    errors.append(
      Diagnostic(
        code: "sqlite/query", message, at: .init(file: file.file),
        hint: "Give one statement that only reads, such as SELECT name FROM fruits."))
    return nil
  }

  private mutating func readRows(of statement: Statement, _ file: DataFile) throws {
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
    for name in names { _ = fields.index(of: name) }
    var blobs: Set<Int> = []
    var number = 0
    let cursor = try Row.fetchCursor(statement)
    while let row = try cursor.next() {
      number += 1
      guard begin(&rows, number: number) else { return }
      for (index, name) in names.enumerated() {
        let value: DatabaseValue = row[index]
        switch value.storage {
        case .null: break
        case .int64(let integer): add(name, .number, Array(String(integer).utf8), to: &rows)
        case .double(let double):
          let text = Number(double)?.text ?? "\(double)"
          add(name, double.isFinite ? .number : .string, Array(text.utf8), to: &rows)
        case .blob: blobs.insert(index)
        case .string:
          // GRDB would put other characters in the place of what is not valid.
          let text = try row.withUnsafeData(atIndex: index) { $0.map { [UInt8]($0) } ?? [] }
          if text.withUnsafeBufferPointer({ $0.firstInvalidByte() }) == nil {
            add(name, .string, text, to: &rows)
          } else {
            errors.append(
              Diagnostic(
                code: "sqlite/invalid-utf8", "the text is not valid UTF-8", at: rows.location(field: name)))
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
}
