import JSONValues

/// Writes rows as JSON objects, for files whose own bytes are not JSON: so all rows but those of delimited text are read in one way.
///
/// What a file does not say the type of, such as a plain value of YAML, is written as `~"…"`; see ``JSONValues/JSONScanner/Extensions/untyped``.
struct JSONRowWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether the next member or element is the first one.
  private var isFirst = true

  /// The number of bytes so far.
  var count: Int { bytes.count }

  /// Writes the name of a member; its value has to follow.
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

  /// Writes characters.
  ///
  /// - Parameter isTyped: Whether the file says that they are text.
  mutating func string(_ text: Bytes, isTyped: Bool = true) {
    separate()
    if !isTyped { bytes.append(UInt8(ascii: "~")) }
    bytes.append(jsonString: text)
  }

  mutating func string(_ text: String, isTyped: Bool = true) {
    var text = text
    text.withUTF8 { string($0, isTyped: isTyped) }
  }

  /// Writes what is JSON already: a number, a word, or a part of a JSON text.
  ///
  /// - Parameter isString: Whether it is what stands between the quotes of a string.
  mutating func json(_ text: some Sequence<UInt8>, isString: Bool = false) {
    separate()
    if isString { bytes.append(.quote) }
    bytes.append(contentsOf: text)
    if isString { bytes.append(.quote) }
  }

  /// Ends the text: what comes next does not follow what is there.
  mutating func beginRow() { isFirst = true }

  private mutating func separate() {
    if !isFirst { bytes.append(.comma) }
    isFirst = false
  }
}
