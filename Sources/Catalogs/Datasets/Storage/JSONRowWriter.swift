import JSONValues

/// Writes rows as JSON objects, for files that are not JSON themselves. As a result, there are two ways to read a row:
/// delimited text, and JSON.
///
/// Characters whose type the file does not state, such as a plain scalar of YAML, are written as `~"…"`; see
/// `JSONScanner.Extensions.untyped`.
struct JSONRowWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the next member or element is the first one.
  private var isFirst = true

  /// The number of bytes written so far.
  var count: Int { bytes.count }

  /// Writes the name of a member. Its value must follow.
  mutating func name(_ name: String) {
    separate()
    bytes.append(jsonString: name)
    bytes.append(UInt8(ascii: ":"))
    isFirst = true
  }

  /// Begins an object or an array.
  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    isFirst = true
  }

  /// Ends an object or an array.
  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isFirst = false
  }

  /// - Parameter isTyped: Whether the file states that it is text.
  mutating func string(_ text: Bytes, isTyped: Bool = true) {
    separate()
    if !isTyped { bytes.append(UInt8(ascii: "~")) }
    bytes.append(jsonString: text)
  }

  mutating func string(_ text: String, isTyped: Bool = true) {
    var text = text
    text.withUTF8 { string($0, isTyped: isTyped) }
  }

  /// - Parameter isTyped: Whether characters are text.
  mutating func value(_ value: RawField, in bytes: Bytes, isTyped: Bool) {
    switch value.kind {
    case .missing: json("null".utf8)
    case .string, .untyped: value.withContent(in: bytes) { string($0, isTyped: isTyped) }
    default: json(bytes.part(value.start, value.end))
    }
  }

  /// Writes a fragment that is JSON already: a number, a keyword, or a part of a JSON text.
  mutating func json(_ text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Begins another row. No comma separates it from what was written before.
  mutating func beginRow() { isFirst = true }

  private mutating func separate() {
    if !isFirst { bytes.append(.comma) }
    isFirst = false
  }
}
