import DataSources
import Datasets
import Rendering

/// A section for each value of a field.
struct GroupStep: CatalogStep {
  /// What of a field's value names a section.
  enum Key: String, CaseIterable {
    /// The whole value.
    case value
    /// The first letter, without its diacritics; `#` for what is no letter.
    case firstLetter = "first_letter"
    /// The month of a date, its year, its decade or its century: of a date of several, that in which it begins.
    case month, year, decade, century
    /// Each element of a list, so that a record may stand in several sections.
    case element
  }

  /// The order of the sections.
  enum Order {
    /// As the values first appear.
    case appearance
    /// By value.
    case sorted
    /// As listed; others come after, as they first appear.
    case listed([String])
  }

  static let key = "group"
  static let schema = """
    {
      "description": "A section for each value of a field.",
      "anyOf": [
        { "$ref": "#/$defs/field" },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["field"],
          "properties": {
            "field": { "$ref": "#/$defs/field" },
            "by": {
              "enum": ["value", "first_letter", "month", "year", "decade", "century", "element"], "default": "value",
              "description": "What of the value names a section; with element, a row stands in the section of each element of a list."
            },
            "order": {
              "description": "The order of the sections: as the values first appear, sorted, or as listed.",
              "anyOf": [
                { "enum": ["appearance", "sorted"] },
                { "type": "array", "items": { "$ref": "#/$defs/text" } }
              ]
            },
            "rest": { "$ref": "#/$defs/text", "default": "Other", "description": "The name of the section of the rows without a value." }
          }
        }
      ]
    }
    """

  var field: CatalogConfiguration.Name
  var key: Key
  var order: Order
  /// The name of the section of the records without a value.
  var rest: String
  /// Whether records to which values refer have a section each, even if they are called alike, and other values have none.
  var isByRecord = false

  init(field: CatalogConfiguration.Name, key: Key = .value, order: Order = .appearance, rest: String = "Other") {
    self.field = field
    self.key = key
    self.order = order
    self.rest = rest
  }

  /// `group: FIELD`, or a mapping with `field`, `by`, `order` and `rest`.
  init?(_ node: YAMLNode) {
    guard node.isMapping else {
      guard let field = node.name else { return nil }
      self.init(field: field)
      return
    }
    self.init(field: CatalogConfiguration.Name(""))
    var field: CatalogConfiguration.Name?
    for (key, value) in node.mapping(["field", "by", "order", "rest"]) {
      switch key.text {
      case "field": field = value.name
      case "by": self.key = value.choice() ?? self.key
      case "order":
        if value.isSequence {
          order = .listed(value.elements.compactMap(\.string))
        } else if let word = value.choice(OrderWord.self) {
          order = word == .sorted ? .sorted : .appearance
        }
      default: rest = value.string ?? rest
      }
    }
    guard let field = node.required(field, "field") else { return nil }
    self.field = field
  }

  /// The orders that have a name.
  private enum OrderWord: String, CaseIterable {
    case appearance, sorted
  }

  var summary: String {
    let order =
      switch order {
      case .appearance: ""
      case .sorted: ", sorted"
      case .listed: ", as listed"
      }
    return field.text + (key == .value ? "" : " by \(key.rawValue)") + order
  }

  var repeatsRecords: Bool { key == .element }

  func check(at index: Int, in chain: inout RecordChain) { chain.check(field) }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    let field = field.text
    if isByRecord {
      let records = { (record: Record) in (record[field] ?? .missing).allRecords }
      return source.applying(.filter { !records($0).isEmpty })
        .applying(.group(order: sectionOrder, byEach: { records($0).map(\.sectionName) })).named(label)
    }
    return key == .element
      ? source.applying(.group(order: sectionOrder, nameOfRest: rest, byEach: { $0[field]?.terms ?? [] })).named(label)
      : source.applying(.group(order: sectionOrder, nameOfRest: rest) { $0[field].flatMap(section) }).named(label)
  }

  func update(_ order: inout RowOrder) { order.noteSections(areOne: false) }

  /// The name of the section of a value; nil for the section of the rest.
  private func section(of value: Value) -> String? {
    let text = value.text
    guard !text.isEmpty else { return nil }
    // A year may also be a number, or stand in a field with other texts.
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
    case .sorted: .sorted(by: \.sectionKey)
    case .listed(let names): .listed(names)
    }
  }
}

extension Record {
  /// The name of a section of records that refer to this one.
  var sectionName: String { SectionName.name(title, key: id.key) }
}

extension String {
  /// What the name of a section is sorted by: numbers are sorted as such, and dates stand where their years would.
  var sectionKey: Value.SortKey {
    if let number = Number(self) { return Value.number(number).sortKey }
    return WrittenDate(self).map(Value.SortKey.init(year:)) ?? Value.text(self).sortKey
  }

  /// The first letter as a heading: without diacritics, in upper case; `#` where the text begins with anything else.
  fileprivate var firstLetter: String {
    guard let scalar = prefix(1).description.sortKey.unicodeScalars.first, scalar.properties.isAlphabetic else {
      return "#"
    }
    return String(scalar).uppercased()
  }
}
