import Cells
import Datasets
import DocumentModel
import Rendering

/// The bodies of the cells that have no template: made from the schema, so that any data set makes a sensible catalog.
struct DefaultLayout {
  static let card: CellIdentifier = "card"
  static let page: CellIdentifier = "page"
  static let identifiers = [card.rawValue, page.rawValue]

  /// How many facts a card has.
  private static let factsOnCard = 3
  /// From how many characters on a text is prose and not a fact.
  private static let proseLength = 80
  /// How many characters of prose a card has.
  private static let excerptLength = 180

  private let images: [Field]
  private let facts: [Field]
  private let prose: [Field]

  /// Sorts the fields of a data set by what they are good for.
  ///
  /// - Complexity: O(*n*), *n* being the number of values.
  init(_ dataset: Dataset) {
    let fields = dataset.schema.fields.filter { $0.name != dataset.titleField }
    images = fields.filter { $0.type == .image }
    prose = fields.filter { field in
      field.type == .markdown
        || field.type == .text
          && dataset.records.contains { record in
            let text = record[field.name]?.text ?? ""
            return text.count > Self.proseLength || text.contains(where: \.isNewline)
          }
    }
    let others = Set((images + prose).map(\.name))
    facts = fields.filter { !others.contains($0.name) }
  }

  /// The body of a record's cell.
  @BlockBuilder
  func body(of record: Record, as role: CellLibrary.Role) -> [Block] {
    switch role {
    case .card:
      pictures(of: record, images.prefix(1))
      excerpt(of: record)
      properties(of: record, facts.filter { !(record[$0.name] ?? .missing).isMissing }.prefix(Self.factsOnCard))
    case .page:
      pictures(of: record, images[...])
      if let first = prose.first { text(of: record, first) }
      properties(of: record, facts[...])
      for field in prose.dropFirst() where !(record[field.name] ?? .missing).isMissing {
        Block.heading(level: 1, [.text(field.label)])
        text(of: record, field)
      }
    }
  }

  private func pictures(of record: Record, _ fields: ArraySlice<Field>) -> [Block] {
    fields.compactMap { field in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return .paragraph(value.templateValue(title: record.title).inlines)
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

  private func properties(of record: Record, _ fields: ArraySlice<Field>) -> [Block] {
    let properties = fields.compactMap { field -> Property? in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return Property(label: [.text(field.label)], value: value.templateValue(title: record.title).inlines)
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
  /// The beginning of a text, cut between words.
  fileprivate func excerpt(_ length: Int) -> String {
    guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
    let head = self[..<end]
    return head[..<(head.lastIndex(where: \.isWhitespace) ?? end)] + " …"
  }

  /// The text cut at blank lines.
  fileprivate var paragraphs: [String] {
    split(separator: /\n[ \t]*\n\s*/).map(String.init)
  }
}
