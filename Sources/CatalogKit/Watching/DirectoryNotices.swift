import Foundation

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
final class DirectoryNotices: Notices {
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
