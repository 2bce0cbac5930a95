package import Diagnostics

/// The header of a CSV file, for a program that appends rows to the file.
package struct DelimitedHeader {
  /// The names of the columns, in order.
  package let names: [String]
  private let delimiter: UInt8
  private let lineEnd: [UInt8]

  /// Creates the header of a new file.
  package init(names: [String]) {
    self.names = names
    delimiter = .comma
    lineEnd = [.lineFeed]
  }

  /// Finds the header in the beginning of a file, as a reader of data finds it.
  ///
  /// - Parameters:
  ///   - bytes: The first lines of the file.
  ///   - file: The name of the file, for messages.
  /// - Throws: `DiagnosticsError` if there is no header, or if the file is not UTF-8.
  package init(of bytes: [UInt8], file: String) throws(DiagnosticsError) {
    let text = try SourceText(bytes, file: file, format: .csv)
    guard text.form == .utf8, text.firstInvalidByte == nil else {
      throw DiagnosticsError(
        code: "file/utf8", "the file is not UTF-8 text, to which rows could be appended", at: .init(file: file),
        hint: "Save it as UTF-8.")
    }
    var reader = DatasetReader(name: "", options: Dataset.Options(format: .csv))
    let found = reader.form(of: text)
    try reader.errors.throwErrors(after: [], file: file)
    guard let (form, source) = found, form.hasHeader else {
      throw DiagnosticsError(
        code: "csv/no-names", "the first row has values and no names of columns", at: .init(file: file),
        hint: "Add a line with names above it.")
    }
    delimiter = form.delimiter
    (names, lineEnd) = source.bytes.withUnsafeBufferPointer { bytes in
      var scanner = DelimitedScanner(bytes, from: form.start, row: form.row, delimiter: form.delimiter)
      guard scanner.findRecord() else { return ([], [.lineFeed]) }
      let names = DelimitedRecord(&scanner).fields.map { $0.text(in: bytes).trimmed }
      let ends = Array(bytes[..<scanner.position].suffix(2))
      return (names, ends == [.carriageReturn, .lineFeed] ? ends : [.lineFeed])
    }
  }

  /// The line with the names.
  package var line: [UInt8] { line(of: names) }

  /// Returns a row as a line of the file.
  ///
  /// - Parameter values: The value of each column, in order.
  package func line(of values: [String]) -> [UInt8] {
    var line: [UInt8] = []
    for (index, value) in values.enumerated() {
      if index > 0 { line.append(delimiter) }
      line += value.quotedForCSV(besides: delimiter).utf8
    }
    // A line without visible characters would not be a row.
    if line.allSatisfy({ $0 == .space || $0 == .tab }), values.count == 1 { line = [.quote] + line + [.quote] }
    return line + lineEnd
  }
}

extension String {
  /// Returns the text as a field of a CSV file, in quotation marks if it needs them.
  package func quotedForCSV(besides delimiter: UInt8 = UInt8(ascii: ",")) -> String {
    utf8.contains { $0 == delimiter || $0 == .quote || $0 == .lineFeed || $0 == .carriageReturn }
      ? "\"" + replacing("\"", with: "\"\"") + "\"" : self
  }
}
