import DocumentModel
import Fingerprints

/// The content of blocks, in one encoding: for each its kind, the number of its parts, and its parts.
extension Fingerprinter {
  /// Adds the content of some blocks.
  ///
  /// - Complexity: O(*n*) in their length.
  mutating func combine(_ blocks: [Block]) { combine(blocks) { $0.combine($1) } }

  private mutating func combine(_ block: Block) {
    switch block {
    case .paragraph(let inlines):
      combine(0)
      combine(inlines)
    case .heading(let level, let inlines):
      combine(1)
      combine(level)
      combine(inlines)
    case .list(let list):
      combine(2)
      switch list.kind {
      case .bullet: combine(false)
      case .ordered(let start, let delimiter):
        combine(true)
        combine(start)
        combine(delimiter == .parenthesis)
      }
      combine(list.isTight)
      combine(list.items) { $0.combine($1) }
    case .quote(let blocks):
      combine(3)
      combine(blocks)
    case .code(let text, let info):
      combine(4)
      combine(text)
      combine(info)
    case .thematicBreak: combine(5)
    case .properties(let properties):
      combine(6)
      combine(properties) {
        $0.combine($1.label)
        $0.combine($1.value)
      }
    case .table(let table):
      combine(7)
      combine(table.header) { $0.combine($1) }
      combine(table.rows) { $0.combine($1) { $0.combine($1) } }
      combine(table.alignments) { $0.combine($1 == .left ? 0 : $1 == .center ? 1 : 2) }
    }
  }

  private mutating func combine(_ inlines: [Inline]) { combine(inlines) { $0.combine($1) } }

  private mutating func combine(_ inline: Inline) {
    switch inline {
    case .text(let text):
      combine(0)
      combine(text)
    case .softBreak: combine(1)
    case .lineBreak: combine(2)
    case .code(let text):
      combine(3)
      combine(text)
    case .emphasis(let inlines):
      combine(4)
      combine(inlines)
    case .strong(let inlines):
      combine(5)
      combine(inlines)
    case .link(let address, let title, let inlines):
      combine(6)
      combine(address)
      combine(title)
      combine(inlines)
    case .image(let address, let title, let inlines):
      combine(7)
      combine(address)
      combine(title)
      combine(inlines)
    }
  }
}
