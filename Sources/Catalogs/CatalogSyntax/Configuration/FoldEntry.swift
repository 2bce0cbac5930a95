package import Datasets

/// The configuration of a field whose values are computed from the rows related to a row, in either direction of a
/// reference.
package struct FoldEntry: Sendable {
  /// The subject that stands for the records themselves, if they have no field with this name.
  static let rows = "rows"

  /// The name of the new field.
  package var name: LocatedText
  /// The function that is applied to the rows.
  package var function: RecordFold.Function
  /// The field that holds the rows, followed by one of their fields: `works.price`.
  package var subject: LocatedText
  /// The condition for a row to count; `nil` if all rows count.
  package var predicate: RecordPredicate?
}

extension FoldEntry {
  private static let functions = RecordFold.Function.allCases.map(\.rawValue)

  /// Reads the name of the new field, and a mapping with a function, such as `sum: works.price`, and `where`.
  init?(name: LocatedText, value: YAMLNode) {
    let reported = value.findings.diagnostics.count
    var found: [(function: RecordFold.Function, subject: LocatedText)] = []
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
