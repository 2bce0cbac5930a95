import DocumentModel
import Fingerprints

// These overloads are declared in this module, and not next to the protocol, so that the compiler specializes them for
// the types of the parts: a document computes the fingerprints of hundreds of thousands of pages.
extension Fingerprinter {
  mutating func combine(_ part: some Fingerprintable) { part.combine(into: &self) }

  /// Appends whether there is a value, and the value.
  mutating func combine(_ part: (some Fingerprintable)?) {
    combine(part != nil)
    part?.combine(into: &self)
  }

  /// Appends the number of values, and each value.
  mutating func combine(_ parts: [some Fingerprintable]) { combine(parts) { $0.combine($1) } }
}

/// The encoding of blocks for fingerprints: for each block and inline, a number for its kind, followed by its parts.
/// Lists of parts begin with the number of parts.
extension Fingerprinter {
  mutating func combine(_ blocks: [Block]) { combine(blocks) { $0.combine($1) } }

  private mutating func combine(_ block: Block) {
    switch block {
    case .paragraph(let inlines): combine(0, inlines)
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
    case .code(let text, let info): combine(4, text, info)
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
      combine(table.namesRows)
    }
  }

  private mutating func combine(_ inlines: [Inline]) { combine(inlines) { $0.combine($1) } }

  /// Appends the number of a kind, and its texts.
  private mutating func combine(_ kind: Int, _ text: String, _ other: String? = nil) {
    combine(kind)
    combine(text)
    if let other { combine(other) }
  }

  private mutating func combine(_ kind: Int, _ inlines: [Inline]) {
    combine(kind)
    combine(inlines)
  }

  private mutating func combine(_ inline: Inline) {
    switch inline {
    case .text(let text): combine(0, text)
    case .softBreak: combine(1)
    case .lineBreak: combine(2)
    case .code(let text): combine(3, text)
    case .emphasis(let inlines): combine(4, inlines)
    case .strong(let inlines): combine(5, inlines)
    case .link(let address, let title, let inlines):
      combine(6, address, title)
      combine(inlines)
    case .image(let address, let title, let inlines):
      combine(7, address, title)
      combine(inlines)
    }
  }
}

extension Fingerprinter {
  /// Appends a template value.
  ///
  /// - Complexity: O(*n*) in the length of the value. The fields of records are also sorted.
  mutating func combine(_ value: TemplateValue) {
    switch value {
    case .missing: combine(0)
    case .text(let text): combine(1, text)
    case .markdown(let text): combine(2, text)
    case .blocks(let blocks):
      combine(3)
      combine(blocks)
    case .link(let address): combine(4, address)
    case .image(let source, let alternative): combine(5, source, alternative)
    case .boolean(let isTrue):
      combine(6)
      combine(isTrue)
    case .list(let values, let written):
      combine(7)
      combine(written != nil)
      combine(written ?? "")
      combine(values) { $0.combine($1) }
    case .record(let fields):
      combine(8)
      combine(fields.sorted { $0.key.precedesByBytes($1.key) }) {
        $0.combine($1.key)
        $0.combine($1.value)
      }
    case .number(let number, let shown): combine(9, number, shown)
    case .date(let date, let shown): combine(10, date, shown)
    }
  }
}

extension TemplateNames {
  /// Appends the names, and those of their records. The subjects of formats are not included.
  func combine(into parts: inout Fingerprinter) {
    parts.combine(fields) { $0.combine($1) }
    parts.combine(fields.filter { records[$0] != nil }) { parts, field in
      parts.combine(field)
      records[field]?.combine(into: &parts)
    }
  }
}
