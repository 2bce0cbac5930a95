/// What is wrong with a text of JSON, and at which byte.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public let message: String
  /// The number of bytes before the mistake.
  public let offset: Int
  /// What the author of the text can do about it; nil if that is obvious.
  public let hint: String?

  /// Creates an error.
  package init(_ message: String, at offset: Int, hint: String? = nil) {
    self.message = message
    self.offset = offset
    self.hint = hint
  }
}

extension JSONError: CustomStringConvertible {
  /// What is wrong and where, in one line.
  public var description: String { "\(message) (byte \(offset))" }
}

/// Where a value or a name is in a text of JSON.
package struct JSONToken {
  package enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
    /// A string of which nobody says what it is; see ``JSONScanner/Extensions/untyped``.
    case untyped
  }

  package let kind: Kind
  /// Whether a string has escapes.
  package var hasEscapes = false
  /// The range of its bytes, without the quotes around a string.
  package let start: Int
  package let end: Int
}

/// Walks over JSON by the letter of RFC 8259 without making any text of it: values are tokens, which say where they are.
///
/// Unpaired surrogates and values nested deeper than `depthLimit` are errors. Whether the names of an object differ is for the caller
/// to check.
package struct JSONScanner {
  package static let depthLimit = 512

  /// What is read beyond the RFC.
  package struct Extensions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Comments, `// …` and `/* … */`, and a comma after the last item, as people have them in files that they write by hand.
    package static let comments = Extensions(rawValue: 1 << 0)
    /// `~"…"`: characters that are a number, a boolean or a text, by what they look like. Files of other formats are kept so.
    package static let untyped = Extensions(rawValue: 1 << 1)
    /// What programs write by mistake, and what can be read all the same: `NaN` and `Infinity`, line breaks and tabs within strings, halves of
    /// surrogate pairs, and backslashes that begin no escape.
    package static let mistakes = Extensions(rawValue: 1 << 2)
    /// All of these.
    package static let all: Extensions = [.comments, .untyped, .mistakes]
  }

  package let bytes: UnsafeBufferPointer<UInt8>
  package var position: Int
  private var depth = 0
  /// The number of arrays and objects that were entered.
  package private(set) var enteredCount = 0
  /// The first byte of the text that is not valid UTF-8.
  private let firstInvalidByte: Int
  private let extensions: Extensions
  /// Where the first mistake is that was read all the same, and the number of them.
  package private(set) var mistakes: (first: Int, count: Int) = (0, 0)

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text; what is before a position may be anything.
  ///   - start: Where to begin.
  ///   - firstInvalidByte: The first byte that is not valid UTF-8. If it is nil, strings are not checked.
  ///   - extensions: What is read beyond the RFC.
  package init(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, firstInvalidByte: Int? = nil, extensions: Extensions = []
  ) {
    self.bytes = bytes
    self.extensions = extensions
    self.firstInvalidByte = firstInvalidByte ?? .max
    position = start
  }

  @inline(__always)
  package var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  package mutating func skipSpace() {
    while position < bytes.count, bytes[position].isJSONSpace { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "/"), extensions.contains(.comments) { skipComments() }
  }

  /// Skips comments and the space between them; one that never ends stays.
  @inline(never)
  private mutating func skipComments() {
    while position < bytes.count {
      if bytes[position].isJSONSpace {
        position += 1
      } else if bytes.has("//", at: position) {
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r") {
          position += 1
        }
      } else if bytes.has("/*", at: position),
        let end = (position + 2..<bytes.count).first(where: { bytes.has("*/", at: $0) })
      {
        position = end + 2
      } else {
        return
      }
    }
  }

  /// Notes a mistake that is read all the same; throws where that is not wanted.
  private mutating func forgive(_ error: JSONError) throws(JSONError) {
    guard extensions.contains(.mistakes) else { throw error }
    if mistakes.count == 0 { mistakes.first = error.offset }
    mistakes.count += 1
  }

  /// Steps over the bracket that opens an array or object, and the space after it; what closes it has to leave.
  package mutating func enter() throws(JSONError) {
    depth += 1
    enteredCount += 1
    guard depth <= JSONScanner.depthLimit else {
      throw JSONError("values are nested deeper than \(JSONScanner.depthLimit) levels", at: position)
    }
    position += 1
    skipSpace()
  }

  package mutating func leave() { depth -= 1 }

  /// Steps to the next element or member, if there is one.
  ///
  /// - Parameter close: The bracket that ends the array or object.
  package mutating func next(unless close: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
    skipSpace()
    if isFirst { return !skip(close) }
    if skip(UInt8(ascii: ",")) {
      skipSpace()
      guard current == close else { return true }
      guard extensions.contains(.comments) else {
        throw JSONError("there is a comma after the last item", at: position, hint: "Delete the comma.")
      }
      position += 1
      return false
    }
    guard skip(close) else { throw unexpected("a comma or “\(Unicode.Scalar(close))”") }
    return false
  }

  /// Checks that the text ends here.
  package mutating func finish() throws(JSONError) {
    skipSpace()
    guard current == nil else { throw unexpected("the end of the text") }
  }

  /// Reads the name of a member, and steps to its value.
  package mutating func name() throws(JSONError) -> JSONToken {
    guard current == .quote else { throw unexpected("a name in double quotes") }
    let name = try string()
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw unexpected("a colon") }
    skipSpace()
    return name
  }

  /// Steps over a name to its value, if it is a given one, which has no characters that need an escape.
  ///
  /// - Returns: Whether it is; otherwise the scanner stays where it is.
  @inline(__always)
  package mutating func skipName(_ expected: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = position + 1 + expected.count
    guard end < bytes.count, bytes[position] == .quote, bytes[end] == .quote,
      bytes.part(position + 1, end).hasSameBytes(as: expected)
    else { return false }
    let start = position
    position = end + 1
    skipSpace()
    guard skip(UInt8(ascii: ":")) else {
      position = start
      return false
    }
    skipSpace()
    return true
  }

  /// Steps over an array or object that was read before without an error: only its brackets and strings are looked at.
  package mutating func skipNested() {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case .quote: skipRestOfString()
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return }
      case UInt8(ascii: "/"):
        let next = position
        position -= 1
        skipComments()
        position = max(position, next)
      default: break
      }
    }
  }

  private mutating func skipRestOfString() {
    while true {
      position = bytes.firstSpecialOfString(from: position)
      guard let byte = current else { return }
      position += byte == .backslash ? 2 : 1
      if byte == .quote { return }
    }
  }

  /// Reads a value of any kind, with all that is in it.
  package mutating func value() throws(JSONError) -> JSONToken {
    switch current {
    case .quote: return try string()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try word("true", .true)
    case UInt8(ascii: "f"): return try word("false", .false)
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"):
      return bytes.has("-Infinity", at: position) ? try word("-Infinity", .null, isMistake: true) : try number()
    case .some(let byte) where byte.isDigit: return try number()
    case UInt8(ascii: "~") where extensions.contains(.untyped): return try untyped()
    case UInt8(ascii: "N"): return try word("NaN", .null, isMistake: true)
    case UInt8(ascii: "I"): return try word("Infinity", .null, isMistake: true)
    default: throw unexpected("a value")
    }
  }

  private mutating func untyped() throws(JSONError) -> JSONToken {
    position += 1
    guard current == .quote else { throw unexpected("a string") }
    let string = try string()
    return JSONToken(kind: .untyped, hasEscapes: string.hasEscapes, start: string.start, end: string.end)
  }

  private mutating func array() throws(JSONError) -> JSONToken {
    let start = position
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "]"), isFirst: isFirst) {
      isFirst = false
      _ = try value()
    }
    leave()
    return JSONToken(kind: .array, start: start, end: position)
  }

  private mutating func object() throws(JSONError) -> JSONToken {
    let start = position
    try enter()
    var isFirst = true
    while try next(unless: UInt8(ascii: "}"), isFirst: isFirst) {
      isFirst = false
      _ = try name()
      _ = try value()
    }
    leave()
    return JSONToken(kind: .object, start: start, end: position)
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONToken.Kind, isMistake: Bool = false
  ) throws(JSONError) -> JSONToken {
    guard bytes.has(word, at: position) else { throw unexpected("a value") }
    if isMistake { try forgive(unexpected("a value")) }
    position += word.utf8CodeUnitCount
    return JSONToken(kind: kind, start: position - word.utf8CodeUnitCount, end: position)
  }
}

extension JSONScanner {
  private mutating func number() throws(JSONError) -> JSONToken {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) {
      try digits()
    } else if current?.isDigit == true {
      throw JSONError("a number begins with a zero", at: start, hint: "Write a code such as “007” in quotes.")
    }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits()
    }
    return JSONToken(kind: .number, start: start, end: position)
  }

  private mutating func digits() throws(JSONError) {
    guard current?.isDigit == true else { throw unexpected("a digit") }
    while current?.isDigit == true { position += 1 }
  }

  private mutating func string() throws(JSONError) -> JSONToken {
    let open = position
    var hasEscapes = false
    position += 1
    while true {
      position = bytes.firstSpecialOfString(from: position)
      switch current {
      case .quote:
        if firstInvalidByte < position, let error = bytes.part(open, position).firstInvalidByte {
          throw invalidUTF8(at: open + error)
        }
        position += 1
        return JSONToken(kind: .string, hasEscapes: hasEscapes, start: open + 1, end: position - 1)
      case .backslash:
        hasEscapes = true
        _ = try escape()
      case .some:
        try forgive(
          JSONError(
            "a string has a line break or another control character in it", at: position,
            hint: "Write \\n for a line break, \\t for a tab."))
        position += 1
      case nil:
        throw JSONError("the string that begins here is not closed", at: open, hint: "End it with a double quote.")
      }
    }
  }

  /// Reads an escape, from its backslash on.
  fileprivate mutating func escape() throws(JSONError) -> Unicode.Scalar {
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
      try forgive(
        JSONError(
          "a backslash does not begin an escape sequence here", at: start,
          hint: "Write the backslash itself twice: \\\\."))
      position = start + 1
      return "\\"
    }
  }

  /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair. A surrogate alone stands for no
  /// character; to put another in its place would change the data, so it is an error.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), skip(.backslash), skip(UInt8(ascii: "u")) {
      let trail = try hexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
    }
    try forgive(
      JSONError(
        "half of a surrogate pair is missing", at: start,
        hint: "Characters beyond U+FFFF need two escapes, such as \\uD83C\\uDF4E."))
    // What follows the half is read for itself.
    position = start + 6
    return "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexadecimalValue else { throw unexpected("a hexadecimal digit") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// What is between the quotes of a string with escapes, as it is meant. The string was read before without an error.
  package var withoutJSONEscapes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    // What was read before may have mistakes.
    var scanner = JSONScanner(self, extensions: .mistakes)
    while scanner.position < count {
      let start = scanner.position
      scanner.position = firstSpecialOfString(from: start)
      text.append(contentsOf: part(start, scanner.position))
      if scanner.position < count, self[scanner.position] != .backslash {
        text.append(self[scanner.position])
        scanner.position += 1
        continue
      }
      // Most escapes are of a quote or of a line's end.
      if scanner.position + 1 < count, let byte = self[scanner.position + 1].escapedByLetter {
        text.append(byte)
        scanner.position += 2
        continue
      }
      guard scanner.position < count, let scalar = try? scanner.escape() else { break }
      if scalar.isASCII {
        text.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return text
  }

  /// The first byte that is not part of valid UTF-8; nil if all are.
  fileprivate var firstInvalidByte: Int? {
    do {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

extension JSONScanner {
  /// Says what stands here instead of what has to.
  package func unexpected(_ expected: String) -> JSONError {
    guard current != nil else { return JSONError("\(expected) is expected, the text ends", at: position) }
    // A character takes at most a few bytes; what is cut off or invalid shows as a replacement character.
    let rest = bytes.part(position, min(position + 16, bytes.count))
    let found = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
    let hint: String? =
      switch found {
      case "/", "#": "JSON has no comments."
      case "'": "Write JSON strings in double quotes."
      default: nil
      }
    return JSONError("\(expected) is expected, “\(found)” found", at: position, hint: hint)
  }

  /// What is said of a string that is not valid UTF-8.
  func invalidUTF8(in string: JSONToken) -> JSONError {
    invalidUTF8(at: string.start + (bytes.part(string.start, string.end).firstInvalidByte ?? 0))
  }

  private func invalidUTF8(at offset: Int) -> JSONError {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    return JSONError(
      "the byte \(byte) is not valid UTF-8", at: offset, hint: "Save the file with the encoding UTF-8.")
  }
}
