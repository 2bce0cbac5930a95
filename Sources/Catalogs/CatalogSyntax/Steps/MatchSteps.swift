import DataSources
import Datasets

/// A step that compares records with those of another data set: ``IntersectStep`` or ``ExceptStep``.
protocol MatchStep: CatalogStep {
  /// Whether records with a match are kept; otherwise those without one.
  static var keepsMatches: Bool { get }
  var match: DatasetMatch { get }
  init(match: DatasetMatch)
}

struct IntersectStep: MatchStep {
  static let key = "intersect"
  static let schema = """
    { "$ref": "#/$defs/match", "description": "Only the rows that have a match in another data set." }
    """
  static let keepsMatches = true

  var match: DatasetMatch
}

struct ExceptStep: MatchStep {
  static let key = "except"
  static let schema = """
    { "$ref": "#/$defs/match", "description": "Only the rows that have no match in another data set." }
    """
  static let keepsMatches = false

  var match: DatasetMatch
}

extension MatchStep {
  init?(_ node: YAMLNode) {
    guard let match = DatasetMatch(node) else { return nil }
    self.init(match: match)
  }

  var summary: String { "\(match.on.text) = \(match.dataset.text).\(match.equals.text)" }

  var lookups: [LocatedText] { [match.dataset] }

  func check(at index: Int, in chain: inout RecordChain) {
    chain.check(match.on)
    guard let dataset = chain.dataset(named: match.dataset) else { return }
    chain.check(match.equals, in: [dataset.schema])
  }

  func apply(to source: any DataSource<Record>, in chain: RecordChain) -> any DataSource<Record> {
    // A data set that does not exist was reported by `check`.
    guard let other = chain.datasets.first(where: { $0.name == match.dataset.text })?.source else { return source }
    let others = other.applying(.map { KeyedRecord($0, match.equals.text) }).named("values: \(match.equals.text)")
      .applying(.filter { $0.key != nil }).named("filter: \(match.equals.text) exists")
    let filter = Mappings.FilterByKey<KeyedRecord, String?>(Self.keepsMatches ? .intersect : .except, by: \.key)
    let records = source.applying(.map { KeyedRecord($0, match.on.text) }).named("values: \(match.on.text)")
    return Transform(of: [records, others], by: filter).named(label).applying(.map(\.record)).named("rows")
  }
}

/// A record, and the key that is compared with those of other data sets. The key of a missing value is `nil`, and
/// matches no other.
private struct KeyedRecord {
  let record: Record
  let key: String?

  init(_ record: Record, _ field: String) {
    self.record = record
    key = record[field].flatMap { $0.isMissing ? nil : $0.text }
  }
}
