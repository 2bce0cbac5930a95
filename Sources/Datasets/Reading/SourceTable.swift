/// What a file says before its fields have types: names, and rows of values as long as the names.
struct SourceTable {
  var fields: [String] = []
  var rows: [SourceRow] = []
}

/// A row of a file and where it begins.
struct SourceRow {
  /// The row that a spreadsheet shows, or the number of a JSON item.
  var number: Int
  /// The first byte of the row.
  var offset: Int
  var values: [SourceValue] = []
}

/// A value as the file has it.
enum SourceValue: Equatable {
  case missing
  /// Characters whose type the file does not say: a CSV field.
  case untyped(String)
  /// Characters that the file says are text: a JSON string.
  case string(String)
  /// A JSON number, as written.
  case number(String)
  case boolean(Bool)
  case list([SourceValue])

  /// The value as plain text, as it was written.
  var text: String {
    switch self {
    case .missing: ""
    case .untyped(let text), .string(let text), .number(let text): text
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .list(let elements): elements.map(\.text).joined(separator: ", ")
    }
  }
}
