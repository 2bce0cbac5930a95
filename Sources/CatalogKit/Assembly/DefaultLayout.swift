import Cells
import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// The layout of the cells without a template. It is derived from the schema, so that any data set becomes a readable catalog.
struct DefaultLayout: Hashable, Sendable {
  static let card: CellIdentifier = "card"
  static let page: CellIdentifier = "page"
  static let identifiers = [card.rawValue, page.rawValue]

  /// The maximum number of characters of prose on a card.
  private static let excerptLength = 180

  private var images: [Field]
  /// The field whose text leads the page.
  private var lead: Field?
  /// The fields that pages show with their labels: long texts under headings, all others as properties.
  private let labelled: [Field]
  /// The groups of fields that are shown as tables.
  private let families: [FieldFamily]
  /// The fields that cards show as properties.
  private var facts: [Field]
  /// Whether cards are lines of a list or rows of a table, which show facts only.
  private var isInLines = false
  private let styles: FieldStyles
  /// The rows that texts in Markdown may name.
  private let names: RecordNames
  /// The labels of the members of objects, by their names.
  private let memberLabels: [String: String]
  /// The names of the fields that are long texts, which cards do not show as facts.
  let prose: Set<String>
  /// The fields that hold related records.
  private let attached: [Field]
  /// The fields that hold the numbers of referring records.
  private let counts: [Field]
  /// For each text field that the survey decided about: whether it is prose.
  let decisions: [String: Bool]
  /// The name of the field whose text leads the page.
  var leadName: String? { lead?.name }
  /// The names of the fields whose links appear on cards. The leading text is not among them, because cards show an excerpt without links.
  var linkedFieldsOnCards: [String] { (images + facts).map(\.name) }
  /// The names of the fields that cards show as facts.
  var factNames: [String] { facts.map(\.name) }

  /// Assigns the fields of a data set to the parts of cells.
  ///
  /// The place of a value depends on the schema and on the value itself, except for two decisions that depend on all rows. Fields of mostly
  /// long text are prose, which is no fact on a card, and leads a page if the field's name says that it describes the row. And cards show
  /// the facts that distinguish rows best. Thus a change of one row changes no other page, unless it reverses one of these decisions.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - schema: Their fields.
  ///   - titleFields: The fields that the titles come from.
  ///   - entry: The configuration of the data set: which fields are prose, which are facts on cards, and which are hidden.
  ///   - styles: The styles of the fields.
  ///   - survey: The survey of the values.
  ///   - names: The rows that texts in Markdown may name.
  ///   - unfit: The names of the fields that are no facts on cards, because they appear there already, or say nothing.
  /// - Complexity: O(*f* · *r*) for *f* fields and *r* rows of the survey.
  init(
    _ records: [Record], schema: Schema, titleFields: [String], entry: CatalogConfiguration.DatasetEntry,
    styles: FieldStyles, survey: FieldSurvey, names: RecordNames, unfit: Set<String>
  ) {
    self.styles = styles
    self.names = names
    let chosen = entry.prose?.map(\.text)
    let hidden = Set(entry.fields.filter(\.isHidden).map(\.field.text))
    let orders = Dictionary(
      entry.fields.compactMap { field in field.order.map { (field.field.text, $0) } }, uniquingKeysWith: { $1 })
    let indices = schema.fields.indices.filter { index in
      let field = schema.fields[index]
      // A title with a reference contains the keys of the rows that it refers to, and no links.
      let isTitle = titleFields.contains(field.name) && field.reading != .reference
      return !isTitle && !hidden.contains(field.name) && field.reading != .linked
    }
    // The sort is stable: fields without a place keep their order.
    let fields = indices.map { schema.fields[$0] }.sorted { orders[$0.name] ?? .max < orders[$1.name] ?? .max }
    let texts = chosen == nil ? indices.filter { schema.fields[$0].type == .text } : []
    decisions = Dictionary(
      uniqueKeysWithValues: texts.map { (schema.fields[$0].name, survey[$0].areProse) })
    let markdown = fields.filter { $0.type == .markdown }.map(\.name)
    let prose = Set(chosen ?? markdown + decisions.filter(\.value).map(\.key))
    images = fields.filter { $0.type == .image }
    attached = fields.filter { $0.type == .records && $0.reading != .reference }
    let countNames = Set(attached.map { RecordRelation.countName(of: $0.name) })
    counts = fields.filter { countNames.contains($0.name) }
    let others = fields.filter {
      $0.type != .image && ($0.type != .records || $0.reading == .reference) && !countNames.contains($0.name)
    }
    let lead =
      chosen.map { names in names.first.flatMap { name in others.first { $0.name == name } } }
      ?? others.first { prose.contains($0.name) && $0.isBody }
      ?? others.first { prose.contains($0.name) && $0.type == .markdown }
    self.lead = lead
    self.prose = prose
    let configured = Set(entry.fields.map(\.field.text))
    families = FieldFamily.find(
      among: others.filter { field in
        let isPlain = ![.markdown, .records].contains(field.type) && !field.isNested && field != lead
        return isPlain && !prose.contains(field.name) && !configured.contains(field.name)
      })
    let members = Set(families.flatMap(\.fields))
    let labelled = others.filter { $0 != lead && !members.contains($0) }
    self.labelled = labelled
    facts =
      entry.facts.map { $0.compactMap { name in schema.index(of: name.text).map { schema.fields[$0] } } }
      ?? CardFacts.choose(
        among: labelled.filter { field in
          let isFact = field.type != .markdown && !field.isNested
          return isFact && !prose.contains(field.name) && !unfit.contains(field.name)
        },
        of: records, schema, survey) + counts
    let memberNames = Set(fields.filter(\.isNested).flatMap(\.namesOfMembers) + families.flatMap(\.namesOfMembers))
    memberLabels = Dictionary(uniqueKeysWithValues: memberNames.map { ($0, Label($0).text) })
  }

  /// Returns the layout of cards that are lines of a list or rows of a table.
  ///
  /// - Parameter columns: Their facts; `nil` for the facts of other cards.
  func inLines(of columns: [Field]?) -> DefaultLayout {
    var layout = self
    layout.images = []
    layout.lead = nil
    layout.facts = columns ?? facts
    layout.isInLines = true
    return layout
  }

  /// Combines the decisions about a cell into the fingerprint of its inputs.
  func combine(_ role: CatalogExtension.Role, into parts: inout Fingerprinter) {
    parts.combine(role == .card)
    parts.combine(isInLines)
    let families = role == .card ? [] : families
    parts.combine(families.map(\.name)) { $0.combine($1) }
    for fields in [images, lead.map { [$0] } ?? [], role == .card ? facts : labelled, attached] + families.map(\.fields)
    {
      parts.combine(fields.count)
      for field in fields {
        parts.combine(field.name)
        parts.combine(field.reading.rawValue)
        parts.combine(prose.contains(field.name))
        styles[field.name]?.combine(into: &parts)
      }
    }
  }

  /// Returns the body of a record's cell.
  @BlockBuilder
  func body(of record: Record, as role: CatalogExtension.Role, without missing: Set<String>) -> [Block] {
    let record = record.withValuesRead
    let isNested = { (field: Field) in (record[field.name] ?? .missing).isNested }
    let isLong = { (field: Field) in (record[field.name] ?? .missing).isLong }
    switch role {
    case .card where isInLines: properties(of: record, facts, missing)
    case .card:
      pictures(of: record, images.prefix(1), missing)
      excerpt(of: record, missing)
      properties(of: record, facts.filter { !isLong($0) && !isNested($0) }, missing)
    case .page:
      let long = labelled.filter { isLong($0) && !isNested($0) }
      pictures(of: record, images[...], missing)
      if let lead { text(of: record, lead, missing) }
      properties(of: record, labelled.filter { !long.contains($0) && !isNested($0) }, missing)
      for field in long {
        Block.heading(level: 1, [.text(label(of: field))])
        text(of: record, field, missing)
      }
      for family in families { table(of: record, family, missing) }
      for field in labelled where isNested(field) { nested(in: record, field, missing) }
      for field in attached { records(of: record, field) }
    }
  }

  /// Returns related records as a list, under a heading with their number. If they are too many, the list has the first of them, and a link
  /// to the others.
  private func records(of record: Record, _ field: Field) -> [Block] {
    guard case .records(let records)? = record[field.name], let style = styles[field.name] else { return [] }
    var heading = style.label
    var rest: [Block] = []
    if case .number(let count)? = record[RecordRelation.countName(of: field.name)] {
      heading += " (\(style.language.numbers.text(count.text)))"
      let others = Int(count.value) - records.count
      if others > 0 {
        let all = Inline.text("\(style.language.numbers.text(others)) more")
        let link = style.terms.map { Inline.link(to: $0.section(ofRecordsReferringTo: record), [all]) }
        rest = [.paragraph([.text("and "), link ?? all])]
      }
    }
    return [
      .heading(level: 1, [.text(heading)]), .list(Block.List(items: records.map { [.paragraph($0.link)] })),
    ] + rest
  }

  /// Returns a nested value under a heading.
  private func nested(in record: Record, _ field: Field, _ missing: Set<String>) -> [Block] {
    guard let value = record[field.name], let style = styles[field.name] else { return [] }
    let layout = NestedLayout(title: record.title, style: style.ofMembers, labels: memberLabels, missing: missing)
    return [.heading(level: 1, [.text(style.label)])] + layout.blocks(of: value, level: 2)
  }

  private func label(of field: Field) -> String { styles[field.name]?.label ?? field.label }

  private func pictures(of record: Record, _ fields: ArraySlice<Field>, _ missing: Set<String>) -> [Block] {
    fields.compactMap { field in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return styles[field.name].map {
        .paragraph($0.inlines(of: value, title: record.title, without: missing))
      }
    }
  }

  private func text(of record: Record, _ field: Field, _ missing: Set<String>) -> [Block] {
    switch record[field.name] ?? .missing {
    case .markdown(let markdown): return names.blocks(ofMarkdown: markdown, in: record)
    case .missing: return []
    case .list(let elements, nil):
      guard let style = styles[field.name] else { return [] }
      let inlines = { (value: Value) in style.inlines(of: value, title: record.title, without: missing) }
      guard elements.areSentences else { return [.paragraph(inlines(.list(elements)))] }
      return [.list(Block.List(items: elements.map { [.paragraph(inlines($0))] }))]
    case let value: return value.text.blocks
    }
  }

  /// Returns a family of fields as a table under a heading.
  private func table(of record: Record, _ family: FieldFamily, _ missing: Set<String>) -> [Block] {
    guard let style = styles[family.fields[0].name], case let value = family.value(in: record), !value.isMissing else {
      return []
    }
    let layout = NestedLayout(title: record.title, style: style.ofMembers, labels: memberLabels, missing: missing)
    return [.heading(level: 1, [.text(Label(family.name).text)])] + layout.blocks(of: value, level: 2)
  }

  private func excerpt(of record: Record, _ missing: Set<String>) -> [Block] {
    guard let field = lead, case let text = text(of: record, field, missing).plainText, !text.isEmpty else { return [] }
    return [.paragraph([.text(text.excerpt(Self.excerptLength))])]
  }

  private func properties(of record: Record, _ fields: [Field], _ missing: Set<String>) -> [Block] {
    let properties = fields.compactMap { field -> Block.Property? in
      guard let value = record[field.name], !value.isMissing, let style = styles[field.name] else { return nil }
      let isCut = isInLines && (value.isLong || value.isNested)
      let text = isCut ? text(of: record, field, missing).plainText.excerpt(Self.excerptLength) : ""
      return Block.Property(
        label: [.text(style.label)],
        value: isCut ? [.text(text)] : style.inlines(of: value, title: record.title, without: missing))
    }
    return properties.isEmpty ? [] : [.properties(properties)]
  }
}

extension Value {
  /// Whether the value needs its own section: Markdown, prose, and lists that are as long as prose, or consist of sentences.
  fileprivate var isLong: Bool {
    switch self {
    case .markdown: true
    case .text(let text): text.isProse
    case .list(let elements, _): text.isProse || elements.areSentences
    default: false
    }
  }
}

extension String {
  /// Whether the text is prose: it has several lines, or more than 80 characters that are not a single word, such as an address.
  var isProse: Bool {
    utf8.contains(UInt8(ascii: "\n")) || utf8.count > 80 && count > 80 && !isWord || contains(where: \.isNewline)
  }

  /// Whether the text is ASCII without white space. Other texts are never words, because some languages are written without spaces.
  private var isWord: Bool { utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  /// Returns the beginning of the text, cut between words.
  fileprivate func excerpt(_ length: Int) -> String {
    guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else { return self }
    let head = self[..<end]
    return head[..<(head.lastIndex(where: \.isWhitespace) ?? end)] + " …"
  }

  /// The text as paragraphs, or as code where at least a third of its lines are indented, as in programs.
  fileprivate var blocks: [Block] {
    let lines = split(whereSeparator: \.isNewline)
    let indentedCount = lines.count { $0.hasPrefix("  ") || $0.hasPrefix("\t") }
    if indentedCount > 1, indentedCount * 3 >= lines.count { return [.code(self, info: "")] }
    return paragraphs.map { .paragraph([.text($0)]) }
  }

  /// The parts of the text between blank lines.
  private var paragraphs: [String] {
    let newline = UInt8(ascii: "\n")
    let blanks: ClosedRange<UInt8> = 0x09...0x0D
    var paragraphs: [String] = []
    var rest = utf8[...]
    while !rest.isEmpty {
      // A line break that is followed by another one, with only spaces and tabs between them.
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
