public import DocumentModel

/// The value of a field for a template.
public enum TemplateValue: Hashable, Sendable {
  /// No value. Sections over it are skipped, and it is shown as empty text.
  case missing
  /// Plain text, which never becomes markup.
  case text(String)
  /// A number: in text as its language writes it; in code, addresses and titles with the digits of the data.
  case number(String, shown: String)
  /// A date: in text in a format; in code, addresses and titles in the notation of the data.
  case date(String, shown: String)
  /// Formatted text in Markdown. It is parsed when a body is created, on any thread.
  case markdown(String)
  /// Formatted text that was parsed.
  case blocks([Block])
  /// An address: in text a link with the address as its text; in a destination the address.
  case link(String)
  /// A picture: in text the picture itself; in a destination its address.
  case image(source: String, alternative: String)
  /// A truth value: `yes` or `no` in text. Sections over it are shown if it is true.
  case boolean(Bool)
  /// Several values. A section over them is repeated for each. In text they are shown in the given form, or joined by commas.
  case list([TemplateValue], written: String? = nil)
  /// Values by name, such as a row of another data set. A section over it uses its names. In text it is represented by its field `title`, if
  /// it has one. Other names are missing values.
  case record([String: TemplateValue])
}

extension TemplateValue {
  /// The name of the link to the page of a record, whose text is the record's title. It represents the record in text.
  package static let link = "link"
  /// The key that stores the link, because a field may be named `link`, too.
  private static let linkKey = "\u{0}link"

  /// Returns values by name, with a link that represents them in text. It is also the value of the name ``link``, unless there is a field
  /// with that name.
  package static func record(_ fields: [String: TemplateValue], link: [Inline]) -> TemplateValue {
    var fields = fields
    fields[linkKey] = .blocks([.paragraph(link)])
    return .record(fields)
  }

  /// Returns the value as a link to a page in text. Sections and addresses treat it like the value itself.
  package func linked(to target: PageTarget) -> TemplateValue {
    isTrue ? .record(["title": self], link: [.link(to: target, inlines)]) : self
  }

  /// Returns the value of a name in a record.
  static func value(of name: String, in fields: [String: TemplateValue]) -> TemplateValue {
    fields[name] ?? (name == link ? fields[linkKey] : nil) ?? .missing
  }

  /// The value as plain text, for code, destinations and titles.
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

  /// Whether the value has no visible characters as plain text.
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
      // Inline text can include the inlines of a single paragraph. Other blocks are included as plain text.
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

  /// Whether a section over the value is shown.
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

  /// Whether the value may contain Markdown, so that ``reading()`` may change it.
  fileprivate var mayHoldMarkdown: Bool {
    switch self {
    case .markdown, .list, .record: true
    case .missing, .text, .number, .date, .blocks, .link, .image, .boolean: false
    }
  }

  /// Returns the value after parsing the Markdown in it.
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
  /// Returns the values after parsing the Markdown in them.
  func reading() -> [TemplateValue] {
    var values = self
    for index in values.indices where values[index].mayHoldMarkdown { values[index] = values[index].reading() }
    return values
  }
}
