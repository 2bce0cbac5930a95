import DataSources
import Datasets
import Diagnostics
import Rendering

/// The relations between the data sets of a catalog, from what is said of fields: references, the way back from each, joins, and what follows
/// from the rows of any of these.
///
///     works.artist ─── refers ──▶ artists
///     works        ◀── works ──── artists        the way back, by the name of the data set
struct DatasetRelations {
  /// A relation of a data set to another one, or to itself.
  struct Relation {
    let relation: RecordRelation
    /// The name of the other data set.
    let other: String
    /// The field by which the other rows are sorted; as their data set has them where it is nil.
    let order: SortStep.Field?
    /// What people call the field.
    let label: String?
    /// The field that refers, of this data set or, on the way back, of the other one.
    let referringField: String?
    /// What is said of a reference.
    let entry: ReferenceEntry?
  }

  /// For each data set, its relations.
  private(set) var relations: [String: [Relation]] = [:]
  /// For each data set, what follows from the rows that go with its own.
  var folds: [String: [Fold]] = [:]
  /// What is wrong with them.
  var diagnostics: [Diagnostic] = []
  private let leaves: [OpenDataset]

  init(_ leaves: [OpenDataset]) {
    self.leaves = leaves
    for leaf in leaves {
      addReferences(of: leaf)
      addJoins(of: leaf)
      addLinks(of: leaf)
      for key in leaf.foreignKeys where key.fields.count > 1 { addReference(key, of: leaf) }
    }
    for leaf in leaves { addWaysBack(to: leaf) }
    let areComplete = diagnostics.isEmpty
    for leaf in leaves { addFolds(to: leaf, relationsAreComplete: areComplete) }
  }

  /// The relations of a data set.
  func relations(of leaf: OpenDataset) -> [Relation] { relations[leaf.name] ?? [] }

  /// The fields of a data set that refer to rows which show those that do, and the number of these that are listed there.
  func limits(ofReferencesFrom dataset: String) -> [(field: String, limit: Int)] {
    let back = leaves.flatMap { relations(of: $0) }.filter { $0.other == dataset }
    return back.compactMap { relation in
      guard let limit = relation.relation.kind.limit else { return nil }
      return relation.referringField.map { ($0, limit) }
    }
  }

  /// The fields that hold rows which go with those of a data set, or what these come to.
  func fields(of leaf: OpenDataset) -> [Field] {
    (relations(of: leaf).map(\.relation) + folds(of: leaf).map(\.relation)).flatMap(\.fields)
  }

  private func folds(of leaf: OpenDataset) -> [Fold] { folds[leaf.name] ?? [] }

  func leaf(named name: CatalogConfiguration.Name) -> OpenDataset? { leaves.first { $0.name == name.text } }

  private mutating func addReferences(of leaf: OpenDataset) {
    for (field, label, entry) in references(of: leaf) {
      guard let other = self.leaf(named: entry.dataset), check(field, in: leaf.schema),
        entry.field.map({ check($0, in: other.schema) }) ?? true,
        entry.order.map({ check($0.name, in: leaf.schema) }) ?? true
      else { continue }
      let relation = RecordRelation(
        field.text, .reference, own: .field(field.text), other: entry.field.map { .field($0.text) } ?? .key,
        members: other.schema.fields)
      relations[leaf.name, default: []].append(
        Relation(
          relation: relation, other: other.name, order: entry.order, label: label, referringField: field.text,
          entry: entry))
    }
  }

  /// Adds a field with the row that several columns of a database refer to together, called like its table if that tells it from others.
  private mutating func addReference(_ key: ForeignKey, of leaf: OpenDataset) {
    let columns = key.fields.compactMap(leaf.schema.field(ofColumn:))
    guard let other = table(of: key, from: leaf), columns.count == key.fields.count,
      case let otherColumns = key.otherFields.compactMap(other.schema.field(ofColumn:)),
      otherColumns.count == columns.count,
      !leaf.entry.fields.contains(where: { $0.isNoReference && columns.map(\.name).contains($0.field.text) })
    else { return }
    let isClear = leaf.foreignKeys.count { $0.table.lowercased() == key.table.lowercased() } == 1
    let longName = ([other.name] + columns.map(\.name)).joined(separator: "_")
    let name = freeName(isClear ? [other.name, longName] : [longName], in: leaf)
    relations[leaf.name, default: []].append(
      Relation(
        relation: RecordRelation(
          name, .reference, own: .fields(columns.map(\.name)), other: .fields(otherColumns.map(\.name)),
          members: other.schema.fields), other: other.name, order: nil, label: Label(name).text, referringField: name,
        entry: ReferenceEntry(to: other.entry.name)))
  }

  /// The fields of a data set that refer to rows: those of which it is said, those that the schema of a database says it of, and the one that
  /// says what a row is a part of.
  private func references(
    of leaf: OpenDataset
  ) -> [(field: CatalogConfiguration.Name, label: String, entry: ReferenceEntry)] {
    var found: [(field: CatalogConfiguration.Name, label: String, entry: ReferenceEntry)] = []
    func add(_ field: CatalogConfiguration.Name, _ entry: ReferenceEntry) {
      let own = leaf.entry.fields.first { $0.field.text == field.text }
      guard own?.isNoReference != true, !found.contains(where: { $0.field.text == field.text }) else { return }
      let label = own?.label ?? Label(field.text).withoutIdentifier ?? field.text
      found.append((field, label, own?.reference ?? entry))
    }
    for entry in leaf.entry.fields {
      if let reference = entry.reference { add(entry.field, reference) }
    }
    if let parent = leaf.entry.parent {
      var entry = ReferenceEntry(to: leaf.entry.name)
      entry.label = "Parts"
      entry.back = CatalogConfiguration.Name("parts", at: parent.location)
      add(parent, entry)
    }
    for key in leaf.foreignKeys where key.fields.count == 1 {
      guard let other = table(of: key, from: leaf), let field = leaf.schema.field(ofColumn: key.fields[0]) else {
        continue
      }
      var entry = ReferenceEntry(to: other.entry.name)
      if other.source.keyFields.map({ $0.lowercased() }) != [key.otherFields[0].lowercased()] {
        entry.field = CatalogConfiguration.Name(key.otherFields[0])
      }
      add(CatalogConfiguration.Name(field.name), entry)
    }
    return found
  }

  /// The data set of the rows that a foreign key refers to.
  private func table(of key: ForeignKey, from leaf: OpenDataset) -> OpenDataset? {
    leaves.first { $0.isTable(key.table, inDatabaseOf: leaf) }
  }

  private mutating func addJoins(of leaf: OpenDataset) {
    for entry in leaf.entry.joins {
      guard let other = self.leaf(named: entry.match.dataset) else { continue }
      let areKnown = [
        check(entry.match.on, in: leaf.schema), check(entry.match.equals, in: other.schema),
      ]
      guard areKnown == [true, true], isFree(entry.name, in: leaf, hint: "Give the joined rows another name.") else {
        continue
      }
      relations[leaf.name, default: []].append(
        Relation(
          relation: RecordRelation(
            entry.name.text, .join, own: .field(entry.match.on.text), other: .field(entry.match.equals.text),
            members: other.schema.fields),
          other: other.name, order: nil, label: nil, referringField: nil, entry: nil))
    }
  }

  /// Adds to the rows of a folder of Markdown those whose files their texts link to.
  private mutating func addLinks(of leaf: OpenDataset) {
    guard let folder = leaf.folderOfMarkdown else { return }
    let texts = leaf.schema.fields.filter { $0.type == .markdown }.map(\.name)
    for other in leaves {
      guard let otherFolder = other.folderOfMarkdown else { continue }
      let name = freeName(["linked \(other.name)"], in: leaf)
      relations[leaf.name, default: []].append(
        Relation(
          relation: RecordRelation(
            name, .links, own: .linkedFiles(LinkedFiles(in: texts, from: folder, to: otherFolder)),
            other: .field(LinkedFiles.pathField), members: other.schema.fields),
          other: other.name, order: nil, label: nil, referringField: nil, entry: nil))
    }
  }

  /// Adds to a data set the rows that refer to its own.
  private mutating func addWaysBack(to leaf: OpenDataset) {
    for other in leaves {
      let references = relations(of: other).filter { $0.other == leaf.name && $0.relation.kind == .reference }
      for reference in references {
        guard let entry = reference.entry, entry.hasBack else { continue }
        let field = reference.relation.name
        // Where several fields refer, or the rows of one data set to each other, the name of the field tells which.
        let isOnly =
          references.count { $0.entry?.back == nil && $0.entry?.hasBack == true } == 1 && other.name != leaf.name
        if let back = entry.back,
          !isFree(back, in: leaf, hint: "Choose another one: refers: { dataset: \(leaf.name), back: … }.")
        {
          continue
        }
        let name = entry.back?.text ?? freeName((isOnly ? [other.name] : []) + ["\(other.name)_\(field)"], in: leaf)
        let isClear = isOnly && (entry.back != nil || name == other.name)
        relations[leaf.name, default: []].append(
          Relation(
            relation: RecordRelation(
              name, .backReference(limit: entry.limit), own: reference.relation.other,
              other: reference.relation.own, members: other.schema.fields),
            other: other.name, order: entry.order,
            label: entry.label ?? (isClear ? other.title : "\(other.title) (\(reference.label ?? field))"),
            referringField: field, entry: nil))
      }
    }
  }

  /// Whether a field exists; reports it if not.
  private mutating func check(_ field: CatalogConfiguration.Name, in schema: Schema) -> Bool {
    if schema.path(of: field.text) != nil { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/unknown-field", "there is no field “\(field.text)”", at: field.location,
        hint: field.text.suggestion(from: schema.names)))
    return false
  }

  /// Whether no field of a data set has a name; reports it if one does.
  mutating func isFree(_ name: CatalogConfiguration.Name, in leaf: OpenDataset, hint: String) -> Bool {
    if isFree(name.text, in: leaf) { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/duplicate-field", "there is already a field “\(name.text)” in the data set “\(leaf.name)”",
        at: name.location, hint: hint))
    return false
  }

  /// The first of some names that no field of a data set has, nor is given by the catalog; if there is none, the last one with a number.
  private func freeName(_ names: [String], in leaf: OpenDataset) -> String {
    let references = leaves.flatMap(\.entry.fields).compactMap(\.reference).filter { $0.dataset.text == leaf.name }
    let given = Set(references.compactMap(\.back?.text))
    func isUnused(_ name: String) -> Bool { !given.contains(name) && isFree(name, in: leaf) }
    if let name = names.first(where: isUnused) { return name }
    var number = 2
    while !isUnused("\(names[names.count - 1])_\(number)") { number += 1 }
    return "\(names[names.count - 1])_\(number)"
  }

  private func isFree(_ name: String, in leaf: OpenDataset) -> Bool {
    !(leaf.schema.fields + fields(of: leaf)).contains { $0.name == name }
  }
}

extension DatasetRelations {
  /// The data sets with the records that go with theirs.
  ///
  /// Nobody reads what another data set's relations add: so two of them may refer to each other.
  ///
  /// - Parameters:
  ///   - language: How the language of the catalog writes numbers and dates.
  ///   - terms: Where the sections are that values name.
  ///   - names: Returns what is read of records that go with others, where the fields of all data sets are known.
  func related(
    in language: LanguageStyle, terms: TermFolders, reading names: ([RecordChain.Leaf]) -> ReadNames
  ) -> [RelatedLeaf] {
    let datasets = leaves.map { leaf in
      (
        name: leaf.name, source: leaf.rows as any DataSource<Record>,
        schema: RelatedLeaf.schema(of: leaf, adding: fields(of: leaf))
      )
    }
    let names = relations.isEmpty ? nil : names(datasets)
    // What is read in the same way is read once.
    var projections: [Projection: any DataSource<Record>] = [:]
    func source(of projection: Projection, from leaf: OpenDataset) -> any DataSource<Record> {
      let source = projections[projection] ?? projection.source(of: leaf)
      projections[projection] = source
      return source
    }
    return leaves.map { leaf in
      let rows = relations(of: leaf).map { relation in
        guard let other = self.leaf(named: .init(relation.other)), relation.relation.kind != .join else {
          return self.leaf(named: .init(relation.other))?.rows ?? leaf.rows
        }
        let isRead = relation.relation.kind != .links
        // What stands in a link is written there: of the row that it leads to only the file is read.
        var read =
          isRead ? names?.fields(ofRecordsIn: relation.relation.name, among: other.schema.fields) ?? [] : []
        read += relation.relation.other.fields.filter { !read.contains($0) }
        // A reference names one row, and an order is for the way back.
        let order = relation.relation.kind == .reference ? nil : relation.order
        return source(of: Projection(dataset: other.name, fields: read, order: order), from: other)
      }
      // Of rows that are not shown nothing is read but what they come to.
      let foldedRows = folds(of: leaf).map { fold in
        guard let other = self.leaf(named: .init(fold.other)) else { return leaf.rows }
        let projection = Projection(dataset: other.name, fields: fold.fieldsRead(in: other.schema), order: nil)
        return fold.predicate.map { projection.source(of: other, where: $0) } ?? source(of: projection, from: other)
      }
      return RelatedLeaf(
        leaf, relations(of: leaf), folds: folds(of: leaf).map(\.relation), terms: terms, others: rows + foldedRows,
        foldedStyles: foldedStyles(of: leaf, in: language), language: language)
    }
  }

  /// How what other rows come to is shown: as their own values are.
  private func foldedStyles(of leaf: OpenDataset, in language: LanguageStyle) -> [String: FieldStyle] {
    var styles: [String: FieldStyle] = [:]
    for fold in folds(of: leaf) {
      guard let other = self.leaf(named: .init(fold.other)), !fold.members.isEmpty else { continue }
      let others = RelatedLeaf.ownStyles(of: other, in: language)
      for fold in fold.folds where fold.function != .count {
        guard let member = fold.member, var style = others[member] else { continue }
        // What is the sum of numbers that look like years is none.
        if fold.function == .sum, other.entry.fields.first(where: { $0.field.text == member })?.format == nil {
          style.format = nil
        }
        styles[fold.field.name] = style
      }
    }
    return styles
  }

  /// What is read of a data set by those who refer to it.
  private struct Projection: Hashable {
    let dataset: String
    let fields: [String]
    let order: SortStep.Field?

    func source(of leaf: OpenDataset, where predicate: RecordPredicate? = nil) -> any DataSource<Record> {
      var rows = leaf.rows
      if let predicate { rows = rows.applying(.filter(predicate.matches)).named("where: \(predicate.label)") }
      let sorted = order.map { SortStep([$0]).sorted(rows) } ?? rows
      return Transform(of: [sorted], by: RecordProjection(fields: fields)).named("read of \(dataset)")
    }
  }
}

extension DatasetRelations.Fold {
  /// The fields of the other rows that decide the values.
  fileprivate func fieldsRead(in schema: Schema) -> [String] {
    let names = members + relation.other.fields
    var seen: Set<Int> = []
    return names.compactMap { schema.path(of: $0)?.field }.filter { seen.insert($0).inserted }.map {
      schema.fields[$0].name
    }
  }
}

extension Schema {
  /// The field with the values of a column of a database, whose name is written in whatever case.
  fileprivate func field(ofColumn name: String) -> Field? {
    fields.first { $0.name.lowercased() == name.lowercased() }
  }
}

extension Label {
  /// The label of a field that holds what tells other rows apart, without saying so: “Artist” of `artist_id`.
  fileprivate var withoutIdentifier: String? {
    var words = text.split(separator: " ")
    while words.count > 1, ["id", "ids", "key", "code", "no", "uuid"].contains(words[words.count - 1].lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
