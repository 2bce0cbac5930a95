import Glibc

/// A lock that belongs to one process at a time, and ends with it however it ends.
///
/// The lock is one of the whole file, by `flock`, which waits in line. Who has it also locks a byte of the file, by `fcntl`: of those locks the
/// system knows the process, and which byte it is says what the process is doing. So who waits hears for whom, nothing has to be
/// written for it, and what is heard is never out of date.
final class FolderLock {
  /// The name of the file that is locked.
  static let name = "lock"

  private var descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { release() }

  /// Locks a folder, and waits as long as somebody else has it.
  ///
  /// - Parameters:
  ///   - folder: The folder that the file is in.
  ///   - making: Whether the file is made if it is missing.
  ///   - activity: What the process is doing.
  ///   - onWait: Is called once if somebody else has it, with that process as far as it is known.
  /// - Returns: Nil if the file is missing, or is not the one any more that the name stands for: who had the lock has taken it away.
  static func take(
    in folder: Folder, making: Bool, for activity: FolderHolder.Activity, onWait: (FolderHolder?) -> Void
  ) throws(SystemError) -> FolderLock? {
    if making { folder.willChange?("make \(name)") }
    let flags = making ? O_RDWR | O_CREAT : activity == .check ? O_RDONLY : O_RDWR
    let descriptor = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
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

  /// Gives the lock to others.
  func release() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// Says who has the lock. Where the file system has no such locks, others wait all the same, and do not know for whom.
  private func sign(_ activity: FolderHolder.Activity) {
    // A file that is only read can only be locked for reading.
    var range = Self.range(type: activity == .check ? F_RDLCK : F_WRLCK)
    (range.l_start, range.l_len) = (off_t(activity.rawValue), 1)
    _ = fcntl(descriptor, F_SETLK, &range)
  }

  /// Who has the lock, as far as the system tells: not of a process on another machine, nor of this one itself.
  private var holder: FolderHolder? {
    for activity in FolderHolder.Activity.allCases {
      var range = Self.range(type: F_RDLCK)
      (range.l_start, range.l_len) = (off_t(activity.rawValue), 1)
      // A lock for reading is only in the way of one for writing, which may be asked for, though not taken, by any descriptor.
      if activity == .check { range.l_type = Int16(F_WRLCK) }
      guard fcntl(descriptor, F_GETLK, &range) == 0, Int32(range.l_type) != F_UNLCK, range.l_pid > 0 else { continue }
      return FolderHolder(activity: activity, process: range.l_pid)
    }
    return nil
  }

  private static func range(type: Int32) -> flock {
    var range = flock()
    (range.l_type, range.l_whence) = (Int16(type), Int16(SEEK_SET))
    return range
  }
}

/// A process that has a folder to itself.
package struct FolderHolder: Hashable, Sendable {
  /// What a process does with a folder.
  package enum Activity: Int, CaseIterable, Sendable {
    /// It publishes once.
    case build
    /// It publishes whenever something has changed, and leaves the folder to others in between.
    case watch
    /// It only looks.
    case check
  }

  /// What the process is doing.
  package let activity: Activity
  /// The number of the process.
  package let process: Int32
}
