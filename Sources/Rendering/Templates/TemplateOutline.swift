import DocumentModel
import Synchronization

/// The blocks of a template with places for values in them: what its Markdown was read as, cut at its tokens.
enum TemplateOutline: Sendable {
  /// A block without places for values.
  case fixed(Block)
  case paragraph(TemplateRun)
  case heading(level: Int, TemplateRun)
  case list(Block.List, [[TemplateOutline]])
  case quote([TemplateOutline])
  case code([TemplateToken.Piece], info: [TemplateToken.Piece])
  case properties([(label: TemplateRun, value: TemplateRun)])
  case table(header: [TemplateRun], rows: [[TemplateRun]], [Block.Table.Alignment])

  /// The outline of a block that may hold tokens.
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
        header: table.header.map(TemplateRun.init), rows: table.rows.map { $0.map(TemplateRun.init) },
        table.alignments)
    }
  }
}

/// Inlines with places for values in them.
struct TemplateRun: Sendable {
  /// An inline, or the place of one.
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
  /// The tokens of the values that a reader would see.
  let visibleTokens: [TemplateToken]
  /// Whether there is no place for a value.
  private let isFixed: Bool

  /// Cuts inlines at the tokens in them.
  init(_ inlines: [Inline]) {
    var tokens: [TemplateToken] = []
    var isFixed: Bool = true
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
      if !run.isFixed { isFixed = false }
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
    self.pieces = isFixed ? inlines.map(Piece.fixed) : pieces
    self.isFixed = isFixed
    visibleTokens = tokens
  }
}

/// What a template's Markdown has been read as.
///
/// The Markdown depends on nothing but which sections are shown, and how often; so it is nearly always one that has been read before.
final class TemplateOutlineCache: Sendable {
  /// How many outlines are kept. Templates with more choices than that start again, and lose little.
  private static let capacity = 256
  /// The longest Markdown whose outline is kept: what has more than that was repeated for many values, and does not come again.
  private static let maximumLength = 1 << 14

  private let outlines = Mutex<[[UInt8]: [TemplateOutline]]>([:])

  /// The outline of some Markdown.
  ///
  /// - Parameter markdown: Markdown with tokens, in UTF-8.
  func outline(of markdown: [UInt8]) -> [TemplateOutline] {
    if let outline = outlines.withLock({ $0[markdown] }) { return outline }
    // Two threads may read the same Markdown at once, and both find the same.
    let outline = TemplateOutlineCache.read(markdown)
    guard markdown.count <= Self.maximumLength else { return outline }
    outlines.withLock { outlines in
      if outlines.count >= Self.capacity { outlines.removeAll(keepingCapacity: true) }
      outlines[markdown] = outline
    }
    return outline
  }

  /// Reads Markdown with tokens, in UTF-8.
  static func read(_ markdown: [UInt8]) -> [TemplateOutline] {
    [Block](markdown: String(decoding: markdown, as: UTF8.self)).flatMapBlocks(TemplateDirective.expand)
      .map(TemplateOutline.init)
  }
}

/// The fenced code blocks of a template that stand for blocks that Markdown has no syntax for.
enum TemplateDirective {
  /// The property list or table that a code block writes; any other block as it is.
  static func expand(_ block: Block) -> [Block] {
    guard case .code(let text, let info) = block else { return [block] }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty }
    switch info.trimmed {
    case "properties": return [.properties(lines.map(property))]
    case "table": return [.table(table(lines))]
    default: return [block]
    }
  }

  /// `Label: value`; the value is Markdown.
  private static func property(_ line: String) -> Block.Property {
    guard let colon = line.firstIndex(of: ":") else { return Block.Property(label: [], value: inlines(line)) }
    return Block.Property(
      label: inlines(line[..<colon].trimmed), value: inlines(line[line.index(after: colon)...].trimmed))
  }

  /// Cells between bars, each of them Markdown; the first line is the header. A second line of dashes, with colons on the
  /// side that a column is aligned to, is an option.
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
      header: rows.first.map { $0.map(inlines) } ?? [],
      rows: rows.dropFirst(hasRule ? 2 : 1).map { $0.map(inlines) },
      alignments: alignments)
  }

  /// The inlines of a line of Markdown.
  private static func inlines(_ markdown: String) -> [Inline] {
    guard case .paragraph(let inlines)? = [Block](markdown: markdown).first else { return [.text(markdown)] }
    return inlines
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

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
