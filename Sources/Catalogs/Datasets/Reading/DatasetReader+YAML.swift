package import Diagnostics
import JSONValues
import Yams

extension DatasetReader {
  /// Returns a YAML text as JSON. Several documents become a sequence.
  func writtenYAML(_ source: SourceText) throws(DiagnosticsError) -> SourceText {
    try requireUTF8(source)
    let text = source.bytes.withUnsafeBufferPointer { $0.part(source.start, $0.count).text }
    guard let root = try node(text, source) else {
      throw DiagnosticsError(
        code: "yaml/empty", "the file is empty", at: .init(file: source.file), hint: source.format.expectedShape)
    }
    var writer = YAMLWriter(source, limit: writtenLimit(of: text))
    do throws(YAMLWriter.Excess) {
      try writer.write(root)
    } catch {
      throw DiagnosticsError(error.finding(options.limits))
    }
    return writer.document.finished(source)
  }

  /// Returns the number of bytes that may be written for a text. With aliases that refer to each other, a few lines
  /// could expand to any size.
  func writtenLimit(of text: String) -> Int { 8 * text.utf8.count + options.limits.value / 8 + 1000 }

  /// - Parameter line: The number of lines of the file before the text.
  /// - Returns: The document, or a sequence of several documents; `nil` if the text has none.
  func node(_ text: String, _ source: SourceText, line linesBefore: Int = 0) throws(DiagnosticsError) -> Node? {
    // The parser is recursive, so nested text could exhaust the stack.
    guard !text.isNestedTooDeeply else {
      throw DiagnosticsError(
        code: source.code("too-deep"), "values are nested deeper than \(JSONScanner.depthLimit) levels",
        at: .init(file: source.file))
    }
    // The parser would first copy a long value several times. Others are found later, together with their fields.
    if let line = text.lineOfLongWord(max(options.limits.value, 1_000_000)) {
      throw DiagnosticsError(options.limits.excess(.value, at: .init(file: source.file, line: line + linesBefore)))
    }
    var text = text, repeatedCount = 0
    while true {
      do {
        let parser = try Parser(yaml: text, encoding: .utf8)
        var documents: [Node] = []
        while let document = try parser.nextRoot() { documents.append(document) }
        // An empty document, such as the one after a last `---`, is not a row.
        if documents.count > 1 { documents.removeAll { $0.scalar?.isNull ?? false } }
        return documents.count > 1 ? .sequence(Node.Sequence(documents)) : documents.first
      } catch {
        repeatedCount += 1
        if options.problems == .warn, repeatedCount <= RepeatedKey.limit,
          // Each repeated key gets one mark more than the one before, so that no two of them are equal again.
          let mended = text.markingRepeatedKey(error, count: repeatedCount)
        {
          text = mended
          continue
        }
        throw DiagnosticsError(
          Diagnostic(yaml: error, code: source.code("syntax"), file: source.file, linesBefore: linesBefore))
      }
    }
  }
}

/// Writes what Yams has parsed as JSON.
struct YAMLWriter {
  /// The error that too much would be written.
  struct Excess: Error {
    let location: Diagnostic.Location

    func finding(_ limits: ReadingLimits) -> Diagnostic {
      var finding = limits.excess(.value, at: location)
      finding.message = "the aliases before this repeat more than \(ReadingLimits.Kind.value.text(limits.value / 8))"
      return finding
    }
  }

  var document = DocumentWriter()
  private let file: String
  /// The maximum number of bytes to write.
  private let limit: Int
  /// The number of lines of the file before the text.
  private let line: Int
  /// The number of entries that were read from other mappings to merge them.
  private var mergedCount = 0

  init(_ source: SourceText, limit: Int, line: Int = 0) {
    file = source.file
    self.limit = limit
    self.line = line
  }

  mutating func write(_ node: Node) throws(Excess) {
    document.mark(place(of: node))
    try writeValue(node)
  }

  /// Writes the entries of a mapping as members of the object that was opened.
  mutating func writeEntries(of mapping: Node.Mapping) throws(Excess) {
    for (key, value) in try entries(of: mapping) {
      document.mark(place(of: key))
      document.json.name(key.scalar?.name ?? "")
      try writeValue(value)
    }
  }

  private mutating func writeValue(_ node: Node) throws(Excess) {
    guard document.json.count <= limit else { throw excess(at: node) }
    switch node {
    case .mapping(let mapping):
      document.json.open("{")
      try writeEntries(of: mapping)
      document.json.close("}")
    case .sequence(let sequence):
      document.json.open("[")
      for element in sequence { try write(element) }
      document.json.close("]")
    case .scalar(let scalar):
      if scalar.isNull {
        document.json.json("null".utf8)
      } else {
        document.json.string(scalar.string, isTyped: !scalar.isPlain)
      }
    case .alias: document.json.json("null".utf8)  // Aliases are resolved by the parser.
    }
  }

  /// Returns the entries of a mapping, followed by those of the mappings that its merge keys `<<` refer to, as in YAML
  /// 1.1. If entries have the same key, the mapping's own takes precedence, and then that of the first merged mapping.
  private mutating func entries(of mapping: Node.Mapping) throws(Excess) -> [(key: Node, value: Node)] {
    var entries = mapping.filter { $0.key.scalar?.isMergeKey != true }
    guard entries.count < mapping.count else { return entries }
    var names = Set(entries.map(\.key))
    for (key, value) in mapping where key.scalar?.isMergeKey == true {
      for merged in value.sequence?.compactMap(\.mapping) ?? [value.mapping].compactMap(\.self) {
        // Entries are collected before any of them is written, so the limit of bytes would come too late here.
        mergedCount += merged.count
        guard mergedCount <= limit else { throw excess(at: key) }
        entries += try self.entries(of: merged).filter { names.insert($0.key).inserted }
      }
    }
    return entries
  }

  private func excess(at node: Node) -> Excess {
    Excess(location: .init(file: file, line: node.mark.map { $0.line + line }, column: node.mark?.column))
  }

  private func place(of node: Node) -> ReadFile.Place? {
    node.mark.map { .mark(line: $0.line + line, column: $0.column) }
  }
}

extension Node.Scalar {
  /// Whether the text is not quoted, so that it may be a number or a keyword of YAML.
  fileprivate var isPlain: Bool { style == .plain || style == .any }

  fileprivate var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(string) }

  /// Whether this is the key of mappings that are merged into its own.
  fileprivate var isMergeKey: Bool { isPlain && name == "<<" }

  /// The name of a key, without the marks of repeated keys.
  var name: String { String(string.unicodeScalars.drop { $0 == RepeatedKey.mark }) }
}

// MARK: - Repeated keys

/// A key that occurs twice in its mapping, which the parser rejects. Marks are inserted before it until every key is
/// different, and removed when it is written.
private enum RepeatedKey {
  /// A private-use character, with which no key begins.
  static let mark: Unicode.Scalar = "\u{F8F0}"
  /// The maximum number of keys that are marked in a file, which is parsed again for each.
  static let limit = 100
}

extension String {
  /// Returns the text with marks before a key, if an error says that it is repeated in its mapping; otherwise `nil`.
  ///
  /// - Parameter count: The number of marks.
  fileprivate func markingRepeatedKey(_ error: any Error, count: Int) -> String? {
    guard case .duplicatedKeysInMapping(_, let context)? = error as? YamlError else { return nil }
    var scalars = unicodeScalars
    var position = scalars.startIndex
    for _ in 1..<max(1, context.mark.line) {
      guard let end = scalars[position...].firstIndex(where: \.endsLineOfYAML) else { return nil }
      position = scalars.index(after: end)
      if scalars[end] == "\r", position < scalars.endIndex, scalars[position] == "\n" {
        position = scalars.index(after: position)
      }
    }
    guard let key = scalars.index(position, offsetBy: context.mark.column - 1, limitedBy: scalars.endIndex),
      key < scalars.endIndex
    else { return nil }
    // The marks belong into the quotes, as part of the key.
    let start = scalars[key] == "\"" || scalars[key] == "'" ? scalars.index(after: key) : key
    scalars.insert(contentsOf: repeatElement(RepeatedKey.mark, count: count), at: start)
    return String(scalars)
  }

  /// Returns the line of a run of more than a number of bytes that can only be one value: nothing in it may separate
  /// values.
  fileprivate func lineOfLongWord(_ limit: Int) -> Int? {
    guard utf8.count > limit else { return nil }
    var line = 1, length = 0
    for byte in utf8 {
      switch byte {
      case .lineFeed: (line, length) = (line + 1, 0)
      case .carriageReturn, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "{"), UInt8(ascii: "}"):
        length = 0
      default:
        length += 1
        if length > limit { return line }
      }
    }
    return nil
  }

  /// Whether the text may have more levels than a recursive parser should follow. Levels are estimated by the brackets
  /// that are open, and by the indentation, dashes, question marks and colons at the beginning of a line.
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

extension Unicode.Scalar {
  fileprivate var endsLineOfYAML: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}

extension Diagnostic {
  /// Creates a diagnostic from the error of Yams for a text that cannot be read.
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
