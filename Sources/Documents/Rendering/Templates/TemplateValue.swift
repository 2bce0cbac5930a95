public import DocumentModel

/// The value of a field in a template.
public enum TemplateValue: Hashable, Sendable {
  /// No value. A section over it is skipped, and a text shows nothing.
  case missing
  /// Plain text. It never becomes markup.
  case text(String)
  /// A number. Text shows it as its language writes it; code, addresses and titles contain the digits of the data.
  case number(String, shown: String)
  /// A date. Text shows it in a format; code, addresses and titles contain it in the form of the data.
  case date(String, shown: String)
  /// Formatted text in Markdown. It is parsed when the template is filled, on any thread.
  case markdown(String)
  /// Formatted text that has been parsed.
  case blocks([Block])
  /// An address. Text shows it as a link to itself; a destination in the template contains the address.
  case link(String)
  /// A picture. Text shows it; a destination in the template contains its address.
  case image(source: String, alternative: String)
  /// A Boolean value. Text shows `yes` or `no`; a section over it is shown or skipped.
  case boolean(Bool)
  /// A list of values. A section is repeated for each; text shows `written`, or the values separated by commas if it is
  /// `nil`.
  case list([TemplateValue], written: String? = nil)
  /// Values by name, such as a row of another data set. A section over it can use its fields; text shows its field
  /// `title`, if it has one. A name that is not in the record is a missing value.
  case record([String: TemplateValue])
}

extension TemplateValue {
  /// The name, in a record with a page, of the link to that page with the record's title. Text shows this link for the
  /// record.
  package static let link = "link"
  /// The key of that link in the fields. A field may be named `link`, so the key is one that no field has.
  private static let linkKey = "\u{0}link"

  /// Returns a record with a link, which text shows in the place of the record. The link is also the value of the name
  /// ``link``, unless the record has a field of that name.
  package static func record(_ fields: [String: TemplateValue], link: [Inline]) -> TemplateValue {
    var fields = fields
    fields[linkKey] = .blocks([.paragraph(link)])
    return .record(fields)
  }

  /// Returns the value as a link to a page. Only text shows the link: code, addresses and titles contain the value as
  /// before. A value for which a section is skipped is returned unchanged.
  package func linked(to target: PageTarget) -> TemplateValue {
    isTrue ? .record(["title": self, Self.linkKey: .blocks([.paragraph([.link(to: target, inlines)])])]) : self
  }

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

  /// About the number of bytes that are shown of the value.
  var length: Int {
    switch self {
    case .missing, .boolean: 0
    case .text(let text), .number(_, let text), .date(_, let text), .link(let text), .image(let text, _):
      text.utf8.count
    case .markdown, .blocks: plainText.utf8.count
    case .list(let values, let written): written?.utf8.count ?? values.reduce(0) { $0 + $1.length }
    case .record(let fields): (fields[Self.linkKey] ?? fields["title"])?.length ?? 0
    }
  }

  var isInvisible: Bool {
    switch self {
    case .missing: true
    case .text(let text), .number(let text, _), .date(let text, _), .link(let text), .image(let text, _): text.isEmpty
    case .markdown, .blocks: plainText.isEmpty
    case .boolean: false
    // Several elements are visible at least by the commas between them.
    case .list(let values, _): values.isEmpty || values.count == 1 && values[0].isInvisible
    case .record(let fields): fields["title"]?.isInvisible ?? true
    }
  }

  /// The value as inlines within a text.
  package var inlines: [Inline] {
    var inlines: [Inline] = []
    append(to: &inlines)
    return inlines
  }

  func append(to inlines: inout [Inline]) {
    switch self {
    case .missing: break
    case .text(let text), .number(_, let text), .date(_, let text): inlines.append(.text(text))
    case .boolean: inlines.append(.text(plainText))
    case .markdown: reading().append(to: &inlines)
    case .blocks(let blocks):
      // A line can contain the inlines of a single paragraph. Any other blocks are reduced to their plain text.
      if case .paragraph(let words)? = blocks.first, blocks.count == 1 {
        inlines += words
      } else {
        inlines.append(.text(blocks.plainText))
      }
    case .link(let address): inlines.append(.link(destination: address, title: "", [.text(address)]))
    case .image(let source, let alternative): inlines.append(.image(source: source, title: "", [.text(alternative)]))
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

  /// Whether ``reading()`` changes the value.
  fileprivate var holdsMarkdown: Bool {
    switch self {
    case .markdown: true
    case .list(let values, _): values.contains(where: \.holdsMarkdown)
    case .record(let fields): fields.values.contains(where: \.holdsMarkdown)
    case .missing, .text, .number, .date, .blocks, .link, .image, .boolean: false
    }
  }

  /// Returns the value with all Markdown in it parsed.
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
  /// Returns the values with all Markdown in them parsed.
  func reading() -> [TemplateValue] {
    var values = self
    for index in values.indices where values[index].holdsMarkdown { values[index] = values[index].reading() }
    return values
  }
}
