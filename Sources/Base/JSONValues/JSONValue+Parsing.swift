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
