import Foundation

/// How far a build is, on a terminal.
enum Progress {
  /// What shows how many pages are done, in one line that is written over and over and is gone at the end. Nothing is shown where standard
  /// error is no terminal, nor of what is done before anybody could read it.
  static func make() -> (_ done: Int, _ total: Int) -> Void {
    guard isatty(STDERR_FILENO) == 1 else { return { _, _ in } }
    let start = ContinuousClock.now
    var last = start
    var isShown = false
    return { done, total in
      let now = ContinuousClock.now
      if done >= total {
        if isShown { write("\r\u{1B}[K") }
        isShown = false
      } else if now - start > .milliseconds(500), now - last > .milliseconds(100) {
        write("\r\(done) of \(total) files\u{1B}[K")
        (last, isShown) = (now, true)
      }
    }
  }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
