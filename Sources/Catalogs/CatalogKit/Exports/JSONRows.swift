package import Datasets
import Fingerprints
import JSONValues
import Rendering

/// Writes the fields of rows as JSON. The decision how the rows of a schema are written is made once and kept.
final class JSONRows {
  private struct Columns {
    let schema: Schema
    let paths: [Schema.Path]
    /// The name of each field as JSON, followed by a colon.
    let names: [[UInt8]]
    /// The positions of the fields whose values are written in full.
    let own: [Int]
    /// The positions of the fields whose values are other rows, of which only the identity is written.
    let references: [Int]
  }

  /// The names of the exported fields. All fields are exported if it is empty.
  private let names: [String]
  /// Writes joined rows. If it is `nil`, only their data sets and keys are written.
  private let joinedRows: JSONRows?
  // There is usually one schema for each data set, so a linear search is enough.
  private var known: [Columns] = []

  init(fields names: [String], joinedRows: JSONRows? = nil) { (self.names, self.joinedRows) = (names, joinedRows) }

  private func columns(of schema: Schema) -> Columns {
    if let columns = known.first(where: { $0.schema == schema }) { return columns }
    let fields = schema.fields
    // Of several fields with the same name, the one that a lookup by name finds is written.
    let paths: [Schema.Path] =
      names.isEmpty
      ? fields.indices.filter { schema.index(of: fields[$0].name) == $0 && !schema.isRedundant($0) }.map { ($0, []) }
      : names.compactMap(schema.path(of:))
    let names = paths.map { path in
      var name: [UInt8] = []
      name.append(scriptString: ([fields[path.field].name] + path.names).joined(separator: "."))
      name.append(json: ":")
      return name
    }
    let positions = paths.map(\.field)
    let references = positions.filter { joinedRows == nil && fields[$0].type == .records }
    let columns = Columns(
      schema: schema, paths: paths, names: names, own: positions.filter { !references.contains($0) },
      references: references)
    known.append(columns)
    return columns
  }

  func combine(_ record: Record, into parts: inout Fingerprinter) {
    let columns = columns(of: record.schema)
    // A row of which everything is written is added at once, which is faster.
    let isWhole = names.isEmpty && columns.own.count == columns.schema.fields.count
    record.combine(fields: isWhole ? nil : columns.own, into: &parts)
    for position in columns.references {
      parts.combine(columns.schema.fields[position].name)
      record.value(at: position).combineIdentities(into: &parts)
    }
  }

  /// Appends the values of a row. Missing values are left out.
  func append(_ record: Record, to json: inout [UInt8]) {
    let columns = columns(of: record.schema)
    json.append(json: "{")
    var isFirst = true
    for ((name, path), value) in zip(zip(columns.names, columns.paths), record.values(at: columns.paths.map(\.field))) {
      let value = value.value(at: path.names)
      if value.isMissing { continue }
      if !isFirst { json.append(json: ",") }
      isFirst = false
      json.append(contentsOf: name)
      append(value, to: &json)
    }
    json.append(json: "}")
  }

  private func append(_ value: Value, to json: inout [UInt8]) {
    switch value {
    case .missing: json.append(json: "null")
    case .boolean(let isTrue): json.append(json: isTrue ? "true" : "false")
    case .number(let number) where number.isJSON: json.append(json: number.text)
    case .list(let elements, _): append(elements, to: &json) { append($0, to: &$1) }
    case .object(let members):
      json.append(json: "{")
      for (index, member) in members.enumerated() {
        if index > 0 { json.append(json: ",") }
        json.append(scriptString: member.name)
        json.append(json: ":")
        append(member.value, to: &json)
      }
      json.append(json: "}")
    case .record(let record): appendRelated(record, to: &json)
    case .records(let records): append(records, to: &json) { appendRelated($0, to: &$1) }
    default: json.append(scriptString: value.text)
    }
  }

  private func appendRelated(_ record: Record, to json: inout [UInt8]) {
    if let joinedRows { joinedRows.append(record, to: &json) } else { json.append(record.id) }
  }

  private func append<Element>(
    _ elements: [Element], to json: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
  ) {
    json.append(json: "[")
    for (index, element) in elements.enumerated() {
      if index > 0 { json.append(json: ",") }
      append(element, &json)
    }
    json.append(json: "]")
  }
}

extension Record {
  /// Appends the fields of the record as JSON, as exports have them. Of related records only the identities are
  /// written.
  package func writeFields(to json: inout [UInt8]) { JSONRows(fields: []).append(self, to: &json) }
}

extension Fingerprinter {
  fileprivate mutating func combine(_ id: Record.ID) {
    combine(id.dataset)
    combine(id.key)
  }
}

extension Value {
  /// Adds the value to a fingerprint. Records in it are represented by their identities only.
  fileprivate func combineIdentities(into parts: inout Fingerprinter) {
    switch self {
    case .record(let record): parts.combine([record]) { $0.combine($1.id) }
    case .records(let records): parts.combine(records) { $0.combine($1.id) }
    case .list(let elements, _) where !allRecords.isEmpty: parts.combine(elements) { $1.combineIdentities(into: &$0) }
    default: combine(into: &parts)
    }
  }
}

extension Schema {
  /// Whether a field has the records that refer to a record, their number, or the records that its texts link to. Other
  /// parts of the export contain the same information.
  fileprivate func isRedundant(_ field: Int) -> Bool {
    [.referrers, .linked].contains(fields[field].reading)
      || fields.contains { $0.reading == .referrers && RecordRelation.countName(of: $0.name) == fields[field].name }
  }
}

extension Value.Number {
  /// Whether the number is written as JSON allows, without a plus sign and leading zeros.
  fileprivate var isJSON: Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    let second = digits.dropFirst().first
    return first != UInt8(ascii: "0") || second.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
  }
}

extension [UInt8] {
  /// Appends JSON with a text behind it.
  mutating func append(json: String, scriptString text: String) {
    append(json: json)
    append(scriptString: text)
  }

  fileprivate mutating func append(_ id: Record.ID) {
    append(json: "{\"dataset\":", scriptString: id.dataset)
    append(json: ",\"key\":", scriptString: id.key)
    append(json: "}")
  }
}
