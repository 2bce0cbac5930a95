internal import CSQLite

/// A connection to a database that a test reads: tests create their fixtures with SQLite itself, so that only those of
/// `DatabaseSources` compile GRDB.
///
/// It can be used on any thread.
public final class SQLiteFile: @unchecked Sendable {
  /// The error of SQLite for a failed statement.
  public struct Failure: Error {
    /// The message.
    public let message: String
  }

  // That the class is sendable follows from this property, the only one: it never changes, and `sqlite3_open` opens a
  // connection in the serialized mode that Debian's SQLite is built with, in which each call takes the mutex of the
  // connection.
  private let connection: OpaquePointer

  /// Opens a database, which is created if necessary.
  public init(_ path: String) throws {
    var opened: OpaquePointer?
    let status = sqlite3_open(path, &opened)
    guard let opened else { throw Failure(message: "out of memory") }
    connection = opened
    // The deinitializer closes the connection, as it does not follow from `sqlite3_open` failing that there is none.
    guard status == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close_v2(connection) }

  /// Executes statements.
  public func execute(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Executes a statement with a text, or no value, for each of its question marks.
  public func execute(_ sql: String, _ texts: [String?]) throws {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    for (index, text) in texts.enumerated() {
      // A parameter without a value is NULL.
      guard let text else { continue }
      guard pomona_bind_text(statement, Int32(index + 1), text, Int32(text.utf8.count)) == SQLITE_OK else {
        throw failure
      }
    }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure }
  }

  private var failure: Failure { Failure(message: String(cString: sqlite3_errmsg(connection))) }
}
