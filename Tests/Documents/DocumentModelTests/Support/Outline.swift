import DocumentModel

/// The structure of a document as far as Markdown expresses it: documents that look the same have the same outline.
enum Outline: Equatable {
  case paragraph([Sign])
  case heading(level: Int, [Sign])
  case list(Block.List.Kind, isTight: Bool, [[Outline]])
  case quote([Outline])
  case code(String, info: String)
  case thematicBreak
  case table([[[Sign]]], [Block.Table.Alignment], namesRows: Bool)
}

/// A character and its formatting. White space has none, since it would be invisible.
struct Sign: Equatable, CustomStringConvertible {
  enum Style: Hashable {
    case emphasis, strong, code, link(String, String), image(String, String)

    var isAddress: Bool {
      switch self {
      case .link, .image: true
      default: false
      }
    }
  }

  var scalar: Unicode.Scalar
  var styles: Set<Style> = []

  var isSpace: Bool { scalar.properties.isWhitespace }
  var description: String { String(scalar) + (styles.isEmpty ? "" : "\(styles)") }
}

extension [Block] {
  var outline: [Outline] {
    flatMap { block -> [Outline] in
      switch block {
      case .paragraph(let inlines): inlines.signs.isEmpty ? [] : [.paragraph(inlines.signs)]
      case .heading(let level, let inlines):
        inlines.signs.isEmpty
          ? []
          : [
            .heading(
              level: level, inlines.signsOnOneLine)
          ]
      case .list(let list):
        list.items.isEmpty ? [] : [.list(list.kind, isTight: list.isReadAsTight, list.items.map(\.outline))]
      case .quote(let blocks): [.quote(blocks.outline)]
      case .code(let text, let info):
        [
          .code(
            text.cleanedLines.hasSuffix("\n") || text.isEmpty ? text.cleanedLines : text.cleanedLines + "\n",
            info: info.visible)
        ]
      case .thematicBreak: [.thematicBreak]
      case .properties(let properties):
        // Markdown has no properties.
        [
          Block.list(
            Block.List(
              items: properties.map { [.paragraph([.strong($0.label.map(\.onOneLine) + [":"]), " "] + $0.value)] }))
        ].outline
      case .table(let table):
        table.header.isEmpty
          ? []
          : [
            .table(
              ([table.header] + table.rows).map { row in
                table.header.indices.map { row.indices.contains($0) ? row[$0].signsOnOneLine : [] }
              }, table.header.indices.map { table.alignments.indices.contains($0) ? table.alignments[$0] : .left },
              namesRows: table.namesRows)
          ]
      }
    }
  }
}

extension Inline {
  fileprivate var onOneLine: Inline { if case .text(let text) = self { .text(text.visible) } else { self } }
}

extension Block.List {
  /// Whether Markdown can express that the list is tight, and that it is loose.
  fileprivate var isReadAsTight: Bool {
    let needsBlankLine = items.contains { item in
      zip(item, item.dropFirst()).contains { $0.needsBlankLine(before: $1) }
    }
    let blocks = items.joined()
    return !blocks.dropLast().contains(where: \.endsWithParagraph) || isTight && !needsBlankLine
  }
}

extension Block {
  /// Whether the next block would be read as part of this one on the line below it.
  fileprivate func needsBlankLine(before next: Block) -> Bool {
    switch (self, next) {
    case (.properties, _), (.table, _), (_, .properties), (_, .table): true
    case (.heading, _), (.code, _), (.thematicBreak, _): false
    case (_, .paragraph), (.quote, .quote), (.list, .list): true
    case (_, .list(let list)):
      if case .ordered(let start, _) = list.kind { start != 1 } else { false }
    case (_, .heading), (_, .code), (_, .thematicBreak), (_, .quote): false
    }
  }

  /// Whether libcmark recognizes a blank line after the block.
  fileprivate var endsWithParagraph: Bool {
    switch self {
    case .paragraph, .properties, .table: true
    case .list(let list): list.items.last?.last?.endsWithParagraph ?? false
    case .heading, .quote, .code, .thematicBreak: false
    }
  }
}

extension [Sign] {
  /// The characters with one inserted before the first visible one.
  fileprivate func inserting(_ sign: Sign) -> [Sign] {
    let start = firstIndex { !$0.isSpace } ?? endIndex
    return self[..<start] + [sign] + self[start...]
  }

  /// The characters with one space, or a line break, for any white space, and none at the ends.
  fileprivate var trimmed: [Sign] {
    var result: [Sign] = []
    for sign in self {
      guard sign.isSpace else {
        result.append(sign)
        continue
      }
      if let last = result.last, last.isSpace {
        if sign.scalar == "\n" { result[result.count - 1] = Sign(scalar: "\n") }
      } else if !result.isEmpty {
        result.append(Sign(scalar: sign.scalar == "\n" ? "\n" : " "))
      }
    }
    if let last = result.last, last.isSpace { result.removeLast() }
    return result
  }
}

extension [Inline] {
  /// The characters with their styles; white space is one space, or a line break, and there is none at the ends.
  fileprivate var signs: [Sign] { styled([]).trimmed }

  fileprivate var signsOnOneLine: [Sign] {
    signs.map { Sign(scalar: $0.scalar == "\n" ? " " : $0.scalar, styles: $0.styles) }
  }

  private func styled(_ styles: Set<Sign.Style>) -> [Sign] {
    flatMap { inline -> [Sign] in
      switch inline {
      case .text(let text): text.cleaned.unicodeScalars.map { Sign(scalar: $0, styles: styles) }
      case .code(let text):
        text.cleaned.unicodeScalars.map { Sign(scalar: $0 == "\n" ? " " : $0, styles: styles.union([.code])) }
      case .softBreak: [Sign(scalar: " ")]
      case .lineBreak: [Sign(scalar: "\n")]
      case .emphasis(let inlines): inlines.styled(styles.union([.emphasis]))
      case .strong(let inlines): inlines.styled(styles.union([.strong]))
      // There is no link in a link or a picture.
      case .link(let destination, let title, let label):
        label.styled(
          styles.contains(where: \.isAddress) ? styles : styles.union([.link(destination.visible, title.visible)]))
      case .image(let source, let title, let alternative):
        alternative.styled(styles.union([.image(source.visible, title.visible)]))
          .inserting(Sign(scalar: "\u{FFFC}", styles: styles))
      }
    }
  }
}

extension String {
  /// The text with `\n` for line ends and a replacement character for control characters.
  fileprivate var cleaned: String { cleanedLines.replacing("\t", with: " ") }

  /// The same for lines of code, which keep their tabs.
  fileprivate var cleanedLines: String {
    var result = ""
    for line in replacing("\r\n", with: "\n").unicodeScalars {
      switch line {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += "\n"
      case "\u{FEFF}": break
      case "\0"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(line)
      }
    }
    return result
  }
}
