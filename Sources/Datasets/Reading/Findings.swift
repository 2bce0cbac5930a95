import Diagnostics

/// Errors that were found one after the other, of which only the first are kept.
struct Findings {
  private(set) var errors: [Diagnostic] = []
  private(set) var uncounted = 0
  let limit: Int

  /// - Parameter limit: How many are kept; at least one is.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Notes an error, or counts it when enough have been noted.
  mutating func append(_ error: @autoclosure () -> Diagnostic) {
    if errors.count < limit { errors.append(error()) } else { uncounted += 1 }
  }

  /// Counts an error, if enough have been noted.
  mutating func skipsNext() -> Bool {
    guard errors.count >= limit else { return false }
    uncounted += 1
    return true
  }

  /// Counts errors that nobody has described.
  mutating func skip(_ count: Int) { uncounted += count }

  mutating func append(contentsOf others: Findings) {
    for error in others.errors { append(error) }
    uncounted += others.uncounted
  }

  /// Throws the errors that have been noted, if any, after the warnings, which may explain them.
  func throwErrors(after warnings: [Diagnostic], file: String?) throws(DiagnosticsError) {
    if !errors.isEmpty { throw DiagnosticsError(warnings + all(file: file)) }
  }

  /// The errors that have been noted, and the number of the others.
  func all(file: String?) -> [Diagnostic] {
    guard uncounted > 0 else { return errors }
    let rest = "and \(uncounted) more \(uncounted == 1 ? "error" : "errors")"
    return errors + [Diagnostic(code: "datasets/more", rest, at: .init(file: file))]
  }
}
