import Glibc

/// What the file system says of a file without its being read; of a link it is that of the link.
struct FileStatus: Equatable, Sendable {
  /// What there is at a place.
  enum Kind: Sendable {
    case file, folder, other
  }

  /// What it is.
  let kind: Kind
  /// The number of the file system that it is on.
  let device: UInt64
  /// The number of its bytes.
  let size: Int
  /// When it was written: nanoseconds since 1970.
  let modified: Int
  /// What tells it from any other file of this file system, whatever its name.
  let identity: UInt64

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    device = UInt64(status.st_dev)
    size = Int(status.st_size)
    modified = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
    identity = UInt64(status.st_ino)
  }
}
