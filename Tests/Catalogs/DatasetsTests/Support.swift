import Datasets
import Diagnostics
import Foundation
import Testing

/// Reads a text as the file `fruits.csv`.
func read(csv text: String, _ options: Dataset.Options = .init()) throws(DiagnosticsError) -> Dataset {
  try Dataset(bytes: Array(text.utf8), file: "fruits.csv", format: .csv, options: options)
}

/// Reads a text as the file `fruits.json`.
func read(json text: String, _ options: Dataset.Options = .init()) throws(DiagnosticsError) -> Dataset {
  try Dataset(bytes: Array(text.utf8), file: "fruits.json", format: .json, options: options)
}

/// Reads a text as the file `fruits`, with the extension of its format.
func read(
  _ format: DatasetFormat, _ text: String, _ options: Dataset.Options = .init()
) throws(DiagnosticsError) -> Dataset {
  try Dataset(bytes: Array(text.utf8), file: "fruits.\(format.rawValue)", format: format, options: options)
}

/// Calls a closure with a temporary folder, which is deleted afterwards.
func withFolder<Result>(_ body: (Folder) throws -> Result) throws -> Result {
  let folder = Folder(path: FileManager.default.temporaryDirectory.path + "/datasets-\(UUID().uuidString)")
  try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder.path) }
  return try body(folder)
}

/// A folder that tests write to.
struct Folder {
  let path: String

  /// Writes a file, and creates the folders of its path.
  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = "\(path)/\(name)"
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
    try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }
}

/// Returns the message of a failed reading, or an empty string if it succeeds.
func message(of reading: @autoclosure () throws -> Dataset) -> String {
  do {
    _ = try reading()
    return ""
  } catch {
    return "\(error)"
  }
}

extension Dataset {
  /// The plain texts of all records.
  var texts: [[String]] { records.map { $0.values.map(\.text) } }

  /// The names of the fields.
  var fieldNames: [String] { schema.fields.map(\.name) }

  /// The types of the fields.
  var types: [FieldType] { schema.fields.map(\.type) }

  /// The keys of the records.
  var keys: [String] { records.map(\.id.key) }
}
