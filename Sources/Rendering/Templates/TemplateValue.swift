public import DocumentModel

/// What a field gives to a template.
public enum TemplateValue: Hashable, Sendable {
  /// There is no value: a section over it is skipped, and it prints nothing.
  case missing
  /// Plain text, shown as it is: it never becomes markup.
  case text(String)
  /// A number: as its language writes it in a text, and with the digits of the data in code, in addresses and in titles.
  case number(String, shown: String)
  /// A date: in a format in a text, and as the data has it in code, in addresses and in titles.
  case date(String, shown: String)
  /// Formatted text in Markdown. It is read when the template is filled in, on whatever thread that is.
  case markdown(String)
  /// Formatted text that has been read.
  case blocks([Block])
  /// An address: a link to itself in a text, and the address where the template asks for a destination.
  case link(String)
  /// A picture: shown in a text, and its address where the template asks for a destination.
  case image(source: String, alternative: String)
  /// A truth value: `yes` or `no` in a text, and what decides a section.
  case boolean(Bool)
  /// Several values: a section is repeated for each; in a text they stand as they are written, or are joined by commas.
  case list([TemplateValue], written: String? = nil)
  /// Values by name, such as a row of another data set: a section over it finds its fields. In a text it is its field `title`, if it has
  /// one. A name that it lacks is a missing value.
  case record([String: TemplateValue])
}

extension TemplateValue {
  /// The name by which a record that has a page has its title as a link: in a text it stands for the record.
  package static let link = "link"
  /// Where that link is, which may also be the name of a field.
  private static let linkKey = "\u{0}link"

  /// Values by name, with a link that stands for them in a text, and for the name ``link`` unless they have that.
  package static func record(_ fields: [String: TemplateValue], link: [Inline]) -> TemplateValue {
    var fields = fields
    fields[linkKey] = .blocks([.paragraph(link)])
    return .record(fields)
  }

  /// The value as a link to a page, where it stands in a text; a section skips it as before, and an address has it as it is.
  package func linked(to target: PageTarget) -> TemplateValue {
    isTrue ? .record(["title": self], link: [.link(to: target, inlines)]) : self
  }

  /// The value of a name in a record.
  static func value(of name: String, in fields: [String: TemplateValue]) -> TemplateValue {
    fields[name] ?? (name == link ? fields[linkKey] : nil) ?? .missing
  }

  /// The value as plain text: what stands in code, in destinations and in titles.
  package var plainText: String {
    switch self {
    case .missing: ""
    case .text(let text), .number(let text, _), .date(let text, _): text
    case .markdown(let text): [Block](markdown: text).plainText
    case .blocks(let blocks): blocks.plainText
    case .link(let address): address
    case .image(let source, _): source
    case .boolean(let isTrue): isTrue ? "yes" : "no"
    case .list(let values, let written): written ?? values.map(\.plainText).joined(separator: ", ")
    case .record(let fields): fields["title"]?.plainText ?? ""
    }
  }

  /// Whether a reader would see nothing of the value as plain text.
  var isInvisible: Bool {
    switch self {
    case .missing: true
    case .text(let text), .number(let text, _), .date(let text, _), .link(let text), .image(let text, _): text.isEmpty
    case .markdown, .blocks: plainText.isEmpty
    case .boolean: false
    case .list(let values, _): values.isEmpty || values.count == 1 && values[0].isInvisible
    case .record(let fields): fields["title"]?.isInvisible ?? true
    }
  }

  /// The value as a run of inlines within a text.
  package var inlines: [Inline] {
    var inlines: [Inline] = []
    append(to: &inlines)
    return inlines
  }

  /// Appends the value as a run of inlines within a text.
  func append(to inlines: inout [Inline]) {
    switch self {
    case .missing: break
    case .text(let text), .number(_, let text), .date(_, let text): inlines.append(.text(text))
    case .boolean: inlines.append(.text(plainText))
    case .markdown: reading().append(to: &inlines)
    case .blocks(let blocks):
      // Within a line there is room for the words of a single paragraph, and for the plain words of anything longer.
      if case .paragraph(let words)? = blocks.first, blocks.count == 1 {
        inlines += words
      } else {
        inlines.append(.text(blocks.plainText))
      }
    case .link(let address): inlines.append(.link(destination: address, title: "", [.text(address)]))
    case .image(let source, let alternative):
      inlines.append(.image(source: source, title: "", [.text(alternative)]))
    case .list(_, let written?): inlines.append(.text(written))
    case .list(let values, nil):
      for (index, value) in values.enumerated() {
        if index > 0 { inlines.append(.text(", ")) }
        value.append(to: &inlines)
      }
    case .record(let fields): (fields[Self.linkKey] ?? fields["title"])?.append(to: &inlines)
    }
  }

  /// Whether a template's section over the value is entered.
  var isTrue: Bool {
    switch self {
    case .missing: false
    case .text(let text), .number(let text, _), .date(let text, _): !text.isEmpty
    case .markdown: reading().isTrue
    case .blocks(let blocks): !blocks.isEmpty
    case .link, .image: true
    case .boolean(let isTrue): isTrue
    case .list(let values, _): !values.isEmpty
    case .record: true
    }
  }

  /// Whether the value may be one that ``reading()`` changes.
  fileprivate var mayHoldMarkdown: Bool {
    switch self {
    case .markdown, .list, .record: true
    case .missing, .text, .number, .date, .blocks, .link, .image, .boolean: false
    }
  }

  /// The value with the Markdown in it read.
  func reading() -> TemplateValue {
    switch self {
    case .markdown(let text): .blocks([Block](markdown: text))
    case .list(let values, let written): .list(values.reading(), written: written)
    case .record(let fields): .record(fields.mapValues { $0.reading() })
    case .missing, .text, .number, .date, .blocks, .link, .image, .boolean: self
    }
  }
}

extension [TemplateValue] {
  /// The values with the Markdown in them read.
  func reading() -> [TemplateValue] {
    var values = self
    for index in values.indices where values[index].mayHoldMarkdown { values[index] = values[index].reading() }
    return values
  }
}
