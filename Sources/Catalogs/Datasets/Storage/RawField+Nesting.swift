import JSONValues

extension RawField {
  /// The value with everything nested in it, typed by what the file states alone. Members that are missing are left
  /// out.
  ///
  /// - Complexity: O(*n*) in the bytes of the value.
  func nestedValue(in bytes: Bytes) -> Value {
    switch kind {
    case .missing, .wanted: .missing
    case .yes: .boolean(true)
    case .no: .boolean(false)
    case .number, .string: withContent(in: bytes) { Self.value(of: $0, isNumber: kind == .number) }
    case .untyped: withContent(in: bytes) { Self.value(ofUntyped: $0.trimmed) }
    // Nested values are read once. Reading them twice at each level would take a thousand reads at a depth of ten.
    case .list: Value(nested: elements(in: bytes))
    case .object: Value(nested: members(in: bytes))
    }
  }

  private static func value(of content: Bytes, isNumber: Bool) -> Value {
    if isNumber, let number = Value.Number(content.text) { return .number(number) }
    return content.isWebAddress ? .url(content.text) : .text(content.text)
  }

  private static func value(ofUntyped content: Bytes) -> Value {
    if content.equals(ignoringCase: "true") { return .boolean(true) }
    if content.equals(ignoringCase: "false") { return .boolean(false) }
    return value(of: content, isNumber: content.isNumber && !content.hasLeadingZeros)
  }

  /// Returns the elements of a list at their places, including missing and empty ones; or an empty array if all
  /// elements are blank.
  func elements(in bytes: Bytes) -> [Value] {
    let elements = allElements(in: bytes)
    return elements.allSatisfy(\.isBlank) ? [] : elements
  }

  private func allElements(in bytes: Bytes) -> [Value] {
    var elements: [Value] = []
    var scanner = JSONScanner(again: bytes, from: start)
    try? scanner.forEachValue { element in
      switch element.kind {
      case .list: elements.append(.list(element.allElements(in: bytes)))
      case .object: elements.append(.object(element.members(in: bytes)))
      default: elements.append(element.nestedValue(in: bytes))
      }
    }
    return elements
  }

  private func members(in bytes: Bytes) -> [Value.Member] {
    var members: [Value.Member] = []
    var scanner = JSONScanner(again: bytes, from: start)
    try? scanner.forEachMember { name, member in
      let value = member.nestedValue(in: bytes)
      if !value.isMissing { members.append(Value.Member(name: name.text(in: bytes), value: value)) }
    }
    return members
  }
}

extension Bytes {
  /// Whether the text is a list or an object in the notation of JSON or Python; `nil` if it is neither.
  var kindOfNestedText: RawField.Kind? {
    // A fast path: most texts have no brackets at their ends.
    switch (first, last) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "{"), UInt8(ascii: "}")):
      withNestedText { raw, _ in raw.kind }
    default: nil
    }
  }

  /// The list or the object that the text has in the notation of JSON or Python; `nil` if it has something else.
  var nestedValue: Value? { withNestedText { raw, bytes in raw.nestedValue(in: bytes) } }

  private func withNestedText<Result>(_ body: (RawField, Bytes) -> Result) -> Result? {
    // A fast path: most texts are neither, nor a `null`.
    guard let first = trimmed.first, "[({n".utf8.contains(first) else { return nil }
    if let json { return body(json, self) }
    return pythonAsJSON?.withUnsafeBufferPointer { bytes in bytes.json.map { body($0, bytes) } }
  }

  private var json: RawField? {
    var scanner = JSONScanner(self, extensions: .mistakes)
    scanner.skipSpace()
    guard let value = try? scanner.value(), (try? scanner.finish()) != nil else { return nil }
    let field = RawField(value)
    return [.object, .list, .missing].contains(field.kind) ? field : nil
  }

  /// A list, tuple or dictionary as Python prints it, `['a', None]`, in the notation of JSON; `nil` for any other text.
  private var pythonAsJSON: [UInt8]? {
    guard let first, "[({".utf8.contains(first) else { return nil }
    let words: [(python: StaticString, json: StaticString)] = [
      ("None", "null"), ("True", "true"), ("False", "false"), ("nan", "null"),
    ]
    var json: [UInt8] = []
    /// The quote that ends the present string, if the position is within one.
    var quote: UInt8?
    var position = 0
    while position < count {
      let byte = self[position]
      position += 1
      switch (quote, byte) {
      case (byte?, _):
        json.append(.quote)
        quote = nil
      case (_?, .backslash):
        guard position < count else { return nil }
        switch self[position] {
        // JSON has no escapes for these.
        case UInt8(ascii: "'"): json.append(UInt8(ascii: "'"))
        case UInt8(ascii: "x"): json += Array("\\u00".utf8)
        default: json += [.backslash, self[position]]
        }
        position += 1
      case (_?, .quote): json += [.backslash, .quote]
      case (_?, _): json.append(byte)
      case (nil, UInt8(ascii: "'")), (nil, .quote):
        json.append(.quote)
        quote = byte
      case (nil, UInt8(ascii: "(")): json.append(UInt8(ascii: "["))
      case (nil, UInt8(ascii: ")")), (nil, UInt8(ascii: "]")):
        // A tuple of one element ends in a comma.
        if json.last == .comma { json.removeLast() }
        json.append(UInt8(ascii: "]"))
      case (nil, _) where byte.isDigit || " ,:.-+eE[{}".utf8.contains(byte): json.append(byte)
      case (nil, _):
        guard let word = words.first(where: { has($0.python, at: position - 1) }) else { return nil }
        json += UnsafeBufferPointer(start: word.json.utf8Start, count: word.json.utf8CodeUnitCount)
        position += word.python.utf8CodeUnitCount - 1
      }
    }
    return quote == nil ? json : nil
  }
}

extension Value {
  fileprivate init(nested elements: [Value]) { self = elements.isEmpty ? .missing : .list(elements) }

  fileprivate init(nested members: [Member]) { self = members.isEmpty ? .missing : .object(members) }
}
