import DataSources
import Datasets
import Diagnostics

/// The part of a catalog's chain that works on records: live transforms, which follow the sources of the data sets.
struct RecordChain {
  /// A data set: its name, its records with what is attached to them, and their fields.
  typealias Leaf = (name: String, source: any DataSource<Record>, schema: Schema)

  let datasets: [Leaf]
  /// The data sets that are shown where the chain does not begin by naming some.
  let shown: [String]
  /// The steps that a program defines.
  let steps: [(name: String, apply: CatalogExtension.Step)]
  var diagnostics: [Diagnostic] = []

  /// Makes a chain without steps.
  ///
  /// - Parameters:
  ///   - datasets: The data sets, each with a name of its own.
  ///   - helpers: The names of those that are there for others: they are shown only if the chain names them.
  ///   - steps: The steps that a program defines.
  init(
    _ datasets: [Leaf], helpers: Set<String> = [], steps: [(name: String, apply: CatalogExtension.Step)] = []
  ) {
    self.steps = steps
    self.datasets = datasets
    let names = datasets.map(\.name)
    let shown = names.filter { !helpers.contains($0) }
    self.shown = shown.isEmpty ? names : shown
  }

  /// The data sets seen through the steps that work on records, without sections that have nothing in them.
  mutating func source(_ steps: [ChainStep]) -> any DataSource<Record> {
    var source = concatenation(of: shown)
    for (index, step) in steps.enumerated() {
      if case .concatenate(let names) = step {
        checkConcatenation(names, isFirst: index == 0)
        source = concatenation(of: names.map(\.text))
      }
      if let cell = step.cell, steps[index...].contains(where: { $0.cell == nil }) {
        // Cells are made of what all the steps for records leave, so a step for cells has to come after them.
        report(
          "chain/order", "a step that adds a cell stands before one that works on records", at: cell,
          hint: "Move “insert” and “placeholder” to the end of the chain.")
      }
      source = applying(step, to: source)
    }
    return source.applying(EmptySectionFilter()).named("without empty sections")
  }

  /// The records of a chain, each once, where its steps may have repeated some.
  func objects(of source: any DataSource<Record>, after steps: [ChainStep]) -> any DataSource<Record> {
    guard steps.contains(where: \.repeatsRecords) else { return source }
    return source.applying(Distinct(by: \.id)).named("each row once")
      .applying(EmptySectionFilter()).named("without empty sections")
  }

  /// Records in another order: the steps of an index.
  ///
  /// - Parameters:
  ///   - steps: The steps, all of which work on records.
  ///   - objects: The records, each once.
  mutating func index(_ steps: [ChainStep], over objects: any DataSource<Record>) -> any DataSource<Record> {
    steps.reduce(objects) { applying($1, to: $0) }.applying(EmptySectionFilter()).named("without empty sections")
  }

  private func concatenation(of names: [String]) -> any DataSource<Record> {
    let sources = names.compactMap { name in datasets.first { $0.name == name }?.source }
    return Transform(of: sources, by: ConcatenatedSections()).named("concatenate: \(names.joined(separator: ", "))")
  }

  /// A source with the transform of a step behind it, which is named after the step; steps that have none leave it as it is.
  private mutating func applying(_ step: ChainStep, to source: any DataSource<Record>) -> any DataSource<Record> {
    check(step)
    let name = step.label
    switch step {
    case .concatenate, .insert, .placeholder: return source
    case .filter(let predicate): return source.applying(PredicateFilter(predicate.matches)).named(name)
    case .intersect(let match): return matching(match, .intersect, source, name)
    case .except(let match): return matching(match, .except, source, name)
    case .distinct(let fields):
      return source.applying(Distinct { DistinctKey($0, fields) }).named(name)
    case .group(let grouping): return groups(grouping, of: source, name)
    case .flatten(let title): return source.applying(Flattener(name: title)).named(name)
    case .sort(let fields): return sorted(source, by: fields).named(name)
    case .sortSections(let order): return source.applying(order.transform).named(name)
    case .reverse(let sections): return source.applying(Reverse(reversesSections: sections)).named(name)
    case .step(let own):
      return steps.first { $0.name == own.text }.map { $0.apply(source).named(name) } ?? source
    case .limit(let count, let skip): return source.applying(Window(offset: skip, count: count)).named(name)
    }
  }

  private func sorted(_ source: any DataSource<Record>, by fields: [SortField]) -> any DataSource<Record> {
    if fields.count == 1, let field = fields.first {
      return source.applying(
        Sort(by: { ($0[field.field.text] ?? .missing).sortKey }) { $0.precedes($1, descending: field.descending) })
    }
    return source.applying(
      Sort(by: { record in fields.map { (record[$0.field.text] ?? .missing).sortKey } }) { first, second in
        for (index, field) in fields.enumerated() {
          if first[index].precedes(second[index], descending: field.descending) { return true }
          if second[index].precedes(first[index], descending: field.descending) { return false }
        }
        return false
      })
  }

  private func groups(
    _ grouping: Grouping, of source: any DataSource<Record>, _ name: String
  ) -> any DataSource<Record> {
    let field = grouping.field.text
    guard grouping.key == .element else {
      return source.applying(grouping.group { $0[field].flatMap(grouping.section) }).named(name)
    }
    return
      source
      .applying(Repeat { ($0[field] ?? .missing).distinctElements }).named("elements: \(field)")
      .applying(grouping.group(by: \.key)).named(name)
      .applying(Originals(of: source)).named("rows")
  }

  /// The records that have, or have not, a value in common with another data set; a missing value is in common with nothing.
  private func matching(
    _ match: DatasetMatch, _ operation: KeyedFilter<Record, String>.Operation, _ source: any DataSource<Record>,
    _ name: String
  ) -> any DataSource<Record> {
    guard let other = datasets.first(where: { $0.name == match.dataset.text })?.source else { return source }
    let keyed = { (field: CatalogConfiguration.Name) in
      Map { (record: Record) in
        Keyed(record: record, key: record[field.text].flatMap { $0.isMissing ? nil : $0.text })
      }
    }
    let others = other.applying(keyed(match.equals)).named("values: \(match.equals.text)")
      .applying(PredicateFilter { $0.key != nil }).named("filter: \(match.equals.text) exists")
    let filter = KeyedFilter<Keyed, String?>(operation == .intersect ? .intersect : .except, by: \.key)
    let records = source.applying(keyed(match.on)).named("values: \(match.on.text)")
    return Transform(of: [records, others], by: filter).named(name).applying(Map(\.record)).named("rows")
  }

  /// What distinct records differ in. A record that lacks all the values is like no other.
  private enum DistinctKey: Hashable {
    case values([Value])
    case record(Record.ID)

    init(_ record: Record, _ fields: [CatalogConfiguration.Name]) {
      let values = fields.map { record[$0.text] ?? .missing }
      self = values.allSatisfy(\.isMissing) ? .record(record.id) : .values(values)
    }
  }

  /// A record, and what is compared with other data sets.
  private struct Keyed {
    let record: Record
    let key: String?
  }
}
