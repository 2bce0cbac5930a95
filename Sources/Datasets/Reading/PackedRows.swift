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
  /// Begins a row.
  mutating func begin(_ rows: inout PackedRows, number: Int, at place: ReadFile.Place? = nil) {
    serial += 1
    rows.packer.beginRow()
    rows.number = number
    rows.place = place
    rows.file.numbers.append(number)
    if let place { rows.file.places.append(place) }
  }

  /// Adds a field to the row that was begun.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - kind: What the file says of the value.
  ///   - text: The bytes of the value, where it is no list.
  ///   - list: The elements, where it is one.
  ///   - place: Where the value is, if that is known.
  mutating func add(
    _ name: String, _ kind: RawField.Kind, _ text: [UInt8], list: [String] = [], to rows: inout PackedRows,
    at place: ReadFile.Place? = nil
  ) {
    let field = fields.index(of: name)
    guard fields.columns[field].lastRow != serial else {
      errors.append(
        Diagnostic(
          code: .init(rawValue: "\(rows.source.format.rawValue)/duplicate-field"), "the row has the field twice",
          at: rows.location(field: name, place),
          hint: "A name with a dot in it means the same as a mapping within the row."))
      return
    }
    fields.columns[field].lastRow = serial
    text.withUnsafeBufferPointer { bytes in
      guard kind != .missing, kind == .list ? !list.isEmpty : kind == .yes || kind == .no || !bytes.isBlank else {
        return
      }
      if kind == .list { rows.packer.append(field, list: list) } else { rows.packer.append(field, kind, bytes) }
      guard fields.columns[field].noteValue() else { return }
      let fits = fields.columns[field].look(at: bytes, kind)
      guard !fits else { return }
      let shown = kind == .list ? Array(list.joined(separator: ", ").utf8) : text
      shown.withUnsafeBufferPointer { bytes in
        let raw = RawField(kind: kind == .list ? .string : kind, start: 0, end: bytes.count)
        reportMisfit(raw, in: bytes, field: field, at: rows.location(field: name))
      }
    }
  }
}
