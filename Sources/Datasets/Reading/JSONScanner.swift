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

extension JSONScanner {
  /// Reads a number.
  mutating func number() throws(Failure) -> RawField {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) {
      try digits()
    } else if current?.isDigit == true {
      throw Failure(
        message: "a number begins with a zero", offset: start, hint: "Write a code such as “007” in quotes.")
    }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    return RawField(kind: .number, start: start, end: position)
  }

  private mutating func digits() throws(Failure) {
    guard current?.isDigit == true else { throw unexpected("a digit") }
    while current?.isDigit == true { position += 1 }
  }

  /// Reads a string.
  mutating func string() throws(Failure) -> RawField {
    let open = position
    var escaping = RawField.Escaping.none
    position += 1
    while true {
      position = bytes.firstSpecialOfString(from: position)
      switch current {
      case .quote:
        if firstInvalidByte < position, let offset = bytes.part(0, position).firstInvalidByte(from: open) {
          throw invalidUTF8(at: offset)
        }
        position += 1
        return RawField(kind: .string, escaping: escaping, start: open + 1, end: position - 1)
      case .backslash:
        escaping = .backslashes
        _ = try escape()
      case .some:
        throw Failure(
          message: "a string has a line break or another control character in it", offset: position,
          hint: "Write \\n for a line break, \\t for a tab.")
      case nil:
        throw Failure(message: "a string begins here and never ends", offset: open, hint: "End it with a double quote.")
      }
    }
  }

  /// Reads an escape, from its backslash on.
  fileprivate mutating func escape() throws(Failure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let byte = current else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      position = start
      throw Failure(
        message: "a backslash begins no escape here", offset: start, hint: "Write the backslash itself twice: \\\\.")
    }
  }

  /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair. A surrogate alone stands for no
  /// character; to put another in its place would change the data, so it is an error.
  private mutating func unicodeEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), skip(.backslash), skip(UInt8(ascii: "u")) {
      let trail = try hexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
    }
    throw Failure(
      message: "half of a surrogate pair stands alone", offset: start,
      hint: "Characters beyond U+FFFF need two escapes, such as \\uD83C\\uDF4E.")
  }

  private mutating func hexadecimal() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw unexpected("a hexadecimal digit")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension Bytes {
  /// What is between the quotes of a JSON string, as it is meant. The string was read before without a failure.
  var withoutJSONEscapes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var scanner = JSONScanner(self, from: 0)
    while scanner.position < count {
      let start = scanner.position
      scanner.position = firstSpecialOfString(from: start)
      text.append(contentsOf: part(start, scanner.position))
      guard scanner.position < count, let scalar = try? scanner.escape() else { break }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return text
  }
}

extension JSONScanner {
  /// Says what stands here instead of what has to.
  func unexpected(_ expected: String) -> Failure {
    guard current != nil else { return Failure(message: "\(expected) is expected, the text ends", offset: position) }
    // A character takes at most a few bytes; what is cut off or invalid shows as a replacement character.
    let found = bytes.part(position, min(position + 16, bytes.count)).text.first.map(String.init) ?? ""
    let hint: String? =
      switch found {
      case "/", "#": "JSON has no comments."
      case "'": "JSON strings stand in double quotes."
      default: nil
      }
    return Failure(message: "\(expected) is expected, “\(found)” found", offset: position, hint: hint)
  }

  func trailingComma() -> Failure {
    Failure(message: "a comma stands after the last item", offset: position, hint: "Delete the comma.")
  }

  private func invalidUTF8(at offset: Int) -> Failure {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    return Failure(
      message: "the byte \(byte) is not valid UTF-8", offset: offset, hint: "Save the file with the encoding UTF-8.")
  }
}
