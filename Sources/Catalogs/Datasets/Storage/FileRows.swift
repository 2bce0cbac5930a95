import Fingerprints

/// The rows of a file, and what is needed to read them.
///
/// The rows are not copied out of the file: `bytes` is the whole text, and `starts` has the offset at which each row
/// begins. A row extends to the start of the next one, and so includes the separator between them. Reading a field
/// scans its row from the start until the field is found, as `layout` describes.
///
///     bytes    id,name ⏎ 1,Apple ⏎ 2,Pear ⏎ 3,Fig ⏎
///     starts             ↑ row 0   ↑ row 1  ↑ row 2 ↑ end
///     numbers            1         2        3            the numbers of the rows in their file
///
/// It is a class so that the reader of a field holds a single reference instead of one for each part.
final class FileRows: Sendable {
  /// The origin of the key of a row.
  enum Key: Equatable, Sendable {
    case field(Int)
    /// Several fields, which identify a row only in combination.
    case fields([Int])
    case rowNumber
    /// The file name of the row's own file, without folder and extension. The field with the path is given.
    case fileName(pathField: Int)

    init(fields: [Int]) { self = fields.count == 1 ? .field(fields[0]) : .fields(fields) }

    /// The fields whose texts are the key, or an empty array if the key comes from elsewhere.
    var fields: [Int] {
      switch self {
      case .field(let field): [field]
      case .fields(let fields): fields
      case .rowNumber, .fileName: []
      }
    }
  }

  let schema: Schema
  let bytes: [UInt8]
  let layout: RowLayout
  let starts: RowStarts
  let numbers: RowNumbers
  /// How the schema's fields are read.
  let readings: [FieldReading]
  /// How the values of the schema's fields are written.
  let notations: [FieldNotation]
  /// The prefix of row numbers that are keys; empty if there is only one file.
  let rowPrefix: String
  /// For each field of the schema, the fingerprint of what decides how it is read.
  let fieldFingerprints: [Fingerprint]
  let key: Key
  /// The keys of the rows whose own key is missing or belongs to another row, by row.
  let otherKeys: [Int: String]
  /// The fields that form the title; empty if the key is the title.
  let titleFields: [Int]
  /// The fingerprint of everything that decides how a row is read, except its entry in ``otherKeys``.
  let fingerprint: Fingerprint

  init(
    schema: Schema, bytes: [UInt8], layout: RowLayout, starts: RowStarts, numbers: RowNumbers,
    notations: [FieldNotation], rowPrefix: String, key: Key = .rowNumber, otherKeys: [Int: String] = [:],
    titleFields: [Int] = []
  ) {
    self.schema = schema
    readings = schema.fields.map(\.reading)
    self.bytes = bytes
    self.layout = layout
    self.starts = starts
    self.numbers = numbers
    self.notations = notations
    self.rowPrefix = rowPrefix
    self.key = key
    self.otherKeys = otherKeys
    self.titleFields = titleFields
    var parts = Fingerprinter()
    fieldFingerprints = schema.fields.indices.map { index in
      schema.fields[index].combine(isChosen: notations[index].isExplicit, into: &parts)
      notations[index].combine(into: &parts)
      return parts.finish()
    }
    for field in fieldFingerprints { parts.combine(field) }
    layout.combine(into: &parts)
    // Numbers of fields are not negative, so the negative ones stand for the other origins.
    switch key {
    case .field(let field): parts.combine(field)
    case .rowNumber: parts.combine(-1)
    case .fileName(let field): parts.combine(-2 - field)
    case .fields(let fields): parts.combine(fields) { $0.combine($1) }
    }
    parts.combine(rowPrefix)
    parts.combine(titleFields.count)
    for field in titleFields { parts.combine(field) }
    fingerprint = parts.finish()
  }

  /// Creates the rows of a single row, with a copy of its bytes, so that those of the file are not kept alive.
  init(_ rows: FileRows, alone row: Int) {
    bytes = Array(rows.bytes[rows.starts.range(of: row)])
    var starts = RowStarts(byteCount: bytes.count)
    var numbers = RowNumbers()
    starts.append(0)
    starts.end = bytes.count
    // The row keeps its number in the file: messages show it, and it may be the key.
    numbers.append(rows.numbers[row])
    self.starts = starts
    self.numbers = numbers
    otherKeys = rows.otherKeys[row].map { [0: $0] } ?? [:]
    schema = rows.schema
    layout = rows.layout
    readings = rows.readings
    key = rows.key
    titleFields = rows.titleFields
    notations = rows.notations
    rowPrefix = rows.rowPrefix
    // Fingerprints state how a row is read, and not what it says. Those of the file apply to each of its rows.
    fieldFingerprints = rows.fieldFingerprints
    fingerprint = rows.fingerprint
  }

  /// Returns the same rows, with another origin of keys and titles.
  func with(key: Key, otherKeys: [Int: String] = [:], titleFields: [Int] = []) -> FileRows {
    FileRows(
      schema: schema, bytes: bytes, layout: layout, starts: starts, numbers: numbers,
      notations: notations, rowPrefix: rowPrefix, key: key, otherKeys: otherKeys, titleFields: titleFields)
  }
}

extension FieldNotation {
  /// Adds what decides how a value is read, other than whether the type is explicit.
  fileprivate func combine(into parts: inout Fingerprinter) {
    if let separator { parts.combine(separator) }
    if nones.isEmpty, !hasFormulas { return }
    parts.combine(nones.texts) { $0.combine($1) }
    parts.combine(hasFormulas)
  }
}

extension RowLayout {
  /// Adds what decides how a row is read, other than its bytes and fields.
  fileprivate func combine(into parts: inout Fingerprinter) {
    switch self {
    case .delimited(let delimiter, let columns):
      parts.combine(Int(delimiter))
      for column in columns { parts.combine(column ?? -1) }
    case .object(_, let nameField):
      parts.combine(-1)
      parts.combine(nameField ?? -1)
    }
  }
}

extension FileRows {
  /// Returns the bytes of a row, without the separator between it and the next row.
  func content(of row: Int, in bytes: Bytes) -> Bytes {
    let range = starts.range(of: row)
    var end = range.upperBound
    switch layout {
    case .delimited:
      while end > range.lowerBound, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    case .object:
      // Objects are separated by commas and white space.
      while end > range.lowerBound, bytes[end - 1] != UInt8(ascii: "}") { end -= 1 }
    }
    return bytes.part(range.lowerBound, end)
  }

  @inline(__always)
  func withField<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes, RawField) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      var found = RawField.missing
      layout.forEachField(in: bytes, starts.range(of: row)) { index, value in
        if index == field { found = value }
        return index != field
      }
      return body(bytes, found)
    }
  }

  /// Returns the values of fields of a row, which is read once whatever the order of the fields.
  func values(at fields: [Int], ofRow row: Int) -> [Value] {
    if fields.isEmpty { return [] }
    return withFields(fields, ofRow: row) { bytes, raw in fields.map { value(raw[$0], in: bytes, $0) } }
  }

  /// Calls a closure with a buffer that has some fields of a row, each at its number. The other elements of the buffer
  /// are unspecified.
  @inline(__always)
  func withFields<Result>(
    _ fields: [Int], ofRow row: Int, _ body: (Bytes, UnsafeMutableBufferPointer<RawField>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: RawField.self, capacity: notations.count) { raw in
      // Every element is initialised before any is read. Elements need no deinitialisation.
      raw.initialize(repeating: .missing)
      return bytes.withUnsafeBufferPointer { bytes in
        // The scan ends when all requested fields were found. Until then, a kind marks them that no field has.
        var remaining = 0
        for field in fields where raw[field].kind != .wanted {
          raw[field].kind = .wanted
          remaining += 1
        }
        if remaining == 0 { return body(bytes, raw) }
        layout.forEachField(in: bytes, starts.range(of: row)) { field, value in
          // If a row has a field twice, the first value counts.
          guard raw[field].kind == .wanted else { return true }
          remaining -= 1
          raw[field] = value
          return remaining > 0
        }
        if remaining > 0 {
          for field in fields where raw[field].kind == .wanted { raw[field].kind = .missing }
        }
        return body(bytes, raw)
      }
    }
  }

  /// Returns the value of a field. A value that is not of the field's type is its text as written.
  func value(_ raw: RawField, in bytes: Bytes, _ field: Int) -> Value {
    let raw = notations[field].content(of: raw, in: bytes)
    if let value = readings[field].value(of: raw, in: bytes, notations[field]) { return value }
    let text = raw.text(in: bytes)
    return text.isEmpty ? .missing : .text(text)
  }

  func value(at field: Int, ofRow row: Int) -> Value {
    withField(field, ofRow: row) { bytes, raw in value(raw, in: bytes, field) }
  }

  // MARK: - Keys and titles

  func key(ofRow row: Int) -> String {
    if !otherKeys.isEmpty, let key = otherKeys[row] { return key }
    return switch key {
    case .rowNumber: rowPrefix + String(numbers[row])
    case .field(let field): withKeyText(field, ofRow: row) { $0.text }
    case .fields(let fields): key(fields.map { field in withKeyText(field, ofRow: row) { $0.text } })
    case .fileName(let field): value(at: field, ofRow: row).text.fileNameParts.stem
    }
  }

  /// Returns the key that consists of several texts, or an empty string if all of them are empty.
  private func key(_ texts: [String]) -> String {
    texts.allSatisfy(\.isEmpty) ? "" : texts.joined(separator: Dataset.Key.separator)
  }

  /// Calls a closure with the bytes of a field's text without the white space at both ends, in most cases without
  /// creating a string.
  func withKeyText<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    withField(field, ofRow: row) { bytes, raw in withKeyText(raw, in: bytes, field, body) }
  }

  @inline(__always)
  private func withKeyText<Result>(_ raw: RawField, in bytes: Bytes, _ field: Int, _ body: (Bytes) -> Result) -> Result
  {
    let raw = notations[field].content(of: raw, in: bytes)
    guard readings[field].hasKeysAsWritten else {
      var text = value(raw, in: bytes, field).text.trimmed
      return text.withUTF8(body)
    }
    if raw.kind.isCharacters || raw.kind == .number { return raw.withContent(in: bytes) { body($0.trimmed) } }
    var text = raw.text(in: bytes)
    return text.withUTF8 { body($0.trimmed) }
  }

  /// Calls a closure with the bytes of each row's key, in order, until it returns `false`. Entries of ``otherKeys`` are
  /// ignored if the key is one field.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the rows up to the end of their keys.
  func forEachKey(_ body: (Bytes) -> Bool) {
    guard case .field(let field) = key else {
      for row in 0..<starts.count {
        var text = key(ofRow: row)
        if !text.withUTF8(body) { return }
      }
      return
    }
    let layout = layout
    let starts = starts
    bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<starts.count {
        var found = RawField.missing
        layout.forEachField(in: bytes, starts.range(of: row)) { index, value in
          if index == field { found = value }
          return index != field
        }
        if !withKeyText(found, in: bytes, field, body) { return }
      }
    }
  }

  /// Returns the title of a row: the texts of its title fields, or its key if they are empty.
  func title(ofRow row: Int) -> String {
    if titleFields.isEmpty { return key(ofRow: row) }
    return Record.title(of: values(at: titleFields, ofRow: row)) ?? key(ofRow: row)
  }
}
