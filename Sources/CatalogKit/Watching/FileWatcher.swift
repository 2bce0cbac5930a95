import Fingerprints
import Foundation
import SystemPackage

/// Waits until some of a set of files differ from what they were when they were read.
///
/// Notices of the system only wake the watcher up. Which files changed is determined by comparing the states of all of them. It does not
/// matter therefore how a program saves a file: by writing to it, by renaming a new file over it, or by deleting and recreating it.
/// Changes between two waits are found as well. The changes of a burst are reported together once they settle, but a burst that does not
/// end is reported after a limited time.
final class FileWatcher {
  /// The time between two comparisons while files differ, in milliseconds. A notice brings the next comparison forward.
  private let settlingInterval: Int32
  /// The maximal time for which changes are held back because files still change, or because one was deleted.
  private let maximumDelay: Duration
  private let notices: any Notices
  private let now: () -> ContinuousClock.Instant

  /// Creates a watcher.
  ///
  /// - Parameters:
  ///   - settlingInterval: The time between two comparisons while files differ, in milliseconds.
  ///   - maximumDelayFactor: The maximal time for which changes are held back, as a multiple of `settlingInterval`.
  ///   - notices: The notices that wake the watcher up.
  ///   - now: Returns the current time.
  init(
    settlingInterval: Int32 = 50, maximumDelayFactor: Int = 10, notices: any Notices = DirectoryEvents(),
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.settlingInterval = settlingInterval
    self.maximumDelay = .milliseconds(Int(settlingInterval) * maximumDelayFactor)
    self.notices = notices
    self.now = now
  }

  /// Waits until some files differ from their recorded states.
  ///
  /// - Parameters:
  ///   - states: The recorded states of the files, and of the folders whose lists of files matter. They need not exist.
  ///   - interruption: A file descriptor that becomes readable when the wait is to end.
  /// - Returns: The paths of the files that were changed, created or deleted; `nil` if the wait was interrupted.
  func next(after states: [String: FileState?], interruption: Int32) -> Set<String>? {
    let folders = Set(
      states.keys.lazy.map { FilePath($0) }.flatMap { path in
        let parent = path.removingLastComponent().orCurrent.string
        return path.isFolder ? [path.string, parent] : [parent]
      })
    // The loop of a wait. Each round compares all states, O(n) in the number of files, and then sleeps until the next notice or timeout:
    //
    //                   some files differ                 the same states as in the round before, and no file deleted,
    //       ┌────────┐ ───────────────────▶ ┌──────────┐  or differing for longer than `maximumDelay`
    //       │  idle  │                      │ settling │ ────────────────────────────────────────────────────────────▶ return
    //       └────────┘ ◀─────────────────── └──────────┘
    //                   no file differs
    //
    // In the idle state a round waits without a limit, and in the settling state for `settlingInterval` milliseconds. A file that was deleted keeps
    // the watcher in the settling state, because many programs save by deleting and recreating a file.
    var before: [String: FileState?]?
    var deadline: ContinuousClock.Instant?
    while true {
      // Folders are watched before the files are compared, so that a change in between causes a notice.
      notices.watch(folders)
      let changed = states.filter { FileState($0.key) != $0.value }.keys
      let present = Dictionary(uniqueKeysWithValues: changed.map { ($0, FileState($0)) })
      if changed.isEmpty {
        deadline = nil
      } else {
        // A deleted file usually appears again within a moment, because a program is saving it.
        let isGone = present.contains { $0.value == nil && states[$0.key] != .some(nil) }
        let time = now()
        let end = deadline ?? time + maximumDelay
        if before == present && !isGone || time >= end { return Set(changed) }
        deadline = end
      }
      before = present
      if notices.wait(milliseconds: changed.isEmpty ? -1 : settlingInterval, interruption) == .interrupted {
        return nil
      }
    }
  }
}

/// The state of a file, which shows without reading it whether it was written to or replaced.
struct FileState: Codable, Hashable, Sendable {
  private let inode: Int
  private let size: Int
  /// The time of the last modification, in nanoseconds since 1970.
  private let modified: Int
  /// The time of the last change of content or metadata, in nanoseconds since 1970.
  let changed: Int

  /// Reads the state of a file, with links followed. Returns `nil` if the file does not exist.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    self.modified = modified.tv_sec * 1_000_000_000 + modified.tv_nsec
    self.changed = changed.tv_sec * 1_000_000_000 + changed.tv_nsec
  }

  /// Whether every change after a time gives another state. It does if the last change was long enough before that time for any file
  /// system's clock.
  func isSettled(at time: Int) -> Bool { changed <= time - 100_000_000 }

  /// The current time, in nanoseconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Adds the state to a fingerprint.
  func combine(into parts: inout Fingerprinter) {
    for number in [inode, size, modified, changed] { parts.combine(number) }
  }
}

/// A source of notices that wakes a watcher up when files in some folders may have changed.
protocol Notices: AnyObject {
  /// Sets the watched folders. A folder that does not exist is watched after the first call that finds it.
  func watch(_ folders: Set<String>)

  /// Waits for a notice.
  ///
  /// - Parameters:
  ///   - milliseconds: The maximal time to wait; no limit if negative.
  ///   - interruption: A file descriptor that becomes readable when the wait is to end.
  func wait(milliseconds: Int32, _ interruption: Int32) -> NoticeAnswer
}

/// The reason why a wait for a notice ended.
enum NoticeAnswer {
  /// Files may have changed.
  case noticed
  /// The time elapsed without a notice.
  case quiet
  /// The wait was interrupted.
  case interrupted
}

/// Notices of Linux, from inotify.
final class DirectoryEvents: Notices {
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  private var watched: [String: Int32] = [:]

  deinit { close(descriptor) }

  func watch(_ folders: Set<String>) {
    for (folder, watch) in watched where !folders.contains(folder) {
      inotify_rm_watch(descriptor, watch)
      watched[folder] = nil
    }
    let events = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    )
    for folder in folders {
      // A folder may have been replaced by another one of the same name. Watching a folder again has no effect if it is the same.
      let watch = inotify_add_watch(descriptor, folder, events)
      watched[folder] = watch >= 0 ? watch : nil
    }
  }

  func wait(milliseconds: Int32, _ interruption: Int32) -> NoticeAnswer {
    var descriptors = [
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // A folder that does not exist yet causes no notice. So a wait without a limit ends after two seconds, and the folder is tried again.
    let limit = milliseconds < 0 ? 2000 : milliseconds
    let count = poll(&descriptors, 2, limit)
    if descriptors[0].revents != 0 { return .interrupted }
    guard count > 0 else { return milliseconds < 0 ? .noticed : .quiet }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return .noticed
  }
}
