import CatalogKit
import Foundation
import TestKit
import Testing

/// The content of an output folder, without the hidden folder.
struct OutputTree {
  /// A file, with the attributes that show whether it was written.
  struct File: Equatable {
    var bytes: Data
    var identity: Int
    var modified: Date
  }

  let files: [String: File]

  /// An empty folder.
  static let empty = OutputTree(files: [:])

  private init(files: [String: File]) { self.files = files }

  /// Reads a folder; a missing one is empty.
  init(_ folder: String) throws {
    var files: [String: File] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] where !path.hasPrefix(".pomona") {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
      guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
      files[path] = File(
        bytes: try Data(contentsOf: URL(filePath: "\(folder)/\(path)")),
        identity: attributes[.systemFileNumber] as? Int ?? 0,
        modified: attributes[.modificationDate] as? Date ?? .distantPast)
    }
    self.files = files
  }

  /// The bytes of the files.
  var bytes: [String: Data] { files.mapValues(\.bytes) }

  /// The paths of files that differ from another tree, for messages.
  func differences(from other: OutputTree) -> [String] {
    Set(files.keys).union(other.files.keys).filter { files[$0]?.bytes != other.files[$0]?.bytes }.sorted()
  }
}

extension CatalogFolder {
  /// Writes a file, updates the folder `out` by the builder of it, and expects what a clean build creates.
  ///
  /// - Returns: The paths of the output files that have changed.
  func paths(changedBy builder: CatalogBuilder, writing text: String, to file: String) throws -> [String] {
    let (output, clean) = (path + "/out", path + "/clean")
    let before = try OutputTree(output)
    try write(file, text)
    let report = try builder.update(["\(path)/\(file)"])
    defer { try? FileManager.default.removeItem(atPath: clean) }
    _ = try CatalogBuilder(at: path, into: clean).build()
    let after = try OutputTree(output)
    #expect(after.differences(from: try OutputTree(clean)) == [])
    report.expectToTell(from: before, to: after, "\(text)")
    return after.differences(from: before)
  }
}
