import DataSources
import Datasets
import Diagnostics

struct ProgramStep: CatalogStep {
  static let key = "step"
  static let schema = """
    { "type": "string", "description": "A step that the program defines which builds the catalog." }
    """

  var name: LocatedText

  init(_ name: LocatedText) { self.name = name }

  init?(_ node: YAMLNode) {
    guard let name = node.name else { return nil }
    self.init(name)
  }

  var summary: String { name.text }

  // The effect of a program's step is unknown, so it may repeat records.
  var repeatsRecords: Bool { true }

  func check(at index: Int, in chain: inout RecordChain) {
    let known = chain.steps.map(\.name)
    guard !known.contains(name.text) else { return }
    chain.report(
      "chain/unknown-step", "there is no step “\(name.text)”", at: name,
      hint: known.isEmpty
        ? "Steps are those of programs, which add them: catalog.addStep(\"\(name.text)\"). The command `pomona` has none."
        : name.text.suggestion(from: known))
  }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    chain.steps.first { $0.name == name.text }.map { $0.apply(source).named(label) } ?? source
  }

  func update(_ order: inout RowOrder) { order = RowOrder(numberOfDatasets: nil) }
}
