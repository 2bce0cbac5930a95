import Foundation

/// The list of the files that belong to a catalog.
struct OutputManifest: Codable {
  /// The version of the list's format.
  var version = 1
  /// Whether the folder may hold files that belong to somebody else.
  var isAdopted = false
  /// The paths of the catalog's files.
  var files: Set<String> = []

  /// Makes the list of a folder without files.
  init() {}

  /// Reads a list that was written before; nothing if it is broken.
  ///
  /// Files are deleted by the list, so one that names a place outside the folder is broken, too.
  init?(_ data: Data) {
    guard let list = try? JSONDecoder().decode(OutputManifest.self, from: data), list.version == version,
      list.files.allSatisfy(Self.isInside)
    else { return nil }
    self = list
  }

  /// Whether a path leads to a place inside the folder.
  static func isInside(_ path: String) -> Bool {
    path.pathParts.allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Writes the paths in order, so that the list has the same bytes on any machine.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(isAdopted, forKey: .isAdopted)
    try container.encode(files.sorted(), forKey: .files)
  }
}
