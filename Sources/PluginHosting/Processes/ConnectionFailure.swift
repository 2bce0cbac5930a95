import CProcesses
import Diagnostics
import Glibc

/// Why a plugin did not answer.
package struct ConnectionFailure: Error, Hashable, Sendable {
  /// What happened.
  package enum Reason: Error, Hashable, Sendable {
    /// It was not started.
    case cannotStart(StartFailure)
    /// It ended before its answer was complete: how, where that is known, and whether in the middle of a line.
    case ended(ExitStatus?, inMidLine: Bool)
    /// It neither answered a line nor read what it was sent for this long.
    case idle(Duration)
    /// Its answer was not complete after this long.
    case overtime(Duration)
    /// It answered a line of more than this number of bytes.
    case lineTooLong(limit: Int)
    /// It and what it started occupied this number of bytes of memory.
    case outOfMemory(Int, limit: Int)
    /// The connection was closed before.
    case closed
  }

  /// What happened.
  package var reason: Reason
  /// What the plugin had written.
  package var lastWords: LastWords

  /// Creates a failure.
  package init(_ reason: Reason, lastWords: LastWords = LastWords()) {
    self.reason = reason
    self.lastWords = lastWords
  }

  /// What to do about it, where that is known: a sentence.
  package var hint: String? {
    guard case .cannotStart(let failure) = reason else { return nil }
    return failure.hint
  }
}

/// How a process ended.
package enum ExitStatus: Hashable, Sendable {
  /// It exited with a status, which is zero for success.
  case status(Int32)
  /// A signal killed it.
  case signal(Int32)
}

/// What a plugin had written when it failed, as it may be printed on a terminal.
package struct LastWords: Hashable, Sendable {
  /// The last lines of its standard error, 20 at most, of which long ones are cut.
  package var errorLines: [String]
  /// The first 200 bytes of its standard output.
  package var outputStart: String

  /// Creates them from what is printable already.
  package init(errorLines: [String] = [], outputStart: String = "") {
    self.errorLines = errorLines
    self.outputStart = outputStart
  }
}

extension ConnectionFailure: CustomStringConvertible {
  /// What happened, as one says it of the plugin: `it ended with status 3`.
  package var description: String { reason.description }
}

extension ConnectionFailure.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotStart(let failure): "it cannot be started: \(failure)"
    case .ended(let status, let inMidLine):
      (status?.description ?? "it ended") + (inMidLine ? ", in the middle of a line" : "")
    case .idle(let limit): "it did not answer for \(limit.inSeconds)"
    case .overtime(let limit): "its answer was not complete after \(limit.inSeconds)"
    case .lineTooLong(let limit): "it wrote a line of more than \(limit.counted("byte"))"
    case .outOfMemory(let size, let limit): "it took \(size >> 20) MB of memory, and may take \(limit >> 20) MB"
    case .closed: "it was closed before"
    }
  }
}

extension ExitStatus: CustomStringConvertible {
  package var description: String {
    switch self {
    case .status(let status): "it ended with status \(status)"
    case .signal(let signal):
      "it was killed by signal \(signal)" + (sigabbrev_np(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
  }
}

extension Duration {
  /// The duration as people write it: `10 s`, `0.2 s`.
  fileprivate var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}
