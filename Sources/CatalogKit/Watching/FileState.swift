import Fingerprints
import Foundation

/// What tells, without reading a file, whether somebody has written to it or put another one in its place.
struct FileState: Codable, Hashable, Sendable {
  private let inode: Int
  private let size: Int
  /// In nanoseconds since 1970.
  private let modified: Int
  /// In nanoseconds since 1970.
  let changed: Int

  /// Looks at a file; nothing where there is none. Of a link it is the file that it leads to.
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
