import Diagnostics
import JSONValues

/// The rows of a file whose own bytes are not to be read row by row: they are written as objects of JSON, and read again as such.
struct WrittenRows {
  var writer = JSONRowWriter()
  fileprivate var file: ObjectRows
  /// Where the row that is written begins.
  fileprivate var start = 0

  init(_ source: SourceText) { file = ObjectRows(written: source) }

  var source: SourceText { file.source }

  /// Where a field of the row that is written is, for messages.
  func location(field: String? = nil, at place: ReadFile.Place? = nil) -> Diagnostic.Location {
    (place ?? file.place).map { $0.location(ofRow: file.number, in: source, field: field) }
      ?? .init(file: source.file, row: file.number, field: field)
  }

  func finished() -> ReadFile { file.finished(writer.bytes, end: writer.count) }

  /// The field that the names of the rows are, where they are members of an object.
  var named: Int? { file.named }

  /// Has the rows be members of an object, whose names are a field.
  mutating func setNamed(_ field: Int) { file.named = field }

  /// Has the rows be those of a table, whose columns are fields. Their names are the same in each row, so that short ones are written; see
  /// ``name(ofColumn:)``.
  mutating func setColumns(_ fields: [Int]) {
    for (index, field) in fields.enumerated() {
      var name = Self.name(ofColumn: index)
      let node = name.withUTF8 { file.tree.add($0, to: FieldTree.root) }
      file.tree.setField(field, of: node)
    }
  }

  /// What stands for the name of a table's column.
  static func name(ofColumn index: Int) -> String { String(index) }
}

extension DatasetReader {
  /// Begins a row, unless there are too many, or too much in them: then that is an error, and the reading has to end.
  ///
  /// - Parameters:
  ///   - number: The number that people know the row by.
  ///   - name: Its name, where the rows are members of an object.
  ///   - place: Where it stands in the file.
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

  /// Reads the row that was written.
  mutating func end(_ rows: inout WrittenRows) {
    // A reference of its own, so that the rows can be changed meanwhile; it ends before more is written.
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
