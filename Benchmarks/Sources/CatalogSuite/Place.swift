import Foundation

/// A file system that catalogs are built on.
struct Place {
  var name: String
  /// The folder, which only the benchmark uses.
  var folder: String
  /// Whether folders to delete are moved aside and deleted at the end: a disk may be slow for a while after many files
  /// were deleted (ext4 does not reuse inodes that were in use a moment ago, and searches for others one by one).
  var deletesLate = false

  /// The number of free bytes.
  var room: Double {
    get throws {
      let parent = URL(filePath: folder).deletingLastPathComponent().path(percentEncoded: false)
      let attributes = try FileManager.default.attributesOfFileSystem(forPath: parent)
      guard let size = attributes[.systemFreeSize] as? NSNumber else {
        throw Failure("nobody knows how full \(name) is")
      }
      return size.doubleValue
    }
  }
}
