import JSONValues

/// Where a value stands in the bytes of its table, and what its file says of it.
struct RawField {
  /// What the file says that a value is.
  enum Kind: UInt8 {
    case missing
    /// Characters whose type the file does not say: a CSV field.
    case untyped
    /// Characters that the file says are text: a JSON string.
    case string
    /// A number, as written.
    case number
    case yes
    case no
    /// A JSON array.
    case list
    /// A JSON object, which is the value of a field where its names are data.
    case object
    /// What stands for a field that is looked for and not yet found.
    case wanted
  }

  /// How characters are written that cannot stand for themselves.
  enum Escaping: UInt8 {
    case none
    /// Doubled quotes, and CRLF for LF.
    case quotes
    /// The escapes of JSON.
    case backslashes
  }

  var kind: Kind
  var escaping: Escaping = .none
  /// The bytes, without the quotes around them.
  var start = 0
  var end = 0

  static let missing = RawField(kind: .missing)
}

extension RawField {
  /// Gives a closure the bytes of the value as they are meant.
  @inline(__always)
  func withContent<Result>(in bytes: Bytes, _ body: (Bytes) -> Result) -> Result {
    escaping == .none ? body(bytes.part(start, end)) : unescaped(in: bytes).withUnsafeBufferPointer(body)
  }

  /// Whether the value is nothing but white space.
  @inline(__always)
  func isBlank(in bytes: Bytes) -> Bool {
    // Most values begin with something else.
    if start < end, case let first = bytes[start], first > .space, first < 0x80, first != .backslash { return false }
    return withContent(in: bytes, \.isBlank)
  }

  /// The bytes of the value as they are meant, in memory of their own.
  func unescaped(in bytes: Bytes) -> [UInt8] {
    let content = bytes.part(start, end)
    return switch escaping {
    case .none: Array(content)
    case .quotes: content.withoutDoubledQuotes
    case .backslashes: content.withoutJSONEscapes
    }
  }

  /// The value as plain text, as it was written; what is within others as ``Value/text`` has it.
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
  /// A quoted field of a delimited text as it is meant: with single quotes and LF.
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

  /// The bytes with LF for each CRLF: a value does not depend on how its file ends lines.
  var withLineFeeds: [UInt8] {
    indices.compactMap { index in
      let isCRLF = self[index] == .carriageReturn && index + 1 < count && self[index + 1] == .lineFeed
      return isCRLF ? nil : self[index]
    }
  }
}
