import Diagnostics

/// A list of errors that stores only the first ones, and counts the others.
struct Findings {
  private(set) var errors: [Diagnostic] = []
  private(set) var unreportedCount = 0
  let limit: Int

  /// - Parameter limit: The number of errors to store, at least one.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Stores an error, or counts it if enough have been stored.
  mutating func append(_ error: @autoclosure () -> Diagnostic) {
    if errors.count < limit { errors.append(error()) } else { unreportedCount += 1 }
  }

  /// Counts an error if enough have been stored.
  ///
  /// - Returns: Whether the error was counted, so that it need not be created.
  mutating func skipsNext() -> Bool {
    guard errors.count >= limit else { return false }
    unreportedCount += 1
    return true
  }

  /// Counts errors that were not described.
  mutating func skip(_ count: Int) { unreportedCount += count }

  mutating func append(contentsOf others: Findings) {
    for error in others.errors { append(error) }
    unreportedCount += others.unreportedCount
  }

  /// Throws the errors, if any, after the warnings, which may explain them.
  func throwErrors(after warnings: [Diagnostic], file: String?) throws(DiagnosticsError) {
    if !errors.isEmpty { throw DiagnosticsError(warnings + all(file: file)) }
  }

  /// Returns the stored errors, and the number of the others.
  func all(file: String?) -> [Diagnostic] {
    guard unreportedCount > 0 else { return errors }
    let rest = "and \(unreportedCount) more \(unreportedCount == 1 ? "error" : "errors")"
    // With the hint of the last one, which is then printed once, below both.
    return errors + [Diagnostic(code: "datasets/more", rest, at: .init(file: file), hint: errors.last?.hint)]
  }
}
