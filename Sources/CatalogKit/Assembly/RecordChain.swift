import DataSources
import Datasets
import Diagnostics

/// The part of a catalog's chain that works on records.
struct RecordChain {
  let datasets: [Dataset]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ datasets: [Dataset]) { self.datasets = datasets }

  /// The data sets seen through the steps that work on records, without sections that have nothing in them.
  mutating func source(_ steps: [ChainStep]) -> any DataSource<Record> {
    var source = concatenation(of: datasets)
    for (index, step) in steps.enumerated() {
      switch step {
      case .concatenate(let names):
        if index > 0, let name = names.first {
          report(
            "chain/order", "“concatenate” is not the first step", at: name, hint: "Move it to the top of the chain.")
        }
        for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.text == name.text }) {
          report(
            "chain/duplicate-dataset", "the data set “\(name.text)” stands here twice", at: name, hint: "Delete one.")
        }
        source = concatenation(of: names.compactMap { dataset(named: $0) })
      case .filter(let predicate):
        check(predicate.field)
        source = source.applying(PredicateFilter(predicate.matches))
      case .group(let field, let order):
        check(field)
        let group = Group<Record>(order: order.order, nameOfRest: "Other") { record in
          record[field.text].flatMap { $0.isMissing ? nil : $0.text }
        }
        source = source.applying(group)
      case .sort(let field, let descending):
        check(field)
        source = source.applying(
          Sort { first, second in
            (first[field.text] ?? .missing).precedes(second[field.text] ?? .missing, descending: descending)
          })
      case .insert(let cell, _), .placeholder(let cell):
        // Cells are made of what all the steps for records leave, so a step for cells has to come after them.
        if steps[index...].contains(where: { !$0.worksOnCells }) {
          report(
            "chain/order", "a step that adds a cell stands before one that works on records", at: cell,
            hint: "Move “insert” and “placeholder” to the end of the chain.")
        }
      }
    }
    return source.applying(EmptySectionFilter())
  }

  private func concatenation(of datasets: [Dataset]) -> any DataSource<Record> {
    Transform(of: datasets.map(\.source), by: ConcatenatedSections())
  }

  private mutating func dataset(named name: CatalogConfiguration.Name) -> Dataset? {
    let dataset = datasets.first { $0.name == name.text }
    if dataset == nil {
      report(
        "chain/unknown-dataset", "there is no data set “\(name.text)”", at: name,
        hint: name.text.suggestion(from: datasets.map(\.name)))
    }
    return dataset
  }

  /// A field has to exist in one data set at least; records of the others have no value in it.
  private mutating func check(_ field: CatalogConfiguration.Name) {
    guard !datasets.contains(where: { $0.schema.index(of: field.text) != nil }) else { return }
    let names = datasets.flatMap { $0.schema.fields.map(\.name) }
    report(
      "chain/unknown-field", "there is no field “\(field.text)”", at: field, hint: field.text.suggestion(from: names))
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ message: String, at name: CatalogConfiguration.Name, hint: String?
  ) {
    diagnostics.append(Diagnostic(code: code, message, at: name.location, hint: hint))
  }
}

extension ChainStep.GroupOrder {
  fileprivate var order: Group<Record>.Order {
    switch self {
    case .appearance: .firstAppearance
    case .sorted: .sorted { value($0).precedes(value($1)) }
    case .listed(let names): .listed(names)
    }
  }

  /// The name of a section as a value: numbers are sorted as such.
  private func value(_ name: String) -> Value { Number(name).map(Value.number) ?? .text(name) }
}
