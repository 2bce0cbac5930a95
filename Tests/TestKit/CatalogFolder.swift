public import Foundation

/// A folder with a catalog's files. It is deleted with the last reference to the object.
public final class CatalogFolder {
  /// The location of the folder.
  public let url: URL

  /// Creates a folder with files, given their texts by their paths.
  public init(_ files: [String: String]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "pomona-tests-\(UUID().uuidString)")
    for (path, text) in files { try write(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and replaces an existing one at the path.
  public func write(_ path: String, _ text: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Executes SQL in a database, which is created if necessary.
  public func execute(_ sql: String, in database: String) throws {
    try SQLiteFile("\(path)/\(database)").execute(sql)
  }

  /// The path of the folder.
  public var path: String { url.path(percentEncoded: false) }
}
