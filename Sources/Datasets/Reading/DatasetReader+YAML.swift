package import Diagnostics
import JSONValues
import Yams

extension DatasetReader {
  /// Reads a YAML text: a sequence of mappings, or a mapping that has one.
  mutating func readYAML(_ source: SourceText) {
    guard let text = text(of: source, "yaml") else { return }
    guard let root = node(text, source, "yaml", line: 0) else {
      if errors.errors.isEmpty { report("yaml/empty", "the file is empty", in: source, hint: expectedSequence) }
      return
    }
    guard let sequence = sequence(root, source) else { return }
    var rows = PackedRows(source)
    for (index, item) in sequence.enumerated() {
      guard begin(&rows, number: index + 1, at: item.place()) else { return }
      if let mapping = item.mapping {
        pack(mapping, prefix: "", into: &rows, line: 0)
      } else {
        let hint = expectedSequence
        errors.append(
          Diagnostic(
            code: "yaml/not-a-mapping", "a mapping is expected, \(item.noun) found", at: rows.location(field: nil),
            hint: hint))
      }
    }
    files.append(rows.finished())
  }

  /// Puts the entries of a mapping into a row, those of the mappings in it under dotted names.
  ///
  /// - Parameter line: How many lines of the file stand before the text.
  mutating func pack(_ mapping: Node.Mapping, prefix: String, into rows: inout PackedRows, line: Int, depth: Int = 1) {
    for (key, value) in mapping {
      let place = key.place(line)
      guard let name = key.scalar?.string, !name.isBlank else {
        errors.append(
          Diagnostic(code: "yaml/unnamed-field", "a field has no name", at: rows.location(field: nil, place)))
        continue
      }
      let field = prefix + name
      switch value {
      case .mapping(let mapping):
        guard depth < JSONScanner.depthLimit, fields.names.count < FieldList.limit else {
          errors.append(
            Diagnostic(
              code: "yaml/too-many-fields", "there are too many fields within each other",
              at: rows.location(field: nil, place)))
          return
        }
        pack(mapping, prefix: field + ".", into: &rows, line: line, depth: depth + 1)
      case .sequence(let sequence):
        var elements: [String] = []
        for element in sequence {
          if let scalar = element.scalar {
            if !scalar.isNull, !scalar.string.isBlank { elements.append(scalar.string) }
          } else {
            errors.append(
              Diagnostic(
                code: "yaml/nested-list", "\(element.noun) stands in a list",
                at: rows.location(field: field, element.place(line)),
                hint: "The elements of a list are texts, numbers or booleans."))
          }
        }
        add(field, .list, [], list: elements, to: &rows, at: place)
      case .scalar(let scalar):
        let isPlain = scalar.style == .plain || scalar.style == .any
        let kind: RawField.Kind = scalar.isNull ? .missing : isPlain ? .untyped : .string
        add(field, kind, Array(scalar.string.utf8), to: &rows, at: place)
      case .alias: break  // Resolved while the text is read.
      }
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

  /// Finds the sequence of the rows.
  private mutating func sequence(_ root: Node, _ source: SourceText) -> Node.Sequence? {
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
    if let sequence = node.sequence { return sequence }
    let sequences = node.mapping?.filter { $0.value.sequence?.first?.mapping != nil } ?? []
    if sequences.count == 1 { return sequences[0].value.sequence }
    let names = sequences.compactMap { $0.key.scalar?.string }
    let hint = names.isEmpty ? expectedSequence : choosePath(names)
    errors.append(
      Diagnostic(
        code: names.isEmpty ? "yaml/not-a-sequence" : "yaml/several-sequences",
        names.isEmpty
          ? "a sequence of mappings is expected, \(node.noun) found" : "there are several sequences of mappings",
        at: .init(file: source.file, line: node.mark?.line, column: node.mark?.column),
        hint: hint))
    return nil
  }

  private var expectedSequence: String { "Write each row as “- name: Apple”, with its other fields below." }
}

extension Node {
  /// Where the node is.
  ///
  /// - Parameter line: How many lines of the file stand before the text.
  fileprivate func place(_ line: Int = 0) -> ReadFile.Place {
    ReadFile.Place(line: mark.map { $0.line + line }, column: mark?.column)
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
