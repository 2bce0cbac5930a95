import DataSources
import Datasets
import Diagnostics
import Rendering

/// The relations between the data sets of a catalog: references, the way back from each reference, joins, links between files of Markdown,
/// and folds over the rows of these relations.
///
///     works.artist ─── refers ──▶ artists
///     works        ◀── works ──── artists        the way back, named after the data set
struct DatasetRelations {
  /// A relation of a data set to another one, or to itself.
  struct Relation {
    let relation: RecordRelation
    /// The name of the other data set.
    let other: String
    /// The field that the other rows are sorted by; `nil` for the order of their data set.
    let order: SortField?
    /// The label of the field with the related rows.
    let label: String?
    /// The field that contains the reference: a field of this data set or, on the way back, of the other one.
    let referringField: String?
    /// The configuration of a reference.
    let entry: ReferenceEntry?
  }

  /// The relations of each data set, by its name.
  private(set) var relations: [String: [Relation]] = [:]
  /// The folds of each data set, by its name.
  var folds: [String: [Fold]] = [:]
  /// The problems of the relations.
  var diagnostics: [Diagnostic] = []
  private let leaves: [OpenDataset]

  /// Finds the relations of data sets.
  ///
  /// - Parameter areAll: Whether these are all data sets. If not, rows that are missing may be those of one that could not be read.
  init(_ leaves: [OpenDataset], areAll: Bool) {
    self.leaves = leaves
    for leaf in leaves {
      addReferences(of: leaf)
      addJoins(of: leaf)
      addLinks(of: leaf)
      for key in leaf.foreignKeys where key.fields.count > 1 { addReference(key, of: leaf) }
    }
    for leaf in leaves { addWaysBack(to: leaf) }
    let areComplete = areAll && diagnostics.isEmpty
    for leaf in leaves { addFolds(to: leaf, relationsAreComplete: areComplete) }
  }

  func relations(of leaf: OpenDataset) -> [Relation] { relations[leaf.name] ?? [] }

  /// Returns the fields of a data set whose references have a way back, and the number of rows that the way back lists.
  func limits(ofReferencesFrom dataset: String) -> [(field: String, limit: Int)] {
    let back = leaves.flatMap { relations(of: $0) }.filter { $0.other == dataset }
    return back.compactMap { relation in
      guard let limit = relation.relation.kind.limit else { return nil }
      return relation.referringField.map { ($0, limit) }
    }
  }

  /// Returns the fields that the relations and folds of a data set add.
  func fields(of leaf: OpenDataset) -> [Field] {
    (relations(of: leaf).map(\.relation) + folds(of: leaf).map(\.relation)).flatMap(\.fields)
  }

  private func folds(of leaf: OpenDataset) -> [Fold] { folds[leaf.name] ?? [] }

  func leaf(named name: LocatedText) -> OpenDataset? { leaves.first { $0.name == name.text } }

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

  /// Adds a field for a foreign key with several columns. It is named after the table that the key refers to, if no other key refers to it.
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

  /// Returns the fields of a data set that refer to rows: those that the configuration declares, the field that names a row's parent, and
  /// the foreign keys of a database with a single column.
  private func references(
    of leaf: OpenDataset
  ) -> [(field: LocatedText, label: String, entry: ReferenceEntry)] {
    var found: [(field: LocatedText, label: String, entry: ReferenceEntry)] = []
    func add(_ field: LocatedText, _ entry: ReferenceEntry) {
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
      entry.back = LocatedText("parts", at: parent.location)
      add(parent, entry)
    }
    for key in leaf.foreignKeys where key.fields.count == 1 {
      guard let other = table(of: key, from: leaf), let field = leaf.schema.field(ofColumn: key.fields[0]) else {
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

  /// Returns the data set of the rows that a foreign key refers to.
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

  /// Relates the rows of a folder of Markdown to the rows to whose files their texts link.
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

  /// Adds the ways back to a data set: relations to the rows that refer to its rows.
  private mutating func addWaysBack(to leaf: OpenDataset) {
    for other in leaves {
      let references = relations(of: other).filter { $0.other == leaf.name && $0.relation.kind == .reference }
      for reference in references {
        guard let entry = reference.entry, entry.hasBack else { continue }
        let field = reference.relation.name
        // If several fields refer to the data set, or the data set refers to itself, the name of the field distinguishes the ways back.
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
  mutating func isFree(_ name: LocatedText, in leaf: OpenDataset, hint: String) -> Bool {
    if isFree(name.text, in: leaf) { return true }
    diagnostics.append(
      Diagnostic(
        code: "catalog/duplicate-field", "there is already a field “\(name.text)” in the data set “\(leaf.name)”",
        at: name.location, hint: hint))
    return false
  }

  /// Returns the first of some names that is neither a field of a data set nor chosen by the configuration, or the last name with a number
  /// if all are taken.
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
  /// Returns the data sets with their related records.
  ///
  /// Relations read the records of other data sets without their related records. Hence two data sets may refer to each other.
  ///
  /// - Parameters:
  ///   - language: The conventions of the catalog's language for numbers and dates.
  ///   - terms: The places of the sections that values name.
  ///   - names: Returns the names that the catalog reads in related records, given the fields of all data sets.
  func related(
    in language: LanguageStyle, terms: TermPlaces, reading names: ([RecordChain.Leaf]) -> ReadNames
  ) -> [RelatedDataset] {
    let datasets = leaves.map { leaf in
      (
        name: leaf.name, source: leaf.rows as any DataSource<Record>,
        schema: RelatedDataset.schema(of: leaf, adding: fields(of: leaf))
      )
    }
    let names = relations.isEmpty ? nil : names(datasets)
    // Relations that read the same fields in the same order share a source.
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
        // The text of a link is written in the Markdown: of the row that it leads to, only the path of its file is read.
        var read =
          isRead ? names?.fields(ofRecordsIn: relation.relation.name, among: other.schema.fields) ?? [] : []
        read += relation.relation.other.fields.filter { !read.contains($0) }
        // A reference leads to one row. The order is for the way back.
        let order = relation.relation.kind == .reference ? nil : relation.order
        return source(of: Projection(dataset: other.name, fields: read, order: order), from: other)
      }
      // Rows that are folded are not shown: only the fields that the folds read are needed.
      let foldedRows = folds(of: leaf).map { fold in
        guard let other = self.leaf(named: .init(fold.other)) else { return leaf.rows }
        let projection = Projection(dataset: other.name, fields: fold.fieldsRead(in: other.schema), order: nil)
        return fold.predicate.map { projection.source(of: other, where: $0) } ?? source(of: projection, from: other)
      }
      return RelatedDataset(
        leaf, relations(of: leaf), folds: folds(of: leaf).map(\.relation), terms: terms, others: rows + foldedRows,
        foldedStyles: foldedStyles(of: leaf, in: language), language: language)
    }
  }

  /// Returns the styles of folds: those of the fields that they fold.
  private func foldedStyles(of leaf: OpenDataset, in language: LanguageStyle) -> [String: FieldStyle] {
    var styles: [String: FieldStyle] = [:]
    for fold in folds(of: leaf) {
      guard let other = self.leaf(named: .init(fold.other)), !fold.members.isEmpty else { continue }
      let others = RelatedDataset.ownStyles(of: other, in: language)
      for fold in fold.folds where fold.function != .count {
        guard let member = fold.member, var style = others[member] else { continue }
        // A sum of numbers that look like years is not a year.
        if fold.function == .sum, other.entry.fields.first(where: { $0.field.text == member })?.format == nil {
          style.format = nil
        }
        styles[fold.field.name] = style
      }
    }
    return styles
  }

  /// The fields and the order in which relations read the records of a data set.
  private struct Projection: Hashable {
    let dataset: String
    let fields: [String]
    let order: SortField?

    func source(of leaf: OpenDataset, where predicate: RecordPredicate? = nil) -> any DataSource<Record> {
      var rows = leaf.rows
      if let predicate { rows = rows.applying(.filter(predicate.matches)).named("where: \(predicate.label)") }
      let sorted = order?.sorted(rows) ?? rows
      return Transform(of: [sorted], by: RecordProjection(fields: fields)).named("read of \(dataset)")
    }
  }
}

extension DatasetRelations.Fold {
  /// Returns the fields of the other rows that determine the values of the fold.
  fileprivate func fieldsRead(in schema: Schema) -> [String] {
    let names = members + relation.other.fields
    var seen: Set<Int> = []
    return names.compactMap { schema.path(of: $0)?.field }.filter { seen.insert($0).inserted }.map {
      schema.fields[$0].name
    }
  }
}

extension Schema {
  /// Returns the field with the values of a database column, regardless of the case of its name.
  fileprivate func field(ofColumn name: String) -> Field? {
    fields.first { $0.name.lowercased() == name.lowercased() }
  }
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
