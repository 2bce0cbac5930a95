import JSONValues

/// The range of a value in the bytes of its table, and what the file states about its type.
struct RawField {
  /// What the file states about the type of a value.
  enum Kind: UInt8 {
    case missing
    /// Characters whose type the file does not state: a CSV field.
    case untyped
    /// Characters that are text according to the file: a JSON string.
    case string
    case number, yes, no
    /// A JSON array.
    case list
    /// A JSON object that is one value, as its names are data.
    case object
    /// A marker for a requested field that was not found yet.
    case wanted
  }

  /// How characters are escaped.
  enum Escaping: UInt8 {
    case none
    /// Quotes are doubled, and CRLF stands for LF.
    case quotes
    /// JSON escapes.
    case backslashes
  }

  var kind: Kind
  var escaping: Escaping = .none
  /// The range of the bytes, without the quotes around them.
  var start = 0
  var end = 0

  static let missing = RawField(kind: .missing)

  /// Calls a closure with the unescaped bytes of the value.
  @inline(__always)
  func withContent<Result>(in bytes: Bytes, _ body: (Bytes) -> Result) -> Result {
    escaping == .none ? body(bytes.part(start, end)) : unescaped(in: bytes).withUnsafeBufferPointer(body)
  }

  /// Whether the value is empty or consists of white space.
  @inline(__always)
  func isBlank(in bytes: Bytes) -> Bool {
    // A fast path: most values begin with a visible ASCII character.
    // A backslash may begin an escaped space.
    if start < end, case let first = bytes[start], first > .space, first < 0x80, first != .backslash { return false }
    return withContent(in: bytes, \.isBlank)
  }

  func unescaped(in bytes: Bytes) -> [UInt8] {
    let content = bytes.part(start, end)
    return switch escaping {
    case .none: Array(content)
    case .quotes: content.withoutDoubledQuotes
    case .backslashes: content.withoutJSONEscapes
    }
  }

  /// Returns the value as plain text, as it is written in the file. Lists and objects are returned as ``Value/text``
  /// has them.
  func text(in bytes: Bytes) -> String {
    switch kind {
    case .missing, .wanted: ""
    case .untyped, .string, .number: withContent(in: bytes) { $0.text }
    case .yes: "true"
    case .no: "false"
    case .list, .object: nestedValue(in: bytes).text
    }
  }
}

extension Bytes {
  /// The content of a quoted field of a delimited text, with single quotes and LF.
  fileprivate var withoutDoubledQuotes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var position = 0
    while position < count {
      let next = position + 1 < count ? self[position + 1] : 0
      let isDoubledQuote = self[position] == .quote && next == .quote
      let isCRLF = self[position] == .carriageReturn && next == .lineFeed
      if isDoubledQuote || isCRLF { position += 1 }
      text.append(self[position])
      position += 1
    }
    return text
  }

  /// The bytes with LF for each CRLF, so that a value does not depend on the line endings of its file.
  var withLineFeeds: [UInt8] {
    indices.compactMap { index in
      let isCRLF = self[index] == .carriageReturn && index + 1 < count && self[index + 1] == .lineFeed
      return isCRLF ? nil : self[index]
    }
  }
}
