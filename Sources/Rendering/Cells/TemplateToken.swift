/// What stands in a template's Markdown for a value: where the value is found.
///
/// A token is numbers between two characters of private use, which Markdown reads as a word: the number of a field, and for what is within
/// its value the number of the list's element, or of the record's field.
struct TemplateToken: Sendable {
  private static let open: Unicode.Scalar = "\u{10FFF0}"
  private static let close: Unicode.Scalar = "\u{10FFF1}"

  /// The number of the field.
  let field: Int
  /// The numbers of what is within its value, from the outermost.
  private(set) var rest: [Int] = []

  /// The token of a field.
  init(field: Int) { self.field = field }

  /// The token of something within the value.
  subscript(number: Int) -> TemplateToken {
    var token = self
    token.rest.append(number)
    return token
  }

  /// The token as it stands in Markdown.
  var text: String {
    "\(Self.open)\(([field] + rest).map(String.init).joined(separator: "."))\(Self.close)"
  }

  /// A piece of a text that may hold tokens.
  enum Piece: Sendable {
    case text(String)
    case token(TemplateToken)
  }

  /// The text cut at its tokens: by scalars, because a mark that follows a token would be one character with its end.
  static func pieces(of text: String) -> [Piece] {
    var rest = Substring(text).unicodeScalars
    var pieces: [Piece] = []
    while let start = rest.firstIndex(of: open), let end = rest[start...].firstIndex(of: close) {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      let numbers = rest[rest.index(after: start)..<end].split(separator: ".").map { Int(String($0)) }
      // What only looks like a token, since the template's author wrote it, shows nothing.
      if case let path = numbers.compactMap(\.self), let field = path.first, path.count == numbers.count {
        pieces.append(.token(TemplateToken(field: field, rest: Array(path.dropFirst()))))
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  private init(field: Int, rest: [Int]) {
    self.field = field
    self.rest = rest
  }
}
