package import Diagnostics

/// The format of a data file.
public enum DatasetFormat: String, CaseIterable, Sendable {
  /// Comma-separated values (RFC 4180) with a header. The delimiter may differ.
  case csv
  /// Tab-separated values.
  case tsv
  /// An array of objects (RFC 8259), an object that contains one, or an object with an array for each field.
  case json
  /// One object on each line: JSON Lines, NDJSON.
  case jsonLines = "jsonl"
  /// A sequence of mappings.
  case yaml
  /// An array of tables.
  case toml
  /// A table of a SQLite database, or the result of a query.
  case sqlite
  /// A folder of Markdown files with YAML front matter.
  case markdown

  /// Creates the format for the extension of a file name, ignoring case and a trailing `.gz`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - file: The file name for messages; the path if `nil`.
  /// - Throws: A diagnostic that lists the formats if the extension is unknown.
  package init(path: String, file: String? = nil) throws(DiagnosticsError) {
    let ending = path.withoutCompression.fileNameParts.ending
    guard let format = DatasetFormat.formats.first(where: { $0.ending == ending.lowercased() })?.format else {
      let message = ending.isEmpty ? "the file name has no ending" : "files that end in .\(ending) cannot be read"
      throw DiagnosticsError(
        code: "datasets/unknown-format", message, at: .init(file: file ?? path),
        hint: """
          The file name must end in \(DatasetFormat.endings), or choose the format with --input-format, or with `format:` in \
          catalog.yml. Spreadsheet programs save tables as CSV.
          """)
    }
    self = format
  }

  /// The file extensions that can be read, for messages.
  package static let endings = ".csv, .tsv, .json, .geojson, .jsonl, .yaml, .toml or .sqlite"

  private static let formats: [(ending: String, format: DatasetFormat)] = [
    ("csv", .csv), ("tsv", .tsv), ("tab", .tsv), ("json", .json), ("geojson", .json),
    ("jsonl", .jsonLines), ("ndjson", .jsonLines),
    ("yaml", .yaml), ("yml", .yaml), ("toml", .toml), ("sqlite", .sqlite), ("sqlite3", .sqlite), ("db", .sqlite),
  ]

  var isDelimited: Bool { self == .csv || self == .tsv }
}

extension String {
  /// The file name at the end of a path, split into `fruits` and `csv` for `data/fruits.csv`.
  var fileNameParts: (stem: String, ending: String) {
    let name = split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (String(name), "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  /// The path without the extension of a compressed file.
  var withoutCompression: String { lowercased().hasSuffix(".gz") ? String(dropLast(3)) : self }
}
