import Foundation

/// The files that a catalog was made from, each as it was just before it was read: also those that were looked for and not found, and
/// the folders whose lists of files were read.
///
/// As long as all of them are the same, there is nothing that the catalog could have become otherwise.
final class InputLog {
  private(set) var states: [String: FileState?]
  /// Whether the states will tell every later change. One in the same moment as the last, by the file system's clock, would look the same;
  /// and what comes from a stream comes once.
  private(set) var isReliable = true

  /// Makes a log of what was noted at another time.
  init(states: [String: FileState?] = [:]) { self.states = states }

  /// Notes a file or a folder that is about to be read. What was noted before stays as it was then.
  func note(_ path: String) {
    guard states[path] == nil else { return }
    let state = FileState(path)
    states[path] = .some(state)
    if let state, state.changed > Self.now - 100_000_000 { isReliable = false }
  }

  /// Notes files that are about to be read again.
  func noteAgain(_ paths: some Sequence<String>) {
    for path in paths { states[path] = nil }
    for path in paths { note(path) }
  }

  /// Notes that something is read that is no file.
  func noteStream() { isReliable = false }

  /// The time, in nanoseconds since 1970.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
