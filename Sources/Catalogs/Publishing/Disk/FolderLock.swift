import Glibc

/// A lock that one process holds at a time. The system releases it when the process ends, however it ends.
///
/// The lock itself is a `flock` on the whole file, for which other processes queue. The holder also locks a single byte
/// of the file by `fcntl`: for such a lock the system reports the process, and the offset of the byte encodes the
/// holder's activity. So a waiting process can name the holder, without anything being written that could be out of
/// date.
final class FolderLock {
  /// The name of the file that is locked.
  static let name = "lock"

  private var descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { release() }

  /// Acquires the lock of a folder, and waits while another process holds it.
  ///
  /// - Parameters:
  ///   - folder: The folder with the lock's file.
  ///   - making: Whether the file is created if it does not exist.
  ///   - onWait: A closure that is called once if another process holds the lock, with that process, if known.
  /// - Returns: The lock, or `nil` if the file does not exist, or was deleted by the previous holder, so that the name
  ///   no longer refers to the locked file.
  static func take(
    in folder: Folder, making: Bool, for activity: FolderHolder.Activity, onWait: (FolderHolder?) -> Void
  ) throws(SystemError) -> FolderLock? {
    if making { folder.willChange?("make \(name)") }
    let flags = making ? O_RDWR | O_CREAT : activity == .check ? O_RDONLY : O_RDWR
    guard let descriptor = try folder.open(name, flags) else { return nil }
    let lock = FolderLock(descriptor)
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw .last }
      onWait(lock.holder)
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .last }
      }
    }
    guard try folder.status(of: name)?.identity == Folder.status(ofDescriptor: descriptor).identity else { return nil }
    lock.sign(activity)
    return lock
  }

  func release() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// Publishes which process holds the lock. On a file system without such locks, other processes still wait, but do
  /// not know for which process.
  private func sign(_ activity: FolderHolder.Activity) {
    // A file that was opened for reading can only have a read lock.
    var range = Self.range(of: activity, type: activity == .check ? F_RDLCK : F_WRLCK)
    _ = fcntl(descriptor, F_SETLK, &range)
  }

  /// The holder of the lock, or `nil` if it is unknown: the system reports neither a process on another machine nor
  /// this process itself.
  private var holder: FolderHolder? {
    for activity in FolderHolder.Activity.allCases {
      // A read lock conflicts only with a write lock, which any descriptor may test for, even if it could not acquire
      // it.
      var range = Self.range(of: activity, type: activity == .check ? F_WRLCK : F_RDLCK)
      guard fcntl(descriptor, F_GETLK, &range) == 0, Int32(range.l_type) != F_UNLCK, range.l_pid > 0 else { continue }
      return FolderHolder(activity: activity, process: range.l_pid)
    }
    return nil
  }

  private static func range(of activity: FolderHolder.Activity, type: Int32) -> flock {
    var range = flock()
    range.l_type = Int16(type)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(activity.rawValue)
    range.l_len = 1
    return range
  }
}

/// A process that holds the lock of a folder.
package struct FolderHolder: Hashable, Sendable {
  /// The activity of a process that holds a folder.
  package enum Activity: Int, CaseIterable, Sendable {
    /// The process publishes once.
    case build
    /// The process publishes whenever something has changed, and releases the folder in between.
    case watch
    /// The process reads the folder and changes nothing.
    case check
  }

  /// The activity of the process.
  package let activity: Activity
  /// The identifier of the process.
  package let process: Int32
}
