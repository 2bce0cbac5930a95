import Cells
import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// The bodies of the cells that have no template: made from the schema, so that any data set makes a sensible catalog.
struct DefaultLayout: Hashable, Sendable {
  static let card: CellIdentifier = "card"
  static let page: CellIdentifier = "page"
  static let identifiers = [card.rawValue, page.rawValue]

  /// How many facts a card has.
  private static let factsOnCard = 3
  /// How many characters of prose a card has.
  private static let excerptLength = 180

  private let images: [Field]
  private let facts: [Field]
  private let prose: [Field]
  /// The fields that hold records of other data sets.
  private let attached: [Field]

  /// Sorts the fields of a data set by what they are good for.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - schema: Their fields.
  ///   - titleField: The field that the titles come from.
  /// - Complexity: O(*n*), *n* being the number of values.
  init(_ records: [Record], schema: Schema, titleField: String?) {
    let indices = schema.fields.indices.filter { schema.fields[$0].name != titleField }
    let fields = indices.map { schema.fields[$0] }
    images = fields.filter { $0.type == .image }
    prose = indices.filter { index in
      let type = schema.fields[index].type
      return type == .markdown || type == .text && records.contains { $0.value(at: index).text.isProse }
    }.map { schema.fields[$0] }
    let others = Set((images + prose).map(\.name))
    facts = fields.filter { !others.contains($0.name) && $0.type != .records }
    attached = fields.filter { $0.type == .records }
  }

  /// Adds what decides the layout to what something is made from.
  func combine(into parts: inout Fingerprinter) {
    for fields in [images, facts, prose, attached] {
      parts.combine(fields.count)
      for field in fields {
        parts.combine(field.name)
        parts.combine(field.type.rawValue)
      }
    }
  }

  /// The body of a record's cell.
  @BlockBuilder
  func body(of record: Record, as role: CellRule.Role, without missing: Set<String>) -> [Block] {
    switch role {
    case .card:
      pictures(of: record, images.prefix(1), missing)
      excerpt(of: record)
      properties(
        of: record, facts.filter { !(record[$0.name] ?? .missing).isMissing }.prefix(Self.factsOnCard), missing)
    case .page:
      pictures(of: record, images[...], missing)
      if let first = prose.first { text(of: record, first) }
      properties(of: record, facts[...], missing)
      for field in prose.dropFirst() where !(record[field.name] ?? .missing).isMissing {
        Block.heading(level: 1, [.text(field.label)])
        text(of: record, field)
      }
      for field in attached { records(of: record, field) }
    }
  }

  /// The titles of the records that are attached, as links to their pages if they are in the catalog.
  private func records(of record: Record, _ field: Field) -> [Block] {
    guard case .records(let records)? = record[field.name], !records.isEmpty else { return [] }
    return [
      .heading(level: 1, [.text(field.label)]),
      .list(List(items: records.map { [.paragraph([.text($0.title)])] })),
    ]
  }

  private func pictures(of record: Record, _ fields: ArraySlice<Field>, _ missing: Set<String>) -> [Block] {
    fields.compactMap { field in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return .paragraph(value.templateValue(title: record.title, without: missing).inlines)
    }
  }

  private func text(of record: Record, _ field: Field) -> [Block] {
    switch record[field.name] ?? .missing {
    case .markdown(let markdown): [Block](markdown: markdown)
    case .missing: []
    case let value: value.text.paragraphs.map { .paragraph([.text($0)]) }
    }
  }

  private func excerpt(of record: Record) -> [Block] {
    guard let field = prose.first, case let text = text(of: record, field).plainText, !text.isEmpty else { return [] }
    return [.paragraph([.text(text.excerpt(Self.excerptLength))])]
  }

  private func properties(of record: Record, _ fields: ArraySlice<Field>, _ missing: Set<String>) -> [Block] {
    let properties = fields.compactMap { field -> Property? in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return Property(
        label: [.text(field.label)], value: value.templateValue(title: record.title, without: missing).inlines)
    }
    return properties.isEmpty ? [] : [.properties(properties)]
  }
}

extension Field {
  /// The name as people read it: `scientific_name` becomes `Scientific name`, `size.width` becomes `Size width`.
  fileprivate var label: String {
    let words = name.contains(" ") ? name : String(name.map { $0 == "_" || $0 == "." ? " " : $0 })
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension String {
  /// Whether a text is prose and not a fact: it is long, or has several lines.
  fileprivate var isProse: Bool {
    utf8.contains(UInt8(ascii: "\n")) || utf8.count > 80 && count > 80 || contains(where: \.isNewline)
  }

  /// The beginning of a text, cut between words.
  fileprivate func excerpt(_ length: Int) -> String {
    guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
    let head = self[..<end]
    return head[..<(head.lastIndex(where: \.isWhitespace) ?? end)] + " …"
  }

  /// The text cut at blank lines.
  fileprivate var paragraphs: [String] {
    let newline = UInt8(ascii: "\n")
    let blanks: ClosedRange<UInt8> = 0x09...0x0D
    var paragraphs: [String] = []
    var rest = utf8[...]
    while !rest.isEmpty {
      // A line break with nothing but blanks between it and the next one.
      let end = rest.indices.first { index in
        rest[index] == newline
          && rest[rest.index(after: index)...].first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } == newline
      }
      let paragraph = rest[..<(end ?? rest.endIndex)]
      if !paragraph.isEmpty { paragraphs.append(String(Substring(paragraph))) }
      rest = rest[(end ?? rest.endIndex)...].drop { $0 == 0x20 || blanks.contains($0) }
    }
    return paragraphs
  }
}
