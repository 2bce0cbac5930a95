import CProcesses
import Diagnostics
import Glibc

/// The failure of an exchange with a plugin.
package struct ConnectionFailure: Error, Hashable, CustomStringConvertible, Sendable {
  /// The reason of the failure.
  package enum Reason: Error, Hashable, CustomStringConvertible, Sendable {
    /// The plugin was not started.
    case cannotStart(StartFailure)
    /// The plugin ended before its answer was complete: its exit status, if known, and whether it ended in the middle
    /// of a line.
    case ended(ExitStatus?, inMidLine: Bool)
    /// The plugin neither wrote a line nor read input for this duration.
    case idle(Duration)
    /// The answer was not complete after this duration.
    case overtime(Duration)
    /// The plugin wrote a line of more than this number of bytes.
    case lineTooLong(limit: Int)
    /// The program wrote more than this number of bytes.
    case tooMuchOutput(limit: Int)
    /// The plugin's process group occupied this number of bytes of memory.
    case outOfMemory(Int, limit: Int)
    /// The connection had been closed.
    case closed

    package var description: String {
      switch self {
      case .cannotStart(let failure): "it cannot be started: \(failure)"
      case .ended(let status, let inMidLine):
        (status?.description ?? "it ended") + (inMidLine ? ", in the middle of a line" : "")
      case .idle(let limit): "it did not answer for \(limit.inSeconds)"
      case .overtime(let limit): "its answer was not complete after \(limit.inSeconds)"
      case .lineTooLong(let limit): "it wrote a line of more than \(limit.counted("byte"))"
      case .tooMuchOutput(let limit): "it wrote more than \(limit.inBytes)"
      case .outOfMemory(let size, let limit):
        "it took \(((size / 1_000_000 + 1) * 1_000_000).inBytes) of memory, and may take \(limit.inBytes)"
      case .closed: "it was closed before"
      }
    }
  }

  /// The reason of the failure.
  package var reason: Reason
  /// The plugin's last output.
  package var lastWords: LastWords

  /// Creates a failure.
  package init(_ reason: Reason, lastWords: LastWords = LastWords()) {
    self.reason = reason
    self.lastWords = lastWords
  }

  /// A sentence with advice for the user, if there is any.
  package var hint: String? { if case .cannotStart(let failure) = reason { failure.hint } else { nil } }

  /// A description whose subject is the plugin: `it ended with status 3`.
  package var description: String { reason.description }
}

/// The way in which a process ended.
package enum ExitStatus: Hashable, CustomStringConvertible, Sendable {
  /// It exited with a status, which is zero for success.
  case status(Int32)
  /// It was killed by a signal.
  case signal(Int32)

  package var description: String {
    switch self {
    case .status(let status): "it ended with status \(status)"
    case .signal(let signal):
      "it was killed by signal \(signal)" + (sigabbrev_np(signal).map { " (\(String(cString: $0)))" } ?? "")
    }
  }
}

/// The last output of a plugin that has failed, in a form that may be printed on a terminal.
package struct LastWords: Hashable, Sendable {
  /// The last lines of its standard error, at most 20, with long ones truncated.
  package var errorLines: [String]
  /// The first 200 bytes of its standard output.
  package var outputStart: String

  /// Creates a value from printable texts.
  package init(errorLines: [String] = [], outputStart: String = "") {
    self.errorLines = errorLines
    self.outputStart = outputStart
  }
}

extension Int {
  /// The number of bytes in the largest unit that it is a multiple of: `200 MB`.
  fileprivate var inBytes: String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)]
    let unit = units.first { isMultiple(of: $0.1) } ?? ("bytes", 1)
    return "\(self / unit.1) \(unit.0)"
  }
}

extension Duration {
  /// The duration in seconds: `10 s`, `0.2 s`.
  fileprivate var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}

/// A recorder of the end of a plugin's standard error and the beginning of its standard output, in bounded memory.
struct LastWordsRecorder {
  private static let lineCount = 20
  private static let lineLength = 500
  private static let startLength = 200

  /// The last complete lines.
  private var lines: [String] = []
  /// The incomplete line, up to one byte beyond the limit, which shows that the line is truncated.
  private var line: [UInt8] = []
  private var start: [UInt8] = []

  mutating func recordErrors(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: lineFeed) {
      extendLine(by: rest[..<end])
      rest = rest[(end + 1)...]
      if lines.count == Self.lineCount { lines.removeFirst() }
      lines.append(lineText)
      line.removeAll(keepingCapacity: true)
    }
    extendLine(by: rest)
  }

  mutating func recordOutput(_ bytes: UnsafeRawBufferPointer) { start += bytes.prefix(Self.startLength - start.count) }

  var lastWords: LastWords {
    let all = line.isEmpty ? lines : lines + [lineText]
    return LastWords(
      errorLines: all.suffix(Self.lineCount), outputStart: String(decoding: start, as: UTF8.self).printable)
  }

  private mutating func extendLine(by bytes: Slice<UnsafeRawBufferPointer>) {
    line += bytes.prefix(Self.lineLength + 1 - line.count)
  }

  private var lineText: String {
    let text = String(decoding: line.prefix(Self.lineLength), as: UTF8.self).printable
    return line.count > Self.lineLength ? text + "…" : text
  }
}
