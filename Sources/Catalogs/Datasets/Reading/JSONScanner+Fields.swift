import JSONValues

extension RawField {
  @inline(__always)
  init(_ token: JSONToken) {
    let kind: Kind =
      switch token.kind {
      case .null: .missing
      case .true: .yes
      case .false: .no
      case .number: .number
      case .string: .string
      case .untyped: .untyped
      case .array: .list
      case .object: .object
      }
    self.init(kind: kind, escaping: token.hasEscapes ? .backslashes : .none, start: token.start, end: token.end)
  }
}

extension JSONScanner {
  /// Creates a scanner of bytes that were read before without an error.
  @inline(__always)
  init(again bytes: Bytes, from start: Int) { self.init(bytes, from: start, extensions: .all) }

  /// Whether a byte is at the position. Unlike `current`, it is inlined, as it is called for every field.
  @inline(__always)
  func isAt(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  /// Reads a value of any kind. Blank strings are missing, and so are arrays whose elements are all missing.
  @inline(__always)
  mutating func field() throws(JSONError) -> RawField {
    if isAt(UInt8(ascii: "[")) { return try list() }
    var field = RawField(try value())
    if field.kind.isCharacters, field.isBlank(in: bytes) { field.kind = .missing }
    return field
  }

  /// Reads a value that was read before without an error. Nested values are skipped without parsing them.
  @inline(__always)
  mutating func fieldAgain() throws(JSONError) -> RawField {
    let start = position
    if isAt(UInt8(ascii: "[")) {
      // An array is missing if all its elements are. Nearly always, the first byte shows that one is not, and nothing
      // has to be parsed.
      guard hasSurelyElements else { return try list() }
      skipNested()
      return RawField(kind: .list, start: start, end: position)
    }
    guard isAt(UInt8(ascii: "{")) else { return try field() }
    skipNested()
    return RawField(kind: .object, start: start, end: position)
  }

  /// Whether the first byte of the array's first element shows that it is not missing.
  private var hasSurelyElements: Bool {
    guard let first = bytes[position...].dropFirst().first(where: { $0 > .space }) else { return false }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"): return true
    default: return first.isDigit
    }
  }

  /// Calls a closure with every element of the array at the position.
  mutating func forEachElement(_ body: (RawField) -> Void) throws(JSONError) {
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      body(try field())
    }
    leave()
  }

  /// Calls a closure with every element of the array at the position. Blank strings and empty arrays are passed as
  /// written.
  mutating func forEachValue(_ body: (RawField) -> Void) throws(JSONError) {
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      body(RawField(try value()))
    }
    leave()
  }

  /// Calls a closure with the name and the value of every member of the object at the position.
  mutating func forEachMember(_ body: (RawField, RawField) -> Void) throws(JSONError) {
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      let name = RawField(try name())
      body(name, try field())
    }
    leave()
  }

  private mutating func list() throws(JSONError) -> RawField {
    let start = position
    var isEmpty = true
    try forEachElement { if $0.kind != .missing { isEmpty = false } }
    return RawField(kind: isEmpty ? .missing : .list, start: start, end: position)
  }
}
