import DocumentModel
import TestKit

/// Creates documents with all blocks of Markdown, and with texts that look like Markdown.
struct RandomDocument {
  private var random: SeededGenerator
  private static let pieces = [
    "apple", "a", "B", " ", "  ", "*", "**", "_", "`", "``", "~~~", "#", "# ", "- ", "+ ", "1. ", "12) ", ">", "|",
    "\n", "[", "]",
    "](x)", "!", "![", "<b>", "<!--", "-->", "&amp;", "&", "\\", "===", "---", "$", "{", "}", ".", "é", "日本", "🍎",
    "\u{A0}",
    "\t", "\u{301}", "“", "http://e.org", ":", "(", ")", "\"", "    ",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Visible blocks only: Markdown has no others.
  mutating func blocks(depth: Int = 0) -> [Block] {
    let blocks = (0..<Int.random(in: 1...4, using: &random)).map { _ in block(depth) }.filter { ![$0].outline.isEmpty }
    return blocks.isEmpty ? [.paragraph(["apple"])] : blocks
  }

  private mutating func block(_ depth: Int) -> Block {
    switch Int.random(in: 0...(depth < 3 ? 9 : 6), using: &random) {
    case 0...2: .paragraph(inlines())
    case 3: .heading(level: Int.random(in: 1...6, using: &random), inlines())
    case 4: .code(text(), info: ["", "swift", "a & b", "c++ `x`", "\\&lt;"].randomElement(using: &random) ?? "")
    case 5: .thematicBreak
    case 6...7: .list(list(depth))
    default: .quote(blocks(depth: depth + 1))
    }
  }

  private mutating func list(_ depth: Int) -> Block.List {
    let kind = Bool.random(using: &random) ? Block.List.Kind.bullet : ordered()
    return Block.List(
      kind, isTight: Bool.random(using: &random),
      items: (0..<Int.random(in: 1...3, using: &random)).map { _ in
        guard depth < 3 else { return [.paragraph(["apple"] + inlines())] }
        let item = blocks(depth: depth + 1)
        // A list that begins an item cannot have anything after it.
        if case .list = item[0] { return [item[0]] } else { return item }
      })
  }

  private mutating func ordered() -> Block.List.Kind {
    .ordered(
      start: Int.random(in: 0...12, using: &random),
      delimiter: Bool.random(using: &random) ? .period : .parenthesis)
  }

  /// Inlines in which no emphasis touches another.
  private mutating func inlines(depth: Int = 0) -> [Inline] {
    Array((0..<Int.random(in: 1...5, using: &random)).map { _ in [inline(depth)] }.joined(separator: ["a"]))
  }

  private mutating func inline(_ depth: Int) -> Inline {
    switch Int.random(in: 0...(depth < 3 ? 12 : 7), using: &random) {
    case 0...4: .text(text())
    case 5: .code(text())
    case 6: .softBreak
    case 7: .lineBreak
    case 8...9: .emphasis(emphasized(depth))
    case 10: .strong(emphasized(depth))
    case 11: .link(destination: address(), title: text(), inlines(depth: depth + 1))
    default: .image(source: address(), title: "", inlines(depth: depth + 1))
    }
  }

  private mutating func emphasized(_ depth: Int) -> [Inline] {
    Bool.random(using: &random) ? [.text(text())] : ["x"] + inlines(depth: depth + 1) + ["y"]
  }

  private mutating func address() -> String { "items/" + text() }

  private mutating func text() -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
