import Glibc

/// A lock that belongs to one process at a time, and ends with it however it ends.
final class FolderLock {
  /// The name of the file that is locked.
  static let name = "lock"

  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Locks a folder, and waits as long as somebody else has it.
  ///
  /// - Parameters:
  ///   - folder: The folder that the file is in.
  ///   - making: Whether the file is made if it is missing.
  ///   - onWait: Is called once if somebody else has it.
  /// - Returns: Nothing if the file is missing, or is not the one any more that the name stands for: who had the lock has taken it away.
  static func take(
    in folder: Folder, making: Bool, onWait: () -> Void
  ) throws(SystemError) -> FolderLock? {
    if making { folder.willChange?("make \(name)") }
    let descriptor = openat(
      folder.descriptor, name, (making ? O_RDWR | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
    let lock = FolderLock(descriptor)
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { throw .last }
      onWait()
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .last }
      }
    }
    guard try folder.status(of: name)?.identity == Folder.status(ofDescriptor: descriptor).identity else { return nil }
    return lock
  }
}
