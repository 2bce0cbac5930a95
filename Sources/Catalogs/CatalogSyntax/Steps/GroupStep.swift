import DataSources
package import Datasets
import Rendering

/// A step that creates a section for each value of a field, or for each combination of the values of several fields.
struct GroupStep: CatalogStep {
  /// The part of a field's value that is the name of a section.
  enum Key: String, CaseIterable {
    /// The whole value.
    case value
    /// The first letter, without diacritics; `#` for any other character.
    case firstLetter = "first_letter"
    /// The month, year, decade or century of a date. If the date stands for several days, the first one decides.
    case month, year, decade, century
    /// Each element of a list. A record can be in several sections.
    case element
  }

  enum Order {
    /// The order in which the values first appear.
    case appearance
    /// The order of the values.
    case sorted
    /// The order of the names character by character.
    case text
    /// The order of a list. Sections that are not listed come last, as their values first appear.
    case listed([String])

    /// The order of names that are compared.
    fileprivate var ofTexts: TextOrder { if case .text = self { .text } else { .natural } }

    private enum Word: String, CaseIterable { case appearance, sorted, text }

    /// Reads `appearance`, `sorted`, `text`, or a list of names.
    fileprivate init?(_ node: YAMLNode) {
      if node.isSequence {
        self = .listed(node.elements.compactMap(\.string))
        return
      }
      switch node.choice(Word.self) {
      case .appearance?: self = .appearance
      case .sorted?: self = .sorted
      case .text?: self = .text
      case nil: return nil
      }
    }
  }

  static let key = "group"
  static let schema = """
    {
      "description": "A section for each value of a field; of several fields, sections within sections.",
      "anyOf": [
        { "$ref": "#/$defs/group" },
        { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/group" } }
      ]
    }
    """

  var field: LocatedText
  var key = Key.value
  var order = Order.appearance
  /// The name of the section of the records without a value.
  var rest = "Other"
  /// The sections that values create if they refer to records.
  enum Records {
    /// One section for all records with the same title.
    case byTitle
    /// One section for each record, and for each other value.
    case each
    /// One section for each record. Other values create none.
    case only
  }

  var records = Records.byTitle
  /// The steps that group the records of each section further, the outermost first.
  var inner: [GroupStep] = []

  /// The steps of all levels, the outermost first, each without its inner steps.
  var levels: [GroupStep] {
    var outer = self
    outer.inner = []
    return [outer] + inner
  }

  var summary: String { levels.map(\.ownSummary).joined(separator: " › ") }

  private var ownSummary: String {
    let order =
      switch order {
      case .appearance: ""
      case .sorted: ", sorted"
      case .text: ", sorted as text"
      case .listed: ", as listed"
      }
    return field.text + (key == .value ? "" : " by \(key.rawValue)") + order
  }

  var repeatsRecords: Bool { levels.contains { $0.key == .element } }

  func check(at index: Int, in chain: inout RecordChain) { for level in levels { chain.check(level.field) } }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    if !inner.isEmpty { return nested(source) }
    // There is no section of the rest, so records without a section have to be left out first.
    if records == .only {
      return source.applying(.filter { !names(of: $0).isEmpty })
        .applying(.group(order: sectionOrder, byEach: names)).named(label)
    }
    return key == .element
      ? source.applying(.group(order: sectionOrder, nameOfRest: rest, byEach: names)).named(label)
      : source.applying(.group(order: sectionOrder, nameOfRest: rest) { names(of: $0).first }).named(label)
  }

  private func nested(_ source: any DataSource<Record>) -> any DataSource<Record> {
    let levels = levels
    let orders = levels.map(\.nestedOrder)
    return source.applying(
      .group(byEach: { record in
        // Several names at one level multiply the sections: the record is in one for each combination.
        levels.reduce(into: [[]]) { paths, level in
          let names = level.names(of: record)
          paths = paths.flatMap { path in (names.isEmpty ? [level.rest] : names).map { path + [$0] } }
        }.map(SectionName.path)
      })
    ).named(label)
      .applying(.sortSections(together: { NestedSections.ranks(of: $0) { orders[min($0, orders.count - 1)] } }))
      .named("sections within sections")
  }

  func update(_ order: inout RowOrder) { order.noteSections(areOne: false, areNested: !inner.isEmpty) }

  /// Returns the names of a record's sections. The array is empty for a record in the section of the rest.
  private func names(of record: Record) -> [String] {
    let value = record[field.text] ?? .missing
    switch records {
    case .byTitle: return key == .element ? value.terms : section(of: value).map { [$0] } ?? []
    case .each:
      return (value.elements ?? [value]).map { element in
        if case .record(let record) = element { record.sectionName } else { element.text }
      }.filter { !$0.isEmpty }
    case .only: return value.allRecords.map(\.sectionName)
    }
  }

  /// The order of the sections within one. The section of the rest comes last, except in the order of first appearance.
  private var nestedOrder: NestedSections.Order {
    let rest = rest
    switch order {
    // No section has to come before another one, so all keep their order.
    case .appearance: return { _, _ in false }
    case .sorted, .text:
      let texts = order.ofTexts
      return { first, second in
        guard let first = first.name, let second = second.name, first != rest, second != rest else {
          return first.name != rest && second.name == rest
        }
        return first.sectionKey(of: texts).precedes(second.sectionKey(of: texts))
      }
    case .listed(let names):
      let rank = NestedSections.ranks(listedAs: names)
      return { rank($0.name ?? "") < rank($1.name ?? "") }
    }
  }

  /// Returns the name of the section of a value; `nil` for the section of the rest.
  private func section(of value: Value) -> String? {
    let text = value.text
    guard !text.isEmpty else { return nil }
    // A year can also be a number, or be in a field that contains other texts.
    var date: WrittenDate? { if case .date(let date) = value { date } else { WrittenDate(text) } }
    switch key {
    case .value, .element: return text
    case .firstLetter: return text.firstLetter
    case .month: return date?.period(.month)
    case .year: return date?.period(.year)
    case .decade: return date?.period(.decade)
    case .century: return date?.period(.century)
    }
  }

  private var sectionOrder: Mappings.Group<Record>.Order {
    switch order {
    case .appearance: .firstAppearance
    case .sorted, .text: .sorted { [texts = order.ofTexts] in $0.sectionKey(of: texts) }
    case .listed(let names): .listed(names)
    }
  }
}

extension GroupStep {
  /// Reads `group: FIELD`, a mapping with `field`, `by`, `order` and `rest`, or a list of these.
  init?(_ node: YAMLNode) {
    guard node.isSequence else {
      self.init(level: node)
      return
    }
    guard let levels = node.fields(Self.init(level:)) else { return nil }
    self = levels[0]
    inner = Array(levels.dropFirst())
  }

  private init?(level node: YAMLNode) {
    let values = node.shorthand(["field", "by", "order", "rest"])
    let key: Key? = values["by"]?.choice()
    let order = values["order"].flatMap(Order.init)
    let rest = values["rest"]?.string
    guard let field = node.required(values["field"]?.name, "field") else { return nil }
    self.init(field: field, key: key ?? .value, order: order ?? .appearance, rest: rest ?? "Other")
  }
}

extension Record {
  /// The name of the section of the records that refer to this one.
  package var sectionName: String { SectionName.name(title, key: id.key) }
}

extension Value {
  /// The names of the sections that show the value in an index by the elements of its field.
  package var terms: [String] { (elements ?? [self]).map(\.text).filter { !$0.isEmpty } }
}

extension String {
  /// Returns the key by which section names are sorted. Numbers are compared as numbers, and dates by their years,
  /// unless all names are compared character by character.
  func sectionKey(of order: TextOrder) -> Value.SortKey {
    if order == .text { return Value.text(self).sortKey(of: .text) }
    if let number = Value.Number(self) { return Value.number(number).sortKey }
    return WrittenDate(self).map(Value.SortKey.init(year:)) ?? Value.text(self).sortKey
  }

  /// The first letter in upper case, without diacritics; `#` if the text begins with another character.
  fileprivate var firstLetter: String {
    guard let scalar = prefix(1).description.folded.unicodeScalars.first, scalar.properties.isAlphabetic else {
      return "#"
    }
    return String(scalar).uppercased()
  }
}
