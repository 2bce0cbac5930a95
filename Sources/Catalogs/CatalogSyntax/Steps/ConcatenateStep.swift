import DataSources
import Datasets
import Diagnostics

struct ConcatenateStep: CatalogStep {
  static let key = "concatenate"
  static let isAllowedInIndexes = false
  static let schema = """
    {
      "$ref": "#/$defs/names",
      "description": "The data sets that are shown, one after the other; the first step, if at all."
    }
    """

  var names: [LocatedText]

  init(_ names: [LocatedText]) { self.names = names }

  init?(_ node: YAMLNode) { self.init(node.names) }

  var summary: String { names.map(\.text).joined(separator: ", ") }

  func check(at index: Int, in chain: inout RecordChain) {
    if index > 0, let name = names.first {
      chain.report(
        "chain/order", "“concatenate” is not the first step", at: name, hint: "Move it to the top of the chain.")
    }
    for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.text == name.text }) {
      chain.report(
        "chain/duplicate-dataset", "the data set “\(name.text)” is listed twice", at: name, hint: "Remove one of them.")
    }
    for name in names { _ = chain.shownDataset(named: name) }
  }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    chain.concatenation(of: names.map(\.text))
  }

  func update(_ order: inout RowOrder) { order = RowOrder(numberOfDatasets: names.count) }
}
