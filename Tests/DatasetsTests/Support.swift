import Datasets
import Diagnostics
import Testing

/// Reads a text as the file `fruits.csv`.
func read(csv text: String, _ options: Dataset.Options = .init()) throws(DiagnosticsError) -> Dataset {
  try Dataset(bytes: Array(text.utf8), file: "fruits.csv", format: .csv, options: options)
}

/// Reads a text as the file `fruits.json`.
func read(json text: String, _ options: Dataset.Options = .init()) throws(DiagnosticsError) -> Dataset {
  try Dataset(bytes: Array(text.utf8), file: "fruits.json", format: .json, options: options)
}

/// What a person reads when a reading fails; empty when it does not.
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
