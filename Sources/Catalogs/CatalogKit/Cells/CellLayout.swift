import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// What the cells of a role without a template show of a data set's records: the fields in their order, with their
/// styles.
///
/// A cell's body is made from these properties and from the record alone. So the fingerprint of the properties, with
/// that of the record, says whether the body is the same.
struct CellLayout: Sendable {
  enum Form {
    /// A card: a picture, the beginning of the leading text, and facts.
    case card
    /// A line of a list or a row of a table, which shows facts only.
    case line
    /// A row's own page, with all fields.
    case page
  }

  struct StyledField: Hashable {
    let name: String
    let style: FieldStyle
  }

  /// Related rows, and what is shown of each.
  struct RelatedRows: Hashable {
    let name: String
    let style: FieldStyle
    /// The fields of the rows that a table shows. Without any, there is a list of the titles.
    var columns: [StyledField] = []
    /// The label of the titles, which are the first column; `nil` for rows that are called by what other columns show.
    var titleLabel: String?
  }

  struct Table {
    let family: FieldFamily
    let style: FieldStyle
  }

  /// The maximum number of characters of prose on a card.
  private static let excerptLength = 180

  let form: Form
  var images: [StyledField] = []
  /// The field whose text leads the cell.
  var lead: StyledField?
  /// The fields that are shown with their labels; on pages, long texts are under headings, and all others are
  /// properties.
  let facts: [StyledField]
  var tables: [Table] = []
  /// The fields that hold related records.
  var attached: [RelatedRows] = []
  /// The places on maps that pages show as one property each.
  var places: [MapPlace] = []
  var map: LinkTemplate?
  var memberLabels: [String: String] = [:]
  /// The rows that texts in Markdown may name; `nil` if no field is in Markdown.
  let names: RecordNames?

  /// The fingerprint of everything that determines the cells, apart from the records.
  var fingerprint: Fingerprint { Fingerprint(storedPropertiesOf: self) }

  /// The names of the fields whose links appear on cards. The leading text is not among them, because cards show an
  /// excerpt without links.
  var linkedFieldsOnCards: [String] { (images + facts).map(\.name) }

  /// The names of the fields that the cells show; `nil` for all of them.
  var fieldNames: [String]? { form == .page ? nil : linkedFieldsOnCards + (lead.map { [$0.name] } ?? []) }

  @BlockBuilder
  func body(of record: Record, without missing: Set<String>) -> [Block] {
    let record = record.readingValues(at: fieldNames?.compactMap(record.schema.index))
    let values = facts.map { record[$0.name] ?? .missing }
    switch form {
    case .line: properties(of: record, values, without: missing)
    case .card:
      pictures(of: record, without: missing)
      excerpt(of: record, without: missing)
      properties(of: record, values.map { $0.place == .property ? $0 : .missing }, without: missing)
    case .page:
      let places = values.map(\.place)
      pictures(of: record, without: missing)
      if let lead { text(record[lead.name] ?? .missing, in: record, as: lead.style, without: missing) }
      properties(of: record, zip(values, places).map { $1 == .property ? $0 : .missing }, without: missing)
      for index in facts.indices where places[index] == .section {
        Block.heading(level: 1, [.text(facts[index].style.label)])
        text(values[index], in: record, as: facts[index].style, without: missing)
      }
      for table in tables {
        let title = Label(table.family.name).text
        nested(table.family.value(in: record), under: title, in: record, as: table.style, without: missing)
      }
      for index in facts.indices where places[index] == .nested {
        let style = facts[index].style
        nested(values[index], under: style.label, in: record, as: style, without: missing)
      }
      for rows in attached { blocks(of: rows, of: record, without: missing) }
    }
  }

  /// Returns related records as a list or a table, under a heading with their number. If they are too many, it has the
  /// first of them, and there is a link to the others.
  private func blocks(of rows: RelatedRows, of record: Record, without missing: Set<String>) -> [Block] {
    guard case .records(let records)? = record[rows.name] else { return [] }
    let style = rows.style
    var heading = style.label
    var rest: [Block] = []
    if case .number(let count)? = record[RecordRelation.countName(of: rows.name)] {
      heading += " (\(style.language.numbers.text(count.text)))"
      let others = Int(count.value) - records.count
      if others > 0 {
        let all = Inline.text("\(style.language.numbers.text(others)) more")
        let link = style.terms.map { Inline.link(to: $0.section(ofRecordsReferringTo: record), [all]) }
        rest = [.paragraph([.text("and "), link ?? all])]
      }
    }
    return [.heading(level: 1, [.text(heading)]), rows.block(showing: records, without: missing)] + rest
  }

  private func nested(
    _ value: Value, under heading: String, in record: Record, as style: FieldStyle, without missing: Set<String>
  ) -> [Block] {
    if value.isMissing { return [] }
    let layout = NestedLayout(title: record.title, style: style.ofMembers, labels: memberLabels, missing: missing)
    return [.heading(level: 1, [.text(heading)])] + layout.blocks(of: value, level: 2)
  }

  private func pictures(of record: Record, without missing: Set<String>) -> [Block] {
    images.compactMap { field in
      guard let value = record[field.name], !value.isMissing else { return nil }
      return .paragraph(field.style.inlines(of: value, title: record.title, without: missing))
    }
  }

  private func text(_ value: Value, in record: Record, as style: FieldStyle, without missing: Set<String>) -> [Block] {
    switch value {
    case .markdown(let text): return names?.blocks(ofMarkdown: text, in: record) ?? [Block](markdown: text)
    case .missing: return []
    case .list(let elements, nil):
      let inlines = { (value: Value) in style.inlines(of: value, title: record.title, without: missing) }
      guard elements.areSentences else { return [.paragraph(inlines(.list(elements)))] }
      return [.list(Block.List(items: elements.map { [.paragraph(inlines($0))] }))]
    case let value: return value.text.blocks
    }
  }

  private func excerpt(of record: Record, without missing: Set<String>) -> [Block] {
    guard let lead else { return [] }
    let text = text(record[lead.name] ?? .missing, in: record, as: lead.style, without: missing).plainText
    return text.isEmpty ? [] : [.paragraph([.text(text.excerpt(Self.excerptLength))])]
  }

  /// Returns the facts that have a value as properties, a latitude with its longitude as one.
  private func properties(of record: Record, _ values: [Value], without missing: Set<String>) -> [Block] {
    let properties = facts.indices.compactMap { index -> Block.Property? in
      let value = values[index]
      if value.isMissing { return nil }
      let name = facts[index].name
      if let place = places.first(where: { $0.fields.contains(name) }), let degrees = place.degrees(in: record) {
        if name != place.fields[0] { return nil }
        let text = [Inline.text("\(degrees.latitude), \(degrees.longitude)")]
        let address = map?.address(of: ["latitude": degrees.latitude, "longitude": degrees.longitude])
        return Block.Property(
          label: [.text(place.label ?? facts[index].style.label)],
          value: address.map { [.link(destination: $0, title: "", text)] } ?? text)
      }
      let isCut = form == .line && value.place != .property
      let inlines =
        isCut
        ? [
          .text(
            text(value, in: record, as: facts[index].style, without: missing).plainText.excerpt(Self.excerptLength))
        ]
        : facts[index].style.inlines(of: value, title: record.title, without: missing)
      return Block.Property(label: [.text(facts[index].style.label)], value: inlines)
    }
    return properties.isEmpty ? [] : [.properties(properties)]
  }
}

extension CellLayout.RelatedRows {
  /// The number of columns beyond which the rows are a list, with a property for each column.
  private static let columnLimit = 12

  /// Returns a table of records, in which columns without values are left out; or a list, if only one column is left,
  /// or more than fit on a page.
  func block(showing records: [Record], without missing: Set<String>) -> Block {
    let values = records.map { record in columns.map { record[$0.name] ?? .missing } }
    let filled = columns.indices.filter { column in values.contains { !$0[column].isBlank } }
    func inlines(_ column: Int, ofRow row: Int) -> [Inline] {
      columns[column].style.inlines(of: values[row][column], title: records[row].title, without: missing)
    }
    let isTitled = titleLabel != nil || filled.isEmpty
    let first = isTitled ? nil : filled.first
    func list(_ details: (_ row: Int) -> [Block]) -> Block {
      let items = records.indices.map { row -> [Block] in
        [.paragraph(first.map { inlines($0, ofRow: row) } ?? records[row].link)] + details(row)
      }
      return .list(Block.List(items: items))
    }
    guard filled.count + (isTitled ? 1 : 0) > 1 else { return list { _ in [] } }
    guard filled.count <= Self.columnLimit else {
      return list { row in
        let properties = filled.filter { $0 != first && !values[row][$0].isBlank }.map { column in
          Block.Property(label: [.text(columns[column].style.label)], value: inlines(column, ofRow: row))
        }
        return [.properties(properties)]
      }
    }
    var table = Block.Table(
      header: filled.map { [.text(columns[$0].style.label)] },
      rows: records.indices.map { row in filled.map { inlines($0, ofRow: row) } },
      alignments: filled.map { column in values.allSatisfy { $0[column].isNumberOrMissing } ? .right : .left },
      // The first column has what the rows are called by.
      namesRows: true)
    if let titleLabel {
      table.header.insert([.text(titleLabel)], at: 0)
      for row in records.indices { table.rows[row].insert(records[row].link, at: 0) }
      table.alignments.insert(.left, at: 0)
    }
    return .table(table)
  }
}

extension Value {
  fileprivate var isNumberOrMissing: Bool {
    switch self {
    case .missing, .number: true
    default: false
    }
  }
}

extension String {
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
