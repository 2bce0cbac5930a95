import JSONValues

extension RawField {
  /// The field that a value of JSON is, as it is written.
  @inline(__always)
  init(_ token: JSONToken) {
    let kind: Kind =
      switch token.kind {
      case .null: .missing
      case .true: .yes
      case .false: .no
      case .number: .number
      case .string: .string
      case .array: .list
      case .object: .object
      }
    self.init(kind: kind, escaping: token.hasEscapes ? .backslashes : .none, start: token.start, end: token.end)
  }
}

extension JSONScanner {
  /// Whether a byte stands here. Unlike `current` it is asked for every field without a call.
  @inline(__always)
  func isAt(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

  /// Reads a value of any kind. Texts of white space and arrays of nothing are missing.
  @inline(__always)
  mutating func field() throws(JSONError) -> RawField {
    if isAt(UInt8(ascii: "[")) { return try list() }
    var field = RawField(try value())
    if field.kind == .string, field.isBlank(in: bytes) { field.kind = .missing }
    return field
  }

  /// Gives a closure every element of the array that begins here.
  mutating func forEachElement(_ body: (RawField) -> Void) throws(JSONError) {
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      body(try field())
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
