import Diagnostics
import Foundation

/// Standard output, where an error in writing is told: a report that did not arrive counts for nothing.
enum StandardOutput {
  /// Prints a text.
  static func print(_ text: String, terminator: String = "\n") throws(DiagnosticsError) {
    if let reason = Array((text + terminator).utf8).write(to: STDOUT_FILENO) { throw error(reason) }
  }

  /// Ends the output: some file systems say only then that something could not be written.
  static func end() throws(DiagnosticsError) {
    guard close(STDOUT_FILENO) == 0 else { throw error(String(cString: strerror(errno))) }
  }

  private static func error(_ reason: String) -> DiagnosticsError {
    DiagnosticsError(
      Diagnostic(
        code: "output/unwritable", "the report cannot be written: \(reason)", at: .init(file: "standard output"),
        hint: "Make room for it, or send it elsewhere."))
  }
}

extension [UInt8] {
  /// Writes all of the bytes.
  ///
  /// - Returns: Nil, or what the system says of why it cannot be done.
  func write(to descriptor: Int32) -> String? {
    var written = 0
    while written < count {
      let more = withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: written), count - written)
      }
      if more < 0, errno == EAGAIN {
        // Whoever reads has left it in a state in which nobody waits.
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
