import DataSources
import Datasets

struct ReverseStep: CatalogStep {
  static let key = "reverse"
  static let schema = """
    {
      "enum": ["rows", "all"],
      "description": "The rows of each section from the last to the first; with all, the sections too."
    }
    """

  var reversesSections: Bool

  init(reversesSections: Bool) { self.reversesSections = reversesSections }

  init?(_ node: YAMLNode) {
    guard let scope = node.choice(Scope.self) else { return nil }
    self.init(reversesSections: scope == .all)
  }

  private enum Scope: String, CaseIterable { case rows, all }

  var summary: String { (reversesSections ? Scope.all : .rows).rawValue }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    source.applying(.reverse(reversesSections: reversesSections)).named(label)
  }
}
