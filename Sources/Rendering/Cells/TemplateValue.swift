public import DocumentModel

/// What a field gives to a template.
public indirect enum TemplateValue: Hashable, Sendable {
  /// There is no value: a section over it is skipped, and it prints nothing.
  case missing
  /// Plain text, shown as it is: it never becomes markup.
  case text(String)
  /// Formatted text that was read from Markdown.
  case blocks([Block])
  /// An address: a link to itself in a text, and the address where the template asks for a destination.
  case link(String)
  /// A picture: shown in a text, and its address where the template asks for a destination.
  case image(source: String, alternative: String)
  /// A truth value: `yes` or `no` in a text, and what decides a section.
  case boolean(Bool)
  /// Several values: a section is repeated for each; in a text they are joined by commas.
  case list([TemplateValue])
}

extension TemplateValue {
  /// The value as plain text: what stands in code, in destinations and in titles.
  var plainText: String {
    switch self {
    case .missing: ""
    case .text(let text): text
    case .blocks(let blocks): blocks.plainText
    case .link(let address): address
    case .image(let source, _): source
    case .boolean(let isTrue): isTrue ? "yes" : "no"
    case .list(let values): values.map(\.plainText).joined(separator: ", ")
    }
  }

  /// The value as a run of inlines within a text.
  package var inlines: [Inline] {
    switch self {
    case .missing: []
    case .text, .boolean: [.text(plainText)]
    case .blocks(let blocks):
      // Within a line there is room for the words of a single paragraph, and for the plain words of anything longer.
      if case .paragraph(let inlines)? = blocks.first, blocks.count == 1 { inlines } else { [.text(blocks.plainText)] }
    case .link(let address): [.link(destination: address, title: "", [.text(address)])]
    case .image(let source, let alternative): [.image(source: source, title: "", [.text(alternative)])]
    case .list(let values): Array(values.map(\.inlines).joined(separator: [.text(", ")]))
    }
  }

  /// Whether a template's section over the value is entered.
  var isTrue: Bool {
    switch self {
    case .missing: false
    case .text(let text): !text.isEmpty
    case .blocks(let blocks): !blocks.isEmpty
    case .link, .image: true
    case .boolean(let isTrue): isTrue
    case .list(let values): !values.isEmpty
    }
  }
}
