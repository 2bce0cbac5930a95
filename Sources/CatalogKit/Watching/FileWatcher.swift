import Fingerprints
import Foundation
import SystemPackage

/// Waits until some of a set of files are others than they were when they were read.
///
/// The system's notices only wake it up; what has changed it finds out by looking at the files. So it does not matter how a program
/// saves a file: by writing to it, by renaming a new one over it, or by deleting it and writing it again; nor whether it does while nobody
/// waits. Several changes that come in a burst are told together, when there has been quiet for a moment; but a burst that does not end is
/// not waited for.
final class FileWatcher {
  /// How long there has to be quiet, in milliseconds, before changes are told.
  private let quiet: Int32
  /// How long changes are held back at the most, while there are others or a file is gone.
  private let patience: Duration
  private let notices: any Notices
  private let now: () -> ContinuousClock.Instant

  /// Makes a watcher.
  ///
  /// - Parameters:
  ///   - quiet: How long there has to be quiet, in milliseconds, before changes are told.
  ///   - patience: How many times as long changes are held back at the most.
  ///   - notices: What wakes the watcher up.
  ///   - now: What time it is.
  init(
    quiet: Int32 = 50, patience: Int = 10, notices: any Notices = DirectoryEvents(),
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.quiet = quiet
    self.patience = .milliseconds(Int(quiet) * patience)
    self.notices = notices
    self.now = now
  }

  /// Waits until some files are others than before.
  ///
  /// - Parameters:
  ///   - states: The files, and the folders whose list of files matters, as they were when they were read. They need not exist.
  ///   - interruption: A descriptor that becomes readable when nobody wants to wait any longer.
  /// - Returns: The files that are others, or came or went; `nil` if the wait was interrupted.
  func next(after states: [String: FileState?], interruption: Int32) -> Set<String>? {
    let folders = Set(
      states.keys.lazy.map { FilePath($0) }.flatMap { path in
        let parent = path.removingLastComponent().orCurrent.string
        return path.isFolder ? [path.string, parent] : [parent]
      })
    var before: [String: FileState?]?
    var deadline: ContinuousClock.Instant?
    while true {
      // Folders are watched before their files are looked at: what happens in between makes a notice.
      notices.watch(folders)
      let changed = states.filter { FileState($0.key) != $0.value }.keys
      let present = Dictionary(uniqueKeysWithValues: changed.map { ($0, FileState($0)) })
      if changed.isEmpty {
        deadline = nil
      } else {
        // A file that is gone mostly comes again in the next moment.
        let isGone = present.contains { $0.value == nil && states[$0.key] != .some(nil) }
        let time = now()
        let end = deadline ?? time + patience
        if before == present && !isGone || time >= end { return Set(changed) }
        deadline = end
      }
      before = present
      if notices.wait(milliseconds: changed.isEmpty ? -1 : quiet, interruption) == .interrupted { return nil }
    }
  }
}

/// What tells, without reading a file, whether somebody has written to it or put another one in its place.
struct FileState: Codable, Hashable, Sendable {
  private let inode: Int
  private let size: Int
  /// In nanoseconds since 1970.
  private let modified: Int
  /// In nanoseconds since 1970.
  let changed: Int

  /// Looks at a file; nil if there is none. Of a link it is the file that it leads to.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = Int(truncatingIfNeeded: status.st_ino)
    size = Int(status.st_size)
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    self.modified = modified.tv_sec * 1_000_000_000 + modified.tv_nsec
    self.changed = changed.tv_sec * 1_000_000_000 + changed.tv_nsec
  }

  /// Whether every change from a time on shows in the state: if the last one was long enough before, by any file system's clock.
  func isSettled(at time: Int) -> Bool { changed <= time - 100_000_000 }

  /// The time, in nanoseconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Adds the state to what something is made from.
  func combine(into parts: inout Fingerprinter) {
    for number in [inode, size, modified, changed] { parts.combine(number) }
  }
}

/// Tells a watcher that something may have happened in some folders.
protocol Notices: AnyObject {
  /// Sets which folders are watched. One that does not exist is watched as soon as it is named again and does.
  func watch(_ folders: Set<String>)

  /// Waits for a notice.
  ///
  /// - Parameters:
  ///   - milliseconds: How long to wait; for ever if negative.
  ///   - interruption: A descriptor that becomes readable when nobody wants to wait any longer.
  func wait(milliseconds: Int32, _ interruption: Int32) -> NoticeAnswer
}

/// How a wait for a notice ended.
enum NoticeAnswer {
  /// Something may have happened.
  case noticed
  /// Nothing happened for as long as was to be waited.
  case quiet
  /// Nobody wants to wait any longer.
  case interrupted
}

/// The notices of Linux, by inotify.
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
      // A folder that was replaced by another one of the same name has to be watched anew: naming it again does no harm.
      let watch = inotify_add_watch(descriptor, folder, events)
      watched[folder] = watch >= 0 ? watch : nil
    }
  }

  func wait(milliseconds: Int32, _ interruption: Int32) -> NoticeAnswer {
    var descriptors = [
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // A folder that does not exist yet makes no notice: it is looked for every other second.
    let limit = milliseconds < 0 ? 2000 : milliseconds
    let count = poll(&descriptors, 2, limit)
    if descriptors[0].revents != 0 { return .interrupted }
    guard count > 0 else { return milliseconds < 0 ? .noticed : .quiet }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    return .noticed
  }
}
