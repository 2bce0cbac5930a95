/// Reads TOML 1.0, keeping what data sets need: the order of keys, the text of numbers and dates, and positions.
///
/// Values nested deeper than `depthLimit` are errors.
struct TOMLParser {
  /// What is wrong with a text, and at which byte.
  struct Failure: Error {
    var message: String
    var offset: Int
    var hint: String?
  }

  static let depthLimit = 128

  let bytes: Bytes
  var position: Int
  var depth = 0
  private var root = TOMLTable(.header)
  /// The table that key and value pairs go to, by the names on the way to it.
  private var path: [String] = []

  init(_ bytes: Bytes, from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Reads the whole text, which has to be valid UTF-8.
  mutating func parse() throws(Failure) -> TOMLTable {
    while true {
      skipBlank()
      guard let byte = current else { return root }
      if byte == UInt8(ascii: "[") {
        try header()
      } else {
        let (key, value) = try pair()
        try TOMLParser.set(key[...], to: value, in: &root, path[...])
      }
      try endLine()
    }
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while current == .space || current == .tab { position += 1 }
  }

  /// Skips space, line breaks and comments.
  mutating func skipBlank() {
    while let byte = current {
      switch byte {
      case .space, .tab, .lineFeed, .carriageReturn: position += 1
      case UInt8(ascii: "#"): skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() {
    while let byte = current, byte != .lineFeed { position += 1 }
  }

  private mutating func endLine() throws(Failure) {
    skipSpace()
    if current == UInt8(ascii: "#") { skipComment() }
    _ = skip("\r")
    guard current == nil || skip("\n") else { throw unexpected("the end of the line") }
  }

  func unexpected(_ expected: String) -> Failure {
    guard current != nil else { return Failure(message: "\(expected) is expected, the text ends", offset: position) }
    let found = bytes.part(position, min(position + 16, bytes.count)).text.unicodeScalars.first.map(String.init) ?? ""
    return Failure(message: "\(expected) is expected, \(found.excerpt) found", offset: position)
  }
}

// MARK: - Tables

extension TOMLParser {
  private mutating func header() throws(Failure) {
    let offset = position
    position += 1
    let isArray = skip("[")
    let key = try key()
    guard skip("]"), !isArray || skip("]") else { throw unexpected("“]”") }
    let names = key.map(\.name)
    try TOMLParser.open(names[...], in: &root, isArray: isArray, offset)
    path = names
  }

  /// Makes the table of a header, or the next one of an array of tables.
  private static func open(
    _ path: ArraySlice<String>, in table: inout TOMLTable, isArray: Bool, _ offset: Int
  ) throws(Failure) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    func taken() -> Failure {
      Failure(
        message: "\(name.excerpt) is there already", offset: offset,
        hint: "Write a table once, and an array of tables with two brackets each time.")
    }
    guard var node = table[name] else {
      var made = TOMLTable(rest.isEmpty ? .header : .implicit)
      try open(rest, in: &made, isArray: isArray, offset)
      let value = TOMLNode(value: .table(made), offset: offset)
      let isElement = rest.isEmpty && isArray
      table[name] = isElement ? TOMLNode(value: .array([value], isOfTables: true), offset: offset) : value
      return
    }
    // What is changed is taken out meanwhile, so that it is not copied.
    table[name] = TOMLNode(value: .boolean(false), offset: node.offset)
    switch node.value {
    case .array(var items, true):
      node.value = .boolean(false)
      if rest.isEmpty {
        guard isArray else { throw taken() }
        items.append(TOMLNode(value: .table(TOMLTable(.header)), offset: offset))
      } else if case .table(var last) = items.removeLast().value {
        try open(rest, in: &last, isArray: isArray, offset)
        items.append(TOMLNode(value: .table(last), offset: offset))
      }
      node.value = .array(items, isOfTables: true)
    case .table(var inner):
      node.value = .boolean(false)
      if rest.isEmpty {
        guard !isArray, inner.origin == .implicit else { throw taken() }
        inner.origin = .header
      } else {
        guard inner.origin != .inline else { throw taken() }
        try open(rest, in: &inner, isArray: isArray, offset)
      }
      node.value = .table(inner)
    default: throw taken()
    }
    table[name] = node
  }

  /// Reads a key and its value.
  private mutating func pair() throws(Failure) -> (key: [(name: String, offset: Int)], value: TOMLNode) {
    let key = try key()
    guard skip("=") else { throw unexpected("“=” behind the key") }
    skipSpace()
    return (key, try value())
  }

  /// Sets the value of a key in the table at the end of a way.
  private static func set(
    _ key: ArraySlice<(name: String, offset: Int)>, to value: TOMLNode, in table: inout TOMLTable,
    _ path: ArraySlice<String> = []
  ) throws(Failure) {
    if let name = path.first {
      guard var node = table[name] else { return }
      table[name] = TOMLNode(value: .boolean(false), offset: node.offset)
      switch node.value {
      case .table(var inner):
        node.value = .boolean(false)
        try set(key, to: value, in: &inner, path.dropFirst())
        node.value = .table(inner)
      case .array(var items, _):
        node.value = .boolean(false)
        let last = items.removeLast()
        if case .table(var inner) = last.value {
          try set(key, to: value, in: &inner, path.dropFirst())
          items.append(TOMLNode(value: .table(inner), offset: last.offset))
        }
        node.value = .array(items, isOfTables: true)
      default: break
      }
      table[name] = node
      return
    }
    guard let (name, offset) = key.first else { return }
    let taken = Failure(message: "\(name.excerpt) is written twice", offset: offset, hint: "Keep one of them.")
    if key.count == 1 {
      guard table[name] == nil else { throw taken }
      table[name] = value
      return
    }
    var inner = TOMLTable(.dotted)
    if let node = table[name] {
      guard case .table(let known) = node.value, known.origin == .dotted else { throw taken }
      inner = known
    }
    try set(key.dropFirst(), to: value, in: &inner)
    table[name] = TOMLNode(value: .table(inner), offset: offset)
  }

  /// Reads the names of a key, and the space behind them.
  private mutating func key() throws(Failure) -> [(name: String, offset: Int)] {
    var key: [(name: String, offset: Int)] = []
    repeat {
      skipSpace()
      let offset = position
      switch current {
      case .quote, UInt8(ascii: "'"): key.append((try string(isKey: true), offset))
      default:
        while let byte = current, byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") {
          position += 1
        }
        guard position > offset else { throw unexpected("a key") }
        key.append((bytes.part(offset, position).text, offset))
      }
      guard key.count <= TOMLParser.depthLimit else { throw tooDeep() }
      skipSpace()
    } while skip(".")
    return key
  }

  func tooDeep() -> Failure {
    Failure(message: "values are nested deeper than \(TOMLParser.depthLimit) levels", offset: position)
  }

  /// Reads a table in braces.
  mutating func inlineTable() throws(Failure) -> TOMLNode {
    let offset = position
    position += 1
    var table = TOMLTable(.inline)
    skipSpace()
    if !skip("}") {
      repeat {
        let (key, value) = try pair()
        try TOMLParser.set(key[...], to: value, in: &table)
        skipSpace()
      } while skip(",")
      guard skip("}") else { throw unexpected("a comma or “}”") }
    }
    return TOMLNode(value: .table(table), offset: offset)
  }
}
