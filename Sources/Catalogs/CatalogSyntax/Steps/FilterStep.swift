import DataSources
import Datasets

struct FilterStep: CatalogStep {
  static let key = "filter"
  static let schema = """
    { "$ref": "#/$defs/predicate", "description": "Only the rows that match." }
    """

  var predicate: RecordPredicate

  init(_ predicate: RecordPredicate) { self.predicate = predicate }

  init?(_ node: YAMLNode) {
    guard let predicate = RecordPredicate(node) else { return nil }
    self.init(predicate)
  }

  var summary: String { predicate.label }

  func check(at index: Int, in chain: inout RecordChain) { chain.check(predicate) }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    source.applying(.filter(predicate.matches)).named(label)
  }
}
