import DataSources
import Datasets
import Diagnostics
import Rendering

/// A step of the chain in `catalog.yml`. Each step is a type in its own file, and is listed in ``CatalogSteps/all``.
protocol CatalogStep: Sendable {
  /// The key of the step in `catalog.yml`.
  static var key: String { get }
  /// The JSON Schema of the key's value.
  static var schema: String { get }
  /// Whether the step is allowed in the chain of an index, which only arranges the records of the catalog.
  static var isAllowedInIndexes: Bool { get }

  /// Creates a step from the key's value. Reports errors in the value, and returns `nil` if it does not describe a
  /// step.
  init?(_ node: YAMLNode)

  /// A short description of the value: `kind, price descending`.
  var summary: String { get }
  /// The data sets that the step reads without showing their records.
  var lookups: [LocatedText] { get }
  /// Whether the step may show a record several times.
  var repeatsRecords: Bool { get }

  /// Reports names in the step that do not exist.
  ///
  /// - Parameter index: The index of the step in its chain.
  func check(at index: Int, in chain: inout RecordChain)
  /// Returns a source that applies the step to another one.
  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record>
  /// Updates the order of the records for the effect of the step.
  func update(_ order: inout RowOrder)
}

extension CatalogStep {
  static var isAllowedInIndexes: Bool { true }
  var lookups: [LocatedText] { [] }
  var repeatsRecords: Bool { false }
  func check(at index: Int, in chain: inout RecordChain) {}
  func update(_ order: inout RowOrder) {}

  /// The step as users write it, in one line: `sort: kind, price descending`.
  var label: String { "\(Self.key): \(summary)" }
}

/// A step that adds a cell without a record. It is applied after all steps for records.
protocol CellStep: CatalogStep {
  var cell: LocatedText { get }
  /// Returns a source that applies the step to the cells of the records.
  func apply(
    to cells: any DataSource<DocumentCell>, adding cell: any DataSource<DocumentCell>
  ) -> any DataSource<DocumentCell>
}

extension CellStep {
  static var isAllowedInIndexes: Bool { false }
  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> { source }
}

enum CatalogSteps {
  static let all: [any CatalogStep.Type] = [
    ConcatenateStep.self, FilterStep.self, IntersectStep.self, ExceptStep.self, DistinctStep.self, GroupStep.self,
    FlattenStep.self, SortStep.self, SortSectionsStep.self, ReverseStep.self, LimitStep.self, ProgramStep.self,
    InsertStep.self, PlaceholderStep.self,
  ]

  /// The JSON Schemas of all steps, as the properties of an object.
  static var schema: String { all.map { "\"\($0.key)\": \($0.schema)" }.joined(separator: ",\n") }

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
  /// Reads the elements of a list, and reports an empty list as an error.
  func fields<Element>(_ read: (YAMLNode) -> Element?) -> [Element]? {
    if elements.isEmpty { report("chain/no-fields", "there is no field", hint: "Name one at least.") }
    let fields = elements.compactMap(read)
    return fields.isEmpty ? nil : fields
  }
}

/// The order of rows or sections by a field.
public enum ValueOrder: String, CaseIterable, Sendable {
  /// The smallest first. Numbers in texts are compared by value: `Copy 9` before `Copy 10`.
  case ascending
  /// The largest first.
  case descending
  /// The smallest first; texts character by character: `Copy 10` before `Copy 9`.
  case text
  /// The largest first; texts character by character.
  case textDescending = "text descending"

  var isDescending: Bool { self == .descending || self == .textDescending }

  var ofTexts: TextOrder { self == .text || self == .textDescending ? .text : .natural }
}
