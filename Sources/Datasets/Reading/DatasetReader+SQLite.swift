import Diagnostics
import Foundation
import GRDB

extension DatasetReader {
  /// Reads a table of a SQLite database, or what a query finds there. The database is not changed.
  mutating func readDatabase(_ file: DataFile) throws(DiagnosticsError) {
    guard FileManager.default.isReadableFile(atPath: file.path), !DataFile.isFolder(file.path) else {
      throw DiagnosticsError(file.unreadable)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "pomona"
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try queue.read { database in
        guard let query = try query(database, file) else { return }
        try readRows(of: query, database, file)
      }
      try queue.close()
    } catch let error as DatabaseError {
      let isQuery = options.query != nil && error.resultCode == .SQLITE_ERROR
      let failure = isQuery ? "the query fails" : "the database cannot be read"
      let reason = error.message ?? "code \(error.resultCode.rawValue)"
      errors.append(
        Diagnostic(
          code: isQuery ? "sqlite/query" : "sqlite/database", "\(failure): \(reason)", at: .init(file: file.file)))
    } catch {
      errors.append(
        Diagnostic(code: "sqlite/database", "the database cannot be read: \(error)", at: .init(file: file.file)))
    }
  }

  /// The query that the options ask for, or that of the only table.
  private mutating func query(_ database: Database, _ file: DataFile) throws -> String? {
    if let query = options.query { return query }
    let tables = try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
        """)
    if let table = options.table {
      if tables.contains(table) { return "SELECT * FROM \(table.quotedDatabaseIdentifier)" }
      errors.append(
        Diagnostic(
          code: "sqlite/no-table", "there is no table “\(table)”", at: .init(file: file.file),
          hint: table.suggestion(from: tables)))
      return nil
    }
    if tables.count == 1 { return "SELECT * FROM \(tables[0].quotedDatabaseIdentifier)" }
    let names = tables.map { "“\($0)”" }.joined(separator: ", ")
    errors.append(
      Diagnostic(
        code: tables.isEmpty ? "sqlite/empty" : "sqlite/several-tables",
        tables.isEmpty ? "the database has no tables" : "the database has several tables", at: .init(file: file.file),
        hint: tables.isEmpty ? nil : "Choose one with the option table, or give a query: \(names)."))
    return nil
  }

  private mutating func readRows(of query: String, _ database: Database, _ file: DataFile) throws {
    let source = SourceText([], file: file.file, format: .sqlite)
    var rows = PackedRows(source)
    let statement = try database.makeStatement(sql: query)
    let names = statement.columnNames
    for (index, name) in names.enumerated() where name.isBlank || names[..<index].contains(name) {
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
      begin(&rows, number: number)
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
