import DataSources
import Datasets

struct DistinctStep: CatalogStep {
  static let key = "distinct"
  static let schema = """
    { "$ref": "#/$defs/names", "description": "Only the first row with the same values in these fields." }
    """

  var fields: [LocatedText]

  init(_ fields: [LocatedText]) { self.fields = fields }

  init?(_ node: YAMLNode) {
    guard let fields = node.fields(\.name) else { return nil }
    self.init(fields)
  }

  var summary: String { fields.map(\.text).joined(separator: ", ") }

  func check(at index: Int, in chain: inout RecordChain) { for field in fields { chain.check(field) } }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    source.applying(.removeDuplicates { Key($0, fields) }).named(label)
  }

  /// The criterion by which records are distinct. A record in which all the values are missing equals no other record.
  private enum Key: Hashable {
    case values([Value])
    case record(Record.ID)

    init(_ record: Record, _ fields: [LocatedText]) {
      let values = fields.map { record[$0.text] ?? .missing }
      self = values.allSatisfy(\.isMissing) ? .record(record.id) : .values(values)
    }
  }
}
