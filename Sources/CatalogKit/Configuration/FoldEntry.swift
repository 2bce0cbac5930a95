import Datasets

/// A field whose values follow from the rows that refer to a row, or from those that it refers to.
struct FoldEntry: Sendable {
  /// The new field.
  var name: CatalogConfiguration.Name
  /// What is made of the rows.
  var function: RecordFold.Function
  /// The field that has the rows, with one of theirs behind it: `works.price`.
  var subject: CatalogConfiguration.Name
  /// Which of the rows count; all of them unless given.
  var predicate: RecordPredicate?
}

extension FoldEntry {
  private static let functions = RecordFold.Function.allCases.map(\.rawValue)

  /// The new field's name, and a mapping with a function, `sum: works.price`, and with `where`.
  init?(name: CatalogConfiguration.Name, value: YAMLNode) {
    let reported = value.findings.diagnostics.count
    var found: [(function: RecordFold.Function, subject: CatalogConfiguration.Name)] = []
    var predicate: RecordPredicate?
    for (key, value) in value.mapping(Self.functions + ["where"]) {
      if let function = RecordFold.Function(rawValue: key.text) {
        if let subject = value.name { found.append((function, subject)) }
      } else {
        predicate = RecordPredicate(value)
      }
    }
    guard found.count == 1 else {
      if value.findings.diagnostics.count == reported {
        value.report(
          "catalog/fold", "“\(name.text)” has \(found.isEmpty ? "no function" : "several functions")",
          hint: "Write one of \(Self.functions.joined(separator: ", ")), with what it is of: sum: works.price.")
      }
      return nil
    }
    self.init(name: name, function: found[0].function, subject: found[0].subject, predicate: predicate)
  }
}
