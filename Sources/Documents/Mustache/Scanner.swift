import Diagnostics

/// Splits the source of a template into text and tags. It works on bytes, because a delimiter may be part of a longer
/// grapheme cluster.
struct Scanner {
  /// A tag, or text up to the next tag or including the next line break.
  enum Piece {
    case text(String)
    case tag(Tag)
  }

  private let source: [UInt8]
  private let file: String
  private var position = 0
  private var line = 1
  private var column = 1
  private var opening = "{{"
  private var closing = "}}"

  init(source: String, file: String) {
    self.source = Array(source.utf8)
    self.file = file
  }

  /// Returns the next piece, or `nil` at the end.
  ///
  /// - Throws: An error after which the rest of the source cannot be read: a tag without an end, or invalid delimiters.
  mutating func next() throws(Diagnostic) -> Piece? {
    guard position < source.count else { return nil }
    return startsTag(at: position) ? .tag(try scanTag()) : .text(scanText())
  }

  private mutating func scanText() -> String {
    var end = position + 1
    while end < source.count, source[end - 1] != UInt8(ascii: "\n"), !startsTag(at: end) { end += 1 }
    return take(upTo: end)
  }

  private mutating func scanTag() throws(Diagnostic) -> Tag {
    var tag = Tag(file: file, line: line, column: column)
    take(upTo: position + opening.utf8.count)
    take(upTo: source[position...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? source.count)
    if position < source.count, let kind = Tag.Kind(rawValue: String(Unicode.Scalar(source[position]))) {
      tag.kind = kind
      take(upTo: position + 1)
    }
    let ending = tag.kind.closingSign + closing
    let end = source[position...].firstRange(of: ending.utf8)
    // An opening delimiter within a tag belongs to the next tag, so the end of this one is missing.
    guard let end, tag.kind == .comment || !source[position..<end.lowerBound].contains(opening.utf8) else {
      throw tag.diagnostic("mustache/unclosed-tag", "the tag is not closed", hint: "Close it with “\(ending)”.")
    }
    tag.name = Self.trim(take(upTo: end.lowerBound))
    take(upTo: end.upperBound)
    if tag.kind == .delimiters { try setDelimiters(tag) }
    return tag
  }

  private mutating func setDelimiters(_ tag: Tag) throws(Diagnostic) {
    let delimiters = tag.name.split(whereSeparator: \.isWhitespace).map(String.init)
    guard delimiters.count == 2, !tag.name.contains("=") else {
      throw tag.diagnostic(
        "mustache/bad-delimiters", "“\(tag.name)” is not a pair of delimiters",
        hint: "Write two delimiters with a space between them and no equals sign in them, such as “<% %>”.")
    }
    opening = delimiters[0]
    closing = delimiters[1]
  }

  private func startsTag(at position: Int) -> Bool { source[position...].starts(with: opening.utf8) }

  /// Advances to `end`, and updates the line and the column.
  @discardableResult
  private mutating func take(upTo end: Int) -> String {
    let text = String(decoding: source[position..<end], as: UTF8.self)
    position = end
    for character in text {
      column += 1
      if character == "\n" || character == "\r\n" { (line, column) = (line + 1, 1) }
    }
    return text
  }

  private static func trim(_ text: String) -> String {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }
}

struct Tag {
  /// The kinds of tags, by the signs that follow the opening delimiter.
  enum Kind: String {
    case variable = ""
    case unescapedVariable = "&"
    case tripleMustache = "{"
    case section = "#"
    case invertedSection = "^"
    case closing = "/"
    case partial = ">"
    case comment = "!"
    case delimiters = "="
    case parent = "<"
    case block = "$"

    /// The sign that has to precede the closing delimiter.
    var closingSign: String {
      switch self {
      case .tripleMustache: "}"
      case .delimiters: "="
      default: ""
      }
    }

    /// Whether the line is removed if the tag stands alone on it.
    var mayStandAlone: Bool {
      switch self {
      case .variable, .unescapedVariable, .tripleMustache: false
      default: true
      }
    }
  }

  var kind = Kind.variable
  /// The content of the tag after its sign, trimmed: the name, unless the tag is a comment or sets delimiters.
  var name = ""
  let file: String
  let line: Int
  let column: Int

  func diagnostic(_ code: Diagnostic.Code, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(code: code, message, at: .init(file: file, line: line, column: column), hint: hint)
  }
}
