import Diagnostics

extension DatasetReader {
  /// Reads a TOML text: an array of tables.
  mutating func readTOML(_ source: SourceText) {
    guard isValid(source, "toml") else { return }
    source.bytes.withUnsafeBufferPointer { bytes in
      do throws(TOMLParser.Failure) {
        var parser = TOMLParser(bytes, from: source.start)
        let tree = try parser.parse()
        guard let found = rows(of: tree, source) else { return }
        var rows = WrittenRows(source)
        if found.areNamed { rows.setNamed(fields.index(of: Self.nameField)) }
        for (index, item) in tree.children(of: found.parent).enumerated() {
          let name = found.areNamed ? tree.names[tree.nodes[item].name] : nil
          let place = ReadFile.Place(offset: tree.nodes[item].offset)
          guard begin(&rows, number: index + 1, named: name, at: place) else { return }
          if tree.nodes[item].kind == .table {
            write(item, of: tree, bytes, to: &rows)
            end(&rows)
          } else {
            let hint = expectedTables
            problem(
              .row, "toml/not-a-table", "a table is expected, \(tree.noun(of: item)) found", at: rows.location(),
              decision: "it is left out", hint: hint)
          }
        }
        files.append(rows.finished())
      } catch {
        report("toml/syntax", error.message, in: source, offset: error.offset, hint: error.hint)
      }
    }
  }

  /// Finds the array of tables that the options name, or the only one; or the table that has a table for each row.
  private mutating func rows(of tree: TOMLTree, _ source: SourceText) -> (parent: Int, areNamed: Bool)? {
    var table = TOMLTree.root
    if let path = options.path {
      let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      for (index, name) in names.enumerated() {
        let entry = tree.entry(of: table, named: name)
        switch entry.map({ tree.nodes[$0].kind }) {
        case .array, .tables:
          if index == names.count - 1, let entry { return (entry, false) }
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
    if arrays.count == 1 { return (arrays[0], false) }
    if arrays.isEmpty, tree.hasRows(table) { return (table, true) }
    if options.problems == .warn, let longest = arrays.reversed().max(by: { tree.count(of: $0) < tree.count(of: $1) }) {
      let names = arrays.map { tree.names[tree.nodes[$0].name] }
      warnOfOthers(
        "toml/several-arrays", "there are several arrays of tables", taking: tree.names[tree.nodes[longest].name],
        among: names, at: .init(file: source.file))
      return (longest, false)
    }
    report(
      arrays.isEmpty ? "toml/no-tables" : "toml/several-arrays",
      arrays.isEmpty ? "there is no array of tables" : "there are several arrays of tables", in: source,
      hint: arrays.isEmpty ? expectedTables : choosePath(arrays.map { tree.names[tree.nodes[$0].name] }))
    return nil
  }

  /// Writes a value.
  private func write(_ node: Int, of tree: TOMLTree, _ bytes: Bytes, to rows: inout WrittenRows) {
    switch tree.nodes[node].kind {
    case .table:
      rows.writer.open("{")
      for entry in tree.children(of: node) {
        rows.writer.name(tree.names[tree.nodes[entry].name])
        write(entry, of: tree, bytes, to: &rows)
      }
      rows.writer.close("}")
    case .array, .tables:
      rows.writer.open("[")
      for element in tree.children(of: node) { write(element, of: tree, bytes, to: &rows) }
      rows.writer.close("]")
    case .yes: rows.writer.json("true".utf8)
    case .no: rows.writer.json("false".utf8)
    case .string, .date: tree.withCharacters(of: node, in: bytes) { rows.writer.string($0) }
    case .number:
      tree.withCharacters(of: node, in: bytes) { text in
        // JSON has no plus.
        if text.first == UInt8(ascii: "+") { rows.writer.string(text, isTyped: false) } else { rows.writer.json(text) }
      }
    }
  }

  private var expectedTables: String { "Begin each row with a line of [[fruits]], with its fields below." }
}

extension TOMLTree {
  /// The number of elements of an array.
  fileprivate func count(of array: Int) -> Int { children(of: array).reduce(0) { count, _ in count + 1 } }

  /// Whether the entries of a table are tables that are alike, so that each may be a row: there are two at least, and the first two share a name.
  fileprivate func hasRows(_ table: Int) -> Bool {
    let entries = Array(children(of: table))
    guard entries.count > 1, entries.allSatisfy({ nodes[$0].kind == .table }) else { return false }
    let names = entries.prefix(2).map { Set(children(of: $0).map { nodes[$0].name }) }
    return !names[0].isDisjoint(with: names[1])
  }
}
