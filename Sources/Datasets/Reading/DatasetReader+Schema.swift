import Diagnostics

extension DatasetReader {
  /// Gives each field a type: what the options say, or else what the values show.
  mutating func schema(of table: SourceTable) -> Schema {
    for name in options.types.keys.sorted() where !table.fields.contains(name) {
      reportUnknownField(name, fields: table.fields)
    }
    return Schema(
      table.fields.enumerated().map { index, name in
        if let type = options.types[name] { return Field(name: name, type: type) }
        let values = table.rows.lazy.map { $0.values[index] }.filter { $0 != .missing }
        return Field(name: name, type: FieldType.inferred(name: name, values: Array(values)))
      })
  }

  /// Reads the values of all rows as the types of their fields, or reports those that do not fit.
  mutating func values(of table: SourceTable, _ schema: Schema) -> [[Value]] {
    table.rows.map { row in
      zip(row.values, schema.fields).map { value, field in
        // Whoever chooses a type knows better than the quotes of a JSON string.
        let isChosen = options.types[field.name] != nil
        if let read = field.type.value(of: isChosen ? value.untyped : value) { return read }
        let (noun, form) = field.type.requirement
        report(
          "datasets/type-mismatch", "\(value.text.excerpt) is not \(noun)", row: row.number, offset: row.offset,
          field: field.name, hint: form)
        return .missing
      }
    }
  }

  mutating func reportUnknownField(_ name: String, fields: [String]) {
    let names = fields.map { "“\($0)”" }.joined(separator: ", ")
    let all = fields.isEmpty ? "The file has no fields." : "The file has \(names)."
    report(
      "datasets/unknown-field", "there is no field “\(name)”",
      hint: name.closest(in: fields).map { "Did you mean “\($0)”?" } ?? all)
  }
}

extension SourceValue {
  /// The value without what its file says about its type, if it is characters.
  fileprivate var untyped: SourceValue {
    if case .string(let text) = self { .untyped(text) } else { self }
  }
}
