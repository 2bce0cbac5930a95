import DataSources
import Datasets
import Diagnostics
import Foundation
import SystemPackage

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
    /// Whether a person decided it: that is no surprise, but what is decided later may be one.
    let isChosen: Bool

    /// Describes a decision.
    init(
      name: String, value: String, location: Diagnostic.Location, isChosen: Bool = false,
      change: ((_ before: String) -> String)? = nil, pin: @escaping (_ value: String) -> String
    ) {
      (self.name, self.value, self.location, self.isChosen, self.pin) = (name, value, location, isChosen, pin)
      self.change = change ?? { "the field is taken for \(value), and was for \($0)" }
    }
  }

  /// What was decided by looking at all rows.
  var decisions: [Decision] {
    leaves.compactMap(\.keyDecision) + leaves.compactMap(\.titleDecision) + leaves.flatMap(\.typeDecisions)
      + members.flatMap { $0.proseDecisions + $0.numberDecisions + $0.factDecisions }
  }

  /// Warnings of what was decided otherwise at the last build.
  func flips(since decisions: [String: String]) -> [Diagnostic] {
    self.decisions.compactMap { decision in
      guard !decision.isChosen, let before = decisions[decision.name], before != decision.value else { return nil }
      return Diagnostic(
        .warning, code: "dataset/decision", decision.change(before), at: decision.location, hint: decision.pin(before))
    }
  }

  /// Throws an error if a data set has lost all of its rows, or nearly all.
  ///
  /// - Parameter rows: How many rows the data sets had at the last build; one that is not named had none.
  func refuseLosses(since rows: [String: Int]) throws(DiagnosticsError) {
    let places = Dictionary(configuration.datasets.map { ($0.name.text, $0.files[0].text) }, uniquingKeysWith: { $1 })
    let counts = leaves.map { ($0.name, $0.source.numberOfItems) } + leftOut.map { ($0, 0) }
    let findings = counts.compactMap { name, now -> Diagnostic? in
      guard let before = rows[name] else { return nil }
      guard now == 0 && before > 0 || before >= 10 && (before - now) * 10 >= before * 9 else { return nil }
      return Diagnostic(
        code: "dataset/lost",
        "the data set “\(name)” has \(now) of the \(before) rows that it had at the last build",
        at: .init(file: places[name].map { folder.place(of: $0).string }),
        hint: "Nothing was written. If this is right, build once with --allow-empty.")
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
  }
}

extension OpenDataset {
  /// Where the keys come from.
  fileprivate var keyDecision: Catalog.Decision? {
    guard source.numberOfItems > 0 else { return nil }
    return Catalog.Decision(
      name: "\(name) @key", value: Dataset.Key.text(ofFields: source.keyFields), location: .init(file: file),
      isChosen: source.isKeyChosen,
      change: { [self] before in
        let moved = movedKeys(since: before)
        let keys = [Dataset.Key.text(ofFields: source.keyFields), before].map {
          $0 == Dataset.Key.nameOfRowNumbers ? "their numbers" : "“\($0)”"
        }
        return
          "the rows are known by \(keys[0]), and were by \(keys[1]): \(moved == 1 ? "1 address moves" : "\(moved) addresses move")"
      },
      pin: { [self] before in
        let fields = fields(ofKey: before)
        let arguments = fields.map { "--key \($0.contains(" ") ? "\"\($0)\"" : $0)" }.joined(separator: " ")
        return
          "To keep them, choose the key: \(arguments), or `key: \(fields.yaml ?? before)` at the data set in catalog.yml."
      })
  }

  /// The field that the rows are titled by.
  fileprivate var titleDecision: Catalog.Decision? {
    guard source.numberOfItems > 0 else { return nil }
    func noun(_ fields: String) -> String { fields == Dataset.Key.nameOfRowNumbers ? "their keys" : "“\(fields)”" }
    let value = Dataset.Key.text(ofFields: titleFields)
    return Catalog.Decision(
      name: "\(name) @title", value: value, location: .init(file: file), isChosen: !entry.titleFields.isEmpty,
      change: { "the rows are titled by \(noun(value)), and were by \(noun($0))" },
      pin: { [self] before in
        let fields = before == Dataset.Key.nameOfRowNumbers ? Dataset.Key.text(ofFields: source.keyFields) : before
        return
          "To keep the titles, write `titles: \(fields.contains(", ") ? "[\(fields)]" : fields)` at the data set in catalog.yml."
      })
  }

  /// The number of rows that had another key when another field was the key.
  private func movedKeys(since before: String) -> Int {
    let fields = fields(ofKey: before).map(source.schema.index)
    return source.items.count { record in
      if before == Dataset.Key.nameOfRowNumbers { return String(record.row) != record.id.key }
      let texts = fields.compactMap { field in
        field.map { record.value(at: $0).text.trimmingCharacters(in: .whitespacesAndNewlines) }
      }
      return texts.count < fields.count || texts.joined(separator: Dataset.Key.separator) != record.id.key
    }
  }

  /// The fields that a decision names.
  private func fields(ofKey text: String) -> [String] {
    source.schema.index(of: text) == nil ? text.components(separatedBy: ", ") : [text]
  }

  /// The types of the fields that were inferred.
  fileprivate var typeDecisions: [Catalog.Decision] {
    // No rows decide nothing.
    guard source.numberOfItems > 0 else { return [] }
    let configured = Set(entry.types.map(\.field.text))
    return schema.fields.filter { !configured.contains($0.name) }.map { field in
      Catalog.Decision(
        name: "\(name).\(field.name)", value: field.reading.rawValue,
        location: .init(file: file, field: field.name),
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
