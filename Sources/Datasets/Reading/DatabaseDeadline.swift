import GRDB
import GRDBSQLite

/// How many steps of SQLite's machine pass between two looks at the clock: about a millisecond.
private let stepCount: CInt = 10_000

/// When a query has to end.
private final class Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Int) { end = .now + .seconds(seconds) }

  var hasPassed: Bool { .now >= end }
}

/// Interrupts what runs in a database when it takes too long: a query may have no end.
func withDeadline<Result>(
  seconds: Int, for database: Database, _ body: () throws -> Result
) rethrows -> Result {
  let deadline = Deadline(seconds: seconds)
  // The handler is taken away before the deadline goes, and runs on the thread that runs the query.
  sqlite3_progress_handler(
    database.sqliteConnection, stepCount,
    { context in
      guard let context else { return 0 }
      return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().hasPassed ? 1 : 0
    }, Unmanaged.passUnretained(deadline).toOpaque())
  defer {
    sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
    withExtendedLifetime(deadline) {}
  }
  return try body()
}
