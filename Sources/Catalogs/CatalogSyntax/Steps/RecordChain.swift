package import DataSources
package import Datasets
package import Diagnostics

/// The part of a catalog's chain that works on records: a sequence of live transforms over the sources of the data
/// sets.
///
/// Applying steps also checks them. Names that do not exist are reported in ``diagnostics``, and the remaining steps
/// are checked, too, so that one run reports all problems.
package struct RecordChain {
  /// A data set: its name, its records with the records attached to them, and their fields.
  package typealias Leaf = (name: String, source: any DataSource<Record>, schema: Schema)
  /// A step of the program that builds the catalog: its name, and a function from a source of records to a source of
  /// records.
  package typealias OwnStep = (name: String, apply: (any DataSource<Record>) -> any DataSource<Record>)

  let datasets: [Leaf]
  /// The data sets that are shown if the chain does not begin by naming some.
  package let shown: [String]
  /// The data sets with chains of their own, which no other chain may name.
  private let apart: Set<String>
  private let isOfOneDataset: Bool
  /// The schemas whose fields the steps may name.
  private let schemas: [Schema]
  let steps: [OwnStep]
  /// The problems of the steps, and of what was checked besides.
  package var diagnostics: [Diagnostic] = []
  /// Whether the sections are nested after the steps that have been applied.
  private(set) var hasNestedSections = false
  /// The names of the fields that have been checked.
  private var names: Set<String> = []

  /// Creates the chain of a catalog or of a single data set, without steps.
  ///
  /// - Parameters:
  ///   - datasets: All data sets, which steps may refer to. Their names are unique.
  ///   - own: The name of the data set that the chain belongs to; `nil` for the chain of the catalog.
  ///   - shown: The names of the data sets that are shown if the chain does not begin by naming some; all of them
  ///     unless given.
  ///   - apart: The names of the data sets that have chains of their own.
  ///   - steps: The steps that the program defines.
  package init(
    _ datasets: [Leaf], of own: String? = nil, shown: [String]? = nil, apart: Set<String> = [], steps: [OwnStep] = []
  ) {
    self.steps = steps
    self.datasets = datasets
    self.shown = own.map { [$0] } ?? shown ?? datasets.map(\.name)
    self.apart = apart
    isOfOneDataset = own != nil
    schemas = datasets.filter { own == nil || $0.name == own }.map(\.schema)
  }

  /// Applies the steps that work on records to the data sets that are shown, and hides empty sections.
  package mutating func source(of collection: CatalogConfiguration.CollectionEntry) -> any DataSource<Record> {
    let steps = collection.chain
    for (index, step) in steps.enumerated() {
      guard let step = step as? any CellStep, steps[index...].contains(where: { !($0 is any CellStep) }) else {
        continue
      }
      // Cells are created from the result of all steps that work on records.
      report(
        "chain/order", "a step that adds a cell precedes a step that works on records", at: step.cell,
        hint: "Move “insert” and “placeholder” to the end of the chain.")
    }
    // A single data set needs no concatenation.
    let own = isOfOneDataset ? datasets.first { $0.name == shown.first }?.source : nil
    return applying(steps, to: own ?? concatenation(of: shown))
  }

  /// Returns the records of a collection's listing, each once: the steps of its chain may have repeated some.
  package func objects(
    of source: any DataSource<Record>, in collection: CatalogConfiguration.CollectionEntry
  ) -> any DataSource<Record> {
    guard collection.chain.contains(where: \.repeatsRecords) else { return source }
    return source.applying(.removeDuplicates(by: \.id)).named("each row once")
      .applying(.removeEmptySections()).named("without empty sections")
  }

  /// Returns the records in another order: that of an index, in the sections that the index shows.
  ///
  /// - Parameters:
  ///   - index: The index, all of whose steps work on records.
  ///   - objects: The records, each once.
  package mutating func records(
    of index: Documents.Index, over objects: any DataSource<Record>
  ) -> any DataSource<Record> {
    let before = hasNestedSections
    defer { hasNestedSections = before }
    var records = applying(index.chain, to: objects)
    if index.minimum > 1 {
      records = records.applying(.removeSections(smallerThan: index.minimum)).named("\(index.minimum) rows or more")
    }
    if let limit = index.limit {
      records = records.applying(.selectSections { NestedSections.largest(limit, of: $0) })
        .named("the largest \(limit)")
    }
    return records
  }

  func concatenation(of names: [String]) -> any DataSource<Record> {
    let sources = names.compactMap { name in datasets.first { $0.name == name }?.source }
    return Transform(of: sources, by: .concatenate()).named("concatenate: \(names.joined(separator: ", "))")
  }

  private mutating func applying(
    _ steps: [any CatalogStep], to source: any DataSource<Record>
  ) -> any DataSource<Record> {
    var source = source
    var order = RowOrder(numberOfDatasets: nil, hasNestedSections: hasNestedSections)
    for (index, step) in steps.enumerated() {
      step.check(at: index, in: &self)
      source = step.apply(to: source, in: self)
      step.update(&order)
      hasNestedSections = order.hasNestedSections
    }
    return source.applying(.removeEmptySections()).named("without empty sections")
  }
}

// Everything that a configuration names has to exist: data sets, and fields in at least one data set. The records of
// the other data sets have no value in such a field.
extension RecordChain {
  /// Checks the names in a configuration outside its chains: those of documents, addresses, rules of cells, and totals.
  package mutating func check(_ configuration: CatalogConfiguration) {
    let documents = configuration.documents
    let selections = [documents.search?.fields, documents.json?.fields].compactMap(\.self).flatMap(\.self)
    let fields =
      selections + [documents.feed?.date, documents.feed?.summary].compactMap(\.self) + configuration.home.dates
    fields.forEach { check($0) }
    for dataset in configuration.datasets {
      guard let schema = datasets.first(where: { $0.name == dataset.name.text })?.schema else { continue }
      ((dataset.address?.fields ?? []) + dataset.aliases).forEach { check($0, in: [schema]) }
    }
    for rule in configuration.cells + configuration.datasets.flatMap(\.cells) {
      if let predicate = rule.predicate { check(predicate) }
    }
    for total in configuration.allTotals { check(total) }
  }

  private mutating func check(_ total: FoldEntry) {
    if let predicate = total.predicate { check(predicate) }
    if total.function == .count, total.subject.text == FoldEntry.rows { return }
    check(total.subject)
    let fields = schemas.compactMap { $0.field(named: total.subject.text) }
    guard total.function.isOfNumbers, !fields.isEmpty, !fields.contains(where: { $0.type == .number }) else { return }
    report(
      "fold/type",
      "“\(total.subject.text)” is of type \(fields[0].type.rawValue), and “\(total.function.rawValue)” is of numbers",
      at: total.subject,
      hint: "If the values are numbers, declare that in its data set: types: { \(total.subject.text): number }.")
  }

  /// Checks the names in a predicate, and that the bounds of its ranges can be compared with the values of their
  /// fields.
  package mutating func check(_ predicate: RecordPredicate) {
    predicate.datasets.forEach { _ = dataset(named: $0) }
    for (field, condition) in predicate.conditions {
      check(field)
      guard case .range(let range) = condition, isNumeric(field) else { continue }
      for (_, value) in range.bounds where Value.Number(value.text) == nil {
        report(
          "chain/bound", "“\(value.text)” is not a number, and “\(field.text)” has numbers", at: value,
          hint: "Write digits, with a point before a fraction.")
      }
    }
  }

  /// Checks that a field exists.
  package mutating func check(_ field: LocatedText) { check(field, in: schemas) }

  /// Returns the names of the fields that a configuration uses, except where it describes single fields.
  package func names(in configuration: CatalogConfiguration) -> Set<String> {
    var chain = self
    for steps in configuration.allChains {
      for (index, step) in steps.enumerated() { step.check(at: index, in: &chain) }
    }
    chain.check(configuration)
    return chain.names
  }

  mutating func check(_ field: LocatedText, in schemas: [Schema]) {
    names.insert(field.text)
    guard !schemas.contains(where: { $0.path(of: field.text) != nil }) else { return }
    var known: Set<String> = []
    let names = schemas.flatMap(\.names).filter { known.insert($0).inserted }
    report(
      "chain/unknown-field", "there is no field “\(field.text)”", at: field,
      hint: comparison(in: field, of: names) ?? field.text.suggestion(from: names))
  }

  /// Returns a hint for a condition on the command line with another comparison than equality: `price>=5`,
  /// `colour!=red`.
  private func comparison(in field: LocatedText, of names: [String]) -> String? {
    guard field.location == CatalogOptions.conditionLocation else { return nil }
    let text = field.text.prefix { !"!<>~^*$:=".contains($0) }
    let name = text.reversed().drop(while: \.isWhitespace).reversed().map(String.init).joined()
    guard name != field.text, names.contains(name) else { return nil }
    return "--where supports only FIELD=VALUE: \(name)=…. For other conditions, write a step `filter` in catalog.yml."
  }

  /// Whether a field is numeric in every data set that has it.
  private func isNumeric(_ field: LocatedText) -> Bool {
    let types = schemas.compactMap { schema in schema.index(of: field.text).map { schema.fields[$0].type } }
    return !types.isEmpty && types.allSatisfy { $0 == .number }
  }

  /// Returns the data set with a name, or reports that it does not exist or has its own chain, and returns `nil`.
  mutating func shownDataset(named name: LocatedText) -> Leaf? {
    guard apart.contains(name.text) else { return dataset(named: name) }
    report(
      "chain/own-chain", "the data set “\(name.text)” has its own chain", at: name,
      hint: "Delete it here, or the `chain` of the data set.")
    return nil
  }

  /// Returns the data set with a name, or reports that it does not exist, and returns `nil`.
  mutating func dataset(named name: LocatedText) -> Leaf? {
    let dataset = datasets.first { $0.name == name.text }
    if dataset == nil {
      report(
        "chain/unknown-dataset", "there is no data set “\(name.text)”", at: name,
        hint: name.text.suggestion(from: datasets.map(\.name)))
    }
    return dataset
  }

  mutating func report(_ code: Diagnostic.Code, _ message: String, at name: LocatedText, hint: String?) {
    diagnostics.append(Diagnostic(code: code, message, at: name.location, hint: hint))
  }
}

/// The order of the rows in each section, as far as the steps of a chain determine it.
package struct RowOrder {
  /// The first field that the rows are sorted by; `nil` if the steps do not determine it.
  package var field: String?
  /// Whether all rows are in one section, as far as the steps determine it.
  package private(set) var hasOneSection: Bool
  /// Whether sections contain others.
  package private(set) var hasNestedSections: Bool

  /// Creates the order of data sets before any steps.
  ///
  /// - Parameters:
  ///   - numberOfDatasets: The number of data sets that are shown, each of which is a section; `nil` if it is not
  ///     known.
  ///   - hasNestedSections: Whether sections contain others.
  package init(numberOfDatasets: Int?, hasNestedSections: Bool = false) {
    hasOneSection = numberOfDatasets == 1
    self.hasNestedSections = hasNestedSections
  }

  /// Returns the order after the steps of a collection's chain.
  package func following(_ collection: CatalogConfiguration.CollectionEntry) -> RowOrder { following(collection.chain) }

  /// Returns the order after the steps of an index.
  package func following(_ index: Documents.Index) -> RowOrder { following(index.chain) }

  private func following(_ steps: [any CatalogStep]) -> RowOrder {
    steps.reduce(into: self) { order, step in step.update(&order) }
  }

  /// Records that the rows of all sections are distributed to other sections, one section after the other.
  mutating func noteSections(areOne: Bool, areNested: Bool = false) {
    if !hasOneSection { field = nil }
    hasNestedSections = areNested
    hasOneSection = areOne
  }
}

extension DataSource {
  /// Names the source's link, for descriptions of the chain, and returns the source.
  package func named(_ name: String) -> Self {
    link.name = name
    return self
  }
}
