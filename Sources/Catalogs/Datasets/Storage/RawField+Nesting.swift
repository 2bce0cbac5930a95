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
  /// The object or the list that the text has as JSON; `nil` if it has something else.
  var nestedJSON: RawField? {
    var scanner = JSONScanner(self, extensions: .mistakes)
    scanner.skipSpace()
    guard let value = try? scanner.value(), (try? scanner.finish()) != nil else { return nil }
    let field = RawField(value)
    return [.object, .list, .missing].contains(field.kind) ? field : nil
  }
}

extension Value {
  /// Creates a list, or a missing value if there are no elements.
  fileprivate init(nested elements: [Value]) { self = elements.isEmpty ? .missing : .list(elements) }

  /// Creates an object, or a missing value if there are no members.
  fileprivate init(nested members: [Member]) { self = members.isEmpty ? .missing : .object(members) }
}
