import DataSources
import Datasets

struct FlattenStep: CatalogStep {
  static let key = "flatten"
  static let schema = """
    { "$ref": "#/$defs/text", "description": "All rows in one section of this name." }
    """

  var name: String

  init(name: String) { self.name = name }

  init?(_ node: YAMLNode) {
    guard let name = node.string else { return nil }
    self.init(name: name)
  }

  var summary: String { name }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    source.applying(.flatten(name: name)).named(label)
  }

  func update(_ order: inout RowOrder) { order.noteSections(areOne: true) }
}
