import Diagnostics

extension DatasetReader {
  /// Chooses the field that the keys come from; `nil` means the row numbers.
  ///
  /// A field with a usual name is taken at its word, whatever its values: a choice that depended on them would change
  /// the address of every record when one row is added.
  mutating func keyField(_ schema: Schema, _ values: [[Value]]) -> Int? {
    if let key = options.key {
      return key == Dataset.Options.rowNumbers ? nil : field(key, schema)
    }
    let names = schema.fields.map { $0.name.lowercased() }
    let usual = ["id", "key", "slug", "code", "name", "title", "label"].lazy.compactMap(names.firstIndex).first
    if let field = usual ?? firstUniqueField(schema, values) { return field }
    if !values.isEmpty {
      warnings.append(
        Diagnostic(
          .warning, code: "datasets/row-number-keys",
          "no field has a different value in every row; row numbers are the keys",
          at: .init(file: source.file),
          hint: "Choose a field with --key NAME, or --key @row if row numbers are what you want."))
    }
    return nil
  }

  /// Chooses the field that the titles come from; `nil` means the keys.
  mutating func titleField(_ schema: Schema, keyField: Int?) -> Int? {
    if let title = options.title { return field(title, schema) }
    return schema.fields.firstIndex { ["name", "title", "label"].contains($0.name.lowercased()) }
      ?? schema.fields.firstIndex { $0.type == .text } ?? keyField
  }

  /// Makes the key of each row, or reports the rows without a key of their own.
  ///
  /// Keys are exact: case and accents count. Canonically equivalent texts are the same key, as they look the same.
  mutating func keys(of table: SourceTable, _ values: [[Value]], _ schema: Schema, keyField: Int?) -> [String] {
    guard let keyField else { return table.rows.map { String($0.number) } }
    let field = schema.fields[keyField].name
    let keys = values.map { $0[keyField].text.trimmed }
    var firstRows: [String: Int] = [:]
    lazy var alternative = firstUniqueField(schema, values).map { schema.fields[$0].name }
    for (row, key) in zip(table.rows, keys) {
      if key.isEmpty {
        report(
          "datasets/missing-key", "the row has no key", row: row.number, offset: row.offset, field: field,
          hint: keyHint("Fill in the field", alternative))
      } else if let first = firstRows[key] {
        report(
          "datasets/duplicate-key", "\(key.excerpt) is already the key of row \(first)", row: row.number,
          offset: row.offset, field: field, hint: keyHint("Give each row a key of its own", alternative))
      } else {
        firstRows[key] = row.number
      }
    }
    return keys
  }

  /// Says what to do about keys: mend them, or take other ones.
  private func keyHint(_ remedy: String, _ alternative: String?) -> String {
    guard let alternative else { return "\(remedy), or number the rows: choose it with --key @row." }
    let argument = alternative.contains(" ") ? "\"\(alternative)\"" : alternative
    return "\(remedy), or use “\(alternative)”, which is different in every row: choose it with --key \(argument)."
  }

  /// The first field that has a value in every row, and a different one in each.
  private func firstUniqueField(_ schema: Schema, _ values: [[Value]]) -> Int? {
    schema.fields.indices.first { field in
      var seen: Set<String> = []
      return values.allSatisfy { row in
        let key = row[field].text.trimmed
        return !key.isEmpty && seen.insert(key).inserted
      }
    }
  }

  /// Finds a field that the options name, or reports that there is none.
  private mutating func field(_ name: String, _ schema: Schema) -> Int? {
    if let index = schema.index(of: name) { return index }
    reportUnknownField(name, fields: schema.fields.map(\.name))
    return nil
  }
}
