import Diagnostics
import Foundation

/// The streams that the command prints to.
///
/// A report that was not written must not count as delivered, so an error in writing to standard output is thrown.
/// Messages on standard error that cannot be written are dropped, because there is no other place for them.
enum Console {
  /// Occupies the numbers of standard streams that are closed. The next file that is opened would have such a number,
  /// and messages would be written into it.
  static func occupyClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The number is the lowest free one, which `open` returns. A folder can be neither read nor written to, as a
      // closed stream.
      _ = open("/", O_RDONLY | O_DIRECTORY)
    }
  }

  /// Prints a text on standard output.
  static func print(_ text: String, terminator: String = "\n") throws(DiagnosticsError) {
    if let reason = Array((text + terminator).utf8).write(to: STDOUT_FILENO) { throw error(reason) }
  }

  /// Completes the output. Some file systems report errors in writing only when a file is closed.
  static func end() throws(DiagnosticsError) {
    // The stream itself stays open, so that no other file has its number.
    guard close(dup(STDOUT_FILENO)) == 0 else { throw error(String(cString: strerror(errno))) }
  }

  /// Prints findings on standard error, if there are any.
  static func printFindings(_ findings: [Diagnostic]) {
    if !findings.isEmpty { printError(findings.text) }
  }

  /// Prints a text on standard error.
  static func printError(_ text: String, terminator: String = "\n") {
    _ = Array((text + terminator).utf8).write(to: STDERR_FILENO)
  }

  private static func error(_ reason: String) -> DiagnosticsError {
    DiagnosticsError(
      code: "output/unwritable", "the report cannot be written: \(reason)", at: .init(file: "standard output"),
      hint: "Make room for it, or send it elsewhere.")
  }
}

extension [UInt8] {
  /// Writes all bytes to a file descriptor.
  ///
  /// - Returns: The reason of an error, or `nil` for success.
  func write(to descriptor: Int32) -> String? {
    var written = 0
    while written < count {
      let more = withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: written), count - written)
      }
      if more < 0, errno == EAGAIN {
        // The reading process has made the output non-blocking. Wait until it can be written to.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&place, 1, -1)
      } else if more < 0, errno != EINTR {
        return String(cString: strerror(errno))
      }
      written += Swift.max(more, 0)
    }
    return nil
  }
}
