import Diagnostics

extension DatasetReader {
  /// Reads a JSON text: an array of objects, each of which is a row.
  ///
  /// Objects within a row are flattened: the member `energy` of the member `nutrition` is the field `nutrition.energy`.
  mutating func readJSON() -> SourceTable {
    let root: JSONNode
    do {
      root = try JSONParser.parse(source.bytes)
    } catch {
      if source.bytes.allSatisfy(JSONParser.isSpace) {
        report("json/empty", "the file is empty", hint: expectedShape)
      } else {
        report("json/syntax", error.message, offset: error.offset, hint: error.hint)
      }
      return SourceTable()
    }
    guard case .array(let items) = root.value else {
      report(
        "json/not-an-array", "an array of objects is expected, \(root.value.noun) found", offset: root.offset,
        hint: expectedShape)
      return SourceTable()
    }
    var columns = Columns()
    var rows: [SourceRow] = []
    for (index, item) in items.enumerated() {
      var row = SourceRow(number: index + 1, offset: item.offset)
      if case .object(let members) = item.value {
        flatten(members, prefix: "", into: &row, &columns)
      } else {
        report(
          "json/not-an-object", "an object is expected, \(item.value.noun) found", row: row.number, offset: row.offset,
          hint: expectedShape)
      }
      rows.append(row)
    }
    return columns.table(rows)
  }

  /// Puts the members of an object into a row, those of the objects in it under dotted names.
  private mutating func flatten(
    _ members: [(name: String, value: JSONNode)], prefix: String, into row: inout SourceRow, _ columns: inout Columns
  ) {
    for (name, node) in members {
      let field = prefix + name
      if name.isBlank {
        report("json/unnamed-field", "a field has no name", row: row.number, offset: node.offset)
      } else if case .object(let members) = node.value {
        flatten(members, prefix: field + ".", into: &row, &columns)
      } else if !columns.set(field, to: sourceValue(node, field, row), in: &row) {
        report(
          "json/duplicate-field", "the row has the field twice", row: row.number, offset: node.offset, field: field,
          hint: "A name with a dot in it means the same as an object within the object.")
      }
    }
  }

  private mutating func sourceValue(_ node: JSONNode, _ field: String, _ row: SourceRow) -> SourceValue {
    switch node.value {
    case .null: return .missing
    case .boolean(let isTrue): return .boolean(isTrue)
    case .number(let text): return .number(text)
    case .string(let text): return text.isBlank ? .missing : .string(text)
    case .array(let nodes):
      let elements = nodes.map { element(of: $0, field, row) }.filter { $0 != .missing }
      return elements.isEmpty ? .missing : .list(elements)
    case .object: return .missing  // Flattened before.
    }
  }

  /// Reads an element of a list, which is a plain value.
  private mutating func element(of node: JSONNode, _ field: String, _ row: SourceRow) -> SourceValue {
    switch node.value {
    case .array, .object:
      report(
        "json/nested-list", "\(node.value.noun) stands in a list", row: row.number, offset: node.offset, field: field,
        hint: "The elements of a list are strings, numbers or booleans.")
      return .missing
    default:
      return sourceValue(node, field, row)
    }
  }

  private var expectedShape: String { "Write the rows as [{\"name\": \"Apple\"}, {\"name\": \"Pear\"}]." }
}

/// The fields that were met so far, in the order in which they were first met.
private struct Columns {
  private var names: [String] = []
  private var indices: [String: Int] = [:]
  /// The row that set the field last, to find fields that a row sets twice.
  private var lastRows: [Int] = []

  /// Sets a field of a row; `false` when the row has it already.
  mutating func set(_ name: String, to value: SourceValue, in row: inout SourceRow) -> Bool {
    let index = indices[name] ?? add(name)
    guard lastRows[index] != row.number else { return false }
    lastRows[index] = row.number
    row.pad(to: index + 1)
    row.values[index] = value
    return true
  }

  private mutating func add(_ name: String) -> Int {
    indices[name] = names.count
    names.append(name)
    lastRows.append(0)
    return names.count - 1
  }

  /// Makes a table whose rows have a value for every field. A `null` where other rows have an object makes no field.
  func table(_ rows: [SourceRow]) -> SourceTable {
    var rows = rows
    for index in rows.indices { rows[index].pad(to: names.count) }
    let kept = names.indices.filter { index in
      !names.contains { $0.hasPrefix(names[index] + ".") } || rows.contains { $0.values[index] != .missing }
    }
    if kept.count < names.count {
      for index in rows.indices { rows[index].values = kept.map { [values = rows[index].values] in values[$0] } }
    }
    return SourceTable(fields: kept.map { names[$0] }, rows: rows)
  }
}

extension SourceRow {
  fileprivate mutating func pad(to count: Int) {
    while values.count < count { values.append(.missing) }
  }
}

extension JSONNode.Value {
  /// What a person calls a value like this.
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
