import JSONValues

extension RawField {
  /// The value by the word of its file alone, with all that is in it. Members that are missing are left out.
  ///
  /// - Complexity: O(*n*) in the bytes of the value.
  func nestedValue(in bytes: Bytes) -> Value {
    switch kind {
    case .missing, .wanted: .missing
    case .yes: .boolean(true)
    case .no: .boolean(false)
    case .number, .string: withContent(in: bytes) { Self.value(of: $0, isNumber: kind == .number) }
    case .untyped: withContent(in: bytes) { Self.value(ofUntyped: $0.trimmed) }
    // What is within is read once: twice at each level would be a thousand times at ten.
    case .list: Value(nested: elements(in: bytes))
    case .object: Value(nested: members(in: bytes))
    }
  }

  private static func value(of content: Bytes, isNumber: Bool) -> Value {
    if isNumber, let number = Number(content.text) { return .number(number) }
    return content.isWebAddress ? .url(content.text) : .text(content.text)
  }

  private static func value(ofUntyped content: Bytes) -> Value {
    if content.equals(ignoringCase: "true") { return .boolean(true) }
    if content.equals(ignoringCase: "false") { return .boolean(false) }
    return value(of: content, isNumber: content.isNumber && !content.hasLeadingZeros)
  }

  /// The elements of a list, each at its place: those that are missing or empty, too, but where there are no others.
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

  private func members(in bytes: Bytes) -> [Member] {
    var members: [Member] = []
    var scanner = JSONScanner(again: bytes, from: start)
    try? scanner.forEachMember { name, member in
      let value = member.nestedValue(in: bytes)
      if !value.isMissing { members.append(Member(name: name.text(in: bytes), value: value)) }
    }
    return members
  }
}

extension Value {
  /// A list, which is missing without elements.
  fileprivate init(nested elements: [Value]) { self = elements.isEmpty ? .missing : .list(elements) }

  /// An object, which is missing without members.
  fileprivate init(nested members: [Member]) { self = members.isEmpty ? .missing : .object(members) }
}
