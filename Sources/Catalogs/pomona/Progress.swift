import Foundation

/// The progress of a build on a terminal.
enum Progress {
  /// Returns a closure that shows the number of completed pages in one line, which it overwrites, and clears at the
  /// end. Nothing is shown if standard error is not a terminal, or in the first moments of a build.
  static func make() -> (_ done: Int, _ total: Int) -> Void {
    guard isatty(STDERR_FILENO) == 1 else { return { _, _ in } }
    let start = ContinuousClock.now
    var last = start
    var isShown = false
    return { done, total in
      let now = ContinuousClock.now
      if done >= total {
        if isShown { Console.printError("\r\u{1B}[K", terminator: "") }
        isShown = false
      } else if now - start > .milliseconds(500), now - last > .milliseconds(100) {
        Console.printError("\r\(done) of \(total) files\u{1B}[K", terminator: "")
        last = now
        isShown = true
      }
    }
  }
}
