import Foundation
import TestKit

/// The files of a catalog that is edited, on the disk.
final class HistoryFolder {
  private let root: URL
  private var files: [String: HistoryDataset.Content] = [:]

  init() throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "pomona-history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// The catalog's folder.
  var catalog: String { path("catalog") }

  /// A path next to the catalog.
  func path(_ name: String) -> String { root.appending(path: name).path(percentEncoded: false) }

  /// Writes the files that have changed, and deletes those that were removed.
  ///
  /// - Returns: The paths of both.
  func write(_ new: [String: HistoryDataset.Content]) throws -> Set<String> {
    var changed: Set<String> = []
    for (path, content) in new where files[path] != content {
      try write(content, to: "\(catalog)/\(path)")
      changed.insert("\(catalog)/\(path)")
    }
    for path in files.keys where new[path] == nil {
      try FileManager.default.removeItem(atPath: "\(catalog)/\(path)")
      changed.insert("\(catalog)/\(path)")
    }
    files = new
    return changed
  }

  private func write(_ content: HistoryDataset.Content, to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    switch content {
    case .text(let text): try Data(text.utf8).write(to: url)
    case .database(let rows):
      // A database is edited in place; other files are replaced.
      if let head = try? Data(contentsOf: url).prefix(6), head != Data("SQLite".utf8) {
        try FileManager.default.removeItem(at: url)
      }
      let columns = HistoryRow.fields.joined(separator: ", ")
      let database = try SQLiteFile(path)
      try database.execute("BEGIN; CREATE TABLE IF NOT EXISTS herbs (\(columns)); DELETE FROM herbs")
      for row in rows {
        try database.execute(
          "INSERT INTO herbs VALUES (?, ?, ?, ?, ?, ?, ?)", row.texts.map { $0.isEmpty ? nil : $0 })
      }
      try database.execute("COMMIT")
    }
  }
}
