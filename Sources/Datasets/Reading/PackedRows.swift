import Diagnostics

/// The rows of a file whose bytes are not kept, while they are read.
struct PackedRows {
  let source: SourceText
  fileprivate var packer = RowPacker()
  fileprivate var file: ReadFile
  fileprivate var number = 0
  fileprivate var place: ReadFile.Place?

  init(_ source: SourceText) {
    self.source = source
    file = ReadFile(source: source, bytes: [], layout: .packed(columns: []), starts: RowStarts(byteCount: 0))
  }

  func finished() -> ReadFile {
    var (file, packer) = (file, packer)
    packer.finish()
    file.bytes = packer.bytes
    file.starts = packer.starts
    return file
  }

  /// Where a field of the row that is read is, for messages.
  func location(field: String?, _ place: ReadFile.Place? = nil) -> Diagnostic.Location {
    // A row with a file of its own needs no number.
    let file = self.place?.file
    let place = place ?? self.place
    if let offset = place?.offset { return source.location(row: number, offset: offset, field: field) }
    return .init(
      file: file ?? source.file, row: file == nil ? number : nil, line: place?.line, column: place?.column, field: field
    )
  }
}

extension DatasetReader {
  /// Begins a row, unless there are too many, or too much in them: then that is an error, and the reading has to end.
  mutating func begin(_ rows: inout PackedRows, number: Int, at place: ReadFile.Place? = nil) -> Bool {
    rows.number = number
    rows.place = place
    guard rows.packer.bytes.count <= options.limits.size else {
      let limits = options.limits
      errors.append(limits.excess(.size, at: .init(file: rows.source.file)))
      return false
    }
    guard admitsRow(at: rows.location(field: nil)) else { return false }
    rows.packer.beginRow()
    rows.file.numbers.append(number)
    if let place { rows.file.places.append(place) }
    return true
  }

  /// Adds a field to the row that was begun.
  ///
  /// - Parameters:
  ///   - field: The number of the field.
  ///   - kind: What the file says of the value.
  ///   - text: The bytes of the value, where it is no list.
  ///   - list: The elements, where it is one.
  ///   - place: Where the value is, if that is known.
  mutating func add(
    _ field: Int, _ kind: RawField.Kind, _ text: Bytes, list: [String] = [], to rows: inout PackedRows,
    at place: ReadFile.Place? = nil
  ) {
    guard fields.columns[field].lastRow != rowsRead else {
      errors.append(
        Diagnostic(
          code: .init(rawValue: "\(rows.source.format.rawValue)/duplicate-field"), "the row has the field twice",
          at: rows.location(field: fields.names[field], place),
          hint: "A name with a dot in it means the same as a mapping within the row."))
      return
    }
    fields.columns[field].lastRow = rowsRead
    if kind == .list {
      guard !list.isEmpty else { return }
      RowPacker.array(list).withUnsafeBufferPointer { pack(field, kind, $0, to: &rows, at: place) }
    } else if kind == .yes || kind == .no || kind != .missing && !text.isBlank {
      pack(field, kind, text, to: &rows, at: place)
    }
  }

  /// The same for a field by its name.
  mutating func add(
    _ name: String, _ kind: RawField.Kind, _ text: [UInt8], list: [String] = [], to rows: inout PackedRows,
    at place: ReadFile.Place? = nil
  ) {
    let field = fields.index(of: name)
    text.withUnsafeBufferPointer { add(field, kind, $0, list: list, to: &rows, at: place) }
  }

  private mutating func pack(
    _ field: Int, _ kind: RawField.Kind, _ content: Bytes, to rows: inout PackedRows, at place: ReadFile.Place?
  ) {
    guard content.count <= min(options.limits.value, RowPacker.longestValue) else {
      return reportLongValue(at: rows.location(field: fields.names[field], place))
    }
    rows.packer.append(field, kind, content)
    guard fields.columns[field].noteValue(), !fields.columns[field].look(at: content, kind) else { return }
    reportMisfit(
      RawField(kind: kind, start: 0, end: content.count), in: content, field: field,
      at: rows.location(field: fields.names[field]))
  }
}
