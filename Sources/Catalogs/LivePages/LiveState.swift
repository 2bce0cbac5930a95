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
  /// - Parameter since: When pages became older than the files; `nil` if they show the present state.
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

/// A state of a live catalog: the server's own name, and the number of the change that led to it.
struct LiveVersion {
  /// Distinguishes the versions of this server from those of one that ran before.
  private let server: String
  var change = 0

  init() { server = String(UInt32.random(in: .min ... .max), radix: 36) }

  /// Reads a version as pages show it; `nil` if it is none.
  init?(_ text: String) {
    let parts = text.split(separator: ".")
    guard parts.count == 2, let change = Int(parts[1]) else { return nil }
    (server, self.change) = (String(parts[0]), change)
  }

  /// The version as pages show it.
  var text: String { "\(server).\(change)" }

  /// Whether a page with this version shows what another version has.
  func includes(_ other: LiveVersion) -> Bool { server == other.server && change >= other.change }
}
