import CSQLite

/// What SQLite says of a call that failed.
struct SQLiteError: Error {
  /// The result code, such as `SQLITE_BUSY`, without what extends it.
  let code: CInt
  let message: String

  /// What SQLite answers where an authorizer does not allow something.
  static let notAllowed = SQLITE_AUTH

  /// A text that is wrong.
  init(_ message: String) {
    code = SQLITE_ERROR
    self.message = message
  }

  fileprivate init(_ code: CInt, _ connection: OpaquePointer?) {
    self.code = code & 0xFF
    message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
  }
}

/// A connection to a database: a file that is only read, or one in memory. One thread uses it.
final class SQLiteDatabase {
  /// The number of steps of SQLite's machine between two looks at the clock: about a millisecond.
  private static let stepsPerCheck: CInt = 10_000

  fileprivate let connection: OpaquePointer
  /// When a statement is interrupted.
  private var deadline: ContinuousClock.Instant?

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - patience: The number of seconds that a lock of another program is waited for.
  init(path: String, patience: Int) throws(SQLiteError) {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let connection, code == SQLITE_OK else {
      defer { sqlite3_close(connection) }
      throw SQLiteError(code, connection)
    }
    self.connection = connection
    sqlite3_busy_timeout(connection, CInt(clamping: patience * 1000))
    pomona_reject_double_quoted_strings(connection)
    // All statements see the same state of the file, and none changes it.
    try execute("PRAGMA query_only = 1")
    try execute("BEGIN")
  }

  /// Creates a database in memory, in which nothing outlives an error, and nothing is written to a disk.
  ///
  /// - Parameter valueLimit: The number of bytes that a value may have.
  init(inMemoryWithValuesUpTo valueLimit: Int) throws(SQLiteError) {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let connection, code == SQLITE_OK else {
      defer { sqlite3_close(connection) }
      throw SQLiteError(code, connection)
    }
    self.connection = connection
    pomona_reject_double_quoted_strings(connection)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(clamping: valueLimit))
    try execute("PRAGMA journal_mode = OFF")
    try execute("BEGIN")
  }

  deinit { sqlite3_close_v2(connection) }

  /// Interrupts statements that still run after a number of seconds: a query may have no end.
  func interruptStatements(after seconds: Int) {
    deadline = .now + .seconds(seconds)
    // The connection calls the handler only while it runs a statement, which keeps the database alive.
    sqlite3_progress_handler(
      connection, Self.stepsPerCheck,
      { context in
        guard let context else { return 0 }
        return Unmanaged<SQLiteDatabase>.fromOpaque(context).takeUnretainedValue().hasPassedDeadline ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private var hasPassedDeadline: Bool { deadline.map { $0 <= .now } ?? false }

  /// Runs statements that find nothing.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
  }

  /// Compiles the first statement of a text.
  ///
  /// - Returns: The statement, `nil` where the text has none, and whether it is the only one. What follows it is not run, so it does not
  ///   matter whether it is right.
  func firstStatement(of sql: String) throws(SQLiteError) -> (statement: SQLiteStatement?, isAlone: Bool) {
    var result: Result<(SQLiteStatement?, Bool), SQLiteError> = .success((nil, true))
    // The pointers that SQLite returns are inside the text, which stays where it is during the closure.
    sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      var first: SQLiteStatement?
      while let start = rest, start.pointee != 0 {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, start, -1, &handle, &rest)
        let next = handle.map { SQLiteStatement($0, in: self) }
        if first != nil, next != nil || code != SQLITE_OK { return result = .success((first, false)) }
        guard code == SQLITE_OK else { return result = .failure(SQLiteError(code, connection)) }
        first = first ?? next
      }
      result = .success((first, true))
    }
    return try result.get()
  }
}

extension SQLiteDatabase {
  /// Collects the names of the columns that a statement reads.
  private final class ReadColumns {
    let table: String
    var names: Set<String> = []

    init(of table: String) { self.table = table }
  }

  /// Compiles the first statement of a text, which may only read a table and call functions.
  ///
  /// - Returns: The statement, whether it is the only one, and the columns of the table that it reads.
  func firstStatement(
    of sql: String, reading table: String
  ) throws(SQLiteError) -> (statement: SQLiteStatement?, isAlone: Bool, columns: Set<String>) {
    let columns = ReadColumns(of: table)
    // The connection calls the authorizer only while it compiles a statement, and the collection lives until after that.
    sqlite3_set_authorizer(
      connection,
      { context, action, table, column, _, _ in
        guard let context else { return SQLITE_DENY }
        let columns = Unmanaged<ReadColumns>.fromOpaque(context).takeUnretainedValue()
        switch action {
        case SQLITE_SELECT, SQLITE_FUNCTION: return SQLITE_OK
        case SQLITE_READ:
          guard let table, let column, String(cString: table) == columns.table else { return SQLITE_DENY }
          // No name stands for no column of a table that is named.
          if column.pointee != 0 { columns.names.insert(String(cString: column)) }
          return SQLITE_OK
        default: return SQLITE_DENY
        }
      }, Unmanaged.passUnretained(columns).toOpaque())
    defer { sqlite3_set_authorizer(connection, nil, nil) }
    let (statement, isAlone) = try firstStatement(of: sql)
    return (statement, isAlone, columns.names)
  }

  /// Compiles a text that is one statement.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    guard let statement = try firstStatement(of: sql).statement else { throw SQLiteError(SQLITE_MISUSE, nil) }
    return statement
  }
}

/// A statement of a database, which finds rows.
final class SQLiteStatement {
  /// A value of a row, of one of SQLite's types. Its bytes are there until the statement steps on.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, which may not be valid.
    case text(Bytes)
    case blob
  }

  private let handle: OpaquePointer
  private let database: SQLiteDatabase
  let columnNames: [String]

  fileprivate init(_ handle: OpaquePointer, in database: SQLiteDatabase) {
    self.handle = handle
    self.database = database
    columnNames = (0..<sqlite3_column_count(handle)).map { String(cString: sqlite3_column_name(handle, $0)) }
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether the statement leaves the database as it is.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Steps on to the next row, if there is one.
  func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw SQLiteError(code, database.connection) }
    return code == SQLITE_ROW
  }

  /// The value of the row in a column.
  func value(inColumn index: Int) -> Value {
    let column = CInt(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      // The text comes first: it may have to be converted to UTF-8, which changes the number of its bytes.
      let text = sqlite3_column_text(handle, column)
      return .text(Bytes(start: text, count: Int(sqlite3_column_bytes(handle, column))))
    case SQLITE_BLOB: return .blob
    default: return .null
    }
  }
}

extension SQLiteStatement {
  /// The text in a column; nil where there is none.
  func text(inColumn index: Int) -> String? {
    if case .text(let bytes) = value(inColumn: index) { bytes.text } else { nil }
  }

  /// Whether a column has a number other than 0.
  func isTrue(inColumn index: Int) -> Bool {
    if case .integer(let number) = value(inColumn: index) { number != 0 } else { false }
  }
}

extension SQLiteStatement {
  /// Has the statement begin anew, with the values that are bound to its parameters.
  func reset() { sqlite3_reset(handle) }

  /// Runs a statement that finds nothing, and has it begin anew.
  func run() throws(SQLiteError) {
    defer { reset() }
    _ = try step()
  }

  /// Has no values bound to the parameters.
  func clearBindings() { sqlite3_clear_bindings(handle) }

  /// Binds a whole number to a parameter, counted from 1.
  func bind(_ value: Int64, to parameter: Int) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, CInt(parameter), value))
  }

  func bind(_ value: Double, to parameter: Int) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, CInt(parameter), value))
  }

  func bind(_ value: String, to parameter: Int) throws(SQLiteError) {
    var value = value
    try check(
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          pomona_bind_text(handle, CInt(parameter), $0.baseAddress, CInt(clamping: $0.count))
        }
      })
  }

  func bindNull(to parameter: Int) throws(SQLiteError) { try check(sqlite3_bind_null(handle, CInt(parameter))) }

  private func check(_ code: CInt) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw SQLiteError(code, database.connection) }
  }
}

extension String {
  /// The text as a name in SQL, whatever it has in it.
  var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

  /// The text as a value in SQL.
  var sqlText: String { "'" + replacing("'", with: "''") + "'" }
}
