import Diagnostics
import JSONValues

/// A document of YAML or TOML while it is written as JSON: so what finds and reads the rows of JSON does it for all three.
struct DocumentWriter {
  var json = JSONRowWriter()
  private var places: [WrittenText.Mark] = []

  /// Notes where in the file stands what is written next.
  mutating func mark(_ place: ReadFile.Place?) {
    if let place { places.append((json.count, place)) }
  }

  /// The text that was written.
  func finished(_ source: SourceText) -> SourceText {
    source.written(json.bytes, places: WrittenText(source, places))
  }
}

/// Where in a file stands what was written of it.
final class WrittenText {
  /// The place of what is written from an offset on, up to the next one.
  typealias Mark = (offset: Int, place: ReadFile.Place)

  private let source: SourceText
  private let marks: [Mark]

  /// - Parameter marks: The places, in the order of their offsets.
  init(_ source: SourceText, _ marks: [Mark]) { (self.source, self.marks) = (source, marks) }

  /// Finds the line and the column in the file.
  ///
  /// - Complexity: O(log *n*) for *n* marks, and what ``SourceText/place(at:)`` takes.
  func place(at offset: Int) -> (line: Int, column: Int) {
    var low = 0, high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return switch low > 0 ? marks[low - 1].place : .offset(source.start) {
    case .offset(let offset): source.place(at: offset)
    case .mark(let line, let column): (line, column)
    case .file: (1, 1)
    }
  }
}

extension DatasetReader {
  /// A document as JSON.
  ///
  /// - Throws: What is wrong with a text of another format, which is read as a whole for that.
  func json(of source: SourceText) throws(DiagnosticsError) -> SourceText {
    switch source.format {
    case .yaml: try writtenYAML(source)
    case .toml: try writtenTOML(source)
    default: source
    }
  }

  /// Checks that a text is valid UTF-8.
  func requireUTF8(_ source: SourceText) throws(DiagnosticsError) {
    guard let offset = source.bytes.withUnsafeBufferPointer({ $0.firstInvalidByte(from: source.start) }) else { return }
    let byte = String(source.bytes[offset], radix: 16, uppercase: true)
    throw DiagnosticsError(
      Diagnostic(
        code: source.code("invalid-utf8"), "the byte \(byte) is not valid UTF-8",
        at: source.location(row: nil, offset: offset, isExact: true, field: nil),
        hint: "Save the file with the encoding UTF-8."))
  }
}

extension SourceText {
  /// The code of a finding in a text of this format.
  func code(_ kind: String) -> Diagnostic.Code { .init(rawValue: "\(format.rawValue)/\(kind)") }
}

extension DatasetFormat {
  /// What a person calls an object of JSON, and what is one in another format.
  var objectNoun: String {
    switch self {
    case .yaml, .markdown: "mapping"
    case .toml: "table"
    default: "object"
    }
  }

  /// What a person calls an array of JSON, and what is one in another format.
  var listNoun: String { self == .yaml ? "sequence" : "array" }

  /// How rows are written in a document.
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
  /// A noun with “a” or “an” before it.
  var withArticle: String { "\(first.map("aeiou".contains) == true ? "an" : "a") \(self)" }
}
