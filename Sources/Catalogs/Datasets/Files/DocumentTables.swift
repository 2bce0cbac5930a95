import Foundation
import JSONValues

/// The lists of objects in a JSON, YAML or TOML document.
package enum DocumentTables {
  /// Returns the names of the lists in a document that have rows, in their order, if there are several. Each can be
  /// chosen as the path of the rows.
  ///
  /// A document that is a row itself has none.
  ///
  /// - Parameter path: The path of the document.
  /// - Returns: An empty array if the file is not a document of this kind or cannot be read. Reading the rows reports
  ///   the reason.
  /// - Complexity: O(*n*) in the size of the file; O(1) for JSON that begins with an array.
  package static func names(inDocumentAt path: String, format: DatasetFormat) -> [String] {
    guard !DataFile.isFolder(path), format != .json || !beginsWithArray(path) else { return [] }
    guard let (json, reader) = DataFile(path, file: path, format: format).document else { return [] }
    return reader.members(of: json)?.namesOfSeveralTables ?? []
  }

  /// Returns whether a document is an object that is a row: it has a member that is a text, a number or a boolean, or
  /// it has a single member that is an object with one; and its names are not data.
  ///
  /// - Parameter path: The path of the document.
  /// - Returns: `nil` if the document cannot be read.
  /// - Complexity: O(*n*) in the size of the file.
  package static func isSingleRow(atPath path: String, format: DatasetFormat) -> Bool? {
    guard let (json, reader) = DataFile(path, file: path, format: format).document,
      let members = reader.members(of: json)
    else { return nil }
    guard members.count == 1, members[0].kind == .object else { return members.areSingleRow }
    return reader.members(of: json, at: members[0].place)?.areSingleRow
  }

  /// Whether the first visible character of a file is a bracket, so that the rest need not be read.
  private static func beginsWithArray(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let head = try? file.read(upToCount: 256) else { return false }
    return head.first { $0 > .space } == UInt8(ascii: "[")
  }
}

extension DataFile {
  /// The document in the file as JSON, and its reader; `nil` if it cannot be read.
  fileprivate var document: (json: SourceText, reader: DatasetReader)? {
    let options = Dataset.Options(problems: .warn)
    let reader = DatasetReader(name: "", options: options)
    guard [.json, .yaml, .toml].contains(format), let source = try? text(options),
      let json = try? reader.json(of: source)
    else { return nil }
    return (json, reader)
  }

  /// Whether the file, read by itself, has an object that is a row.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  var isRow: Bool {
    guard let document else { return false }
    let json = document.json
    var reader = document.reader
    return json.bytes.withUnsafeBufferPointer { bytes in
      var scanner = reader.scanner(of: json, bytes)
      scanner.skipSpace()
      var whole = scanner
      guard (try? whole.value()) != nil, (try? whole.finish()) != nil else { return false }
      if case .row? = try? reader.shape(scanner, json) { return true }
      return false
    }
  }
}
