import Foundation

/// A snapshot of the files of a folder, independent of what the command reports. Hidden files are skipped, since they
/// belong to the command.
struct FolderState {
  /// The identity, modification time and digest of a file.
  private struct File: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
    /// The hash of the bytes, which is valid in this process only.
    var digest: Int
  }

  private var files: [String: File] = [:]
  /// The number of bytes that the files occupy on the file system.
  private(set) var allocatedSize = 0

  /// Creates the snapshot of an empty folder.
  init() {}

  /// Creates a snapshot of all files of a folder.
  ///
  /// - Parameter folder: The folder's path.
  /// - Throws: A `Failure` if a file cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(of folder: String) throws { try look(into: folder, path: "") }

  /// Deletes a folder, if it exists.
  static func remove(_ folder: String) throws { _ = try Cost(of: ["rm", "-rf", folder]) }

  /// The number of files.
  var count: Int { files.count }

  private mutating func look(into folder: String, path: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
      let file = "\(folder)/\(name)"
      var status = stat()
      guard lstat(file, &status) == 0 else { throw Failure("\(file) cannot be looked at") }
      if status.st_mode & S_IFMT == S_IFDIR {
        try look(into: file, path: "\(path)\(name)/")
      } else {
        guard let bytes = FileManager.default.contents(atPath: file) else { throw Failure("\(file) cannot be read") }
        allocatedSize += Int(status.st_blocks) * 512
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        files[path + name] = File(
          inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
          digest: hasher.finalize())
      }
    }
  }

  /// Returns the number of files in a folder that contain a text.
  ///
  /// - Throws: A `Failure` if a file cannot be read.
  static func count(in folder: String, containing text: String) throws -> Int {
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        count += try self.count(in: path, containing: text)
      } else if let bytes = FileManager.default.contents(atPath: path) {
        count += bytes.range(of: Data(text.utf8)) == nil ? 0 : 1
      } else {
        throw Failure("\(path) cannot be read")
      }
    }
    return count
  }

  /// Returns the changes of the files since an earlier snapshot.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files.
  func changes(since earlier: FolderState) -> FolderChanges {
    var changes = FolderChanges()
    for (path, file) in files {
      guard let old = earlier.files[path] else {
        changes.created.insert(path)
        continue
      }
      if old.digest != file.digest { changes.updated.insert(path) } else if old != file { changes.touched.insert(path) }
    }
    changes.deleted = Set(earlier.files.keys.filter { files[$0] == nil })
    return changes
  }
}

/// The changes of the files of a folder.
struct FolderChanges: Decodable {
  var created: Set<String> = []
  var updated: Set<String> = []
  var deleted: Set<String> = []
  /// The files that were written without need, since their bytes are the same.
  var touched: Set<String> = []

  init() {}

  private enum CodingKeys: CodingKey {
    case created, updated, deleted
  }

  /// The number of files that have to be uploaded or deleted.
  var count: Int { created.count + updated.count + deleted.count }

  /// Returns the number of files whose change differs in other changes, or is in only one of the two.
  func differences(from others: FolderChanges) -> Int {
    [\FolderChanges.created, \.updated, \.deleted].map {
      self[keyPath: $0].symmetricDifference(others[keyPath: $0]).count
    }.reduce(0, +)
  }
}
