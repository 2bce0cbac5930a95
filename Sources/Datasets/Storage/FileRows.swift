import Fingerprints

/// The rows of a file, with what has to be known to read them.
///
/// It is a class so that whoever reads a field holds one reference and not one for each part.
final class FileRows: Sendable {
  /// Where the key of a row comes from.
  enum Key: Equatable, Sendable {
    case field(Int)
    /// Several fields, which tell rows apart only together.
    case fields([Int])
    case rowNumber
    /// The name of the row's own file, without folder and ending, by the field that has its path.
    case fileName(pathField: Int)

    /// Returns the key of the fields, which are one or more.
    init(fields: [Int]) { self = fields.count == 1 ? .field(fields[0]) : .fields(fields) }

    /// The fields whose texts are the key; empty where it is something else.
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
  /// For each field of the schema, whether a person chose its type.
  let hasExplicitType: [Bool]
  /// For each field of the schema, what stands between the elements of a list that is one text; nil where a text is one element.
  let separators: [String?]
  /// What stands before row numbers that are keys: nothing where there is only one file.
  let rowPrefix: String
  /// For each field of the schema, what decides its reading.
  let fieldFingerprints: [Fingerprint]
  let key: Key
  /// The keys of rows that have no key of their own there, or that of another row.
  let otherKeys: [Int: String]
  /// The fields that titles come from; none where keys are the titles.
  let titleFields: [Int]
  /// All that decides the reading of a row, but its own key in ``otherKeys``.
  let fingerprint: Fingerprint

  init(
    schema: Schema, bytes: [UInt8], layout: RowLayout, starts: RowStarts, numbers: RowNumbers, hasExplicitType: [Bool],
    separators: [String?], rowPrefix: String, key: Key = .rowNumber, otherKeys: [Int: String] = [:],
    titleFields: [Int] = []
  ) {
    self.schema = schema
    readings = schema.fields.map(\.reading)
    self.bytes = bytes
    self.layout = layout
    self.starts = starts
    self.numbers = numbers
    self.hasExplicitType = hasExplicitType
    self.separators = separators
    self.rowPrefix = rowPrefix
    self.key = key
    self.otherKeys = otherKeys
    self.titleFields = titleFields
    var parts = Fingerprinter()
    fieldFingerprints = schema.fields.indices.map { index in
      schema.fields[index].combine(isChosen: hasExplicitType[index], into: &parts)
      if let separator = separators[index] { parts.combine(separator) }
      return parts.finish()
    }
    for field in fieldFingerprints { parts.combine(field) }
    layout.combine(into: &parts)
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

  /// Takes one of some rows by itself, with bytes of its own: it does not keep those of the file.
  init(_ rows: FileRows, alone row: Int) {
    bytes = Array(rows.bytes[rows.starts.range(of: row)])
    var (starts, numbers) = (RowStarts(byteCount: bytes.count), RowNumbers())
    starts.append(0)
    starts.end = bytes.count
    numbers.append(rows.numbers[row])
    (self.starts, self.numbers) = (starts, numbers)
    otherKeys = rows.otherKeys[row].map { [0: $0] } ?? [:]
    (schema, layout, readings, key, titleFields) = (rows.schema, rows.layout, rows.readings, rows.key, rows.titleFields)
    (hasExplicitType, separators, rowPrefix) = (rows.hasExplicitType, rows.separators, rows.rowPrefix)
    (fieldFingerprints, fingerprint) = (rows.fieldFingerprints, rows.fingerprint)
  }

  /// The same rows, with keys and titles from elsewhere.
  func settled(key: Key, otherKeys: [Int: String] = [:], titleFields: [Int] = []) -> FileRows {
    FileRows(
      schema: schema, bytes: bytes, layout: layout, starts: starts, numbers: numbers, hasExplicitType: hasExplicitType,
      separators: separators, rowPrefix: rowPrefix, key: key, otherKeys: otherKeys, titleFields: titleFields)
  }
}

extension RowLayout {
  /// Adds what decides the reading of a row, beside its bytes and fields.
  fileprivate func combine(into parts: inout Fingerprinter) {
    switch self {
    case .delimited(let delimiter, let columns):
      parts.combine(Int(delimiter))
      for column in columns { parts.combine(column) }
    case .object(_, let named):
      parts.combine(-1)
      parts.combine(named ?? -1)
    }
  }
}

extension FileRows {
  /// The bytes of a row, without what stands between it and the next one.
  func range(of row: Int, in bytes: Bytes) -> Range<Int> {
    let range = starts.range(of: row)
    var end = range.upperBound
    switch layout {
    case .delimited:
      while end > range.lowerBound, bytes[end - 1] == .lineFeed || bytes[end - 1] == .carriageReturn { end -= 1 }
    case .object:
      // Between two objects there are commas and space.
      while end > range.lowerBound, bytes[end - 1] != UInt8(ascii: "}") { end -= 1 }
    }
    return range.lowerBound..<end
  }

  /// Gives a closure the fields of a row, in the order in which they stand there, until it returns `false`.
  @inline(__always)
  func forEachField(ofRow row: Int, _ body: (Bytes, Int, RawField) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      layout.forEachField(in: bytes, starts.range(of: row)) { body(bytes, $0, $1) }
    }
  }

  /// Gives a closure one field of a row.
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

  /// Reads fields of a row in one pass, whatever their order.
  func values(at fields: [Int], ofRow row: Int) -> [Value] {
    withFields(fields, ofRow: row) { bytes, raw in fields.map { value(raw[$0], in: bytes, $0) } }
  }

  /// Gives a closure some fields at once, each at its number. The others may be there or not.
  @inline(__always)
  func withFields<Result>(
    _ fields: [Int], ofRow row: Int, _ body: (Bytes, UnsafeMutableBufferPointer<RawField>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: RawField.self, capacity: hasExplicitType.count) { raw in
      // Every element is made before any is read; they have nothing to tidy up.
      raw.initialize(repeating: .missing)
      return bytes.withUnsafeBufferPointer { bytes in
        // The search ends when all that are wanted were found. They are known by a kind that no field has.
        var remaining = 0
        for field in fields where raw[field].kind != .wanted {
          raw[field].kind = .wanted
          remaining += 1
        }
        layout.forEachField(in: bytes, starts.range(of: row)) { field, value in
          // Of a field that a row has twice the first value counts.
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

  /// The value of a field; what is not of its type is text, as it is written.
  func value(_ raw: RawField, in bytes: Bytes, _ field: Int) -> Value {
    // Most fields are no lists, and need not look for it.
    let separator = readings[field] == .list ? separators[field] : nil
    if let value = readings[field].value(of: raw, in: bytes, isChosen: hasExplicitType[field], separator: separator) {
      return value
    }
    let text = raw.text(in: bytes)
    return text.isEmpty ? .missing : .text(text)
  }

  func value(at field: Int, ofRow row: Int) -> Value {
    withField(field, ofRow: row) { bytes, raw in value(raw, in: bytes, field) }
  }
}

// MARK: - Keys and titles

extension FileRows {
  /// The key of a row.
  func key(ofRow row: Int) -> String {
    if !otherKeys.isEmpty, let key = otherKeys[row] { return key }
    return switch key {
    case .rowNumber: rowPrefix + String(numbers[row])
    case .field(let field): withKeyText(field, ofRow: row) { $0.text }
    case .fields(let fields): key(fields.map { field in withKeyText(field, ofRow: row) { $0.text } })
    case .fileName(let field): value(at: field, ofRow: row).text.fileNameParts.stem
    }
  }

  /// The key that texts are together; empty where all of them are.
  private func key(_ texts: [String]) -> String {
    texts.allSatisfy(\.isEmpty) ? "" : texts.joined(separator: Dataset.Key.separator)
  }

  /// Gives a closure the bytes of a field's text without the white space at its ends, most often without making a text.
  func withKeyText<Result>(_ field: Int, ofRow row: Int, _ body: (Bytes) -> Result) -> Result {
    withField(field, ofRow: row) { bytes, raw in withKeyText(raw, in: bytes, field, body) }
  }

  @inline(__always)
  private func withKeyText<Result>(_ raw: RawField, in bytes: Bytes, _ field: Int, _ body: (Bytes) -> Result) -> Result
  {
    switch readings[field] {
    case .boolean, .list, .object, .records, .reference, .referrers, .linked, .decimalPointNumber, .decimalCommaNumber:
      // What these are shown as is not what is written.
      var text = value(raw, in: bytes, field).text.trimmed
      return text.withUTF8(body)
    case .text, .markdown, .number, .date, .dayFirstDate, .monthFirstDate, .url, .image:
      if raw.kind.isCharacters || raw.kind == .number { return raw.withContent(in: bytes) { body($0.trimmed) } }
      var text = raw.text(in: bytes)
      return text.withUTF8 { body($0.trimmed) }
    }
  }

  /// Gives a closure the bytes of each row's key as the rows have it, in order, until it returns `false`.
  ///
  /// - Complexity: O(*n*) in the bytes of the file up to the keys.
  func forEachKey(_ body: (Bytes) -> Bool) {
    guard case .field(let field) = key else {
      for row in 0..<starts.count {
        var text = key(ofRow: row)
        if !text.withUTF8(body) { return }
      }
      return
    }
    let (layout, starts) = (layout, starts)
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

  /// The title of a row: the texts of its title fields, or else its key.
  func title(ofRow row: Int) -> String {
    Record.title(of: titleFields.map { value(at: $0, ofRow: row) }) ?? key(ofRow: row)
  }
}
