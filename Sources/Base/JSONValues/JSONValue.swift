/// A JSON value.
///
/// It preserves the literals of numbers and the order of the members of objects, so that parsing a text and writing the
/// value reproduces the text, byte by byte except for white space and escapes.
///
/// Values are equal if they are of the same kind and have the same content. Strings are compared by `==`, numbers by
/// their literals, objects with the order of their members.
public enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// The value of a boolean; `nil` for other values.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The number; `nil` for other values.
  public var number: JSONNumber? { if case .number(let number) = self { number } else { nil } }

  /// The value of a number that is written as an integer and fits into `Int`; `nil` for other values.
  public var integer: Int? { number?.integer }

  /// The text of a string; `nil` for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; `nil` for other values.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object; `nil` for other values.
  public var object: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// Returns the value of a member of an object, or `nil` if this is no object or has no such member.
  public subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a null from `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates a number from a literal.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an array from a literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// Creates an object from a literal, which must not repeat a name.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(literal: members)) }

  /// Creates a number from a literal, which must be finite.
  public init(floatLiteral value: Double) {
    guard let number = JSONNumber(value) else { preconditionFailure("\(value) is no number of JSON") }
    self = .number(number)
  }
}

/// A JSON number, represented by its literal: `0.10` and `0.1` are different.
public struct JSONNumber: Hashable, Sendable {
  /// The number in JSON's grammar.
  public let literal: String

  /// Creates a number from a literal without checking it.
  init(unchecked literal: String) { self.literal = literal }

  /// Creates a number from a literal, or returns `nil` if it does not conform to JSON's grammar.
  public init?(literal: String) {
    let isNumber = Array(literal.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      guard let first = bytes.first, first == UInt8(ascii: "-") || first.isDigit else { return false }
      return (try? scanner.value()) != nil && scanner.current == nil
    }
    guard isNumber else { return nil }
    self.init(unchecked: literal)
  }

  /// Creates a number.
  public init(_ value: Int) { self.init(unchecked: String(value)) }

  /// Creates a number with the shortest literal of a value, or returns `nil` if the value is infinite or a NaN.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(unchecked: "\(value)")
  }

  /// The value; `nil` if the literal has a fraction or an exponent, or if the value does not fit into `Int`.
  public var integer: Int? { Int(literal) }

  /// The nearest `Double`, which is infinite if the number is too large.
  public var double: Double { Double(literal) ?? .nan }
}

/// The members of a JSON object, in order. No two have the same name; names are compared by code points.
public struct JSONObject: Hashable, Sendable {
  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public var value: JSONValue
  }

  /// The members, in order.
  public private(set) var members: [Member]

  /// Creates an object without members.
  public init() { members = [] }

  /// Creates an object from members without checking that their names differ.
  init(unchecked members: [Member]) { self.members = members }

  /// The value of the member with a name. Setting the value of a new name appends a member; setting `nil` removes the
  /// member.
  ///
  /// - Complexity: O(*n*), *n* being the number of members.
  public subscript(name: String) -> JSONValue? {
    get { index(of: name).map { members[$0].value } }
    set {
      switch (index(of: name), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? { members.firstIndex { $0.name.isSpelled(like: name) } }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from a literal, which must not repeat a name.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(literal: members) }

  /// Creates an object from the members of a literal, which must not repeat a name.
  init(literal members: [(String, JSONValue)]) {
    self.init(unchecked: members.map { Member(name: $0, value: $1) })
    let names = NameSet(self.members)
    precondition(names.count == members.count, "the object has a name twice")
  }
}

/// A set of names of members, which are compared by code points.
struct NameSet {
  private struct Name: Hashable {
    let text: String

    static func == (one: Name, other: Name) -> Bool { one.text.isSpelled(like: other.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var names: Set<Name> = []

  init(_ members: [JSONObject.Member]) {
    for member in members { _ = insert(member.name) }
  }

  var count: Int { names.count }

  /// Inserts a name. Returns false if the set contains it already.
  mutating func insert(_ name: String) -> Bool { names.insert(Name(text: name)).inserted }
}

extension String {
  /// Returns whether two texts have the same code points. Canonically equivalent texts are equal as strings but
  /// different as names.
  func isSpelled(like other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }
}

extension JSONValue {
  /// Parses a JSON text in UTF-8, strictly by RFC 8259.
  ///
  /// In addition to the grammar, repeated names in an object, unpaired surrogates, and values that are nested deeper
  /// than 512 levels are errors.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  public init(parsing text: [UInt8]) throws(JSONError) { try self.init(parsing: text.span) }

  /// Parses a JSON text in UTF-8, strictly by RFC 8259.
  ///
  /// In addition to the grammar, repeated names in an object, unpaired surrogates, and values that are nested deeper
  /// than 512 levels are errors.
  ///
  /// - Complexity: O(*n*), *n* being the length of the text.
  public init(parsing text: Span<UInt8>) throws(JSONError) {
    self = try text.withUnsafeBufferPointer { bytes throws(JSONError) in
      var scanner = JSONScanner(bytes)
      scanner.skipSpace()
      let value = try scanner.parsedValue()
      try scanner.finish()
      return value
    }
  }
}

extension JSONScanner {
  /// Parses the value at the current position.
  fileprivate mutating func parsedValue() throws(JSONError) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return .object(try parsedObject())
    case UInt8(ascii: "["): return .array(try parsedArray())
    default:
      let token = try value()
      switch token.kind {
      case .string, .untyped: return .string(try text(of: token))
      case .number: return .number(JSONNumber(unchecked: try text(of: token)))
      case .true: return .boolean(true)
      case .false: return .boolean(false)
      case .null, .array, .object: return .null
      }
    }
  }

  private mutating func parsedArray() throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try enter()
    while try next(unless: UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try parsedValue()) }
    leave()
    return elements
  }

  private mutating func parsedObject() throws(JSONError) -> JSONObject {
    var members: [JSONObject.Member] = []
    // Most objects have few names, which are compared faster than they are inserted into a set.
    var names: NameSet?
    try enter()
    while try next(unless: UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let offset = position
      let name = try text(of: try name())
      if members.count == 16 { names = NameSet(members) }
      let isNew = names?.insert(name) ?? !members.contains { $0.name.isSpelled(like: name) }
      guard isNew else { throw JSONError("the object has the name “\(name)” twice", at: offset) }
      members.append(JSONObject.Member(name: name, value: try parsedValue()))
    }
    leave()
    return JSONObject(unchecked: members)
  }

  /// Returns the characters of a string or a number.
  private func text(of token: JSONToken) throws(JSONError) -> String {
    let content = bytes.part(token.start, token.end)
    do {
      // `UTF8Span` is concrete. `String(validating:as:)` is generic, and its unspecialised code in the standard library
      // is several times slower.
      guard token.hasEscapes else { return String(copying: try UTF8Span(validating: content.span)) }
      return String(copying: try UTF8Span(validating: content.withoutJSONEscapes.span))
    } catch {
      throw invalidUTF8(in: token)
    }
  }
}
