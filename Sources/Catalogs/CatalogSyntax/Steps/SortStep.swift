package import DataSources
package import Datasets

/// A field by which records are sorted.
package struct SortField: Hashable, Sendable {
  /// The name of the field.
  package var name: LocatedText
  /// The order. Records without a value come last in any case.
  package var order: ValueOrder

  /// Creates an order by a field.
  package init(_ name: LocatedText, _ order: ValueOrder = .ascending) { (self.name, self.order) = (name, order) }

  /// Reads `FIELD`, or a mapping with `field` and `order`.
  init?(_ node: YAMLNode) {
    let values = node.shorthand(["field", "order"])
    let order: ValueOrder? = values["order"]?.choice()
    guard let name = node.required(values["field"]?.name, "field") else { return nil }
    self.init(name, order ?? .ascending)
  }

  fileprivate var summary: String { order == .ascending ? name.text : "\(name.text) \(order.rawValue)" }

  fileprivate func key(of record: Record) -> Value.SortKey {
    (record[name.text] ?? .missing).sortKey(of: order.ofTexts)
  }

  /// Returns a source with the records of each section of another one, sorted by the field.
  package func sorted(_ source: any DataSource<Record>) -> any DataSource<Record> { SortStep([self]).sorted(source) }
}

struct SortStep: CatalogStep {
  static let key = "sort"
  static let schema = """
    {
      "description": "Sorts the rows within each section, by one field or by several; rows without a value come last.",
      "anyOf": [
        { "$ref": "#/$defs/sortField" },
        { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/sortField" } }
      ]
    }
    """

  var fields: [SortField]

  init(_ fields: [SortField]) { self.fields = fields }

  init?(_ node: YAMLNode) {
    guard let fields = node.fields(SortField.init) else { return nil }
    self.init(fields)
  }

  var summary: String { fields.map(\.summary).joined(separator: ", ") }

  func check(at index: Int, in chain: inout RecordChain) { for field in fields { chain.check(field.name) } }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> { sorted(source) }

  func sorted(_ source: any DataSource<Record>) -> any DataSource<Record> {
    guard fields.count == 1, let field = fields.first else { return sortedBySeveral(source).named(label) }
    let descending = field.order.isDescending
    return source.applying(Mappings.Sort(by: field.key) { $0.precedes($1, descending: descending) }).named(label)
  }

  private func sortedBySeveral(_ source: any DataSource<Record>) -> any DataSource<Record> {
    source.applying(
      Mappings.Sort(by: { record in fields.map { $0.key(of: record) } }) { first, second in
        for (index, field) in fields.enumerated() {
          let descending = field.order.isDescending
          if first[index].precedes(second[index], descending: descending) { return true }
          if second[index].precedes(first[index], descending: descending) { return false }
        }
        return false
      })
  }

  func update(_ order: inout RowOrder) { order.field = fields.first?.name.text }
}
