import DocumentModel
import Mustache

/// The values of one filling of a template, each standing in the Markdown as a token.
///
/// A token is a number between two characters of private use: Markdown reads it as a word.
struct TemplateTokens {
  private static let open: Unicode.Scalar = "\u{10FFF0}"
  private static let close: Unicode.Scalar = "\u{10FFF1}"

  private var values: [TemplateValue] = []

  /// A piece of a text that may hold tokens.
  enum Piece {
    case text(String)
    case value(TemplateValue)
  }

  /// The value as Mustache sees it: a token to print, and what decides a section.
  mutating func mustache(_ value: TemplateValue) -> MustacheValue {
    values.append(value)
    let token = "\(Self.open)\(values.count - 1)\(Self.close)"
    if case .list(let elements) = value {
      return .list(elements.map { mustache($0) }, text: token)
    }
    return .scalar(text: token, isTrue: value.isTrue)
  }

  /// The text cut at its tokens: by scalars, because a mark that follows a token would be one character with its end.
  func pieces(of text: String) -> [Piece] {
    var rest = Substring(text).unicodeScalars
    guard rest.contains(Self.open) else { return [.text(text)] }
    var pieces: [Piece] = []
    while let start = rest.firstIndex(of: Self.open), let end = rest[start...].firstIndex(of: Self.close) {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      if let index = Int(String(rest[rest.index(after: start)..<end])), values.indices.contains(index) {
        pieces.append(.value(values[index]))
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// The text with its tokens replaced by plain text.
  func plainText(_ text: String) -> String {
    pieces(of: text).map { piece in
      switch piece {
      case .text(let text): text
      case .value(let value): value.plainText
      }
    }.joined()
  }

  /// The blocks of the value of a text that is one token of formatted text.
  func blocks(in text: String) -> [Block]? {
    let pieces = pieces(of: text)
    if pieces.count == 1, case .value(.blocks(let blocks)) = pieces[0] { return blocks } else { return nil }
  }

  /// Whether a token in the text stands for no value.
  func hasMissingValue(in text: String) -> Bool {
    pieces(of: text).contains { piece in
      if case .value(let value) = piece { value.plainText.isEmpty } else { false }
    }
  }
}

extension [Block] {
  /// The blocks with the tokens replaced by their values. The values are not looked through for tokens again.
  func replacing(_ tokens: TemplateTokens) -> [Block] {
    flatMapBlocks { block in
      switch block {
      case .paragraph(let inlines):
        // A paragraph of nothing but a field becomes all the blocks of the field.
        if inlines.count == 1, case .text(let text) = inlines[0], let blocks = tokens.blocks(in: text) { return blocks }
        let inlines = inlines.replacing(tokens)
        return inlines.isBlank ? [] : [.paragraph(inlines)]
      case .code(let text, let info):
        return [.code(tokens.plainText(text), info: tokens.plainText(info))]
      case .properties(let properties):
        let shown = properties.filter { !tokens.hasMissingValue(in: $0.value.plainText) }
        return shown.isEmpty ? [] : [Block.properties(shown).mapInlines { $0.replacing(tokens) }]
      case .table(var table):
        table.rows.removeAll { $0.contains { tokens.hasMissingValue(in: $0.plainText) } }
        return table.rows.isEmpty ? [] : [Block.table(table).mapInlines { $0.replacing(tokens) }]
      default:
        return [block.mapInlines { $0.replacing(tokens) }]
      }
    }
  }
}

extension [Inline] {
  fileprivate func replacing(_ tokens: TemplateTokens) -> [Inline] {
    flatMapInlines { inline in
      switch inline {
      case .text(let text):
        tokens.pieces(of: text).flatMap { piece in
          switch piece {
          case .text(let text): [Inline.text(text)]
          case .value(let value): value.inlines
          }
        }
      case .code(let text): [.code(tokens.plainText(text))]
      case .link(let destination, let title, let label):
        [.link(destination: tokens.plainText(destination), title: tokens.plainText(title), label)]
      case .image(let source, let title, let alternative):
        [.image(source: tokens.plainText(source), title: tokens.plainText(title), alternative)]
      default: [inline]
      }
    }
  }

  /// Whether a reader sees nothing of the inlines.
  fileprivate var isBlank: Bool {
    allSatisfy { inline in
      switch inline {
      case .text(let text), .code(let text): text.allSatisfy(\.isWhitespace)
      case .softBreak, .lineBreak: true
      case .emphasis(let inlines), .strong(let inlines): inlines.isBlank
      case .link, .image: false
      }
    }
  }
}
