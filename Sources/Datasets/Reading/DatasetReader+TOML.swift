import Diagnostics

extension DatasetReader {
  /// Reads a TOML text: an array of tables.
  mutating func readTOML(_ source: SourceText) {
    source.bytes.withUnsafeBufferPointer { bytes in
      guard text(of: source, "toml") != nil else { return }
      do throws(TOMLParser.Failure) {
        var parser = TOMLParser(bytes, from: source.start)
        let root = try parser.parse()
        guard let items = tables(root, source) else { return }
        var rows = PackedRows(source)
        for (index, item) in items.enumerated() {
          begin(&rows, number: index + 1, at: .init(offset: item.offset))
          if case .table(let table) = item.value {
            pack(table, prefix: "", source, into: &rows)
          } else {
            report(
              "toml/not-a-table", "a table is expected, \(item.noun) found", in: source, row: index + 1,
              offset: item.offset, hint: expectedTables)
          }
        }
        files.append(rows.finished())
      } catch {
        report("toml/syntax", error.message, in: source, offset: error.offset, hint: error.hint)
      }
    }
  }

  /// Finds the array of tables that the options name, or the only one.
  private mutating func tables(_ root: TOMLTable, _ source: SourceText) -> [TOMLNode]? {
    var table = root
    if let path = options.path {
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for (index, name) in names.enumerated() {
        switch table[name]?.value {
        case .array(let items, _) where index == names.count - 1: return items
        case .table(let inner): table = inner
        default:
          report(
            "toml/no-member", "there is no array of tables “\(path)”", in: source,
            hint: name.suggestion(from: table.entries.map(\.name)))
          return nil
        }
      }
    }
    let arrays = table.entries.compactMap { name, node -> (name: String, items: [TOMLNode])? in
      guard case .array(let items, _) = node.value, case .table? = items.first?.value else { return nil }
      return (name, items)
    }
    if arrays.count == 1 { return arrays[0].items }
    let names = arrays.map { "“\($0.name)”" }.joined(separator: ", ")
    report(
      arrays.isEmpty ? "toml/no-tables" : "toml/several-arrays",
      arrays.isEmpty ? "there is no array of tables" : "there are several arrays of tables", in: source,
      hint: arrays.isEmpty ? expectedTables : "Choose one with the option path: \(names).")
    return nil
  }

  /// Puts the entries of a table into a row, those of the tables in it under dotted names.
  private mutating func pack(_ table: TOMLTable, prefix: String, _ source: SourceText, into rows: inout PackedRows) {
    for (name, node) in table.entries {
      let field = prefix + name
      guard !name.isBlank, fields.names.count <= FieldList.limit else {
        report(
          "toml/unnamed-field", name.isBlank ? "a field has no name" : "there are too many fields", in: source,
          offset: node.offset)
        return
      }
      switch node.value {
      case .string(let text): add(field, .string, Array(text.utf8), to: &rows, at: .init(offset: node.offset))
      case .date(let text): add(field, .string, Array(text.utf8), to: &rows, at: .init(offset: node.offset))
      case .number(let text): add(field, .number, Array(text.utf8), to: &rows, at: .init(offset: node.offset))
      case .boolean(let isTrue): add(field, isTrue ? .yes : .no, [], to: &rows, at: .init(offset: node.offset))
      case .table(let table): pack(table, prefix: field + ".", source, into: &rows)
      case .array(let items, _):
        let elements = items.compactMap { item -> String? in
          switch item.value {
          case .string(let text), .date(let text), .number(let text): return text.isBlank ? nil : text
          case .boolean(let isTrue): return isTrue ? "true" : "false"
          case .array, .table:
            report(
              "toml/nested-list", "\(item.noun) stands in a list", in: source, offset: item.offset, field: field,
              hint: "The elements of a list are strings, numbers, dates or booleans.")
            return nil
          }
        }
        add(field, .list, [], list: elements, to: &rows, at: .init(offset: node.offset))
      }
    }
  }

  private var expectedTables: String { "Begin each row with a line of [[fruits]], with its fields below." }
}
