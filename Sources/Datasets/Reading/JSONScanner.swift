/// Walks over JSON by the letter of RFC 8259 without making any text of it: values are told by where they stand.
///
/// Unpaired surrogates and values nested deeper than `depthLimit` are errors.
struct JSONScanner {
  /// What is wrong with a text, and at which byte.
  struct Failure: Error {
    var message: String
    var offset: Int
    var hint: String?
  }

  static let depthLimit = 512

  let bytes: Bytes
  var position: Int
  private var depth = 0
  /// The first byte of the text that is not valid UTF-8.
  let firstInvalidByte: Int
  /// How many arrays and objects were met in arrays.
  private(set) var nestedCount = 0

  /// Makes a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text; what is before a position may be anything.
  ///   - start: Where to begin.
  ///   - firstInvalidByte: The first byte that is not valid UTF-8, if any.
  init(_ bytes: Bytes, from start: Int, firstInvalidByte: Int? = nil) {
    self.bytes = bytes
    self.firstInvalidByte = firstInvalidByte ?? .max
    position = start
  }

  @inline(__always)
  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == .tab
  }

  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count, JSONScanner.isSpace(bytes[position]) { position += 1 }
  }

  /// Steps over the bracket that opens an array or object, and the space after it; what closes it has to leave.
  mutating func enter() throws(Failure) {
    depth += 1
    guard depth <= JSONScanner.depthLimit else {
      throw Failure(message: "values are nested deeper than \(JSONScanner.depthLimit) levels", offset: position)
    }
    position += 1
    skipSpace()
  }

  mutating func leave() { depth -= 1 }

  /// Steps to the next element or member, if there is one.
  ///
  /// - Parameter close: The bracket that ends the array or object.
  mutating func next(unless close: UInt8, isFirst: Bool) throws(Failure) -> Bool {
    skipSpace()
    if isFirst { return !skip(close) }
    if skip(.comma) {
      skipSpace()
      if current == close { throw trailingComma() }
      return true
    }
    guard skip(close) else { throw unexpected("a comma or “\(Unicode.Scalar(close))”") }
    return false
  }

  /// Reads the name of a member, and steps to its value.
  mutating func name() throws(Failure) -> RawField {
    guard current == .quote else { throw unexpected("a name in double quotes") }
    let name = try string()
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw unexpected("a colon") }
    skipSpace()
    return name
  }

  /// Reads a value of any kind. Texts of white space and arrays of nothing are missing.
  mutating func value() throws(Failure) -> RawField {
    switch current {
    case .quote:
      var string = try string()
      if string.isBlank(in: bytes) { string.kind = .missing }
      return string
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "t"): return try word("true", .yes)
    case UInt8(ascii: "f"): return try word("false", .no)
    case UInt8(ascii: "n"): return try word("null", .missing)
    case .some(let byte) where byte == UInt8(ascii: "-") || byte.isDigit: return try number()
    default: throw unexpected("a value")
    }
  }

  /// Gives a closure every element of the array that begins here.
  mutating func forEachElement(_ body: (RawField) -> Void) throws(Failure) {
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      body(try value())
    }
    leave()
  }

  private mutating func list() throws(Failure) -> RawField {
    let start = position
    var isEmpty = true, isFirst = true
    try enter()
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      if current == UInt8(ascii: "[") || current == UInt8(ascii: "{") { nestedCount += 1 }
      if try value().kind != .missing { isEmpty = false }
    }
    leave()
    return RawField(kind: isEmpty ? .missing : .list, start: start, end: position)
  }

  private mutating func object() throws(Failure) -> RawField {
    let start = position
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      _ = try name()
      _ = try value()
    }
    leave()
    return RawField(kind: .object, start: start, end: position)
  }

  private mutating func word(_ word: StaticString, _ kind: RawField.Kind) throws(Failure) -> RawField {
    guard bytes.has(word, at: position) else { throw unexpected("a value") }
    position += word.utf8CodeUnitCount
    return RawField(kind: kind, start: position - word.utf8CodeUnitCount, end: position)
  }
}
