import DocumentModel

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
    var (tokens, isFixed): ([TemplateToken], Bool) = ([], true)
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
