import Datasets
import Diagnostics

// What a configuration names has to exist: data sets, and fields in one of them at least, for records of the others have no value there.
extension RecordChain {
  /// Checks what a step names; whether it stands where it may is not looked at.
  mutating func check(_ step: ChainStep) {
    switch step {
    case .concatenate(let names): names.forEach { _ = dataset(named: $0) }
    case .filter(let predicate): check(predicate)
    case .intersect(let match), .except(let match):
      check(match.on)
      guard let dataset = dataset(named: match.dataset) else { return }
      check(match.equals, in: [dataset.schema])
    case .distinct(let fields): fields.forEach { check($0) }
    case .group(let grouping): check(grouping.field)
    case .sort(let fields): fields.forEach { check($0.field) }
    case .step(let name):
      guard !steps.contains(where: { $0.name == name.text }) else { return }
      report(
        "chain/unknown-step", "there is no step “\(name.text)”", at: name,
        hint: steps.isEmpty
          ? "Steps are defined by programs, and the command has none." : name.text.suggestion(from: steps.map(\.name)))
    case .flatten, .sortSections, .reverse, .limit, .insert, .placeholder: break
    }
  }

  /// Checks what the documents name beside their chains, and what decides on the cells.
  mutating func check(_ configuration: CatalogConfiguration) {
    let documents = configuration.documents
    let selections = [documents.search?.fields, documents.json?.fields].compactMap(\.self).flatMap(\.self)
    let fields = selections + [documents.feed?.date, documents.feed?.summary].compactMap(\.self)
    fields.forEach { check($0) }
    for rule in configuration.cells + configuration.datasets.flatMap(\.cells) {
      if let predicate = rule.predicate { check(predicate) }
    }
  }

  /// Checks what a predicate names, and that the bounds of its ranges can be compared with the values of their fields.
  mutating func check(_ predicate: RecordPredicate) {
    predicate.datasets.forEach { _ = dataset(named: $0) }
    for (field, condition) in predicate.conditions {
      check(field)
      guard case .range(let range) = condition, isNumeric(field) else { continue }
      for (_, value) in range.bounds where Number(value.text) == nil {
        report(
          "chain/bound", "“\(value.text)” is not a number, and “\(field.text)” has numbers", at: value,
          hint: "Write digits, with a point before a fraction.")
      }
    }
  }

  /// Checks that a field exists.
  mutating func check(_ field: CatalogConfiguration.Name) { check(field, in: datasets.map(\.schema)) }

  private mutating func check(_ field: CatalogConfiguration.Name, in schemas: [Schema]) {
    guard !schemas.contains(where: { $0.index(of: field.text) != nil }) else { return }
    var known: Set<String> = []
    let names = schemas.flatMap { $0.fields.map(\.name) }.filter { known.insert($0).inserted }
    report(
      "chain/unknown-field", "there is no field “\(field.text)”", at: field,
      hint: comparison(in: field, of: names) ?? field.text.suggestion(from: names))
  }

  /// What to do about a condition on the command line that compares in another way than by equality: `price>=5`, `colour!=red`.
  private func comparison(in field: CatalogConfiguration.Name, of names: [String]) -> String? {
    guard field.location == CatalogOptions.conditionLocation else { return nil }
    let text = field.text.prefix { !"!<>~^*$:=".contains($0) }
    let name = text.reversed().drop(while: \.isWhitespace).reversed().map(String.init).joined()
    guard name != field.text, names.contains(name) else { return nil }
    return "--where knows only FIELD=VALUE: \(name)=…. A step `filter` in catalog.yml can say more."
  }

  /// Whether a field has numbers wherever it exists.
  private func isNumeric(_ field: CatalogConfiguration.Name) -> Bool {
    let types = datasets.compactMap { dataset in
      dataset.schema.index(of: field.text).map { dataset.schema.fields[$0].type }
    }
    return !types.isEmpty && types.allSatisfy { $0 == .number }
  }

  /// Checks that a concatenation stands where it may, and names nothing twice.
  mutating func checkConcatenation(_ names: [CatalogConfiguration.Name], isFirst: Bool) {
    if !isFirst, let name = names.first {
      report("chain/order", "“concatenate” is not the first step", at: name, hint: "Move it to the top of the chain.")
    }
    for (index, name) in names.enumerated() where names[..<index].contains(where: { $0.text == name.text }) {
      report("chain/duplicate-dataset", "the data set “\(name.text)” stands here twice", at: name, hint: "Delete one.")
    }
  }

  private mutating func dataset(named name: CatalogConfiguration.Name) -> Leaf? {
    let dataset = datasets.first { $0.name == name.text }
    if dataset == nil {
      report(
        "chain/unknown-dataset", "there is no data set “\(name.text)”", at: name,
        hint: name.text.suggestion(from: datasets.map(\.name)))
    }
    return dataset
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, at name: CatalogConfiguration.Name, hint: String?
  ) {
    diagnostics.append(Diagnostic(code: code, message, at: name.location, hint: hint))
  }
}
