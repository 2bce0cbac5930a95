import Fingerprints

/// The rows of a file, with what has to be known to read them.
///
/// It is a class so that whoever reads a field holds one reference and not one for each part.
final class FileRows: Sendable {
  /// Where the key of a row comes from.
  enum Key: Equatable, Sendable {
    case field(Int)
    case rowNumber
    /// The name of the row's own file, without folder and ending, by the field that has its path.
    case fileName(pathField: Int)
  }

  let schema: Schema
  let bytes: [UInt8]
  let layout: RowLayout
  let starts: RowStarts
  let numbers: RowNumbers
  /// The types of the schema's fields.
  let types: [FieldType]
  /// For each field of the schema, whether a person chose its type.
  let areChosen: [Bool]
  /// What stands before row numbers that are keys: nothing where there is only one file.
  let rowPrefix: String
  /// For each field of the schema, what decides its reading.
  let fieldFingerprints: [Fingerprint]
  let key: Key
  /// The field that titles come from, if any.
  let titleField: Int?
  /// All that decides the reading of a row.
  let fingerprint: Fingerprint

  init(
    schema: Schema, bytes: [UInt8], layout: RowLayout, starts: RowStarts, numbers: RowNumbers, areChosen: [Bool],
    rowPrefix: String, key: Key = .rowNumber, titleField: Int? = nil
  ) {
    self.schema = schema
    types = schema.fields.map(\.type)
    self.bytes = bytes
    self.layout = layout
    self.starts = starts
    self.numbers = numbers
    self.areChosen = areChosen
    self.rowPrefix = rowPrefix
    self.key = key
    self.titleField = titleField
    var parts = Fingerprinter()
    fieldFingerprints = zip(schema.fields, areChosen).map { field, isChosen in
      field.combine(isChosen: isChosen, into: &parts)
      return parts.finish()
    }
    for field in fieldFingerprints { parts.combine(field) }
    layout.combine(into: &parts)
    switch key {
    case .field(let field): parts.combine(field)
    case .rowNumber: parts.combine(-1)
    case .fileName(let field): parts.combine(-2 - field)
    }
    parts.combine(rowPrefix)
    parts.combine(titleField ?? -1)
    fingerprint = parts.finish()
  }

  /// The same rows, with keys and titles from elsewhere.
  func settled(key: Key, titleField: Int?) -> FileRows {
    FileRows(
      schema: schema, bytes: bytes, layout: layout, starts: starts, numbers: numbers, areChosen: areChosen,
      rowPrefix: rowPrefix, key: key, titleField: titleField)
  }
}

extension RowLayout {
  /// Adds what decides the reading of a row, beside its bytes and fields.
  fileprivate func combine(into parts: inout Fingerprinter) {
    switch self {
    case .delimited(let delimiter, let columns):
      parts.combine(Int(delimiter))
      for column in columns { parts.combine(column) }
    case .object: parts.combine(-1)
    case .packed(let columns):
      parts.combine(-2)
      for column in columns { parts.combine(column) }
    }
  }
}
