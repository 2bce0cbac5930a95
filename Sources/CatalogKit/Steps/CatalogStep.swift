import DataSources
import Datasets
import Diagnostics
import Rendering

/// A step of the chain in `catalog.yml`. Each step is a type in a file of its own, and stands in ``CatalogSteps/all``.
protocol CatalogStep: Sendable {
  /// The key of the step.
  static var key: String { get }
  /// The JSON Schema of the value of the key.
  static var schema: String { get }
  /// Whether the step may stand in the chain of an index, which only arranges the records of the catalog.
  static var isAllowedInIndexes: Bool { get }

  /// Reads the value of the key; reports what is wrong with it, and returns nil where no step can be made of it.
  init?(_ node: YAMLNode)

  /// The value in a few words: `kind, price descending`.
  var summary: String { get }
  /// The data sets that the step looks into, but does not show.
  var lookups: [CatalogConfiguration.Name] { get }
  /// Whether the step may show a record several times.
  var repeatsRecords: Bool { get }

  /// Reports what the step names and what does not exist.
  ///
  /// - Parameter index: The place of the step in its chain.
  func check(at index: Int, in chain: inout RecordChain)
  /// Applies the step to the records before it.
  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record>
  /// Notes what the step does to the order of the records.
  func update(_ order: inout RowOrder)
}

extension CatalogStep {
  static var isAllowedInIndexes: Bool { true }
  var lookups: [CatalogConfiguration.Name] { [] }
  var repeatsRecords: Bool { false }
  func check(at index: Int, in chain: inout RecordChain) {}
  func update(_ order: inout RowOrder) {}

  /// The step in one line, by which a person recognises it: `sort: kind, price descending`.
  var label: String { "\(Self.key): \(summary)" }
}

/// A step that adds a cell which shows no record. It comes after all steps for records.
protocol CellStep: CatalogStep {
  var cell: CatalogConfiguration.Name { get }
  /// Applies the step to the cells of the records.
  ///
  /// - Parameter cell: A source of the one cell.
  func apply(
    to cells: any DataSource<DocumentCell>, adding cell: any DataSource<DocumentCell>
  ) -> any DataSource<DocumentCell>
}

extension CellStep {
  static var isAllowedInIndexes: Bool { false }
  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> { source }
}

/// The steps that there are.
enum CatalogSteps {
  static let all: [any CatalogStep.Type] = [
    ConcatenateStep.self, FilterStep.self, IntersectStep.self, ExceptStep.self, DistinctStep.self, GroupStep.self,
    FlattenStep.self, SortStep.self, SortSectionsStep.self, ReverseStep.self, LimitStep.self, ProgramStep.self,
    InsertStep.self, PlaceholderStep.self,
  ]

  /// The JSON Schemas of all steps, as the properties of an object.
  static var schema: String { all.map { "\"\($0.key)\": \($0.schema)" }.joined(separator: ",\n") }

  /// Reads a mapping of one key, that of the step.
  static func read(_ node: YAMLNode) -> (any CatalogStep)? {
    let steps = node.mapping(all.map { $0.key })
    guard let (name, value) = steps.first, let type = all.first(where: { $0.key == name.text }) else { return nil }
    if steps.count > 1 {
      node.report("chain/two-steps", "one entry contains two steps", hint: "Begin each step with a separate dash.")
    }
    return type.init(value)
  }
}

extension YAMLNode {
  /// Reads the elements of a list, which must not be empty.
  func fields<Element>(_ read: (YAMLNode) -> Element?) -> [Element]? {
    if elements.isEmpty { report("chain/no-fields", "there is no field", hint: "Name one at least.") }
    let fields = elements.compactMap(read)
    return fields.isEmpty ? nil : fields
  }
}

/// The direction of an order, as a person writes it.
enum SortDirection: String, CaseIterable {
  case ascending, descending
}
