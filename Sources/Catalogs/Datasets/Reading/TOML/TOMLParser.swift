/// Parses TOML 1.0, and keeps what data sets need: the order of keys, the text of numbers and dates, and positions.
///
/// Values that are nested deeper than `depthLimit` are errors.
///
/// - Complexity: O(*n*) on average, in the size of the text.
struct TOMLParser {
  /// A syntax error, and the byte at which it is.
  struct Failure: Error {
    var message: String
    var offset: Int
    var hint: String?
  }

  static let depthLimit = 128

  let bytes: Bytes
  var position: Int
  var tree = TOMLTree()
  /// The number of tables and arrays that contain the current value.
  var depth = 0
  /// The table that key–value pairs are added to.
  private var table = TOMLTree.root

  init(_ bytes: Bytes, from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Parses the whole text, which must be valid UTF-8.
  mutating func parse() throws(Failure) -> TOMLTree {
    while true {
      try skipBlank()
      guard let byte = current else { return tree }
      if byte == UInt8(ascii: "[") { try header() } else { try pair(in: table) }
      try endLine()
    }
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() { while current == .space || current == .tab { position += 1 } }

  /// Skips the end of a line, LF or CRLF, if it is at the position.
  mutating func skipLineEnd() -> Bool {
    if bytes.has("\r\n", at: position) {
      position += 2
      return true
    }
    return skip("\n")
  }

  /// Skips white space, line ends and comments.
  mutating func skipBlank() throws(Failure) {
    repeat {
      skipSpace()
      try skipComment()
    } while skipLineEnd()
  }

  private mutating func skipComment() throws(Failure) {
    guard skip("#") else { return }
    while let byte = current, byte != .lineFeed, !bytes.has("\r\n", at: position) {
      guard byte.isTOMLCharacter else { throw controlCharacter("a comment") }
      position += 1
    }
  }

  private mutating func endLine() throws(Failure) {
    skipSpace()
    try skipComment()
    guard current == nil || skipLineEnd() else { throw unexpected("the end of the line") }
  }

  func unexpected(_ expected: String) -> Failure {
    guard current != nil else { return Failure(message: "\(expected) is expected, the text ends", offset: position) }
    let found = bytes.part(position, min(position + 16, bytes.count)).text.unicodeScalars.first.map(String.init) ?? ""
    return Failure(message: "\(expected) is expected, \(found.excerpt) found", offset: position)
  }

  func controlCharacter(_ place: String, hint: String? = nil) -> Failure {
    Failure(message: "\(place) has a control character in it", offset: position, hint: hint)
  }
}

extension UInt8 {
  /// Whether the byte may occur in a comment or in a string on one line: it is not a control character other than the
  /// tab.
  var isTOMLCharacter: Bool { self >= 0x20 && self != 0x7F || self == .tab }
}

// MARK: - Tables

extension TOMLParser {
  /// Reads a header, which opens a table, or adds one to an array of tables.
  private mutating func header() throws(Failure) {
    let offset = position
    position += 1
    let isArray = skip("[")
    // A header is a path from the root, whatever table was open before.
    table = TOMLTree.root
    var name = try key().name
    var length = 1
    while skip(".") {
      table = try step(to: name, offset)
      name = try key().name
      length += 1
      guard length <= TOMLParser.depthLimit else { throw tooDeep() }
    }
    guard skip("]"), !isArray || skip("]") else { throw unexpected("“]”") }
    try open(name, isArray: isArray, offset)
  }

  /// Returns the next table on the path of a header, which is created if needed.
  private mutating func step(to name: Int, _ offset: Int) throws(Failure) -> Int {
    guard let entry = tree.entry(of: table, named: name) else {
      return tree.add(.table, .implicit, named: name, to: table, offset: offset)
    }
    switch tree.nodes[entry].kind {
    // Of an array of tables, headers extend the last one.
    case .tables: return tree.nodes[entry].lastChild ?? entry
    case .table where tree.nodes[entry].origin != .inline: return entry
    default: throw taken(name, offset)
    }
  }

  /// Opens the table at the end of a header's path.
  private mutating func open(_ name: Int, isArray: Bool, _ offset: Int) throws(Failure) {
    let entry = tree.entry(of: table, named: name)
    if isArray {
      let array = entry ?? tree.add(.tables, named: name, to: table, offset: offset)
      guard tree.nodes[array].kind == .tables else { throw taken(name, offset) }
      table = tree.add(.table, .header, to: array, offset: offset)
    } else if let entry {
      // `[a.b]` has created `a`, which may still get a header of its own, but only one.
      guard tree.nodes[entry].kind == .table, tree.nodes[entry].origin == .implicit else { throw taken(name, offset) }
      tree.addHeader(to: entry)
      table = entry
    } else {
      table = tree.add(.table, .header, named: name, to: table, offset: offset)
    }
  }

  private func taken(_ name: Int, _ offset: Int) -> Failure {
    Failure(
      message: "\(tree.names[name].excerpt) already exists", offset: offset,
      hint: "Write a table once, and an array of tables with two brackets each time.")
  }

  /// Reads a key and its value into a table. If the key has dots, the value is added to a table within that one.
  private mutating func pair(in table: Int) throws(Failure) {
    // The tables that dots create are levels for this value only.
    let depthOutside = depth
    defer { depth = depthOutside }
    var table = table
    var (name, offset) = try key()
    while skip(".") {
      depth += 1
      guard depth <= TOMLParser.depthLimit else { throw tooDeep() }
      table = try dottedTable(name, in: table, offset)
      (name, offset) = try key()
    }
    guard tree.entry(of: table, named: name) == nil else { throw twice(name, offset) }
    guard skip("=") else { throw unexpected("“=” behind the key") }
    skipSpace()
    try value(name, in: table)
  }

  /// Returns the table before a dot in a key, which is created if needed.
  private mutating func dottedTable(_ name: Int, in table: Int, _ offset: Int) throws(Failure) -> Int {
    guard let entry = tree.entry(of: table, named: name) else {
      return tree.add(.table, .dotted, named: name, to: table, offset: offset)
    }
    guard tree.nodes[entry].kind == .table, tree.nodes[entry].origin == .dotted else { throw twice(name, offset) }
    return entry
  }

  private func twice(_ name: Int, _ offset: Int) -> Failure {
    Failure(message: "\(tree.names[name].excerpt) is written twice", offset: offset, hint: "Keep one of them.")
  }

  /// Reads one part of a key, and the white space around it.
  private mutating func key() throws(Failure) -> (name: Int, offset: Int) {
    skipSpace()
    let offset = position
    let name: Int
    switch current {
    case .quote, UInt8(ascii: "'"):
      let characters = try string(isKey: true)
      let text = tree.withCharacters(characters, in: bytes) { Array($0) }
      name = text.withUnsafeBufferPointer { tree.number(ofName: $0) }
    default:
      while let byte = current, byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
        position += 1
      }
      guard position > offset else { throw unexpected("a key") }
      name = tree.number(ofName: bytes.part(offset, position))
    }
    skipSpace()
    return (name, offset)
  }

  func tooDeep() -> Failure {
    Failure(message: "values are nested deeper than \(TOMLParser.depthLimit) levels", offset: position)
  }

  mutating func inlineTable(_ table: Int) throws(Failure) {
    position += 1
    skipSpace()
    if skip("}") { return }
    repeat {
      try pair(in: table)
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw unexpected("a comma or “}”") }
  }
}
