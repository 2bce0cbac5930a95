import CSQLite

/// The error of a failed call of SQLite.
struct SQLiteError: Error {
  /// The primary result code, such as `SQLITE_BUSY`, without extension.
  let code: CInt
  let message: String

  /// The result code of SQLite if an authorizer denies an action.
  static let notAllowed = SQLITE_AUTH
  /// The result code of SQLite if a value is longer than the limit.
  static let tooLong = SQLITE_TOOBIG

  /// Creates the error of an invalid SQL text.
  init(_ message: String) {
    code = SQLITE_ERROR
    self.message = message
  }

  fileprivate init(_ code: CInt, _ connection: OpaquePointer?) {
    self.code = code & 0xFF
    message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
  }
}

/// A connection to a database: a file that is opened for reading, or a database in memory. It must be used by one
/// thread.
final class SQLiteDatabase {
  /// The number of virtual machine instructions between two checks of the time: about a millisecond.
  private static let stepsPerCheck: CInt = 10_000

  /// The maximum number of bytes of a pattern of `LIKE` in a database in memory. Each place of a text is compared with
  /// the whole pattern.
  static let patternLimit = 256

  fileprivate let connection: OpaquePointer
  /// The time at which statements are interrupted.
  private var deadline: ContinuousClock.Instant?

  /// - Parameter patience: The number of seconds to wait for a lock of another program.
  init(path: String, patience: Int) throws(SQLiteError) {
    connection = try Self.open(path, SQLITE_OPEN_READONLY)
    sqlite3_busy_timeout(connection, CInt(clamping: patience * 1000))
    // A read transaction, so that all statements see the same state of the file. None of them can change it.
    try execute("PRAGMA query_only = 1")
    try execute("BEGIN")
  }

  /// Creates a database in memory. It has no journal, so that an error cannot be rolled back, and nothing is written to
  /// disk.
  ///
  /// - Parameter valueLimit: The maximum number of bytes of a value.
  init(inMemoryWithValuesUpTo valueLimit: Int) throws(SQLiteError) {
    connection = try Self.open(":memory:", SQLITE_OPEN_READWRITE)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(clamping: valueLimit))
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, CInt(Self.patternLimit))
    connection.addLinearFunctions()
    try execute("PRAGMA journal_mode = OFF")
    try execute("BEGIN")
  }

  deinit { sqlite3_close_v2(connection) }

  private static func open(_ path: String, _ flags: CInt) throws(SQLiteError) -> OpaquePointer {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let connection, code == SQLITE_OK else {
      defer { sqlite3_close(connection) }
      throw SQLiteError(code, connection)
    }
    pomona_reject_double_quoted_strings(connection)
    return connection
  }

  /// Interrupts statements that still run after a number of seconds, as a query may be endless.
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

  /// Runs statements that return no rows.
  func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, connection) }
  }

  /// Compiles the first statement of a text.
  ///
  /// - Returns: The statement, or `nil` if the text has none; and whether it is the only one. What follows the
  ///   statement is not run, so it need not be valid.
  func firstStatement(of sql: String) throws(SQLiteError) -> (statement: SQLiteStatement?, isAlone: Bool) {
    var result: Result<(SQLiteStatement?, Bool), SQLiteError> = .success((nil, true))
    // The pointers that SQLite returns are inside the text, which does not move during the closure.
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

  /// Collects the names of the columns that a statement reads, and of the functions that it calls.
  private final class Uses {
    let table: String
    var columns: Set<String> = []
    var functions: Set<String> = []

    init(of table: String) { self.table = table }
  }

  /// Compiles the first statement of a text, which may only read a single table and call functions.
  ///
  /// - Returns: The statement, whether it is the only one, the columns of the table that it reads, and the functions
  ///   that it calls.
  func firstStatement(
    of sql: String, reading table: String
  ) throws(SQLiteError) -> (statement: SQLiteStatement?, isAlone: Bool, columns: Set<String>, functions: Set<String>) {
    let uses = Uses(of: table)
    // The connection calls the authorizer only while it compiles a statement, and the collection lives until after
    // that.
    sqlite3_set_authorizer(
      connection,
      { context, action, table, column, _, _ in
        guard let context else { return SQLITE_DENY }
        let uses = Unmanaged<Uses>.fromOpaque(context).takeUnretainedValue()
        switch action {
        case SQLITE_SELECT: return SQLITE_OK
        case SQLITE_FUNCTION:
          // The name of the function is in the place of that of a column.
          if let column { uses.functions.insert(String(cString: column)) }
          return SQLITE_OK
        case SQLITE_READ:
          guard let table, let column, String(cString: table) == uses.table else { return SQLITE_DENY }
          // An empty name means that the statement refers to the table without reading a column.
          if column.pointee != 0 { uses.columns.insert(String(cString: column)) }
          return SQLITE_OK
        default: return SQLITE_DENY
        }
      }, Unmanaged.passUnretained(uses).toOpaque())
    defer { sqlite3_set_authorizer(connection, nil, nil) }
    let (statement, isAlone) = try firstStatement(of: sql)
    return (statement, isAlone, uses.columns, uses.functions)
  }

  /// Compiles the first statement of a text, and throws an error if it has none.
  func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    guard let statement = try firstStatement(of: sql).statement else { throw SQLiteError(SQLITE_MISUSE, nil) }
    return statement
  }

  /// Returns the texts in the first column of the rows that a query returns.
  func texts(of query: String) throws(SQLiteError) -> [String] {
    let rows = try statement(query)
    var texts: [String] = []
    while try rows.step() {
      if let text = rows.text(inColumn: 0) { texts.append(text) }
    }
    return texts
  }

  /// The functions of single values whose results depend on more than these.
  func impureFunctions() throws(SQLiteError) -> Set<String> {
    try Set(texts(of: "SELECT name FROM pragma_function_list WHERE type = 's' AND flags & \(SQLITE_DETERMINISTIC) = 0"))
  }
}

/// A compiled statement of a database.
final class SQLiteStatement {
  /// A value of a row, of one of SQLite's types. The bytes of a text are valid until the next step.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, which may be invalid.
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

  /// Whether the statement makes no direct changes to the database.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Advances to the next row, and returns whether there is one.
  func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw SQLiteError(code, database.connection) }
    return code == SQLITE_ROW
  }

  func value(inColumn index: Int) -> Value {
    let column = CInt(index)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      // The text must be requested before its length, as it may be converted to UTF-8, which changes the length.
      let text = sqlite3_column_text(handle, column)
      return .text(Bytes(start: text, count: Int(sqlite3_column_bytes(handle, column))))
    case SQLITE_BLOB: return .blob
    default: return .null
    }
  }

  func text(inColumn index: Int) -> String? {
    if case .text(let bytes) = value(inColumn: index) { bytes.text } else { nil }
  }

  func isTrue(inColumn index: Int) -> Bool {
    if case .integer(let number) = value(inColumn: index) { number != 0 } else { false }
  }

  /// Resets the statement to its beginning. The values that are bound to its parameters stay.
  func reset() { sqlite3_reset(handle) }

  /// Runs a statement that returns no rows, and resets it.
  func run() throws(SQLiteError) {
    defer { reset() }
    _ = try step()
  }

  /// Removes the values that are bound to the parameters, so that these are null.
  func clearBindings() { sqlite3_clear_bindings(handle) }

  /// Binds an integer to a parameter, counted from 1.
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
  /// The text as a quoted identifier in SQL.
  var sqlName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }

  /// The text as a string literal in SQL.
  var sqlText: String { "'" + replacing("'", with: "''") + "'" }
}
