/// An error in a JSON text, and its position.
public struct JSONError: Error, Hashable, Sendable {
  /// A description of the error.
  public let message: String
  /// The position of the error, in bytes.
  public let offset: Int
  /// What the author of the text can do about the error; `nil` if that is obvious.
  public let hint: String?

  /// Creates an error.
  package init(_ message: String, at offset: Int, hint: String? = nil) {
    self.message = message
    self.offset = offset
    self.hint = hint
  }
}

extension JSONError: CustomStringConvertible {
  /// The error and its position, in one line.
  public var description: String { "\(message) (byte \(offset))" }
}

/// The kind and the place of a value or a name in a JSON text.
package struct JSONToken {
  package enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
    /// A string of undeclared type; see ``JSONScanner/Extensions/untyped``.
    case untyped
  }

  package let kind: Kind
  /// Whether the string contains escapes.
  package var hasEscapes = false
  /// The range of the token's bytes, without the quotes of a string.
  package let start: Int
  package let end: Int
}

/// Scans a JSON text, strictly by RFC 8259, without creating strings: values are tokens, which are ranges of bytes.
///
/// Unpaired surrogates and values that are nested deeper than `depthLimit` are errors. The caller checks whether the
/// names of an object differ.
///
/// The scanner is a cursor, and ``value()`` steps over a whole value. To read the parts of an array or object, the
/// caller enters it, repeats `next(unless:isFirst:)` with the closing bracket until that returns false, reads one
/// element (or a ``name()`` and a value) each time, and leaves it. Both methods step over white space, so that the
/// cursor is at the first byte of a value before each read.
package struct JSONScanner {
  package static let depthLimit = 512

  /// The extensions of the grammar of RFC 8259.
  package struct Extensions: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Comments, `// …` and `/* … */`, and a comma after the last item, as in files that people write by hand.
    package static let comments = Extensions(rawValue: 1 << 0)
    /// `~"…"`: characters whose type, a number, a boolean or a text, is inferred from their form. Data from other
    /// formats is stored this way.
    package static let untyped = Extensions(rawValue: 1 << 1)
    /// Common mistakes of programs that can be read nevertheless: `NaN` and `Infinity`, line breaks and tabs within
    /// strings, unpaired surrogates, and backslashes that do not start an escape.
    package static let mistakes = Extensions(rawValue: 1 << 2)
    /// All of these.
    package static let all: Extensions = [.comments, .untyped, .mistakes]
  }

  package let bytes: UnsafeBufferPointer<UInt8>
  package var position: Int
  private var depth = 0
  /// The number of arrays and objects that were entered so far.
  package private(set) var enteredCount = 0
  /// The position of the first byte of the text that is not valid UTF-8; `Int.max` if strings are not checked.
  private let firstInvalidByte: Int
  private let extensions: Extensions
  /// The position of the first tolerated mistake, and the number of them.
  package private(set) var mistakes: (first: Int, count: Int) = (0, 0)

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The text. Bytes before `start` are not read.
  ///   - firstInvalidByte: The position of the first byte that is not valid UTF-8. If it is `nil`, strings are not
  ///     checked.
  ///   - extensions: The extensions of the grammar.
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

  /// Skips comments and the white space between them. Stops at a comment without an end.
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

  /// Records a mistake that is tolerated. Throws the error if mistakes are not.
  private mutating func tolerate(_ error: JSONError) throws(JSONError) {
    guard extensions.contains(.mistakes) else { throw error }
    if mistakes.count == 0 { mistakes.first = error.offset }
    mistakes.count += 1
  }

  /// Steps over the opening bracket of an array or object, and the white space after it. The caller has to call
  /// ``leave()`` after the closing bracket.
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

  /// Steps to the next element or member. Returns false, after the closing bracket, if there is none.
  ///
  /// - Parameter close: The closing bracket of the array or object.
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

  /// Checks that the text ends at the current position, apart from white space.
  package mutating func finish() throws(JSONError) {
    skipSpace()
    guard current == nil else { throw unexpected("the end of the text") }
  }

  /// Reads the name of a member and steps to its value.
  package mutating func name() throws(JSONError) -> JSONToken {
    guard current == .quote else { throw unexpected("a name in double quotes") }
    let name = try string()
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw unexpected("a colon") }
    skipSpace()
    return name
  }

  /// Steps over a name to its value if it is the expected one, which must not contain characters that need an escape.
  ///
  /// - Returns: Whether the name was the expected one. Otherwise the position is unchanged.
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

  /// Steps over an array or object that was read before without an error. Only brackets, strings and comments are
  /// examined.
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

  /// Reads a value of any kind, including its elements or members.
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
    if isMistake { try tolerate(unexpected("a value")) }
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
        try tolerate(
          JSONError(
            "a string has a line break or another control character in it", at: position,
            hint: "Write \\n for a line break, \\t for a tab."))
        position += 1
      case nil:
        throw JSONError("the string that begins here is not closed", at: open, hint: "End it with a double quote.")
      }
    }
  }

  /// Reads an escape, starting at its backslash.
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
      try tolerate(
        JSONError(
          "a backslash does not begin an escape sequence here", at: start,
          hint: "Write the backslash itself twice: \\\\."))
      position = start + 1
      return "\\"
    }
  }

  /// Reads the digits of a `\u` escape, and the second escape of a surrogate pair. An unpaired surrogate represents no
  /// character. Replacing it would change the data, so it is an error.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), skip(.backslash), skip(UInt8(ascii: "u")) {
      let trail = try hexadecimal()
      if UTF16.isTrailSurrogate(trail) {
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
      }
    }
    try tolerate(
      JSONError(
        "half of a surrogate pair is missing", at: start,
        hint: "Characters beyond U+FFFF need two escapes, such as \\uD83C\\uDF4E."))
    // The text after the unpaired surrogate is read separately.
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
  /// The characters of a string with escapes, given the bytes between its quotes, with the escapes replaced. The string
  /// has to have been read before without an error.
  package var withoutJSONEscapes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    // The string may contain tolerated mistakes.
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
      // The fast path for the most common escapes: quotes, backslashes and line breaks.
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

  /// The position of the first byte that is not part of valid UTF-8; `nil` if all bytes are valid.
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
  /// Returns the error that reports what was expected at the current position and what was found.
  package func unexpected(_ expected: String) -> JSONError {
    guard current != nil else { return JSONError("\(expected) is expected, the text ends", at: position) }
    // A character is at most a few bytes long. Bytes that are cut off or invalid become replacement characters.
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

  /// Returns the error that reports a string that is not valid UTF-8.
  func invalidUTF8(in string: JSONToken) -> JSONError {
    invalidUTF8(at: string.start + (bytes.part(string.start, string.end).firstInvalidByte ?? 0))
  }

  private func invalidUTF8(at offset: Int) -> JSONError {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    return JSONError(
      "the byte \(byte) is not valid UTF-8", at: offset, hint: "Save the file with the encoding UTF-8.")
  }
}
