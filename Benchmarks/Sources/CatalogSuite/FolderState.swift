import Foundation

/// What the files of a folder are, as far as anybody can see from outside. What is hidden is not looked at: it is the command's own.
struct FolderState {
  /// A file, and when it was written.
  private struct File: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
    /// Of its bytes, and good in this process.
    var digest: Int
  }

  private var files: [String: File] = [:]
  /// How many bytes of the file system the files take.
  private(set) var allocatedSize = 0

  /// The state of a folder without files.
  init() {}

  /// Looks at all files of a folder.
  ///
  /// - Parameter folder: The folder's path.
  /// - Throws: A `Failure` for what cannot be read.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(of folder: String) throws { try look(into: folder, path: "") }

  /// Takes a folder away, if it is there.
  static func remove(_ folder: String) throws { _ = try Cost(of: ["rm", "-rf", folder]) }

  /// How many files there are.
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

  /// The number of the files in a folder that have a text in them.
  ///
  /// - Throws: A `Failure` for what cannot be read.
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

  /// What happened to the files since an earlier look.
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

/// What happened to the files of a folder.
struct FolderChanges: Decodable {
  var created: Set<String> = []
  var updated: Set<String> = []
  var deleted: Set<String> = []
  /// Files that were written without need: they have the bytes that they had.
  var touched: Set<String> = []

  init() {}

  private enum CodingKeys: CodingKey {
    case created, updated, deleted
  }

  /// How many files there is something to upload, or to delete, for.
  var count: Int { created.count + updated.count + deleted.count }

  /// How many files others tell something else about, or do not know of.
  func differences(from others: FolderChanges) -> Int {
    [\FolderChanges.created, \.updated, \.deleted].map {
      self[keyPath: $0].symmetricDifference(others[keyPath: $0]).count
    }.reduce(0, +)
  }
}
