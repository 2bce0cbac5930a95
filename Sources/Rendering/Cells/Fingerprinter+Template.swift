import Fingerprints

extension Fingerprinter {
  /// Adds what a field gives to a template.
  ///
  /// - Complexity: O(*n*) in its length.
  mutating func combine(_ value: TemplateValue) {
    switch value {
    case .missing: combine(0)
    case .text(let text):
      combine(1)
      combine(text)
    case .markdown(let text):
      combine(2)
      combine(text)
    case .blocks(let blocks):
      combine(3)
      combine(blocks)
    case .link(let address):
      combine(4)
      combine(address)
    case .image(let source, let alternative):
      combine(5)
      combine(source)
      combine(alternative)
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
      combine(fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        $0.combine($1.key)
        $0.combine($1.value)
      }
    }
  }
}

extension TemplateNames {
  /// Adds the names.
  func combine(into parts: inout Fingerprinter) {
    parts.combine(fields) { $0.combine($1) }
    parts.combine(fields.filter { records[$0] != nil }) { parts, field in
      parts.combine(field)
      records[field]?.combine(into: &parts)
    }
  }
}
