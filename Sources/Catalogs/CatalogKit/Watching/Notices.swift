import CFileSystems
import Foundation

/// A source of notices that wakes a watcher up when files may have changed.
protocol Notices: AnyObject {
  /// Sets the watched paths: folders, and files that can change without a trace in their folder. A path that does not
  /// exist is watched after the first call that finds it.
  ///
  /// - Parameters:
  ///   - paths: The paths.
  ///   - names: The names of the files that matter in the folders. Others matter if they are created, deleted or
  ///     renamed.
  /// - Returns: Whether changes may have caused no notice, so that the files have to be compared: something at one of
  ///   the paths is watched only now, is no longer there, or cannot be watched.
  func watch(_ paths: Set<String>, for names: Set<String>) -> Bool

  /// Waits for a notice.
  ///
  /// - Parameters:
  ///   - milliseconds: The maximal time to wait; `nil` for a time after which the paths should be watched again, in
  ///     case that others are there now.
  ///   - interruption: A file descriptor that becomes readable when the wait is to end.
  func wait(milliseconds: Int32?, _ interruption: Int32) -> NoticeAnswer
}

/// The reason why a wait for a notice ended.
enum NoticeAnswer {
  /// Files may have changed.
  case noticed
  /// The time elapsed without a notice.
  case quiet
  case interrupted
}

/// Notices of Linux, from inotify.
final class InotifyNotices: Notices {
  private let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  private var watched: [String: Int32] = [:]
  private var names: Set<String> = []
  /// The numbers of watches on file systems that other machines or programs may change without the knowledge of this
  /// system.
  private var remote: Set<Int32> = []

  /// The file systems whose files change through this system only.
  private static let localSystems: Set<UInt32> = [
    0xEF53,  // ext2, ext3, ext4
    0x5846_5342,  // xfs
    0x9123_683E,  // btrfs
    0x2FC1_2FC1,  // zfs
    0xF2F5_2010,  // f2fs
    0xCA45_1A4E,  // bcachefs
    0x0102_1994,  // tmpfs
    0x8584_58F6,  // ramfs
    0x794C_7630,  // overlayfs
    0x4D44, 0x2011_BAB0,  // fat, exfat
    0x7366_746E,  // ntfs
    0x9660, 0x1501_3346,  // isofs, udf
    0x7371_7368, 0xE0F5_E1E2,  // squashfs, erofs
  ]

  deinit { close(descriptor) }

  func watch(_ paths: Set<String>, for names: Set<String>) -> Bool {
    let events = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF)
    self.names = names
    let before = watched
    var isUnsure = false
    watched = [:]
    for path in paths {
      // Watching a path again has no effect if the same folder or file is there. If another one is, it gets a watch of
      // its own.
      let watch = inotify_add_watch(descriptor, path, events)
      if watch >= 0 {
        watched[path] = watch
        if watch != before[path], !Self.isLocal(path) { remote.insert(watch) }
        isUnsure = isUnsure || watch != before[path] || remote.contains(watch)
      } else {
        isUnsure = isUnsure || before[path] != nil || access(path, F_OK) == 0
      }
    }
    // Several paths may lead to the same folder, and have the same watch.
    for watch in Set(before.values).subtracting(watched.values) {
      inotify_rm_watch(descriptor, watch)
      remote.remove(watch)
    }
    return isUnsure
  }

  private static func isLocal(_ path: String) -> Bool {
    var system = statfs()
    return statfs(path, &system) == 0 && localSystems.contains(UInt32(truncatingIfNeeded: system.f_type))
  }

  func wait(milliseconds: Int32?, _ interruption: Int32) -> NoticeAnswer {
    var descriptors = [
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Watching again takes microseconds for each path. The more there are, the less often it is done.
    let time = milliseconds ?? Int32(clamping: max(2000, watched.count))
    let end = ContinuousClock.now + .milliseconds(Int(time))
    while true {
      let rest = max(.zero, end - .now) / .milliseconds(1)
      let count = poll(&descriptors, 2, Int32(rest.rounded(.up)))
      if descriptors[0].revents != 0 { return .interrupted }
      if count > 0, readEvents() { return .noticed }
      if rest == 0 { return .quiet }
    }
  }

  /// Reads all events, and returns whether one of them matters.
  private func readEvents() -> Bool {
    var isNoticed = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isNoticed }
      var event = 0
      // The system fills the buffer with whole events: a header of 16 bytes, in which the mask is at 4 and the length
      // of the name at 12, and the name with NULs behind it.
      while event < count {
        let (mask, length) = buffer.withUnsafeBytes {
          (
            $0.loadUnaligned(fromByteOffset: event + 4, as: UInt32.self),
            Int($0.loadUnaligned(fromByteOffset: event + 12, as: UInt32.self))
          )
        }
        let name = String(decoding: buffer[event + 16..<event + 16 + length].prefix { $0 != 0 }, as: UTF8.self)
        // An event without a name is one of the folder itself, or says that events were lost.
        let isInside = mask & ~UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB) == 0 && !name.isEmpty
        isNoticed = isNoticed || !isInside || names.contains(name)
        event += 16 + length
      }
    }
  }
}
