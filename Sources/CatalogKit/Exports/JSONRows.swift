import Datasets
import Fingerprints
import JSONValues
import Rendering

/// Writes the fields of rows as JSON. What decides how the rows of a data set are written is found out once.
final class JSONRows {
  /// The fields of a schema that are written.
  private struct Columns {
    let schema: Schema
    let paths: [Schema.Path]
    /// The name of each as JSON, with the colon behind it.
    let names: [[UInt8]]
    /// Those whose values are written as they are read.
    let own: [Int]
    /// Those whose values are other rows, of which only the identity is written.
    let references: [Int]
  }

  /// The names of the fields; all of them where there are none.
  private let names: [String]
  /// Writes joined rows; where it is nil, their data sets and keys are written.
  private let joinedRows: JSONRows?
  /// Mostly there is one for each data set.
  private var known: [Columns] = []

  init(fields names: [String], joinedRows: JSONRows? = nil) {
    self.names = names
    self.joinedRows = joinedRows
  }

  private func columns(of schema: Schema) -> Columns {
    if let columns = known.first(where: { $0.schema == schema }) { return columns }
    let fields = schema.fields
    // Of fields with the same name, the one that is found by it is written.
    let paths: [Schema.Path] =
      names.isEmpty
      ? fields.indices.filter { schema.index(of: fields[$0].name) == $0 && !schema.isSaidElsewhere($0) }.map {
        ($0, [])
      }
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

  /// Adds what is written of a row.
  func combine(_ record: Record, into parts: inout Fingerprinter) {
    let columns = columns(of: record.schema)
    // A row of which all is written is added at once.
    let isWhole = names.isEmpty && columns.own.count == columns.schema.fields.count
    record.combine(fields: isWhole ? nil : columns.own, into: &parts)
    for position in columns.references {
      parts.combine(columns.schema.fields[position].name)
      record.value(at: position).combineIdentities(into: &parts)
    }
  }

  /// Appends the values that a row has.
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

extension Fingerprinter {
  fileprivate mutating func combine(_ id: Record.ID) {
    combine(id.dataset)
    combine(id.key)
  }
}

extension Value {
  /// Adds the value, but of the records in it only what they are known by.
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
  /// Whether a field has the records that refer to a record, their number, or those that its texts link to: what is said elsewhere.
  fileprivate func isSaidElsewhere(_ field: Int) -> Bool {
    [.referrers, .linked].contains(fields[field].reading)
      || fields.contains { $0.reading == .referrers && RecordRelation.countName(of: $0.name) == fields[field].name }
  }
}

extension Number {
  /// Whether the number is written as JSON writes numbers, which have no plus and no leading zeros.
  fileprivate var isJSON: Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    let second = digits.dropFirst().first
    return first != UInt8(ascii: "0") || second.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
  }
}

extension [UInt8] {
  /// Appends what a row is found by.
  fileprivate mutating func append(_ id: Record.ID) {
    append(json: "{\"dataset\":")
    append(scriptString: id.dataset)
    append(json: ",\"key\":")
    append(scriptString: id.key)
    append(json: "}")
  }
}
