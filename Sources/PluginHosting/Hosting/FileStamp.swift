import Foundation

/// What tells whether a file has changed, without its being read.
package struct FileStamp: Hashable, Sendable {
  let path: String
  private let values: [Int]

  /// Whether there is such a file.
  var exists: Bool { !values.isEmpty }

  init(_ path: String) {
    self.path = path
    var status = stat()
    values =
      stat(path, &status) == 0
      ? [
        Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
        Int(bitPattern: UInt(status.st_ino)),
      ] : []
  }
}
