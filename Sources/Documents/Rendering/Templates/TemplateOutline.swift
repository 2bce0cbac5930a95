import DocumentModel
import Synchronization

/// A block of a template with placeholders for values. It results from reading the template's Markdown and splitting
/// its texts at the tokens.
enum TemplateOutline: Sendable {
  /// A block without placeholders.
  case fixed(Block)
  case paragraph(TemplateRun)
  case heading(level: Int, TemplateRun)
  case list(Block.List, [[TemplateOutline]])
  case quote([TemplateOutline])
  case code([TemplateToken.Piece], info: [TemplateToken.Piece])
  case properties([(label: TemplateRun, value: TemplateRun)])
  case table(header: [TemplateRun], rows: [[TemplateRun]], [Block.Table.Alignment])

  /// Creates the outline of a block that may contain tokens.
  init(_ block: Block) {
    switch block {
    case .paragraph(let inlines): self = .paragraph(TemplateRun(inlines))
    case .heading(let level, let inlines): self = .heading(level: level, TemplateRun(inlines))
    case .list(let list): self = .list(list, list.items.map { $0.map(TemplateOutline.init) })
    case .quote(let blocks): self = .quote(blocks.map(TemplateOutline.init))
    case .code(let text, let info): self = .code(TemplateToken.pieces(of: text), info: TemplateToken.pieces(of: info))
    case .thematicBreak: self = .fixed(block)
    case .properties(let properties):
      self = .properties(properties.map { (TemplateRun($0.label), TemplateRun($0.value)) })
    case .table(let table):
      self = .table(
        header: table.header.map(TemplateRun.init), rows: table.rows.map { $0.map(TemplateRun.init) }, table.alignments)
    }
  }
}

/// Inlines with placeholders for values. It is a class so that the threads that fill it pass it as one reference.
final class TemplateRun: Sendable {
  /// An inline, or a placeholder for one.
  enum Piece: Sendable {
    case fixed(Inline)
    case value(TemplateToken)
    case code([TemplateToken.Piece])
    case emphasis(TemplateRun)
    case strong(TemplateRun)
    case link(destination: [TemplateToken.Piece], title: [TemplateToken.Piece], TemplateRun)
    case image(source: [TemplateToken.Piece], title: [TemplateToken.Piece], TemplateRun)
  }

  let pieces: [Piece]
  /// The inlines of a run without placeholders; `nil` if there is one.
  let inlines: [Inline]?
  /// The tokens of the values that are visible to a reader: those outside of addresses and titles.
  let visibleTokens: [TemplateToken]

  /// Creates a run by splitting the texts of inlines at their tokens.
  init(_ inlines: [Inline]) {
    var tokens: [TemplateToken] = []
    var isFixed = true
    func cut(_ text: String, isVisible: Bool) -> [TemplateToken.Piece] {
      let pieces = TemplateToken.pieces(of: text)
      for case .token(let token) in pieces {
        isFixed = false
        if isVisible { tokens.append(token) }
      }
      return pieces
    }
    func cut(_ inlines: [Inline]) -> TemplateRun {
      let run = TemplateRun(inlines)
      tokens += run.visibleTokens
      if run.inlines == nil { isFixed = false }
      return run
    }
    let pieces = inlines.flatMap { inline -> [Piece] in
      switch inline {
      case .text(let text):
        cut(text, isVisible: true).map { piece in
          switch piece {
          case .text(let text): .fixed(.text(text))
          case .token(let token): .value(token)
          }
        }
      case .softBreak, .lineBreak: [.fixed(inline)]
      case .code(let text): [.code(cut(text, isVisible: true))]
      case .emphasis(let inlines): [.emphasis(cut(inlines))]
      case .strong(let inlines): [.strong(cut(inlines))]
      case .link(let address, let title, let label):
        [.link(destination: cut(address, isVisible: false), title: cut(title, isVisible: false), cut(label))]
      case .image(let address, let title, let label):
        [.image(source: cut(address, isVisible: false), title: cut(title, isVisible: false), cut(label))]
      }
    }
    // Without a token, the inlines stay as they are, with texts that are not cut.
    self.pieces = isFixed ? inlines.map(Piece.fixed) : pieces
    self.inlines = isFixed ? inlines : nil
    visibleTokens = tokens
  }
}

/// A cache of the outlines of a template by its Markdown with tokens.
///
/// This Markdown depends only on which sections are shown, and how often. So nearly always it has been read before.
final class TemplateOutlineCache: Sendable {
  /// The maximum number of outlines. When a template has more combinations of sections, the cache is emptied and filled
  /// again, at little cost.
  private static let capacity = 256
  /// The maximum number of bytes of Markdown whose outline is kept. Longer Markdown contains many repetitions of a
  /// section, and is unlikely to occur again.
  private static let maximumLength = 1 << 14

  private struct Key: Hashable {
    let markdown: [UInt8]

    /// Hashes all bytes at once. An array would hash them one by one.
    func hash(into hasher: inout Hasher) { markdown.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private let outlines = Mutex<[Key: [TemplateOutline]]>([:])

  /// Returns the outlines of the blocks in some Markdown.
  ///
  /// - Parameter markdown: Markdown with tokens, in UTF-8.
  func outline(of markdown: [UInt8]) -> [TemplateOutline] {
    let key = Key(markdown: markdown)
    if let outline = outlines.withLock({ $0[key] }) { return outline }
    // Two threads may read the same Markdown at the same time. Both get the same result.
    let outline = TemplateOutlineCache.read(markdown)
    guard markdown.count <= Self.maximumLength else { return outline }
    outlines.withLock { outlines in
      if outlines.count >= Self.capacity { outlines.removeAll(keepingCapacity: true) }
      outlines[key] = outline
    }
    return outline
  }

  /// Returns the outlines of the blocks in some Markdown with tokens, in UTF-8, without the cache.
  static func read(_ markdown: [UInt8]) -> [TemplateOutline] {
    [Block](markdown: String(decoding: markdown, as: UTF8.self)).flatMapBlocks(TemplateDirective.expand)
      .map(TemplateOutline.init)
  }
}

/// The fenced code blocks of a template that write blocks for which Markdown has no syntax.
enum TemplateDirective {
  /// Returns the property list or table that a code block writes. Returns any other block unchanged.
  static func expand(_ block: Block) -> [Block] {
    guard case .code(let text, let info) = block else { return [block] }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
    switch info.trimmed {
    case "properties": return [.properties(lines.map(property))]
    case "table": return [.table(table(lines))]
    default: return [block]
    }
  }

  /// Returns the property that a line writes: `Label: value`, both of which are Markdown. A line without a colon is a
  /// value without a label.
  private static func property(_ line: String) -> Block.Property {
    guard let colon = line.firstIndex(of: ":") else { return Block.Property(label: [], value: inlines(line)) }
    return Block.Property(
      label: inlines(line[..<colon].trimmed), value: inlines(line[line.index(after: colon)...].trimmed))
  }

  /// Returns the table that lines write: cells of Markdown, separated by bars. The first line is the header. The second
  /// line may consist of dashes, with a colon at the side that a column is aligned to, or at both sides of a centred
  /// column.
  private static func table(_ lines: [String]) -> Block.Table {
    let rows = lines.map { line in
      line.trimmingPrefix("|").split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
    }
    let hasRule = rows.count > 1 && rows[1].allSatisfy { !$0.isEmpty && $0.allSatisfy { "-:".contains($0) } }
    let alignments: [Block.Table.Alignment] =
      hasRule
      ? rows[1].map { $0.hasSuffix(":") ? ($0.hasPrefix(":") ? .center : .right) : .left }
      : (rows.first ?? []).map { _ in .left }
    return Block.Table(
      header: rows.first.map { $0.map(inlines) } ?? [], rows: rows.dropFirst(hasRule ? 2 : 1).map { $0.map(inlines) },
      alignments: alignments)
  }

  /// Returns the inlines of a line of Markdown. A line that is not a paragraph is plain text.
  private static func inlines(_ markdown: String) -> [Inline] {
    if case .paragraph(let inlines)? = [Block](markdown: markdown).first { inlines } else { [.text(markdown)] }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? startIndex
    return String(self[..<end].drop(while: \.isWhitespace))
  }
}

/// A placeholder for a value in a template's Markdown. It describes the path to the value.
///
/// A token is a sequence of numbers between two private-use characters, which Markdown reads as part of a word: the
/// number of a field, followed, for a value within its value, by the indexes of list elements and the numbers of record
/// fields. With ‹ and › for these characters:
///
///     template     **{{name}}**{{#recipes}}, {{title}}{{/recipes}}
///     Markdown     **‹0›**, ‹1.0.0›, ‹1.1.0›
///     outline      strong [value 0], text ", ", value 1.0.0, text ", ", value 1.1.0
///     blocks       strong ["Apple"], text ", ", text "Pie", text ", ", text "Jam"
struct TemplateToken: Sendable {
  private static let open: Unicode.Scalar = "\u{10FFF0}"
  private static let close: Unicode.Scalar = "\u{10FFF1}"

  let field: Int
  /// The indexes of list elements and the numbers of record fields within the value, from the outermost.
  private(set) var rest: [Int] = []

  /// Returns the token of a list element or a record field within the value.
  subscript(number: Int) -> TemplateToken {
    var token = self
    token.rest.append(number)
    return token
  }

  /// The token as written in Markdown.
  var text: String {
    var text = String(Self.open)
    text += String(field)
    for number in rest {
      text += "."
      text += String(number)
    }
    text.unicodeScalars.append(Self.close)
    return text
  }

  /// A piece of a text that may contain tokens.
  enum Piece: Sendable {
    case text(String)
    case token(TemplateToken)
  }

  /// Returns the text split at its tokens. The text is searched by scalars, because a combining mark after a token
  /// would form a single character with the end of the token.
  static func pieces(of text: String) -> [Piece] {
    var rest = Substring(text).unicodeScalars
    var pieces: [Piece] = []
    while let start = rest.firstIndex(of: open), let end = rest[start...].firstIndex(of: close) {
      if start > rest.startIndex { pieces.append(.text(String(rest[..<start]))) }
      let numbers = rest[rest.index(after: start)..<end].split(separator: ".").map { Int(String($0)) }
      // A malformed token, which only the author of the template can have written, is removed.
      let path = numbers.compactMap(\.self)
      if let field = path.first, path.count == numbers.count {
        pieces.append(.token(TemplateToken(field: field, rest: Array(path.dropFirst()))))
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
