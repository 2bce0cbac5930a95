/// A JSON value and where it begins.
struct JSONNode {
  enum Value {
    case null
    case boolean(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// The members in their order. No name is there twice.
    case object([(name: String, value: JSONNode)])
  }

  var value: Value
  var offset: Int
}

/// Reads JSON by the letter of RFC 8259, keeping what data sets need: the order of members, the text of numbers, and positions.
///
/// Names that are there twice, unpaired surrogates and values nested deeper than `depthLimit` are errors.
struct JSONParser {
  /// What is wrong with a text, and at which byte.
  struct Failure: Error {
    var message: String
    var offset: Int
    var hint: String?
  }

  static let depthLimit = 512

  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  /// Reads a text that holds one value.
  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
    var parser = JSONParser(bytes: bytes)
    parser.skipSpace()
    let node = try parser.node()
    parser.skipSpace()
    guard parser.current == nil else { throw parser.unexpected("the end of the text") }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab
  }

  private mutating func skipSpace() {
    while let byte = current, JSONParser.isSpace(byte) { position += 1 }
  }

  private mutating func node() throws(Failure) -> JSONNode {
    let offset = position
    let value: JSONNode.Value =
      switch current {
      case UInt8(ascii: "{"): .object(try members())
      case UInt8(ascii: "["): .array(try elements())
      case .quote: .string(try string())
      case UInt8(ascii: "t"): try word("true", .boolean(true))
      case UInt8(ascii: "f"): try word("false", .boolean(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case .some(let byte) where byte == UInt8(ascii: "-") || byte.isDigit: .number(try number())
      default: throw unexpected("a value")
      }
    return JSONNode(value: value, offset: offset)
  }

  /// Steps over the bracket that opens an array or object, and the space after it.
  private mutating func enter() throws(Failure) {
    depth += 1
    guard depth <= JSONParser.depthLimit else {
      throw Failure(message: "values are nested deeper than \(JSONParser.depthLimit) levels", offset: position)
    }
    position += 1
    skipSpace()
  }

  private mutating func word(_ word: StaticString, _ value: JSONNode.Value) throws(Failure) -> JSONNode.Value {
    guard bytes[position...].starts(with: word.description.utf8) else { throw unexpected("a value") }
    position += word.utf8CodeUnitCount
    return value
  }

  private mutating func elements() throws(Failure) -> [JSONNode] {
    var elements: [JSONNode] = []
    try enter()
    defer { depth -= 1 }
    if skip("]") { return elements }
    repeat {
      skipSpace()
      if current == UInt8(ascii: "]") { throw trailingComma() }
      elements.append(try node())
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw unexpected("a comma or “]”") }
    return elements
  }

  private mutating func members() throws(Failure) -> [(name: String, value: JSONNode)] {
    var members: [(name: String, value: JSONNode)] = []
    var names: Set<String> = []
    try enter()
    defer { depth -= 1 }
    if skip("}") { return members }
    repeat {
      skipSpace()
      if current == UInt8(ascii: "}") { throw trailingComma() }
      let offset = position
      guard current == .quote else { throw unexpected("a name in double quotes") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw Failure(message: "the object has the name \(name.excerpt) twice", offset: offset)
      }
      skipSpace()
      guard skip(":") else { throw unexpected("a colon") }
      skipSpace()
      members.append((name, try node()))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw unexpected("a comma or “}”") }
    return members
  }
}
