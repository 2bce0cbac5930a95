import Foundation

/// A file system that catalogs are built on.
struct Place {
  var name: String
  /// A folder of our own.
  var folder: String
  /// Whether what is in the way is set aside, and deleted last: a disk may be slow for a while after much was deleted from it (ext4 leaves
  /// inodes alone that were in use a moment ago, and looks for others one by one).
  var deletesLate = false

  /// How many bytes there is room for.
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
