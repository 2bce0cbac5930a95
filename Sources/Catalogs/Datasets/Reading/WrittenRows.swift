import Diagnostics
import JSONValues

/// The rows of a file whose own bytes are not read row by row. They are written as JSON objects, which are then read
/// like those of a JSON file.
struct WrittenRows {
  var writer = JSONRowWriter()
  fileprivate var file: ObjectRows
  /// The offset at which the current row begins.
  fileprivate var start = 0

  init(_ source: SourceText) { file = ObjectRows(written: source) }

  var source: SourceText { file.source }

  /// Returns the place of the current row or a field in it, for messages.
  func location(field: String? = nil) -> Diagnostic.Location {
    // The offset is in what was written, and says nothing about the file.
    file.location(0, field: field)
  }

  func finished() -> ReadFile { file.finished(writer.bytes, end: writer.count) }

  /// The field with the names of the rows, if these are members of an object.
  var nameField: Int? { file.nameField }

  /// Turns the rows into members of an object, whose names are a field.
  mutating func setNameField(_ field: Int) { file.nameField = field }

  /// Sets the fields of the columns of a table. As their names are the same in each row, short ones are written
  /// instead; see ``name(ofColumn:)``.
  mutating func setColumns(_ fields: [Int]) {
    for (index, field) in fields.enumerated() {
      var name = Self.name(ofColumn: index)
      let node = name.withUTF8 { file.tree.add($0, to: FieldTree.root) }
      file.tree.setField(field, of: node)
    }
  }

  /// Returns the short name that is written for a column of a table.
  static func name(ofColumn index: Int) -> String { String(index) }
}

extension DatasetReader {
  /// Begins a row. If there are too many rows, or too many bytes in them, it reports an error and returns `false`, and
  /// reading must end.
  ///
  /// - Parameters:
  ///   - number: The number of the row, for messages.
  ///   - name: The name of the row, if the rows are members of an object.
  ///   - place: The place of the row in the file.
  mutating func begin(
    _ rows: inout WrittenRows, number: Int, named name: String? = nil, at place: ReadFile.Place? = nil
  ) -> Bool {
    rows.file.number = number
    rows.file.place = place
    guard rows.writer.count <= options.limits.size else {
      let limits = options.limits
      errors.append(limits.excess(.size, at: .init(file: rows.source.file)))
      return false
    }
    guard admitsRow(at: rows.location()) else { return false }
    rows.start = rows.writer.count
    rows.writer.beginRow()
    if let name { rows.writer.name(name) }
    return true
  }

  /// Ends a row, and reads what was written.
  mutating func end(_ rows: inout WrittenRows) {
    // A separate reference to the bytes, so that the rows can be changed meanwhile. It ends before more is written,
    // which then needs no copy.
    let bytes = rows.writer.bytes
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(again: bytes, from: rows.start)
      do throws(JSONError) {
        try readRow(&scanner, &rows.file)
      } catch {
        if skipsProblem(.row) { return }
        problem(
          .row, rows.source.code("syntax"), error.message, at: rows.location(), decision: "the row is left out",
          hint: error.hint)
      }
    }
  }
}
