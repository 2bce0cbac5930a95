import Diagnostics
import Foundation

/// What stands over every open page: the mistakes in the present files, and since when pages are old.
struct LiveState: Encodable, Equatable {
  private struct Problem: Encodable, Equatable {
    let severity: String
    let message: String
    let hint: String?
    let place: String?
  }

  private let problems: [Problem]
  /// The time in milliseconds since 1970.
  private let since: Int?

  /// Creates the state of a catalog.
  ///
  /// - Parameters:
  ///   - problems: The mistakes.
  ///   - since: When pages became older than the files; `nil` if they show the present state.
  init(_ problems: [Diagnostic] = [], since: Date? = nil) {
    self.problems = problems.map { problem in
      let place = problem.location.description
      return Problem(
        severity: problem.severity.rawValue, message: ([problem.message] + problem.notes).joined(separator: "\n"),
        hint: problem.hint, place: place.isEmpty ? nil : place)
    }
    self.since = since.map { Int($0.timeIntervalSince1970 * 1000) }
  }
}
