import Diagnostics
import JSONValues
import PomonaSupport

/// Writes a YAML or TOML document as JSON, so that the rows of all three formats are found and read in the same way.
struct DocumentWriter {
  var json = JSONRowWriter()
  private var places: [WrittenText.Mark] = []

  /// Records the place in the file of what is written next.
  mutating func mark(_ place: ReadFile.Place?) { if let place { places.append((json.count, place)) } }

  func finished(_ source: SourceText) -> SourceText {
    SourceText(source, rewritten: json.bytes, WrittenText(source, places))
  }
}

/// The places in a file of the JSON that was written from it.
final class WrittenText {
  /// The place in the file of everything from an offset up to the next mark.
  typealias Mark = (offset: Int, place: ReadFile.Place)

  private let source: SourceText
  private let marks: [Mark]

  /// - Parameter marks: The places, in the order of their offsets.
  init(_ source: SourceText, _ marks: [Mark]) { (self.source, self.marks) = (source, marks) }

  /// Returns the line and the column in the file.
  ///
  /// - Complexity: O(log *n*) in the number of marks, plus that of ``SourceText/place(at:)`` for marks that are
  ///   offsets.
  func place(at offset: Int) -> (line: Int, column: Int) {
    let next = marks.partitioningIndex { $0.offset > offset }
    return switch next > 0 ? marks[next - 1].place : .offset(source.start) {
    case .offset(let offset): source.place(at: offset)
    case .mark(let line, let column): (line, column)
    case .file: (1, 1)
    }
  }
}

extension DatasetReader {
  /// Returns a document as JSON.
  ///
  /// - Throws: The errors of a text in another format, which is parsed as a whole to convert it.
  func json(of source: SourceText) throws(DiagnosticsError) -> SourceText {
    switch source.format {
    case .yaml: try writtenYAML(source)
    case .toml: try writtenTOML(source)
    default: source
    }
  }

  /// Throws an error unless a text is valid UTF-8.
  func requireUTF8(_ source: SourceText) throws(DiagnosticsError) {
    guard let offset = source.bytes.withUnsafeBufferPointer({ $0.firstInvalidByte(from: source.start) }) else { return }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    throw DiagnosticsError(
      code: source.code("invalid-utf8"), "the byte \(byte) is not valid UTF-8",
      at: source.location(row: nil, offset: offset, isExact: true, field: nil),
      hint: "Save the file with the encoding UTF-8.")
  }
}

extension SourceText {
  func code(_ kind: String) -> Diagnostic.Code { .init(rawValue: "\(format.rawValue)/\(kind)") }
}

extension DatasetFormat {
  /// The noun for the equivalent of a JSON object in this format.
  var objectNoun: String {
    switch self {
    case .yaml, .markdown: "mapping"
    case .toml: "table"
    default: "object"
    }
  }

  /// The noun for the equivalent of a JSON array in this format.
  var listNoun: String { self == .yaml ? "sequence" : "array" }

  /// The hint on how to write rows in a document of this format.
  var expectedShape: String {
    switch self {
    case .yaml: "Write each row as “- name: Apple”, with its other fields below."
    case .toml: "Begin each row with a line of [[fruits]], with its fields below."
    case .jsonLines: "Write each row as {\"name\": \"Apple\"}, on a separate line."
    default: "Write the rows as [{\"name\": \"Apple\"}, {\"name\": \"Pear\"}]."
    }
  }
}

extension String {
  var withArticle: String { "\(first.map("aeiou".contains) == true ? "an" : "a") \(self)" }
}

extension DatasetReader {
  func writtenTOML(_ source: SourceText) throws(DiagnosticsError) -> SourceText {
    try requireUTF8(source)
    var writer = DocumentWriter()
    do throws(TOMLParser.Failure) {
      try source.bytes.withUnsafeBufferPointer { bytes throws(TOMLParser.Failure) in
        var parser = TOMLParser(bytes, from: source.start)
        let tree = try parser.parse()
        writer.write(TOMLTree.root, of: tree, bytes)
      }
    } catch {
      throw DiagnosticsError(
        code: "toml/syntax", error.message, at: source.location(row: nil, offset: error.offset), hint: error.hint)
    }
    return writer.finished(source)
  }
}

extension DocumentWriter {
  fileprivate mutating func write(_ node: Int, of tree: TOMLTree, _ bytes: Bytes) {
    switch tree.nodes[node].kind {
    case .table:
      json.open("{")
      for entry in tree.children(of: node) {
        mark(.offset(tree.nodes[entry].offset))
        if let name = tree.nodes[entry].name { json.name(tree.names[name]) }
        write(entry, of: tree, bytes)
      }
      json.close("}")
    case .array, .tables:
      json.open("[")
      for element in tree.children(of: node) {
        mark(.offset(tree.nodes[element].offset))
        write(element, of: tree, bytes)
      }
      json.close("]")
    case .yes: json.json("true".utf8)
    case .no: json.json("false".utf8)
    case .string, .date: tree.withCharacters(of: node, in: bytes) { json.string($0) }
    case .number:
      tree.withCharacters(of: node, in: bytes) { text in
        // JSON numbers have no plus sign.
        if text.first == UInt8(ascii: "+") { json.string(text, isTyped: false) } else { json.json(text) }
      }
    }
  }
}
