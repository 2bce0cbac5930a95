import Foundation

/// The lists of objects of a document of JSON, YAML or TOML.
package enum DocumentTables {
  /// The names of the lists of a document that have rows, in its order, where there are several; each can be chosen as the path of the rows.
  ///
  /// A document that is a row itself has none.
  ///
  /// - Parameter path: The path of the document.
  /// - Returns: No names for what is no such document or cannot be read; whoever reads the rows finds out why.
  /// - Complexity: O(*n*) in the size of the file; O(1) for JSON that begins with an array.
  package static func names(inDocumentAt path: String, format: DatasetFormat) -> [String] {
    guard !DataFile.isFolder(path), format != .json || !beginsWithArray(path) else { return [] }
    let options = Dataset.Options(problems: .warn)
    guard let source = try? DataFile(path, file: path, format: format).text(options) else { return [] }
    var reader = DatasetReader(name: "", options: options)
    let members: [DocumentMember]
    switch format {
    case .json: members = reader.membersOfJSON(source)
    case .yaml: members = reader.membersOfYAML(source)
    case .toml: members = reader.membersOfTOML(source)
    case .csv, .tsv, .jsonLines, .sqlite, .markdown: return []
    }
    return members.namesOfSeveralTables
  }

  /// Whether the first sign of a text is a bracket, so that nothing of the rest has to be looked at.
  private static func beginsWithArray(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 256) else { return false }
    return head.first { $0 > .space } == UInt8(ascii: "[")
  }
}
