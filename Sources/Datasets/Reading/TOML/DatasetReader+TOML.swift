import Diagnostics

extension DatasetReader {
  /// Reads a TOML text: an array of tables.
  mutating func readTOML(_ source: SourceText) {
    guard isValid(source, "toml") else { return }
    source.bytes.withUnsafeBufferPointer { bytes in
      do throws(TOMLParser.Failure) {
        var parser = TOMLParser(bytes, from: source.start)
        let tree = try parser.parse()
        guard let array = rows(of: tree, source) else { return }
        var rows = TOMLRows(PackedRows(source), tree, bytes)
        for (index, item) in tree.children(of: array).enumerated() {
          guard begin(&rows.packed, number: index + 1, at: .init(offset: tree.nodes[item].offset)) else { return }
          if tree.nodes[item].kind == .table {
            pack(item, prefix: "", into: &rows)
          } else {
            report(
              "toml/not-a-table", "a table is expected, \(tree.noun(of: item)) found", in: source, row: index + 1,
              offset: tree.nodes[item].offset, hint: expectedTables)
          }
        }
        files.append(rows.packed.finished())
      } catch {
        report("toml/syntax", error.message, in: source, offset: error.offset, hint: error.hint)
      }
    }
  }

  /// Finds the array of tables that the options name, or the only one.
  private mutating func rows(of tree: TOMLTree, _ source: SourceText) -> Int? {
    var table = TOMLTree.root
    if let path = options.path {
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for (index, name) in names.enumerated() {
        let entry = tree.entry(of: table, named: name)
        switch entry.map({ tree.nodes[$0].kind }) {
        case .array, .tables:
          if index == names.count - 1 { return entry }
          fallthrough
        default:
          guard let entry, tree.nodes[entry].kind == .table else {
            report(
              "toml/no-member", "there is no array of tables “\(path)”", in: source,
              hint: name.suggestion(from: tree.children(of: table).map { tree.names[tree.nodes[$0].name] }))
            return nil
          }
          table = entry
        }
      }
    }
    let arrays = tree.children(of: table).filter { entry in
      guard case .array = tree.nodes[entry].kind else { return tree.nodes[entry].kind == .tables }
      return tree.nodes[entry].firstChild >= 0 && tree.nodes[tree.nodes[entry].firstChild].kind == .table
    }
    if arrays.count == 1 { return arrays[0] }
    report(
      arrays.isEmpty ? "toml/no-tables" : "toml/several-arrays",
      arrays.isEmpty ? "there is no array of tables" : "there are several arrays of tables", in: source,
      hint: arrays.isEmpty ? expectedTables : choosePath(arrays.map { tree.names[tree.nodes[$0].name] }))
    return nil
  }

  /// Puts the entries of a table into a row, those of the tables in it under dotted names.
  private mutating func pack(_ table: Int, prefix: String, into rows: inout TOMLRows) {
    let tree = rows.tree, source = rows.packed.source
    for entry in tree.children(of: table) {
      let node = tree.nodes[entry], name = tree.names[node.name]
      guard !name.isBlank, fields.names.count <= FieldList.limit else {
        report(
          "toml/unnamed-field", name.isBlank ? "a field has no name" : "there are too many fields", in: source,
          offset: node.offset)
        return
      }
      if node.kind == .table {
        pack(entry, prefix: "\(prefix)\(name).", into: &rows)
        continue
      }
      let field = rows.field(node.name, prefix: prefix, in: &fields)
      let place = ReadFile.Place(offset: node.offset)
      switch node.kind {
      case .array, .tables:
        let elements = elements(of: entry, field: prefix + name, rows)
        add(field, .list, rows.noBytes, list: elements, to: &rows.packed, at: place)
      case .yes: add(field, .yes, rows.noBytes, to: &rows.packed, at: place)
      case .no: add(field, .no, rows.noBytes, to: &rows.packed, at: place)
      case .number, .string, .date, .table:
        tree.withCharacters(of: entry, in: rows.bytes) { text in
          add(field, node.kind == .number ? .number : .string, text, to: &rows.packed, at: place)
        }
      }
    }
  }

  /// The texts of an array's elements.
  private mutating func elements(of array: Int, field: String, _ rows: TOMLRows) -> [String] {
    let tree = rows.tree
    return tree.children(of: array).compactMap { item in
      switch tree.nodes[item].kind {
      case .string, .date, .number:
        return tree.withCharacters(of: item, in: rows.bytes) { $0.isBlank ? nil : $0.text }
      case .yes: return "true"
      case .no: return "false"
      case .array, .tables, .table:
        report(
          "toml/nested-list", "\(tree.noun(of: item)) stands in a list", in: rows.packed.source,
          offset: tree.nodes[item].offset, field: field,
          hint: "The elements of a list are strings, numbers, dates or booleans.")
        return nil
      }
    }
  }

  private var expectedTables: String { "Begin each row with a line of [[fruits]], with its fields below." }
}

/// The rows of a TOML text while they are packed.
private struct TOMLRows {
  var packed: PackedRows
  let tree: TOMLTree
  let bytes: Bytes
  /// The fields of the names that stand in a row itself, by the numbers of the names; -1 for those that were not met.
  private var fields: [Int] = []
  let noBytes = Bytes(start: nil, count: 0)

  init(_ packed: PackedRows, _ tree: TOMLTree, _ bytes: Bytes) {
    (self.packed, self.tree, self.bytes) = (packed, tree, bytes)
  }

  /// The number of the field that a name stands for.
  mutating func field(_ name: Int, prefix: String, in list: inout FieldList) -> Int {
    guard prefix.isEmpty else { return list.index(of: prefix + tree.names[name]) }
    while fields.count <= name { fields.append(-1) }
    if fields[name] < 0 { fields[name] = list.index(of: tree.names[name]) }
    return fields[name]
  }
}
