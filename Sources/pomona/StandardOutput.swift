import Diagnostics
import Foundation

/// Standard output, with errors in writing reported: a report that was not written must not count as delivered.
enum StandardOutput {
  /// Prints a text.
  static func print(_ text: String, terminator: String = "\n") throws(DiagnosticsError) {
    if let reason = Array((text + terminator).utf8).write(to: STDOUT_FILENO) { throw error(reason) }
  }

  /// Closes the output. Some file systems report errors in writing only then.
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
