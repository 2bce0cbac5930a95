import Glibc

/// What the file system answered when it would not do something.
struct SystemError: Error {
  /// The number of the error, as the system has them.
  let code: Int32

  /// Something that is no folder stands where one has to be.
  static var notAFolder: SystemError { SystemError(code: ENOTDIR) }

  /// Whether something stands where a file or a folder has to be, or is a link.
  var isObstacle: Bool { [ENOTDIR, ELOOP, EISDIR].contains(code) }

  /// The error of the last system call of this thread.
  static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  /// What the system says about it.
  var description: String { String(cString: strerror(code)) }
}
