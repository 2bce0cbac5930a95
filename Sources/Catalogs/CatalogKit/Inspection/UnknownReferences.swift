import DataSources
import Datasets
import Diagnostics

extension Catalog {
  /// Warnings about values that refer to rows that do not exist, and about rows that are parts of themselves.
  ///
  /// - Complexity: O(*n*) in the number of rows and the length of their Markdown texts. Each warning costs O(*m* log
  ///   *m*) at most to find a suggestion among *m* keys.
  var unknownReferences: [Diagnostic] {
    unknownNames
      + plans.flatMap { plan in
        plan.relations.filter { $0.relation.kind == .reference }.flatMap { relation in
          plans.first { $0.name == relation.other }.map {
            plan.unknownReferences(of: relation, to: $0) + plan.sharedNames(of: relation, to: $0)
          } ?? []
        } + plan.cycles
      }
  }

  /// Warnings about names in Markdown texts that belong to no row.
  private var unknownNames: [Diagnostic] {
    let names = RecordNames(datasets: Set(datasets.map(\.name)))
    lazy var keys = Dictionary(uniqueKeysWithValues: datasets.map { ($0.name, Set($0.rows.items.map(\.id.key))) })
    var findings: [Diagnostic] = []
    for dataset in datasets {
      let fields = dataset.schema.fields.indices.filter { dataset.schema.fields[$0].type == .markdown }
      guard !fields.isEmpty else { continue }
      for record in dataset.rows.items {
        for (field, value) in zip(fields, record.values(at: fields)) {
          for id in names.identities(in: value.text) where keys[id.collection]?.contains(id.key) != true {
            findings.append(
              Diagnostic(
                .warning, code: "reference/no-row", "no row of the data set “\(id.collection)” has the key “\(id.key)”",
                at: record.location(in: dataset.file, field: dataset.schema.fields[field].name),
                hint: id.key.closest(in: (keys[id.collection] ?? []).sorted()).map { "Did you mean “\($0)”?" }))
          }
        }
      }
    }
    return findings
  }

  /// Warnings about rows that are picked for the home page and that no page shows.
  var picksWithoutPages: [Diagnostic] {
    configuration.home.picks.filter { !document.hasObject($0.id) }.map { name, id in
      let keys = datasets.first { $0.name == id.collection }?.rows.items.map(\.id.key) ?? []
      guard !keys.contains(id.key) else {
        return Diagnostic(
          .warning, code: "home/hidden-row",
          "the row “\(name.text)” is picked for the home page, and the chain leaves it out",
          at: name.location, hint: "`pomona explain \(id.key)` shows which step hides it.")
      }
      return Diagnostic(
        .warning, code: "home/no-row", "no row of the data set “\(id.collection)” has the key “\(id.key)”",
        at: name.location,
        hint: id.key.closest(in: keys.sorted()).map { "Did you mean “\(id.collection)/\($0)”?" }
          ?? keys.first.map { "The rows of “\(id.collection)” have keys such as “\($0)”." })
    }
  }
}

extension DatasetPlan {
  /// The maximal number of warnings about one field. Further ones are only counted.
  private static let maximumFindings = 20

  /// Returns warnings about the values of a field that refer to rows that the other data set does not have.
  fileprivate func unknownReferences(of relation: DatasetRelations.Relation, to other: DatasetPlan) -> [Diagnostic] {
    let field = relation.relation.name
    var findings: [Diagnostic] = []
    var count = 0
    // Created for the first mistake, as most data sets have none.
    lazy var names = Names(of: other, by: relation.relation.other)
    for record in source.items {
      for text in record.keysOfNobody(in: relation.relation) {
        count += 1
        guard count <= Self.maximumFindings else { continue }
        findings.append(
          Diagnostic(
            .warning, code: "reference/no-row", "no row of the data set “\(other.name)” has the key “\(text)”",
            at: record.location(in: file, field: field), hint: names.hint(for: text)))
      }
    }
    if count > Self.maximumFindings {
      findings.append(
        Diagnostic(
          .warning, code: "reference/no-row",
          "and \((count - Self.maximumFindings).counted("more value")) that are not keys of the data set “\(other.name)”",
          at: .init(file: file, field: field)))
    }
    return findings
  }

  /// Returns a warning if values of a field refer to several rows of the other data set at once, which have a name in
  /// common.
  fileprivate func sharedNames(of relation: DatasetRelations.Relation, to other: DatasetPlan) -> [Diagnostic] {
    guard case .field(let name) = relation.relation.other else { return [] }
    var owners: [String: [String]] = [:]
    for record in other.data.rows.items {
      for text in record.keys(relation.relation.other) { owners[text, default: []].append(record.id.key) }
    }
    owners = owners.filter { $0.value.count > 1 }
    guard !owners.isEmpty else { return [] }
    var first: (text: String, row: Int?)?
    var found: Set<String> = []
    for record in data.rows.items {
      for text in record.keys(relation.relation.own) where owners[text] != nil && found.insert(text).inserted {
        if first == nil { first = (text, record.row) }
      }
    }
    guard let first, let keys = owners[first.text] else { return [] }
    let others = found.count > 1 ? "; so are \((found.count - 1).counted("other value"))" : ""
    return [
      Diagnostic(
        .warning, code: "reference/several-rows",
        "“\(first.text)” is a “\(name)” of \(keys.count) rows of the data set “\(other.name)”, and refers to all of them: \(keys.map { "“\($0)”" }.listed())\(others)",
        at: .init(file: file, row: first.row, field: relation.relation.name),
        hint: "Give each row a “\(name)” of its own, or refer to the rows by their keys.")
    ]
  }

  /// The keys of the rows of a data set, to suggest one for a mistaken reference.
  private struct Names {
    private let dataset: String
    private let keys: [String]
    private let keysByTitle: [String: String]

    init(of plan: DatasetPlan, by key: RecordRelation.Key) {
      let records = plan.data.rows.items
      dataset = plan.name
      keys = records.flatMap { $0.shownKeys(key) }
      keysByTitle = Dictionary(
        zip(records.map(\.title), records.map(\.id.key)), uniquingKeysWith: { first, _ in first })
    }

    func hint(for text: String) -> String? {
      if let key = keysByTitle[text] { return "The row “\(text)” has the key “\(key)”." }
      return text.closest(in: keys).map { "Did you mean “\($0)”?" }
        ?? keys.first.map { "The rows of “\(dataset)” have keys such as “\($0)”." }
    }
  }

  /// Returns warnings about rows that are parts of themselves, one for each cycle of rows.
  fileprivate var cycles: [Diagnostic] {
    guard let parent = entry.parent?.text else { return [] }
    var parents: [Record.ID: Record.ID] = [:]
    for record in source.items {
      if let whole = record[parent]?.allRecords.first { parents[record.id] = whole.id }
    }
    var done: Set<Record.ID> = []
    var findings: [Diagnostic] = []
    for record in source.items {
      var path: [Record.ID] = []
      var next: Record.ID? = record.id
      while let id = next, done.insert(id).inserted {
        path.append(id)
        next = parents[id]
      }
      guard let next, let start = path.firstIndex(of: next) else { continue }
      let ring = (path[start...] + [next]).map { "“\($0.key)”" }.joined(separator: " → ")
      findings.append(
        Diagnostic(
          .warning, code: "reference/cycle", "a row is a part of itself: \(ring)",
          at: record.location(in: file, field: parent),
          hint: "Leave the field empty in the row that is a part of no other one."))
    }
    return findings
  }
}

extension Record {
  fileprivate func shownKeys(_ key: RecordRelation.Key) -> [String] {
    keys(key).map { $0.replacing(RecordRelation.keySeparator, with: ", ") }
  }

  /// Returns the parts of a field's value that refer to no record, as messages show them.
  fileprivate func keysOfNobody(in relation: RecordRelation) -> [String] {
    let value = self[relation.name] ?? .missing
    if case .fields = relation.own { return value.isMissing ? shownKeys(relation.own) : [] }
    return (value.elements ?? [value]).filter { !$0.isBlank && $0.allRecords.isEmpty }.map(\.text)
  }
}
