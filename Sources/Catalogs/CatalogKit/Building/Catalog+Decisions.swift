import DataSources
import Datasets
import Diagnostics
import Foundation
import SystemPackage

extension Catalog {
  /// A decision that was made by examining all rows, so that a single row may reverse it.
  struct Decision {
    /// The subject of the decision, such as `fruits.price`. Names are unique.
    let name: String
    let value: String
    let location: Diagnostic.Location
    /// Whether a person made the decision. It is then no surprise, but a later decision without a choice may be one.
    var isChosen = false
    /// Returns a message for people that says that the outcome was different before; `nil` for the message about what a
    /// field is taken for.
    var change: ((_ before: String) -> String)?
    /// Returns a hint that says how to choose an outcome independently of the rows.
    let pin: (_ value: String) -> String
  }

  var decisions: [Decision] {
    datasets.compactMap(\.keyDecision) + plans.compactMap(\.titleDecision)
      + datasets.flatMap { $0.listDecisions + $0.typeDecisions }
      + plans.flatMap { $0.proseDecisions + $0.numberDecisions + $0.factDecisions }
  }

  /// Returns warnings about decisions whose outcome differs from that of the last build.
  func flips(since decisions: [String: String]) -> [Diagnostic] {
    self.decisions.compactMap { decision in
      guard !decision.isChosen, let before = decisions[decision.name], before != decision.value else { return nil }
      let change = decision.change?(before) ?? "the field is taken for \(decision.value), and was for \(before)"
      return Diagnostic(.warning, code: "dataset/decision", change, at: decision.location, hint: decision.pin(before))
    }
  }

  /// Throws an error if a data set has lost all of its rows or, of ten or more rows, at least nine tenths.
  ///
  /// - Parameter rows: The number of rows in each data set at the last build. A data set that is not named is not
  ///   checked.
  func checkLosses(since rows: [String: Int]) throws(DiagnosticsError) {
    let places = Dictionary(configuration.datasets.map { ($0.name.text, $0.files[0].text) }, uniquingKeysWith: { $1 })
    let counts = datasets.map { ($0.name, $0.source.numberOfItems) } + leftOut.map { ($0, 0) }
    let findings = counts.compactMap { name, now -> Diagnostic? in
      guard let before = rows[name] else { return nil }
      guard now == 0 && before > 0 || before >= 10 && (before - now) * 10 >= before * 9 else { return nil }
      return Diagnostic(
        code: "dataset/lost", "the data set “\(name)” has \(now) of the \(before) rows that it had at the last build",
        at: .init(file: places[name].map { folder.place(of: $0).string }),
        hint: "Nothing was written. If this is right, build once with --allow-empty.")
    }
    guard findings.isEmpty else { throw DiagnosticsError(findings) }
  }
}

extension OpenDataset {
  /// What stands for the names of files in the place of a key.
  private static let fileNames = "@file"

  fileprivate var keyDecision: Catalog.Decision? {
    guard source.numberOfItems > 0 else { return nil }
    let value = source.areKeysFileNames ? Self.fileNames : Dataset.Key.text(ofFields: source.keyFields)
    func noun(_ key: String) -> String {
      switch key {
      case Self.fileNames: "the name of their file"
      case Dataset.Key.nameOfRowNumbers: "their number"
      default: "“\(key)”"
      }
    }
    return Catalog.Decision(
      name: "\(name) @key", value: value, location: .init(file: file), isChosen: source.isKeyChosen,
      change: { [self] before in
        let moved = before == Self.fileNames ? nil : movedKeys(since: before)
        let addresses = moved.map { $0 == 1 ? "1 address moves" : "\($0) addresses move" } ?? "addresses move"
        return "the key of the rows is \(noun(value)), and was \(noun(before)): \(addresses)"
      },
      pin: { [self] before in
        if before == Self.fileNames { return "Former addresses are redirected if addresses.csv names them." }
        let fields = fields(ofKey: before)
        let arguments = fields.map { "--key \($0.contains(" ") ? "\"\($0)\"" : $0)" }.joined(separator: " ")
        return
          "To keep them, choose the key: \(arguments), or `key: \(fields.yaml ?? before)` at the data set in catalog.yml."
      })
  }

  /// The decisions which rows continue others, and which columns are families.
  fileprivate var listDecisions: [Catalog.Decision] {
    guard source.numberOfItems > 0 else { return [] }
    let none = "false"
    func decision(
      _ key: String, _ value: String, isChosen: Bool, _ change: @escaping (_ value: String) -> String
    ) -> Catalog.Decision {
      Catalog.Decision(
        name: "\(name) @\(key)", value: value, location: .init(file: file), isChosen: isChosen,
        change: { "\(change(value)); at the last build, \(change($0))" },
        pin: { "To keep that, choose it: --\(key) \($0), or `\(key): \($0)` at the data set in catalog.yml." })
    }
    return [
      decision("continued", source.continuedField ?? none, isChosen: entry.reading.continued != nil) {
        $0 == none ? "each row stands for itself" : "rows that repeat “\($0)” or leave it empty continue others"
      },
      decision("families", source.families.yaml ?? none, isChosen: entry.reading.families != nil) {
        $0 == none ? "no columns are families" : "numbered columns are the lists \($0)"
      },
      Catalog.Decision(
        name: "\(name) @none", value: nones ?? none, location: .init(file: file), isChosen: entry.reading.none != nil,
        change: { [self] before in
          func phrase(_ nones: String) -> String {
            nones == none ? "every text is a value" : "these texts stand for no value: \(nones)"
          }
          return "\(phrase(nones ?? none)); at the last build, \(phrase(before))"
        },
        pin: {
          $0 == none
            ? "To keep that, choose it: --none false, or `none: false` at the data set in catalog.yml."
            : "To keep that, write `fields: \($0)` at the data set in catalog.yml."
        }),
    ]
  }

  /// The texts that are taken for no value, as fields are configured; `nil` if there are none.
  private var nones: String? {
    let fields = schema.fields.compactMap { field in
      source.nones[field.name]?.yaml.map { "\(field.name.yaml): { none: \($0) }" }
    }
    return fields.isEmpty ? nil : "{ \(fields.joined(separator: ", ")) }"
  }

  /// Returns the number of rows whose key differs from what it would be with the former key.
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

  private func fields(ofKey text: String) -> [String] {
    source.schema.index(of: text) == nil ? text.components(separatedBy: ", ") : [text]
  }

  fileprivate var typeDecisions: [Catalog.Decision] {
    // Without rows there is no decision.
    guard source.numberOfItems > 0 else { return [] }
    let configured = Set(entry.types.map(\.field.text))
    return schema.fields.filter { !configured.contains($0.name) }.map { field in
      Catalog.Decision(
        name: "\(name).\(field.name)", value: field.reading.rawValue, location: .init(file: file, field: field.name),
        pin: { "To pin it, write types: { \(field.name): \($0) } at the data set in catalog.yml." })
    }
  }
}

extension DatasetPlan {
  fileprivate var titleDecision: Catalog.Decision? {
    guard data.source.numberOfItems > 0 else { return nil }
    func noun(_ fields: String) -> String { fields == Dataset.Key.nameOfRowNumbers ? "their keys" : "“\(fields)”" }
    let value = Dataset.Key.text(ofFields: titleFields)
    return Catalog.Decision(
      name: "\(name) @title", value: value, location: .init(file: file), isChosen: !entry.titleFields.isEmpty,
      change: { "the rows are titled by \(noun(value)), and was \(noun($0))" },
      pin: { [self] before in
        let fields = before == Dataset.Key.nameOfRowNumbers ? Dataset.Key.text(ofFields: data.source.keyFields) : before
        return
          "To keep the titles, write `titles: \(fields.contains(", ") ? "[\(fields)]" : fields)` at the data set in catalog.yml."
      })
  }

  /// The decisions on which text fields are prose, if no template shows them.
  fileprivate var proseDecisions: [Catalog.Decision] {
    if layoutRoles.isEmpty { return [] }
    return layout.decisions.sorted { $0.key < $1.key }.map { field, isProse in
      Catalog.Decision(
        name: "\(name).layout.\(field)", value: isProse ? "prose" : "fact",
        location: .init(file: entry.files.first?.text, field: field),
        pin: { [self] before in
          let fields = proseFields.filter { $0 != field } + (before == "prose" ? [field] : [])
          return "To pin it, write prose: [\(fields.joined(separator: ", "))] at the data set in catalog.yml."
        })
    }
  }

  /// The decisions on which fields of numbers are years or codes, which are not grouped in thousands.
  fileprivate var numberDecisions: [Catalog.Decision] {
    styles.decisions.sorted { $0.key < $1.key }.map { field, kind in
      Catalog.Decision(
        name: "\(name).numbers.\(field)", value: kind.rawValue,
        location: .init(file: entry.files.first?.text, field: field),
        pin: { before in
          let format = before == FieldStyles.NumberKind.amounts.rawValue ? "grouped" : "plain"
          return "To pin it, write fields: { \(field): { format: \(format) } } at the data set in catalog.yml."
        })
    }
  }

  /// The decision on the fields that cards show, if no template shows them.
  fileprivate var factDecisions: [Catalog.Decision] {
    guard let facts = decidedFacts else { return [] }
    let value = facts.joined(separator: ", ")
    return [
      Catalog.Decision(
        name: "\(name):facts", value: value, location: .init(file: entry.files.first?.text),
        change: { "the cards show \(value.isEmpty ? "no facts" : value), and showed \($0.isEmpty ? "none" : $0)" },
        pin: { "To pin it, write facts: [\($0)] at the data set in catalog.yml." })
    ]
  }
}

// MARK: - The list of decisions

extension Catalog {
  /// The decisions that nobody made, as the lines of a `catalog.yml` that would make them; empty if there are none.
  var linesOfDecisions: [String] {
    plans.flatMap { plan in
      let lines = plan.linesOfDecisions
      return lines.isEmpty ? [] : ["  \(plan.name.yaml):"] + lines.map { "    " + $0 }
    }
  }
}

extension DatasetPlan {
  fileprivate var linesOfDecisions: [String] {
    let source = data.source
    guard source.numberOfItems > 0 else { return [] }
    var lines: [String] = []
    func add(_ key: String, _ value: String?, isChosen: Bool = false) {
      if !isChosen, let value { lines.append("\(key): \(value)") }
    }
    func list(_ names: [String]) -> String? { names.isEmpty ? nil : "[\(names.map(\.yaml).joined(separator: ", "))]" }
    func mapping(_ pairs: [String]) -> String? { pairs.isEmpty ? nil : "{ \(pairs.joined(separator: ", ")) }" }
    add("continued", source.continuedField?.yaml, isChosen: entry.reading.continued != nil)
    add("families", list(source.families), isChosen: entry.reading.families != nil)
    let ownKey = source.areKeysFileNames ? nil : source.keyFields.yaml ?? "\"\(Dataset.Key.nameOfRowNumbers)\""
    add("key", ownKey, isChosen: source.isKeyChosen)
    add("titles", titleFields.yaml, isChosen: !entry.titleFields.isEmpty)
    let configured = Set(entry.types.map(\.field.text))
    let types = source.schema.fields.filter { $0.reading != .text && !configured.contains($0.name) }
    add("types", mapping(types.map { "\($0.name.yaml): \($0.reading.rawValue)" }))
    let fields = schema.fields.compactMap { field -> String? in
      let none = source.nones[field.name]?.yaml.map { "none: \($0)" }
      let kind = styles.decisions[field.name]
      let format = kind == nil || kind == .amounts ? nil : "format: plain"
      let settings = [none, format].compactMap(\.self)
      return settings.isEmpty ? nil : "\(field.name.yaml): { \(settings.joined(separator: ", ")) }"
    }
    add("fields", mapping(fields))
    if !layoutRoles.isEmpty { add("prose", list(proseFields), isChosen: entry.prose != nil) }
    add("facts", decidedFacts.flatMap(list))
    return lines
  }
}
