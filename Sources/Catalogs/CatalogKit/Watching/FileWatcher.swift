package import Fingerprints
import Foundation
import Synchronization
import SystemPackage

/// Waits until some of a set of files differ from what they were when they were read.
///
/// Notices of the system only wake the watcher up. Which files changed is determined by comparing the states of all of
/// them. It does not matter therefore how a program saves a file: by writing to it, by renaming a new file over it, or
/// by deleting and recreating it. Changes between two waits are found as well. The changes of a burst are reported
/// together once they settle, but a burst that does not end is reported after a limited time. Changes by the builds
/// themselves are reported later and later; see ``BuildEchoes``.
final class FileWatcher {
  /// The time between two comparisons while files differ, in milliseconds. A notice brings the next comparison forward.
  private let settlingInterval: Int32
  /// The maximal time for which changes are held back because files still change, or because one was deleted.
  private let maximumDelay: Duration
  private let notices: any Notices
  private let now: () -> ContinuousClock.Instant
  private let state: (String) -> FileState?
  private var echoes = BuildEchoes()

  /// - Parameter maximumDelayFactor: The maximal time for which changes are held back, as a multiple of
  ///   `settlingInterval`.
  init(
    settlingInterval: Int32 = 50, maximumDelayFactor: Int = 10, notices: any Notices = InotifyNotices(),
    now: @escaping () -> ContinuousClock.Instant = { .now }, state: @escaping (String) -> FileState? = FileState.init
  ) {
    self.settlingInterval = settlingInterval
    self.maximumDelay = .milliseconds(Int(settlingInterval) * maximumDelayFactor)
    self.notices = notices
    self.now = now
    self.state = state
  }

  /// Returns the files that were found to change with every build since the last call.
  func takeEchoes() -> Set<String> { echoes.takeFound() }

  /// Waits until some files differ from their recorded states.
  ///
  /// - Parameters:
  ///   - states: The recorded states of the files, and of the folders whose lists of files matter. They need not exist.
  ///   - interruption: A file descriptor that becomes readable when the wait is to end.
  /// - Returns: The paths of the files that were changed, created or deleted; `nil` if the wait was interrupted.
  func next(after states: [String: FileState?], interruption: Int32) -> Set<String>? {
    let paths = watchedPaths(for: states.keys)
    let names = Set(states.keys.lazy.compactMap { FilePath($0).lastComponent?.string })
    // The loop of a wait. A round compares all states, O(n) in the number of files, if something was noticed or files
    // differ. Then it sleeps until the next notice or timeout:
    //
    //                   some files differ                 the same states as in the round before, and no file deleted,
    //       ┌────────┐ ───────────────────▶ ┌──────────┐  or differing for longer than `maximumDelay`
    //       │  idle  │                      │ settling │ ────────────────────────────────────────────────▶ return
    //       └────────┘ ◀─────────────────── └──────────┘  later, if they are echoes of the build
    //                   no file differs
    //
    // In the idle state a round waits without a limit, and in the settling state for `settlingInterval` milliseconds. A
    // file that was deleted keeps the watcher in the settling state, because many programs save by deleting and
    // recreating a file.
    let start = now()
    var changes: [String: FileState?] = [:]
    // When the files began to differ, and when they changed last.
    var beginning: ContinuousClock.Instant?
    var latest = start
    var isNoticed = true
    while true {
      // Paths are watched before the files are compared, so that a change in between causes a notice.
      let isUnsure = notices.watch(paths, for: names)
      let before = changes
      if isNoticed || isUnsure || !changes.isEmpty { changes = differences(from: states) }
      let time = now()
      if changes != before { latest = time }
      var limit: ContinuousClock.Instant?
      if changes.isEmpty {
        beginning = nil
      } else {
        let first = beginning ?? time
        beginning = first
        limit = time + .milliseconds(Int(settlingInterval))
        // A deleted file usually appears again within a moment, because a program is saving it.
        let isGone = changes.contains { $0.value == nil && states[$0.key] != .some(nil) }
        if changes == before && !isGone || time >= first + maximumDelay {
          let files = Set(changes.keys)
          // A wait begins when a build ends. A change in its first two intervals is right after the build.
          let isAfterBuild = latest <= start + .milliseconds(2 * Int(settlingInterval))
          let end = first + (isAfterBuild ? echoes.delay(of: files) : .zero)
          if time >= end {
            echoes.note(files, isAfterBuild: isAfterBuild)
            return files
          }
          limit = end
        }
      }
      let answer = notices.wait(
        milliseconds: limit.map { Int32((($0 - time) / .milliseconds(1)).rounded(.up)) }, interruption)
      if answer == .interrupted { return nil }
      isNoticed = answer == .noticed
    }
  }

  private func differences(from known: [String: FileState?]) -> [String: FileState?] {
    var changes: [String: FileState?] = [:]
    for (path, old) in known {
      let new = state(path)
      if new != old { changes.updateValue(new, forKey: path) }
    }
    return changes
  }

  /// Returns the folders in which changes of files cause notices. A file behind a link, or with several names, may be
  /// written to in another folder, and is watched itself.
  private func watchedPaths(for files: some Sequence<String>) -> Set<String> {
    var paths: Set<String> = []
    for file in files {
      paths.insert(FilePath(file).removingLastComponent().orCurrent.string)
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      let isPlain = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
      if !isPlain { paths.insert(file) }
    }
    return paths
  }
}

/// The state of a file, which shows without reading it whether it was written to or replaced.
package struct FileState: Codable, Hashable, Sendable {
  private let inode: Int
  private let size: Int
  /// The time of the last modification, in nanoseconds since 1970.
  private let modified: Int
  /// The time of the last change of content or metadata, in nanoseconds since 1970.
  let changed: Int

  /// Reads the state of a file, with links followed. Returns `nil` if the file does not exist.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    self.modified = modified.tv_sec * 1_000_000_000 + modified.tv_nsec
    self.changed = changed.tv_sec * 1_000_000_000 + changed.tv_nsec
  }

  /// Whether every change after a time gives another state. It does if the last change was long enough before that time
  /// for any file system's clock.
  func isSettled(at time: Int) -> Bool { changed <= time - 100_000_000 }

  /// The current time, in nanoseconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Adds the state to a fingerprint.
  package func combine(into parts: inout Fingerprinter) {
    for number in [inode, size, modified, changed] { parts.combine(number) }
  }
}

/// Waits until inputs of a catalog change, or the wait is ended.
package final class InputWatch: Sendable {
  private let watcher = Mutex(FileWatcher())
  /// The ends of a pipe that becomes readable when the watch is to end.
  private let (reading, writing): (FileHandle, FileHandle)

  /// Creates a watch.
  package init() {
    let pipe = Pipe()
    (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
  }

  /// Ends the watch. It can be called from any thread.
  package func end() { try? writing.write(contentsOf: Data([0])) }

  /// Waits until some files differ from what they were when they were read.
  ///
  /// - Parameter inputs: The states of the files.
  /// - Returns: The paths of the changed files; `nil` if the watch was ended.
  package func next(after inputs: [String: FileState?]) -> Set<String>? {
    watcher.withLock { $0.next(after: inputs, interruption: reading.fileDescriptor) }
  }

  func takeEchoes() -> Set<String> { watcher.withLock { $0.takeEchoes() } }
}
