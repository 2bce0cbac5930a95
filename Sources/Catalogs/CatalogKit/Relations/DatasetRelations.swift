import DataSources
import Datasets
import Diagnostics
import Rendering

/// The relations between the data sets of a catalog: references, the back reference of each, joins, links between files
/// of Markdown, and folds over the rows of these relations.
///
///     works.artist ─── refers ──▶ artists
///     works        ◀── works ──── artists        the back reference, named after the data set
///
/// A data set whose rows have no names of their own may only tie rows of others together, such as the roles of persons
/// in works. Its rows are called by the rows that they refer to, and have no pages: both sides list them in full.
struct DatasetRelations {
  /// A relation of a data set to another one, or to itself.
  struct Relation {
    let relation: RecordRelation
    /// The name of the other data set.
    let other: String
    /// The field that the other rows are sorted by; `nil` for the order of their data set.
    var order: SortField?
    /// The label of the field with the related rows.
    var label: String?
    /// The field that contains the reference: a field of this data set or, of a back reference, of the other one.
    var referringField: String?
    /// The configuration of a reference, also for its way back.
    var entry: ReferenceEntry?
  }

  private(set) var relations: [String: [Relation]] = [:]
  /// For each data set whose rows are called by rows that they refer to, the fields that form the titles.
  private(set) var titles: [String: [String]] = [:]
  /// Whether the rows of a data set have names, as far as titles depend on it.
  private(set) var named: [String: Bool] = [:]
  /// The data sets that only tie rows of others together.
  private(set) var links: Set<String> = []
  /// The data sets whose rows have pages, unless a step hides them.
  private var shown: Set<String> = []
  var folds: [String: [Fold]] = [:]
  var diagnostics: [Diagnostic] = []
  let datasets: [OpenDataset]

  init(_ datasets: [OpenDataset], in configuration: CatalogConfiguration) {
    self.datasets = datasets
    // Rows that are missing may be those of a data set that could not be read.
    let areAll = datasets.count == configuration.datasets.count && configuration.hasAllDatasets
    for dataset in datasets {
      addReferences(of: dataset)
      addJoins(of: dataset)
      addLinks(of: dataset)
      for key in dataset.foreignKeys where key.fields.count > 1 { addReference(key, of: dataset) }
    }
    for dataset in datasets { addTitles(of: dataset) }
    for dataset in datasets where isCalledByItself(dataset) { titles[dataset.name] = nil }
    links = Set(datasets.filter(isLink).map(\.name))
    shown = configuration.hiding(links).shown(of: datasets.map(\.name))
    for dataset in datasets { addBackReferences(to: dataset) }
    for dataset in datasets {
      for column in references(of: dataset).flatMap({ $0.entry?.columns ?? [] }) {
        _ = check(column, in: referringSchema(of: dataset))
      }
    }
    let areComplete = areAll && diagnostics.isEmpty
    for dataset in datasets { addFolds(to: dataset, relationsAreComplete: areComplete) }
  }

  func relations(of dataset: OpenDataset) -> [Relation] { relations[dataset.name] ?? [] }

  /// Returns the fields of a data set with back references, and the number of rows that these list.
  func limits(ofReferencesFrom dataset: String) -> [(field: String, limit: Int)] {
    let back = datasets.flatMap { relations(of: $0) }.filter { $0.other == dataset }
    return back.compactMap { relation in
      guard let limit = relation.relation.kind.limit, limit < .max else { return nil }
      return relation.referringField.map { ($0, limit) }
    }
  }

  /// Whether the rows of a data set have pages, unless a step hides them.
  func isShown(_ dataset: String) -> Bool { shown.contains(dataset) }

  /// Returns the fields that the relations and folds of a data set add.
  func fields(of dataset: OpenDataset) -> [Field] {
    (relations(of: dataset).map(\.relation) + folds(of: dataset).map(\.relation)).flatMap(\.fields)
  }

  func folds(of dataset: OpenDataset) -> [Fold] { folds[dataset.name] ?? [] }

  func dataset(named name: String) -> OpenDataset? { datasets.first { $0.name == name } }

  /// Decides whether the rows of a data set are called by rows that they refer to.
  private mutating func addTitles(of dataset: OpenDataset) {
    if dataset.entry.titleFields.isEmpty, !singleReferences(of: dataset).isEmpty {
      named[dataset.name] = dataset.hasNames
    }
    titles[dataset.name] = titles(of: dataset)
  }

  private mutating func addReferences(of dataset: OpenDataset) {
    for (field, label, entry) in references(of: dataset) {
      guard let other = self.dataset(named: entry.dataset.text), check(field, in: dataset.schema),
        entry.field.map({ check($0, in: other.schema) }) ?? true,
        entry.order.map({ check($0.name, in: dataset.schema) }) ?? true
      else { continue }
      let relation = RecordRelation(
        field.text, .reference, own: .field(field.text), other: entry.field.map { .field($0.text) } ?? .key,
        members: other.schema.fields)
      relations[dataset.name, default: []].append(
        Relation(
          relation: relation, other: other.name, order: entry.order, label: label, referringField: field.text,
          entry: entry))
    }
  }

  /// Adds a field for a foreign key with several columns. It is named after the table that the key refers to, if no
  /// other key refers to it.
  private mutating func addReference(_ key: ForeignKey, of dataset: OpenDataset) {
    let columns = key.fields.compactMap(dataset.schema.field(ofColumn:))
    guard let other = table(of: key, from: dataset), columns.count == key.fields.count,
      case let otherColumns = key.otherFields.compactMap(other.schema.field(ofColumn:)),
      otherColumns.count == columns.count,
      !dataset.entry.fields.contains(where: { $0.isNoReference && columns.map(\.name).contains($0.field.text) })
    else { return }
    let isClear = dataset.foreignKeys.count { $0.table.lowercased() == key.table.lowercased() } == 1
    let longName = ([other.name] + columns.map(\.name)).joined(separator: "_")
    let name = freeName(isClear ? [other.name, longName] : [longName], in: dataset)
    relations[dataset.name, default: []].append(
      Relation(
        relation: RecordRelation(
          name, .reference, own: .fields(columns.map(\.name)), other: .fields(otherColumns.map(\.name)),
          members: other.schema.fields), other: other.name, label: Label(name).text, referringField: name,
        entry: ReferenceEntry(to: other.entry.name)))
  }

  /// Returns the fields of a data set that refer to rows: those that the configuration declares, the field that names a
  /// row's parent, and the foreign keys of a database with a single column.
  private func references(of dataset: OpenDataset) -> [(field: LocatedText, label: String, entry: ReferenceEntry)] {
    var found: [(field: LocatedText, label: String, entry: ReferenceEntry)] = []
    func add(_ field: LocatedText, _ entry: ReferenceEntry) {
      let own = dataset.entry.fields.first { $0.field.text == field.text }
      guard own?.isNoReference != true, !found.contains(where: { $0.field.text == field.text }) else { return }
      let label = own?.label ?? Label(field.text).withoutIdentifier ?? field.text
      found.append((field, label, own?.reference ?? entry))
    }
    for entry in dataset.entry.fields {
      if let reference = entry.reference { add(entry.field, reference) }
    }
    if let parent = dataset.entry.parent {
      var entry = ReferenceEntry(to: dataset.entry.name)
      entry.label = "Parts"
      entry.back = LocatedText("parts", at: parent.location)
      add(parent, entry)
    }
    for key in dataset.foreignKeys where key.fields.count == 1 {
      guard let other = table(of: key, from: dataset), let field = dataset.schema.field(ofColumn: key.fields[0]) else {
        continue
      }
      var entry = ReferenceEntry(to: other.entry.name)
      if other.source.keyFields.map({ $0.lowercased() }) != [key.otherFields[0].lowercased()] {
        entry.field = LocatedText(key.otherFields[0])
      }
      add(LocatedText(field.name), entry)
    }
    return found
  }

  private func table(of key: ForeignKey, from dataset: OpenDataset) -> OpenDataset? {
    datasets.first { $0.isTable(key.table, inDatabaseOf: dataset) }
  }

  private mutating func addJoins(of dataset: OpenDataset) {
    for entry in dataset.entry.joins {
      guard let other = self.dataset(named: entry.match.dataset.text) else { continue }
      let areKnown = [check(entry.match.on, in: dataset.schema), check(entry.match.equals, in: other.schema)]
      guard areKnown == [true, true], isFree(entry.name, in: dataset, hint: "Give the joined rows another name.") else {
        continue
      }
      relations[dataset.name, default: []].append(
        Relation(
          relation: RecordRelation(
            entry.name.text, .join, own: .field(entry.match.on.text), other: .field(entry.match.equals.text),
            members: other.schema.fields), other: other.name))
    }
  }

  /// Relates the rows of a folder of Markdown to the rows to whose files their texts link.
  private mutating func addLinks(of dataset: OpenDataset) {
    guard let folder = dataset.folderOfMarkdown else { return }
    let texts = dataset.schema.fields.filter { $0.type == .markdown }.map(\.name)
    for other in datasets {
      guard let otherFolder = other.folderOfMarkdown else { continue }
      let name = freeName(["linked \(other.name)"], in: dataset)
      relations[dataset.name, default: []].append(
        Relation(
          relation: RecordRelation(
            name, .links, own: .linkedFiles(LinkedFiles(in: texts, from: folder, to: otherFolder)),
            other: .field(LinkedFiles.pathField), members: other.schema.fields), other: other.name))
    }
  }

  /// Adds the back references of a data set: relations to the rows that refer to its rows.
  private mutating func addBackReferences(to dataset: OpenDataset) {
    for other in datasets {
      let references = relations(of: other).filter { $0.other == dataset.name && $0.relation.kind == .reference }
      for reference in references {
        guard let entry = reference.entry, entry.hasBack else { continue }
        let field = reference.relation.name
        // If several fields refer to the data set, or the data set refers to itself, the name of the field
        // distinguishes the back references.
        let isOnly =
          references.count { $0.entry?.back == nil && $0.entry?.hasBack == true } == 1 && other.name != dataset.name
        if let back = entry.back,
          !isFree(back, in: dataset, hint: "Choose another one: refers: { dataset: \(dataset.name), back: … }.")
        {
          continue
        }
        let name = entry.back?.text ?? freeName((isOnly ? [other.name] : []) + ["\(other.name)_\(field)"], in: dataset)
        let isClear = isOnly && (entry.back != nil || name == other.name)
        relations[dataset.name, default: []].append(
          Relation(
            relation: RecordRelation(
              name, .backReference(limit: shown.contains(other.name) ? entry.limit : .max),
              own: reference.relation.other, other: reference.relation.own, members: referringSchema(of: other).fields),
            other: other.name, order: entry.order,
            label: entry.label
              ?? (isClear ? title(of: other, besides: dataset) : "\(other.title) (\(reference.label ?? field))"),
            referringField: field, entry: entry))
      }
    }
  }

  /// Whether a field exists. Reports a field that does not.
  private mutating func check(_ field: LocatedText, in schema: Schema) -> Bool {
    if schema.path(of: field.text) != nil { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/unknown-field", "there is no field “\(field.text)”", at: field.location,
        hint: field.text.suggestion(from: schema.names)))
    return false
  }

  /// Whether no field of a data set has a name. Reports a name that is taken.
  mutating func isFree(_ name: LocatedText, in dataset: OpenDataset, hint: String) -> Bool {
    if isFree(name.text, in: dataset) { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/duplicate-field", "there is already a field “\(name.text)” in the data set “\(dataset.name)”",
        at: name.location, hint: hint))
    return false
  }

  /// Returns the first of some names that is neither a field of a data set nor chosen by the configuration, or the last
  /// name with a number if all are taken.
  private func freeName(_ names: [String], in dataset: OpenDataset) -> String {
    let references = datasets.flatMap(\.entry.fields).compactMap(\.reference).filter { $0.dataset.text == dataset.name }
    let given = Set(references.compactMap(\.back?.text))
    func isUnused(_ name: String) -> Bool { !given.contains(name) && isFree(name, in: dataset) }
    if let name = names.first(where: isUnused) { return name }
    var number = 2
    while !isUnused("\(names[names.count - 1])_\(number)") { number += 1 }
    return "\(names[names.count - 1])_\(number)"
  }

  private func isFree(_ name: String, in dataset: OpenDataset) -> Bool {
    !(dataset.schema.fields + fields(of: dataset)).contains { $0.name == name }
  }
}

extension Schema {
  /// Returns the field with the values of a database column, regardless of the case of its name.
  fileprivate func field(ofColumn name: String) -> Field? { fields.first { $0.name.lowercased() == name.lowercased() } }
}

extension Label {
  /// The label of a field with keys of other rows, without the word for the key: “Artist” for `artist_id`.
  fileprivate var withoutIdentifier: String? {
    var words = text.split(separator: " ")
    while words.count > 1, ["id", "ids", "key", "code", "no", "uuid"].contains(words[words.count - 1].lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
