package import Diagnostics
import JSONValues
import Yams

extension DatasetReader {
  /// A YAML text as JSON; several documents are a sequence.
  func writtenYAML(_ source: SourceText) throws(DiagnosticsError) -> SourceText {
    try requireUTF8(source)
    let text = source.bytes.withUnsafeBufferPointer { $0.part(source.start, $0.count).text }
    guard let root = try node(text, source) else {
      throw DiagnosticsError(
        Diagnostic(
          code: "yaml/empty", "the file is empty", at: .init(file: source.file), hint: source.format.expectedShape))
    }
    var writer = YAMLWriter(source, limit: writtenLimit(of: text))
    do throws(YAMLWriter.Excess) {
      try writer.write(root)
    } catch {
      throw DiagnosticsError(options.limits.excess(.value, at: error.location))
    }
    return writer.document.finished(source)
  }

  /// The number of bytes that may be written of a text. Aliases that name others again and again make a few lines as large as one likes.
  func writtenLimit(of text: String) -> Int { 8 * text.utf8.count + 4 * options.limits.value + 1000 }

  /// Reads a YAML text.
  ///
  /// - Parameter line: The number of lines of the file before the text.
  /// - Returns: The document, a sequence of several ones; `nil` for a text without any.
  func node(_ text: String, _ source: SourceText, line: Int = 0) throws(DiagnosticsError) -> Node? {
    // The parser calls itself for what is within something else.
    guard !text.isNestedTooDeeply else {
      throw DiagnosticsError(
        Diagnostic(
          code: source.code("too-deep"), "values are nested deeper than \(JSONScanner.depthLimit) levels",
          at: .init(file: source.file)))
    }
    var text = text, repeatedCount = 0
    while true {
      do {
        let parser = try Parser(yaml: text, encoding: .utf8)
        var documents: [Node] = []
        while let document = try parser.nextRoot() { documents.append(document) }
        if documents.count > 1 { documents.removeAll { $0.scalar?.isNull ?? false } }
        return documents.count > 1 ? .sequence(Node.Sequence(documents)) : documents.first
      } catch {
        repeatedCount += 1
        if options.problems == .warn, repeatedCount <= RepeatedKey.limit,
          let mended = text.markingRepeatedKey(error, count: repeatedCount)
        {
          text = mended
          continue
        }
        throw DiagnosticsError(
          Diagnostic(yaml: error, code: source.code("syntax"), file: source.file, linesBefore: line))
      }
    }
  }
}

/// Writes what Yams has read.
struct YAMLWriter {
  /// More was written than is sound.
  struct Excess: Error {
    let location: Diagnostic.Location
  }

  var document = DocumentWriter()
  private let file: String
  private let limit: Int
  private let line: Int
  /// The number of entries that other mappings were searched for.
  private var mergedCount = 0

  /// - Parameters:
  ///   - source: The file, for messages.
  ///   - limit: How many bytes may be written.
  ///   - line: The number of lines of the file before the text.
  init(_ source: SourceText, limit: Int, line: Int = 0) {
    (file, self.limit, self.line) = (source.file, limit, line)
  }

  mutating func write(_ node: Node) throws(Excess) {
    document.mark(place(of: node))
    try writeValue(node)
  }

  /// Writes the entries of a mapping as members of the object that is open.
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
    case .alias: document.json.json("null".utf8)  // Resolved while the text is read.
    }
  }

  /// The entries of a mapping, and behind them those of the mappings that its merge keys `<<` name, as YAML 1.1 has them: of entries with the same
  /// key its own count, and then those of the mapping that is named first.
  private mutating func entries(of mapping: Node.Mapping) throws(Excess) -> [(key: Node, value: Node)] {
    var entries = mapping.filter { $0.key.scalar?.isMergeKey != true }
    guard entries.count < mapping.count else { return entries }
    var names = Set(entries.map(\.key))
    for (key, value) in mapping where key.scalar?.isMergeKey == true {
      for merged in value.sequence?.compactMap(\.mapping) ?? [value.mapping].compactMap(\.self) {
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
  /// Whether the text stands in no quotes, so that it may be a number or another word of YAML.
  fileprivate var isPlain: Bool { style == .plain || style == .any }

  /// Whether the value is the null of YAML.
  fileprivate var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(string) }

  /// Whether this is the key of what is merged into its mapping.
  fileprivate var isMergeKey: Bool { isPlain && name == "<<" }

  /// The name that a key is, as it stands in the file.
  var name: String { String(string.unicodeScalars.drop { $0 == RepeatedKey.mark }) }
}

// MARK: - Keys that are written twice

/// A key that its mapping has twice. The parser refuses it: so marks are put before it until each key is another one, and taken away when it is
/// written.
private enum RepeatedKey {
  /// A character for private use, with which no key begins.
  static let mark: Unicode.Scalar = "\u{F8F0}"
  /// The number of keys that are marked in a file, which is parsed again for each.
  static let limit = 100
}

extension String {
  /// The text with marks before a key, if an error says that its mapping has it twice.
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
    let start = scalars[key] == "\"" || scalars[key] == "'" ? scalars.index(after: key) : key
    scalars.insert(contentsOf: repeatElement(RepeatedKey.mark, count: count), at: start)
    return String(scalars)
  }

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

extension Unicode.Scalar {
  fileprivate var endsLineOfYAML: Bool {
    switch self {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
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
