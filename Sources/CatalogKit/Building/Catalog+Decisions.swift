import DataSources
import Datasets
import Diagnostics

extension Catalog {
  /// Something that was decided by looking at all rows, so that one row can turn it over.
  struct Decision {
    /// What was decided on, such as `fruits.price`; no two decisions have the same.
    let name: String
    /// How it was decided.
    let value: String
    /// That it was decided otherwise before, for people.
    let change: (_ before: String) -> String
    /// Where that is.
    let location: Diagnostic.Location
    /// What to do for it to be decided in a given way, whatever the rows say.
    let pin: (_ value: String) -> String

    /// Describes a decision.
    init(
      name: String, value: String, location: Diagnostic.Location, change: ((_ before: String) -> String)? = nil,
      pin: @escaping (_ value: String) -> String
    ) {
      (self.name, self.value, self.location, self.pin) = (name, value, location, pin)
      self.change = change ?? { "the field is taken for \(value), and was for \($0)" }
    }
  }

  /// What was decided by looking at all rows.
  var decisions: [Decision] {
    leaves.flatMap(\.typeDecisions)
      + members.flatMap { $0.proseDecisions + $0.numberDecisions + $0.factDecisions }
  }

  /// Warnings of what was decided otherwise at the last build.
  func flips(since decisions: [String: String]) -> [Diagnostic] {
    self.decisions.compactMap { decision in
      guard let before = decisions[decision.name], before != decision.value else { return nil }
      return Diagnostic(
        .warning, code: "dataset/decision", decision.change(before), at: decision.location, hint: decision.pin(before))
    }
  }

  /// Throws an error if a data set has lost all of its rows, or nearly all.
  ///
  /// - Parameter rows: How many rows the data sets had at the last build; one that is not named had none.
  func refuseLosses(since rows: [String: Int]) throws(DiagnosticsError) {
    let findings = leaves.compactMap { leaf -> Diagnostic? in
      guard let before = rows[leaf.name] else { return nil }
      let now = leaf.source.numberOfItems
      guard now == 0 && before > 0 || before >= 10 && (before - now) * 10 >= before * 9 else { return nil }
      return Diagnostic(
        code: "dataset/lost",
        "the data set “\(leaf.name)” has \(now) of the \(before) rows that it had at the last build",
        at: .init(file: leaf.file),
        hint: "Nothing was written. If this is right, build once with --allow-empty.")
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
  }
}

extension OpenDataset {
  /// The types of the fields that were inferred.
  fileprivate var typeDecisions: [Catalog.Decision] {
    // No rows decide nothing.
    guard source.numberOfItems > 0 else { return [] }
    let configured = Set(entry.types.map(\.field.text))
    return source.schema.fields.filter { !configured.contains($0.name) }.map { field in
      Catalog.Decision(
        name: "\(name).\(field.name)", value: field.type.rawValue, location: .init(file: file, field: field.name),
        pin: { "To pin it, write types: { \(field.name): \($0) } at the data set in catalog.yml." })
    }
  }
}

extension CellLibrary.Member {
  /// Which fields of text are prose, where no template shows them.
  fileprivate var proseDecisions: [Catalog.Decision] {
    layoutDecisions.sorted { $0.key < $1.key }.map { field, value in
      Catalog.Decision(
        name: "\(entry.name.text).layout.\(field)", value: value,
        location: .init(file: entry.files.first?.text, field: field),
        pin: { [self] before in
          let fields = proseFields.filter { $0 != field } + (before == "prose" ? [field] : [])
          return "To pin it, write prose: [\(fields.joined(separator: ", "))] at the data set in catalog.yml."
        })
    }
  }

  /// Which fields of numbers are years, and not grouped in thousands.
  fileprivate var numberDecisions: [Catalog.Decision] {
    styles.decisions.sorted { $0.key < $1.key }.map { field, areYears in
      Catalog.Decision(
        name: "\(entry.name.text).numbers.\(field)", value: areYears ? "years" : "amounts",
        location: .init(file: entry.files.first?.text, field: field),
        pin: { before in
          let format = before == "years" ? "plain" : "grouped"
          return "To pin it, write fields: { \(field): { format: \(format) } } at the data set in catalog.yml."
        })
    }
  }

  /// Which fields cards show, where no template says so.
  fileprivate var factDecisions: [Catalog.Decision] {
    guard let facts = decidedFacts else { return [] }
    let value = facts.joined(separator: ", ")
    return [
      Catalog.Decision(
        name: "\(entry.name.text):facts", value: value, location: .init(file: entry.files.first?.text),
        change: { "the cards show \(value.isEmpty ? "no facts" : value), and showed \($0.isEmpty ? "none" : $0)" },
        pin: { "To pin it, write facts: [\($0)] at the data set in catalog.yml." })
    ]
  }
}
