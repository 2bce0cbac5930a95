public import Diagnostics

/// The format of a data file.
public enum DatasetFormat: String, CaseIterable, Sendable {
  /// Comma-separated values (RFC 4180) with a header.
  case csv
  /// An array of objects (RFC 8259).
  case json

  /// Tells the format of a file by the extension of its name, in any case.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - file: The name to print for it; the path unless given.
  /// - Throws: A diagnostic that lists the formats, when the extension is none of theirs.
  public init(path: String, file: String? = nil) throws(DiagnosticsError) {
    let ending = path.fileNameParts.ending
    guard let format = DatasetFormat(rawValue: ending.lowercased()) else {
      let message = ending.isEmpty ? "the file name has no ending" : "files that end in .\(ending) cannot be read"
      throw DiagnosticsError(
        Diagnostic(
          code: "datasets/unknown-format", message, at: .init(file: file ?? path),
          hint: "The file name must end in .csv or .json; spreadsheet programs save tables as CSV."))
    }
    self = format
  }
}

extension String {
  /// The file name at the end of a path, in two parts: `data/fruits.csv` gives `fruits` and `csv`.
  var fileNameParts: (stem: String, ending: String) {
    let name = split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (String(name), "") }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}
