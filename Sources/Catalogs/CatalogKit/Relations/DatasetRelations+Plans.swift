import DataSources
import Datasets
import Rendering

extension DatasetRelations {
  /// Returns the plans of the data sets.
  ///
  /// Relations read the records of other data sets below all relations, so that two data sets may refer to each other:
  /// with the references that a way back shows or that titles are made of, but without back references and folds.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the catalog, with all indexes.
  ///   - names: Returns the names that the catalog reads in related records, given the fields of all data sets.
  func plans(
    for configuration: CatalogConfiguration, in language: LanguageStyle, terms: TermPlaces, recordNames: RecordNames,
    reading names: ([RecordChain.Leaf]) -> ReadNames
  ) -> [DatasetPlan] {
    let names =
      relations.isEmpty
      ? nil : names(datasets.map { (name: $0.name, source: $0.rows, schema: $0.schema.adding(fields(of: $0))) })
    let rows = ReadRows(of: self, reading: names)
    let plans = datasets.map { dataset in
      let others = relations(of: dataset).map { relation in
        self.dataset(named: relation.other).map { rows.others(of: relation, $0) } ?? dataset.rows
      }
      let folded = folds(of: dataset).map { fold in
        self.dataset(named: fold.other).map { rows.others(of: fold, $0) } ?? dataset.rows
      }
      return DatasetPlan(
        dataset, relations: relations(of: dataset), folds: folds(of: dataset).map(\.relation), others: others + folded,
        titles: titles[dataset.name], hasNames: named[dataset.name],
        styles: { styles(of: dataset, schema: $0, terms: terms, language: language) },
        configuration: configuration, names: recordNames)
    }
    for plan in plans { plan.attachFields(of: plans, in: self) }
    for plan in plans { plan.attachColumns(of: plans, in: self) }
    return plans
  }

  private func styles(
    of dataset: OpenDataset, schema: Schema, terms: TermPlaces, language: LanguageStyle
  ) -> FieldStyles {
    let relations = relations(of: dataset)
    var labels: [String: String] = [:]
    var places: [String: TermPlaces.Place] = [:]
    for relation in relations {
      for field in relation.relation.fields { labels[field.name] = relation.label }
      guard let field = relation.referringField, relation.relation.kind.limit != nil else { continue }
      places[relation.relation.name] = terms[field, in: relation.other]
    }
    for field in dataset.schema.fields where !relations.contains(where: { $0.relation.name == field.name }) {
      places[field.name] = terms[field.name, in: dataset.name]
    }
    return FieldStyles(
      schema, dataset.entry.fields, labels: labels, terms: places, folded: foldedStyles(of: dataset, in: language),
      keyFields: dataset.source.keyFields, language: language)
  }

  /// Returns the styles of folds: those of the fields that they fold.
  private func foldedStyles(of dataset: OpenDataset, in language: LanguageStyle) -> [String: FieldStyle] {
    var styles: [String: FieldStyle] = [:]
    for fold in folds(of: dataset) {
      guard let other = self.dataset(named: fold.other) else { continue }
      for fold in fold.folds where fold.function != .count {
        guard let path = fold.member, let (owner, member) = owner(of: path, in: other) else { continue }
        let others = FieldStyles(
          owner.schema, owner.entry.fields, keyFields: owner.source.keyFields, language: language
        ).decided(by: FieldSurvey(of: owner))
        guard var style = others[member] else { continue }
        // A sum of numbers that look like years is not a year.
        if fold.function == .sum, owner.entry.fields.first(where: { $0.field.text == member })?.format == nil {
          style.format = nil
        }
        styles[fold.field.name] = style
      }
    }
    return styles
  }

  /// Returns the data set that a path leads to, through a reference or not, and its field there.
  private func owner(of path: String, in dataset: OpenDataset) -> (dataset: OpenDataset, field: String)? {
    if dataset.schema.index(of: path) != nil { return (dataset, path) }
    let reference = references(of: dataset).first { path.hasPrefix($0.relation.name + ".") }
    return reference.flatMap { reference in
      self.dataset(named: reference.other).map { ($0, String(path.dropFirst(reference.relation.name.count + 1))) }
    }
  }
}

/// The rows of data sets as relations of others read them: reduced to the fields that are read, called by the rows that
/// they refer to, and, on a way back, with their references.
///
///     roles ──▶ projection ──▶ with their persons ──▶ back reference of the works
///     persons ──▶ projection ──┘
private final class ReadRows {
  /// What is read of a data set. Relations that read the same share a source.
  private struct Projection: Hashable {
    let dataset: String
    /// The fields, in the order in which they are read.
    var fields: [String]
    /// The fields that have records in the place of their keys.
    var references: Set<String> = []
    var hasTitles = true
    var order: SortField?
  }

  private let relations: DatasetRelations
  private let names: ReadNames?
  private var sources: [Projection: any DataSource<Record>] = [:]

  init(of relations: DatasetRelations, reading names: ReadNames?) { (self.relations, self.names) = (relations, names) }

  func others(of relation: DatasetRelations.Relation, _ other: OpenDataset) -> any DataSource<Record> {
    let keys = relation.relation.other.fields
    switch relation.relation.kind {
    case .join, .folds: return titled(other)
    // The text of a link is written in the Markdown: of the row that it leads to, only the path of its file is read.
    case .links: return source(of: Projection(dataset: other.name, fields: keys), other)
    // A reference leads to one row. The order is for the way back.
    case .reference: return referenced(by: relation, other)
    case .backReference:
      let schema = relations.referringSchema(of: other)
      var read = names?.fields(ofRecordsIn: relation.relation.name, among: schema.fields) ?? []
      read += relations.columns(of: relation).columns.map(\.field)
      let references = relations.references(of: other).map(\.relation.name).filter(read.contains)
      let order = references.isEmpty ? [] : [relation.order?.name.text].compactMap(\.self)
      return source(
        of: Projection(
          dataset: other.name, fields: read + keys + order, references: Set(references), order: relation.order), other)
    }
  }

  private func referenced(by relation: DatasetRelations.Relation, _ other: OpenDataset) -> any DataSource<Record> {
    let read = names?.fields(ofRecordsIn: relation.relation.name, among: other.schema.fields) ?? []
    return source(of: Projection(dataset: other.name, fields: read + relation.relation.other.fields), other)
  }

  /// Returns the rows that are folded. They are not shown: only the fields that the folds read are needed.
  func others(of fold: DatasetRelations.Fold, _ other: OpenDataset) -> any DataSource<Record> {
    let schema = relations.referringSchema(of: other)
    let members = fold.members.compactMap(schema.path)
    let conditions = (fold.predicate?.fields ?? []).compactMap { schema.path(of: $0.text) }
    // A member that is itself a reference is folded by its key, and a condition on it names the key or the title.
    let beyond = (members.filter { !$0.names.isEmpty } + conditions).map { schema.fields[$0.field] }
    let references = Set(beyond.filter { $0.reading == .reference }.map(\.name))
    // The fields of a condition are read only where it is checked after the projection.
    let paths = references.isEmpty ? members : members + conditions
    return source(
      of: Projection(
        dataset: other.name, fields: paths.map { schema.fields[$0.field].name } + fold.relation.other.fields,
        references: references, hasTitles: false), other, where: fold.predicate)
  }

  /// Returns all fields of the rows of a data set, called by the rows that they refer to.
  private func titled(_ dataset: OpenDataset) -> any DataSource<Record> {
    relating(dataset.rows, of: dataset, by: relations.references(ofTitlesOf: dataset))
  }

  private func source(
    of projection: Projection, _ dataset: OpenDataset, where predicate: RecordPredicate? = nil
  ) -> any DataSource<Record> {
    var projection = projection
    let titles = projection.hasTitles ? relations.titles[dataset.name] ?? [] : []
    let found = relations.references(of: dataset).filter { reference in
      projection.references.contains(reference.relation.name) || titles.contains(reference.relation.name)
    }
    projection.references = Set(found.map(\.relation.name))
    var known: Set<String> = []
    projection.fields = (projection.fields + titles + found.flatMap(\.relation.own.fields)).filter { name in
      dataset.schema.index(of: name) != nil && known.insert(name).inserted
    }
    if predicate == nil, let source = sources[projection] { return source }
    let source = made(projection, dataset, by: found, where: predicate)
    if predicate == nil { sources[projection] = source }
    return source
  }

  private func made(
    _ projection: Projection, _ dataset: OpenDataset, by references: [DatasetRelations.Relation],
    where predicate: RecordPredicate?
  ) -> any DataSource<Record> {
    func selected(_ rows: any DataSource<Record>) -> any DataSource<Record> {
      let filtered = predicate.map { predicate in
        rows.applying(.filter(predicate.matches)).named("where: \(predicate.label)") as any DataSource<Record>
      }
      return projection.order?.sorted(filtered ?? rows) ?? filtered ?? rows
    }
    // A condition, and the field of an order, may be those of a row that is referred to. Without references, an edit of
    // either that selects the same rows ends at the projection.
    let rows = references.isEmpty ? selected(dataset.rows) : dataset.rows
    let read = Transform(of: [rows], by: RecordProjection(fields: projection.fields)).named("read of \(dataset.name)")
    return references.isEmpty ? read : selected(relating(read, of: dataset, by: references))
  }

  private func relating(
    _ rows: any DataSource<Record>, of dataset: OpenDataset, by references: [DatasetRelations.Relation]
  ) -> any DataSource<Record> {
    if references.isEmpty { return rows }
    let others = references.map { reference in
      relations.dataset(named: reference.other).map { referenced(by: reference, $0) } ?? rows
    }
    let names = references.map(\.relation.name).joined(separator: ", ")
    return Transform(
      of: [rows] + others, by: RecordRelations(references.map(\.relation), titles: relations.titles[dataset.name])
    ).named("references of \(dataset.name): \(names)")
  }
}

extension DatasetRelations {
  /// A column of a table of related rows: the name of a field of theirs, or of the rows that these refer to, and the
  /// field of theirs that it begins with.
  typealias Column = (name: String, field: String)

  /// Returns the columns of the table of a back reference, and whether it has one of the titles.
  ///
  /// The columns are those that are configured. Rows without pages are shown in full: with the rows that they refer to,
  /// and then with their other fields, except keys and what is hidden.
  func columns(of relation: Relation) -> (columns: [Column], showsTitles: Bool) {
    guard relation.relation.kind.limit != nil, let other = dataset(named: relation.other) else { return ([], false) }
    let schema = referringSchema(of: other)
    let hidden = Set(other.entry.fields.filter(\.isHidden).map(\.field.text))
    let fields = schema.fields.filter { $0.name != relation.referringField && !hidden.contains($0.name) }
    let references = fields.filter { $0.reading == .reference }.map(\.name)
    let isTie = links.contains(other.name) && !isShown(other.name)
    var names: [String] = []
    if let chosen = relation.entry?.columns?.map(\.text) {
      names = (isTie ? references.filter { !chosen.contains($0) } : []) + chosen
    } else if !isShown(other.name) {
      names = references + fields.filter { $0.reading != .reference && !isKey($0, of: other) }.map(\.name)
    }
    let columns = names.compactMap { name in schema.path(of: name).map { (name, schema.fields[$0.field].name) } }
    return (columns, !isTie && relation.entry?.columns != nil)
  }

  /// Whether a field has keys that are no names.
  private func isKey(_ field: Field, of dataset: OpenDataset) -> Bool {
    dataset.source.keyFields.contains(field.name) && !field.isName
  }
}
