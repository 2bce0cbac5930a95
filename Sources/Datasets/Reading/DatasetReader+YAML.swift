package import Diagnostics
import JSONValues
import Yams

extension DatasetReader {
  /// Reads a YAML text: a sequence of mappings, or a mapping that has one.
  mutating func readYAML(_ source: SourceText) {
    guard let text = text(of: source, "yaml") else { return }
    guard let root = document(text, source) else {
      if errors.errors.isEmpty { report("yaml/empty", "the file is empty", in: source, hint: expectedSequence) }
      return
    }
    guard let found = rows(root, source) else { return }
    var rows = WrittenRows(source)
    if found.areNamed { rows.setNamed(fields.index(of: Self.nameField)) }
    for (index, row) in found.rows.enumerated() {
      guard begin(&rows, number: index + 1, named: row.name, at: row.value.place()) else { return }
      if let mapping = row.value.mapping {
        rows.writer.open("{")
        write(mapping, to: &rows, line: 0, isRow: true)
        rows.writer.close("}")
        end(&rows)
      } else {
        let hint = expectedSequence
        if skipsProblem(.row) { continue }
        problem(
          .row, "yaml/not-a-mapping", "a mapping is expected, \(row.value.noun) found", at: rows.location(),
          decision: "it is left out", hint: hint)
      }
    }
    files.append(rows.finished())
  }

  /// Reads a YAML file that has a mapping, which is a row.
  mutating func readMapping(_ source: SourceText, into rows: inout WrittenRows) {
    guard let text = text(of: source, "yaml"), let root = node(text, source, "yaml", line: 0) else { return }
    guard let mapping = root.mapping else {
      return problem(
        .row, "yaml/not-a-mapping", "a mapping is expected, \(root.noun) found", at: .init(file: source.file),
        decision: "the file is left out")
    }
    rows.writer.open("{")
    write(mapping, to: &rows, line: 0, isRow: true)
    rows.writer.close("}")
    end(&rows)
  }

  /// Writes the entries of a mapping.
  ///
  /// - Parameters:
  ///   - line: The number of lines of the file before the text.
  ///   - isRow: Whether the entries are the fields of a row.
  mutating func write(_ mapping: Node.Mapping, to rows: inout WrittenRows, line: Int, isRow: Bool = false) {
    for (key, value) in mapping {
      guard let name = key.scalar?.string, !name.isBlank else {
        if skipsProblem(.value) { continue }
        problem(
          .value, "yaml/unnamed-field", "a field has no name", at: rows.location(at: key.place(line)),
          decision: "it is left out")
        continue
      }
      if isRow { rows.fieldStart = rows.writer.count }
      rows.writer.name(name)
      write(value, to: &rows, line: line)
    }
  }

  private mutating func write(_ node: Node, to rows: inout WrittenRows, line: Int) {
    // Aliases that name others again and again make a few lines as large as one likes. What is longer than its limit is found later.
    guard rows.writer.count - rows.fieldStart <= 4 * options.limits.value + 1000 else {
      rows.writer.json("null".utf8)
      return reportLongValue(at: rows.location(at: node.place(line)))
    }
    switch node {
    case .mapping(let mapping):
      rows.writer.open("{")
      write(mapping, to: &rows, line: line)
      rows.writer.close("}")
    case .sequence(let sequence):
      rows.writer.open("[")
      for element in sequence { write(element, to: &rows, line: line) }
      rows.writer.close("]")
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      if scalar.isNull { rows.writer.json("null".utf8) } else { rows.writer.string(scalar.string, isTyped: !isPlain) }
    case .alias: rows.writer.json("null".utf8)  // Resolved while the text is read.
    }
  }

  /// The entries of a mapping that is the document.
  mutating func membersOfYAML(_ source: SourceText) -> [DocumentMember] {
    text(of: source, "yaml").flatMap { document($0, source) }?.mapping?.members ?? []
  }

  /// Reads a YAML text; several documents are a sequence.
  private mutating func document(_ text: String, _ source: SourceText) -> Node? {
    guard text.hasSeveralDocuments else { return node(text, source, "yaml", line: 0) }
    guard !text.isNestedTooDeeply else { return node(text, source, "yaml", line: 0) }
    do {
      let documents = try Array(Yams.compose_all(yaml: text, .default, .default, .utf8))
      return documents.count > 1 ? .sequence(Node.Sequence(documents)) : documents.first
    } catch {
      errors.append(Diagnostic(yaml: error, code: "yaml/syntax", file: source.file))
      return nil
    }
  }

  /// Reads a YAML text.
  ///
  /// - Returns: `nil` for a text with nothing in it, and where it has mistakes, which are reported.
  mutating func node(_ text: String, _ source: SourceText, _ code: String, line: Int) -> Node? {
    // The parser calls itself for what is within something else.
    guard !text.isNestedTooDeeply else {
      report(
        .init(rawValue: "\(code)/too-deep"), "values are nested deeper than \(JSONScanner.depthLimit) levels",
        in: source)
      return nil
    }
    do {
      return try Yams.compose(yaml: text, .default, .default, .utf8)
    } catch {
      errors.append(
        Diagnostic(yaml: error, code: .init(rawValue: "\(code)/syntax"), file: source.file, linesBefore: line))
      return nil
    }
  }

  /// The text of a file, or a report that it is not valid UTF-8.
  mutating func text(of source: SourceText, _ code: String) -> String? {
    guard isValid(source, code) else { return nil }
    return source.bytes.withUnsafeBufferPointer { $0.part(source.start, $0.count).text }
  }

  /// Whether a text is valid UTF-8; reports where it is not.
  mutating func isValid(_ source: SourceText, _ code: String) -> Bool {
    guard let offset = source.bytes.withUnsafeBufferPointer({ $0.firstInvalidByte(from: source.start) }) else {
      return true
    }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    report(
      .init(rawValue: "\(code)/invalid-utf8"), "the byte \(byte) is not valid UTF-8", in: source, offset: offset,
      isExact: true, hint: "Save the file with the encoding UTF-8.")
    return false
  }

  /// Rows, and their names where they are the entries of a mapping.
  private typealias Rows = (rows: [(name: String?, value: Node)], areNamed: Bool)

  /// Finds the rows: a sequence of mappings, or a mapping that has a mapping for each.
  private mutating func rows(_ root: Node, _ source: SourceText) -> Rows? {
    var node = root
    for name in options.path?.split(separator: ".").map(String.init) ?? [] {
      guard let next = node.mapping?.first(where: { $0.key.scalar?.string == name })?.value else {
        let names = node.mapping?.compactMap { $0.key.scalar?.string } ?? []
        report(
          "yaml/no-member", "there is no key “\(name)” in the way “\(options.path ?? "")”", in: source,
          hint: name.suggestion(from: names))
        return nil
      }
      node = next
    }
    if let sequence = node.sequence { return (sequence.map { (nil, $0) }, false) }
    let members = node.mapping?.members ?? []
    let tables = members.tables
    func elements(_ member: DocumentMember) -> Rows {
      let mapping = node.mapping.map(Array.init) ?? []
      return (mapping[member.place].value.sequence?.map { (nil, $0) } ?? [], false)
    }
    let isMended = options.problems == .warn
    if isMended, members.isRecord { return ([(nil, node)], false) }
    if tables.count == 1 { return elements(tables[0]) }
    if tables.isEmpty, let mapping = node.mapping, mapping.hasRows {
      return (mapping.map { ($0.key.scalar?.string ?? "", $0.value) }, true)
    }
    let names = tables.map(\.name)
    let place = Diagnostic.Location(file: source.file, line: node.mark?.line, column: node.mark?.column)
    if isMended, node.mapping != nil {
      guard let table = members.mainTable else { return ([(nil, node)], false) }
      warnOfOthers(
        "yaml/several-sequences", "there are several sequences of mappings", taking: table.name, among: names, at: place
      )
      return elements(table)
    }
    let hint = names.isEmpty ? expectedSequence : choosePath(names)
    errors.append(
      Diagnostic(
        code: names.isEmpty ? "yaml/not-a-sequence" : "yaml/several-sequences",
        names.isEmpty
          ? "a sequence of mappings is expected, \(node.noun) found" : "there are several sequences of mappings",
        at: place, hint: hint))
    return nil
  }

  private var expectedSequence: String { "Write each row as “- name: Apple”, with its other fields below." }
}

extension Node.Mapping {
  /// The entries, as far as they decide where the rows are.
  fileprivate var members: [DocumentMember] {
    enumerated().map { index, entry in
      DocumentMember(name: entry.key.scalar?.string ?? "", kind: entry.value.memberKind, place: index)
    }
  }

  /// Whether the values are mappings that are alike, so that each may be a row: there are two at least, and the first two share a name.
  fileprivate var hasRows: Bool {
    guard count > 1, allSatisfy({ $0.key.scalar != nil && $0.value.mapping != nil }) else { return false }
    let names = prefix(2).map { Set($0.value.mapping?.keys.compactMap { $0.scalar?.string } ?? []) }
    return !names[0].isDisjoint(with: names[1])
  }
}

extension Node {
  fileprivate var memberKind: DocumentMember.Kind {
    guard let sequence else { return mapping == nil ? .scalar : .object }
    switch sequence.first {
    case .mapping(let first)?:
      let areNamed = first.keys.contains { $0.scalar.map { DocumentMember.Kind.isIdentifier($0.string) } ?? false }
      return .objects(count: sequence.count, areNamed: areNamed)
    default: return .values(count: sequence.count, hasObjects: false)
    }
  }

  /// Where the node is.
  ///
  /// - Parameter line: How many lines of the file stand before the text.
  fileprivate func place(_ line: Int = 0) -> ReadFile.Place? {
    mark.map { .mark(line: $0.line + line, column: $0.column) }
  }

  /// What a person calls a node like this.
  fileprivate var noun: String {
    switch self {
    case .mapping: "a mapping"
    case .sequence: "a sequence"
    case .scalar(let scalar): scalar.isNull ? "nothing" : "a single value"
    case .alias: "an alias"
    }
  }
}

extension String {
  /// Whether a line begins another document, after some text.
  fileprivate var hasSeveralDocuments: Bool { utf8.count > 4 && dropFirst().contains("\n---") }
}

extension Node.Scalar {
  /// Whether the value is the null of YAML.
  fileprivate var isNull: Bool {
    (style == .plain || style == .any) && ["", "~", "null", "Null", "NULL"].contains(string)
  }
}

extension String {
  /// Whether there may be more levels than a parser that calls itself should follow: counted by brackets that are open, and by dashes and
  /// question marks that begin a line.
  fileprivate var isNestedTooDeeply: Bool {
    var brackets = 0, marks = 0, isIndentation = true, spaces = 0
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): brackets += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): brackets = Swift.max(0, brackets - 1)
      default: break
      }
      switch byte {
      case .lineFeed, .carriageReturn: (isIndentation, marks, spaces) = (true, 0, 0)
      case .space: if isIndentation { spaces += 1 }
      case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): if isIndentation { marks += 1 }
      default: isIndentation = false
      }
      if brackets > JSONScanner.depthLimit || marks + spaces > 2 * JSONScanner.depthLimit { return true }
    }
    return false
  }
}

extension Diagnostic {
  /// Creates a diagnostic of what Yams says of a text that it cannot read.
  ///
  /// - Parameter linesBefore: The number of lines of the file before the text.
  package init(yaml error: any Error, code: Code, file: String, linesBefore: Int = 0) {
    var message = "this is not YAML"
    var hint = "Check the indentation, the colons and the quotes there."
    var mark: Mark?
    switch error as? YamlError {
    case .scanner(_, let problem, let place, _), .parser(_, let problem, let place, _),
      .composer(_, let problem, let place, _):
      message += ": \(problem)"
      mark = place
    case .duplicatedKeysInMapping(let duplicates, let context):
      message = "\(duplicates.first?.excerpt ?? "a key") is written twice in the mapping that begins here"
      hint = "Keep one of them."
      mark = context.mark
    case .reader(let problem, _, _, _): message += ": \(problem)"
    default: break
    }
    self.init(
      code: code, message, at: .init(file: file, line: mark.map { $0.line + linesBefore }, column: mark?.column),
      hint: hint)
  }
}
