import DocumentModel
package import Fingerprints
import JSONValues

/// One entry of a data set: a value for each field of its schema.
///
/// A record refers to the bytes of its file. A value is read from them each time that it is requested.
/// A stored record may therefore keep all bytes of its file in memory. Store the ``id``, or the values that you need,
/// instead.
public struct Record: Identifiable, Sendable {
  /// The identity of a record: the name of its data set, and its key there.
  public struct ID: Hashable, Sendable {
    /// The name of the data set.
    public var dataset: String
    /// The key, which is unique in the data set. Canonically equivalent texts are the same key.
    public var key: String

    /// Creates an identity.
    package init(dataset: String, key: String) {
      self.dataset = dataset
      self.key = key
    }
  }

  let table: RecordTable
  let index: Int

  init(_ table: RecordTable, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - title: The title for display; the key if `nil`.
  ///   - row: The row in which the record was read.
  ///   - schema: The fields.
  ///   - values: Exactly one value for each field of the schema, in its order.
  package init(id: ID, title: String? = nil, row: Int, schema: Schema, values: [Value]) {
    precondition(values.count == schema.fields.count, "a record needs one value for each field of its schema")
    let made = MadeRecord(key: id.key, title: title ?? id.key, row: row, values: values)
    self.init(RecordTable(dataset: id.dataset, schema: schema, content: .made(made)), 0)
  }

  /// The fields.
  public var schema: Schema { table.schema }

  /// The name of the record's data set.
  package var dataset: String { table.dataset }

  /// The identity.
  ///
  /// - Complexity: O(*n*) in the bytes of the row up to its key.
  public var id: ID { ID(dataset: table.dataset, key: key) }

  private var key: String {
    switch table.content {
    case .rows(let rows): rows.key(ofRow: index)
    case .made(let record): record.key
    case .part(let record, _, _), .overlaid(let record, _, _): record.key
    }
  }

  /// The title for display: the texts of the title fields, or the key if these are empty.
  ///
  /// - Complexity: O(*n*) in the bytes of the row up to its title and key.
  public var title: String {
    switch table.content {
    case .rows(let rows): rows.title(ofRow: index)
    case .made(let record): record.title
    case .part(let record, _, _): record.title
    case .overlaid(let record, let overlay, _):
      overlay.titleFields.flatMap { Self.title(of: values(at: $0)) } ?? record.title
    }
  }

  /// Returns the title that consists of some values, or `nil` if all of them are empty. Titles of records, which may
  /// have several words each, are separated by commas.
  static func title(of values: [Value]) -> String? {
    // Most titles are one value, which need not be joined with others.
    if values.count == 1 {
      let title = values[0].textOfTitle
      return title.isEmpty ? nil : title
    }
    let separator = values.contains { !$0.allRecords.isEmpty } ? ", " : " "
    let title = values.map(\.textOfTitle).filter { !$0.isEmpty }.joined(separator: separator)
    return title.isEmpty ? nil : title
  }

  /// The fields that form the title; empty if the title is the key, or was given.
  private var titleFields: [Int] {
    switch table.content {
    case .rows(let rows): rows.titleFields
    case .made(let record): record.original?.record.titleFields ?? []
    case .part: []
    case .overlaid(let record, let overlay, _): overlay.titleFields ?? record.titleFields
    }
  }

  /// The row in which the record was read, for messages: the row in a spreadsheet, or the number of an item.
  public var row: Int {
    if let row = table.row { return row }
    return switch table.content {
    case .rows(let rows): rows.numbers[index]
    case .made(let record): record.row
    case .part(let record, _, _), .overlaid(let record, _, _): record.row
    }
  }
}

// MARK: - Values

extension Record {
  /// A value for each field, in the order of the schema.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  package var values: [Value] { values(at: Array(schema.fields.indices)) }

  /// Returns the values of some fields, read in one pass.
  ///
  /// - Parameter fields: The indices of fields in the schema.
  /// - Complexity: O(*n*) in the bytes of the row.
  package func values(at fields: [Int]) -> [Value] {
    if fields.isEmpty { return [] }
    return switch table.content {
    case .rows(let rows): rows.values(at: fields, ofRow: index)
    case .made(let record): fields.map { record.values[$0] }
    case .part(let record, let places, _): record.values(at: fields.map { places[$0] })
    case .overlaid(let record, let overlay, let values): record.values(at: fields, under: overlay, values)
    }
  }

  private func values(at fields: [Int], under overlay: RecordOverlay, _ values: [Value]) -> [Value] {
    let own = fields.filter { overlay.place(of: $0) == nil }
    var read = self.values(at: own).makeIterator()
    return fields.map { field in overlay.place(of: field).map { values[$0] } ?? read.next() ?? .missing }
  }

  /// Returns the value of a field.
  ///
  /// An index belongs to one schema. When the file was read again, its columns may be others: look the field up with
  /// ``Schema/index(of:)`` each time.
  ///
  /// - Parameter field: The index of a field in the schema.
  /// - Complexity: O(*n*) in the bytes of the row up to the field.
  public func value(at field: Int) -> Value {
    precondition(schema.fields.indices.contains(field), "there is no field \(field)")
    switch table.content {
    case .rows(let rows): return rows.value(at: field, ofRow: index)
    case .made(let record): return record.values[field]
    case .part(let record, let places, _): return record.value(at: places[field])
    case .overlaid(let record, let overlay, let values):
      return overlay.place(of: field).map { values[$0] } ?? record.value(at: field)
    }
  }

  /// The value of a field, or `nil` if the schema has no field of this name.
  ///
  /// Nested values are found by names that are joined by dots: `contributors.name` is the list of the names in the list
  /// `contributors`.
  ///
  /// The subscript returns `nil` if there is no such field, and ``Value/missing`` if the record has no value in it. A
  /// misspelled name is therefore `nil` in every record.
  ///
  /// - Parameter field: The exact name of the field, followed by the names of members, if any.
  /// - Complexity: O(*n*) in the bytes of the row up to the field.
  public subscript(_ field: String) -> Value? { schema.path(of: field).map { value(at: $0.field).value(at: $0.names) } }

  /// Returns the values at a path that begins with a field. The elements of a list are returned separately.
  func values(at names: ArraySlice<String>) -> [Value] {
    guard let value = self[names.joined(separator: ".")], !value.isBlank else { return [] }
    if case .list(let elements, nil) = value { return elements }
    return [value]
  }

  /// Returns the same record with some of its values read, for callers that request them one by one. Its other values
  /// are missing.
  ///
  /// - Parameter fields: The indices of fields in the schema; `nil` for all of them.
  /// - Complexity: O(*n*) in the bytes of its row. In the original record, each single value costs as much.
  package func readingValues(at fields: [Int]? = nil) -> Record {
    let titleFields = if case .rows(let rows) = table.content { rows.titleFields } else { nil as [Int]? }
    // The title is formed of values that are read together with the others.
    let fields = fields.map { $0 + (titleFields ?? []) } ?? Array(schema.fields.indices)
    var values = [Value](repeating: .missing, count: schema.fields.count)
    for (field, value) in zip(fields, self.values(at: fields)) { values[field] = value }
    let key = key
    let title = titleFields.map { Self.title(of: $0.map { values[$0] }) ?? key } ?? title
    let made = MadeRecord(key: key, title: title, row: row, values: values)
    return Record(RecordTable(dataset: dataset, schema: schema, content: .made(made)), 0)
  }

  /// Returns a part of the record: its identity and title, and some of its fields. The values are not copied. The
  /// fingerprint is stored, as many other records may show the part.
  ///
  /// - Parameters:
  ///   - places: The indices of the fields in the schema.
  ///   - part: The schema with these fields alone.
  /// - Complexity: O(*n*) in the bytes of the row.
  func part(at places: [Int], _ part: Schema) -> Record {
    var parts = Fingerprinter()
    combineIdentity(into: &parts)
    combine(fields: places, into: &parts)
    return Record(
      RecordTable(dataset: dataset, schema: part, content: .part(self, places: places, fingerprint: parts.finish())), 0)
  }

  /// The same record with a copy of its bytes, so that those of its file are not kept alive.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  var withOwnBytes: Record {
    guard case .rows(let rows) = table.content else { return self }
    return Record(RecordTable(dataset: dataset, schema: schema, content: .rows(FileRows(rows, alone: index))), 0)
  }

  /// Whether the record refers to the bytes of a file, and was neither edited nor derived from others.
  var isRowOfFile: Bool { if case .rows = table.content { true } else { false } }

  /// Returns the same record with the number of its present row.
  func moved(toRow row: Int) -> Record {
    if row == self.row { return self }
    return Record(RecordTable(dataset: dataset, schema: schema, content: table.content, row: row), index)
  }
}

extension Schema {
  /// Adds the values of some fields, which do not come from a file, to a fingerprint.
  fileprivate func combine(_ values: [Value], of fields: some Sequence<Int>, into fingerprinter: inout Fingerprinter) {
    for (field, value) in zip(fields, values) {
      self.fields[field].combine(isChosen: false, into: &fingerprinter)
      value.combine(into: &fingerprinter)
    }
  }
}

extension Record {
  /// Returns a record of the same identity with another value in a field, or the record itself if it has no such field.
  ///
  /// The title of a record from a file is formed again if the field is one of its title fields, as it is when the file
  /// is read again.
  ///
  /// A misspelled name changes nothing, and is no error. ``Schema/index(of:)`` returns whether there is the field.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  public func replacing(_ field: String, with value: Value) -> Record {
    guard let place = schema.index(of: field) else { return self }
    var values = values
    values[place] = value
    let titleFields = titleFields
    let title = titleFields.contains(place) ? Self.title(of: titleFields.map { values[$0] }) ?? key : self.title
    var original: (record: Record, edited: Set<Int>) = (self, [place])
    // The record before the first edit is kept, so that edits of edited records form no chain.
    if case .made(let record) = table.content, let before = record.original {
      original = (before.record, before.edited.union([place]))
    }
    let made = MadeRecord(key: key, title: title, row: row, values: values, editing: original)
    return Record(RecordTable(dataset: dataset, schema: schema, content: .made(made)), 0)
  }
}

extension Record: Hashable {
  /// Whether two records have the same identity, title, row, fields and values.
  ///
  /// A record that has moved to another row is not equal to what it was before. To recognise a record, compare the
  /// ``id``.
  ///
  /// - Complexity: O(*n*) in the bytes of both rows.
  public static func == (left: Record, right: Record) -> Bool {
    if left.table === right.table, left.index == right.index { return true }
    return left.schema == right.schema && left.row == right.row && left.id == right.id && left.title == right.title
      && left.values == right.values
  }

  /// Hashes the identity, which is sufficient to distribute records.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Whether another record is written in the same way, byte by byte, regardless of its row.
  ///
  /// - Complexity: O(*n*) in the bytes of the row.
  package func hasSameContent(as other: Record) -> Bool {
    if table === other.table, index == other.index { return true }
    switch (table.content, other.table.content) {
    case (.rows(let rows), .rows(let others)):
      return rows.fingerprint == others.fingerprint && table.dataset == other.table.dataset
        && rows.hasSameBytes(index, others, other.index)
        // The number of a row belongs to its content only if it is the key.
        && (rows.key != .rowNumber || rows.numbers[index] == others.numbers[other.index])
        && rows.otherKeys[index] == others.otherKeys[other.index]
    case (.part(_, _, let fingerprint), .part(_, _, let other)): return fingerprint == other
    case (.overlaid(let record, _, let values), .overlaid(let otherRecord, _, let others)):
      return schema == other.schema && record.hasSameContent(as: otherRecord)
        && zip(values, others).allSatisfy { $0.hasSameContent(as: $1) }
    default:
      // Numbers and texts may be equal but look different.
      return schema == other.schema && id.key.utf8.elementsEqual(other.id.key.utf8)
        && title.utf8.elementsEqual(other.title.utf8)
        && zip(values, other.values).allSatisfy { $0.hasSameContent(as: $1) }
    }
  }

  /// A key that is compared by bytes, in most cases without creating a string.
  package struct Key: Hashable {
    let record: Record

    package static func == (left: Key, right: Key) -> Bool {
      let (left, right) = (left.record, right.record)
      // Equal bytes that are read in the same way have the same key, which then need not be read at all.
      if case .rows(let rows) = left.table.content, case .rows(let others) = right.table.content,
        rows.key != .rowNumber, rows.fingerprint == others.fingerprint,
        rows.hasSameBytes(left.index, others, right.index),
        rows.otherKeys[left.index] == others.otherKeys[right.index]
      {
        return left.table.dataset == right.table.dataset
      }
      return left.id == right.id
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(record.id) }
  }

  /// The identity, for comparing many records that are mostly the same.
  package var fastID: Key { Key(record: self) }
}

extension Value {
  /// Whether another value is equal and looks the same.
  fileprivate func hasSameContent(as other: Value) -> Bool {
    switch (self, other) {
    case (.record(let record), .record(let other)): record.hasSameContent(as: other)
    case (.records(let records), .records(let others)):
      records.count == others.count && zip(records, others).allSatisfy { $0.hasSameContent(as: $1) }
    case (.list(let elements, let written), .list(let others, let otherWritten)):
      elements.count == others.count && written.map { Array($0.utf8) } == otherWritten.map { Array($0.utf8) }
        && zip(elements, others).allSatisfy { $0.hasSameContent(as: $1) }
    default: self == other && text.utf8.elementsEqual(other.text.utf8)
    }
  }
}

extension FileRows {
  fileprivate func hasSameBytes(_ row: Int, _ others: FileRows, _ otherRow: Int) -> Bool {
    bytes.withUnsafeBufferPointer { mine in
      others.bytes.withUnsafeBufferPointer { other in
        content(of: row, in: mine).hasSameBytes(as: others.content(of: otherRow, in: other))
      }
    }
  }
}

extension Record {
  /// Adds the written form of some fields, and what decides how it is read, to a fingerprint.
  ///
  /// Values that are written in two ways have two fingerprints, even if they are read as equal.
  ///
  /// - Parameters:
  ///   - fields: The indices of fields in the schema, or `nil` for the whole record with its identity.
  ///   - fingerprinter: The fingerprinter that the parts are added to.
  /// - Complexity: O(*n*) in the bytes of the row.
  package func combine(fields: [Int]?, into fingerprinter: inout Fingerprinter) {
    switch table.content {
    case .rows(let rows):
      guard let fields else {
        fingerprinter.combine(table.dataset)
        fingerprinter.combine(rows.fingerprint)
        if rows.key == .rowNumber { fingerprinter.combine(rows.numbers[index]) }
        if let key = rows.otherKeys[index] { fingerprinter.combine(key) }
        return rows.combineRow(index, into: &fingerprinter)
      }
      rows.combine(fields, ofRow: index, into: &fingerprinter) { _ in }
    case .made(let record):
      var own = fields ?? Array(schema.fields.indices)
      if fields == nil {
        combineIdentity(into: &fingerprinter)
      } else if let (original, edited) = record.original {
        // The fields that were not edited have their original fingerprint.
        original.combine(fields: own.filter { !edited.contains($0) }, into: &fingerprinter)
        own = own.filter(edited.contains)
      }
      schema.combine(own.map { record.values[$0] }, of: own, into: &fingerprinter)
    case .part(_, _, let fingerprint):
      guard let fields else { return fingerprinter.combine(fingerprint) }
      schema.combine(values(at: fields), of: fields, into: &fingerprinter)
    case .overlaid(let record, let overlay, let values):
      record.combine(fields: fields.map { $0.filter { overlay.place(of: $0) == nil } }, into: &fingerprinter)
      for field in fields ?? overlay.fields {
        guard let place = overlay.place(of: field) else { continue }
        fingerprinter.combine(overlay.fingerprints[place])
        values[place].combine(into: &fingerprinter)
      }
    }
  }

  /// Adds the written form of some fields to a fingerprinter, as ``combine(fields:into:)`` does, and calls a closure
  /// with the bytes of each, as ``forEachText(of:_:)`` does. A row is read once.
  ///
  /// - Complexity: O(*n*) in the bytes of the row up to the last of the fields.
  package func combine(
    fields: [Int], into fingerprinter: inout Fingerprinter, reading body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    switch table.content {
    case .rows(let rows): rows.combine(fields, ofRow: index, into: &fingerprinter, reading: body)
    case .overlaid(let record, let overlay, _) where fields.allSatisfy { overlay.place(of: $0) == nil }:
      record.combine(fields: fields, into: &fingerprinter, reading: body)
    default:
      combine(fields: fields, into: &fingerprinter)
      forEachText(of: fields, body)
    }
  }

  private func combineIdentity(into fingerprinter: inout Fingerprinter) {
    fingerprinter.combine(table.dataset)
    fingerprinter.combine(id.key)
    fingerprinter.combine(title)
  }
}

extension Field {
  /// Adds what decides how the field is read.
  func combine(isChosen: Bool, into fingerprinter: inout Fingerprinter) {
    fingerprinter.combine(name)
    fingerprinter.combine(reading.rawValue)
    fingerprinter.combine(isChosen)
    fingerprinter.combine(members.count)
    for member in members { member.combine(isChosen: false, into: &fingerprinter) }
  }
}

extension FileRows {
  fileprivate func combineRow(_ row: Int, into fingerprinter: inout Fingerprinter) {
    bytes.withUnsafeBufferPointer { fingerprinter.combine(UnsafeRawBufferPointer(content(of: row, in: $0))) }
  }

  fileprivate func combine(
    _ fields: [Int], ofRow row: Int, into fingerprinter: inout Fingerprinter, reading body: (Bytes) -> Void
  ) {
    withFields(fields, ofRow: row) { bytes, raw in
      for field in fields {
        let content = bytes.part(raw[field].start, raw[field].end)
        fingerprinter.combine(fieldFingerprints[field])
        fingerprinter.combine(Int(raw[field].kind.rawValue) << 8 | Int(raw[field].escaping.rawValue))
        fingerprinter.combine(UnsafeRawBufferPointer(content))
        body(content)
      }
    }
  }
}

extension Record: CustomStringConvertible {
  /// The data set, the key and the values: `fruits/apple: name: Apple; taste: sweet`. Missing values are left out.
  public var description: String {
    let values = schema.fields.compactMap { field in
      self[field.name].flatMap { $0.text.isEmpty ? nil : "\(field.name): \($0.text)" }
    }
    return "\(id.dataset)/\(id.key): \(values.joined(separator: "; "))"
  }
}

extension Value {
  /// The text as a title, which is one line without markup.
  fileprivate var textOfTitle: String {
    switch self {
    case .text(let text): text.plainTextOfTitle
    case .markdown(let markdown):
      [Block](markdown: markdown).plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    default: text
    }
  }
}
