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
    guard let (json, reader) = document(atPath: path, format) else { return [] }
    return reader.members(of: json)?.namesOfSeveralTables ?? []
  }

  /// Whether a document is an object that is a row: it has a text, a number or a boolean of its own, or no more than an object that has some;
  /// and its names are not data.
  ///
  /// - Parameter path: The path of the document.
  /// - Returns: `nil` if it cannot be read.
  /// - Complexity: O(*n*) in the size of the file.
  package static func isRow(atPath path: String, format: DatasetFormat) -> Bool? {
    guard let (json, reader) = document(atPath: path, format), let members = reader.members(of: json) else {
      return nil
    }
    guard members.count == 1, members[0].kind == .object else { return members.isRow }
    return reader.members(of: json, at: members[0].place)?.isRow
  }

  /// A document as JSON, and who reads it.
  private static func document(atPath path: String, _ format: DatasetFormat) -> (json: SourceText, DatasetReader)? {
    let options = Dataset.Options(problems: .warn)
    let reader = DatasetReader(name: "", options: options)
    guard [.json, .yaml, .toml].contains(format),
      let source = try? DataFile(path, file: path, format: format).text(options),
      let json = try? reader.json(of: source)
    else { return nil }
    return (json, reader)
  }

  /// Whether the first sign of a text is a bracket, so that nothing of the rest has to be looked at.
  private static func beginsWithArray(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 256) else { return false }
    return head.first { $0 > .space } == UInt8(ascii: "[")
  }
}
