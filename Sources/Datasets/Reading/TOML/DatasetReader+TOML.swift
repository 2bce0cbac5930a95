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
          let place = ReadFile.Place.offset(tree.nodes[item].offset)
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
    let members = tree.members(of: table)
    let tables = members.tables
    if tables.count == 1 { return (tables[0].place, false) }
    if tables.isEmpty, tree.hasRows(table) { return (table, true) }
    if options.problems == .warn, let main = members.mainTable {
      warnOfOthers(
        "toml/several-arrays", "there are several arrays of tables", taking: main.name, among: tables.map(\.name),
        at: .init(file: source.file))
      return (main.place, false)
    }
    report(
      tables.isEmpty ? "toml/no-tables" : "toml/several-arrays",
      tables.isEmpty ? "there is no array of tables" : "there are several arrays of tables", in: source,
      hint: tables.isEmpty ? expectedTables : choosePath(tables.map(\.name)))
    return nil
  }

  /// The entries of the table that is the document.
  func membersOfTOML(_ source: SourceText) -> [DocumentMember] {
    source.bytes.withUnsafeBufferPointer { bytes in
      var parser = TOMLParser(bytes, from: source.start)
      return (try? parser.parse()).map { $0.members(of: TOMLTree.root) } ?? []
    }
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
  /// The entries of a table, as far as they decide where the rows are.
  fileprivate func members(of table: Int) -> [DocumentMember] {
    children(of: table).map { DocumentMember(name: names[nodes[$0].name], kind: memberKind(of: $0), place: $0) }
  }

  private func memberKind(of node: Int) -> DocumentMember.Kind {
    switch nodes[node].kind {
    case .table: return .object
    case .string, .number, .yes, .no, .date: return .scalar
    case .array, .tables:
      let elements = Array(children(of: node))
      switch elements.first.map({ nodes[$0].kind }) {
      case .table?:
        let areNamed = children(of: elements[0]).contains { DocumentMember.Kind.isIdentifier(names[nodes[$0].name]) }
        return .objects(count: elements.count, areNamed: areNamed)
      default: return .values(count: elements.count, hasObjects: false)
      }
    }
  }

  /// Whether the entries of a table are tables that are alike, so that each may be a row: there are two at least, and the first two share a name.
  fileprivate func hasRows(_ table: Int) -> Bool {
    let entries = Array(children(of: table))
    guard entries.count > 1, entries.allSatisfy({ nodes[$0].kind == .table }) else { return false }
    let names = entries.prefix(2).map { Set(children(of: $0).map { nodes[$0].name }) }
    return !names[0].isDisjoint(with: names[1])
  }
}
