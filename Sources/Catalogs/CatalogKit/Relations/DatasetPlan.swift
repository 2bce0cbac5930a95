import Changesets
import DataSources

/// A data set of a catalog, and everything that is decided about it when the catalog is opened: what its rows are
/// related to, and how cells show them.
///
/// It observes the rows: changes of rows that the survey examined put the presentation in doubt, and
/// ``hasSamePresentation`` checks it.
final class DatasetPlan {
  /// The fields of the records that a field holds, and their styles.
  typealias Attached = (schema: Schema, styles: FieldStyles)

  /// The files of the data set, and the rows in them.
  let data: OpenDataset
  let relations: [DatasetRelations.Relation]
  /// The fields that form the titles; empty if the keys are the titles.
  let titleFields: [String]
  /// The rows with their related rows.
  let source: any DataSource<Record>
  /// The fields with those that relations add.
  let schema: Schema
  let styles: FieldStyles
  /// The fields of the records that fields hold, by the names of these fields.
  private(set) var attached: [String: Attached] = [:]
  /// What pages show of related records, by the names of the fields that hold them.
  private var related: [String: CellLayout.RelatedRows] = [:]
  let recordNames: RecordNames
  private(set) lazy var layout = makeLayout(survey, styles)
  /// The roles of the cells without a template.
  private(set) var layoutRoles: Set<CatalogExtension.Role> = []
  private let rules: [CellRule]
  private let map: LinkTemplate?
  private let groupFields: Set<String>
  let survey: FieldSurvey
  /// Whether the rows have names, if the titles depend on it.
  private let hasNames: Bool?
  /// Whether records have changed on which the presentation of fields depends.
  private var isPresentationInDoubt = false

  /// Relates the rows of a data set to others, and decides how its fields are shown.
  ///
  /// - Parameters:
  ///   - folds: The relations whose records are folded.
  ///   - others: The records of other data sets, as far as they are read, for each of the relations and of the folds.
  ///   - titles: The fields that form the titles, if the rows are called by rows that they refer to.
  ///   - styles: Returns the styles of the fields, without the decisions that their values make.
  init(
    _ data: OpenDataset, relations: [DatasetRelations.Relation], folds: [RecordRelation],
    others: [any DataSource<Record>], titles: [String]?, hasNames: Bool?, styles: (Schema) -> FieldStyles,
    configuration: CatalogConfiguration, names: RecordNames
  ) {
    self.data = data
    self.relations = relations
    titleFields = titles ?? data.titleFields
    self.hasNames = hasNames
    let all = relations.map(\.relation) + folds
    schema = data.schema.adding(all.flatMap(\.fields))
    if all.isEmpty {
      source = data.rows
    } else {
      let names = relations.map(\.relation.name) + folds.flatMap(\.fields).map(\.name)
      let related = Transform(of: [data.rows] + others, by: RecordRelations(all, titles: titles)).named(
        "relations: \(names.joined(separator: ", "))")
      // Each step of a chain reads these records.
      source = related.applying(.keep()).named("related rows")
    }
    survey = FieldSurvey(of: data)
    self.styles = styles(schema).decided(by: survey)
    rules = configuration.cellRules(for: data.entry)
    map = configuration.documents.map
    groupFields = configuration.collection(of: data.name).groupFields
    recordNames = names
    data.rows.link.addObserver(self) { plan, event in if case .didUpdate(let batch, _) = event { plan.note(batch) } }
  }

  var entry: CatalogConfiguration.DatasetEntry { data.entry }
  var name: String { data.name }
  /// The first file of the data set, by the path to show in messages.
  var file: String { data.file }

  /// Takes the fields of related records from the plans of their data sets.
  func attachFields(of plans: [DatasetPlan], in relations: DatasetRelations) {
    for relation in self.relations {
      guard let other = plans.first(where: { $0.name == relation.other }) else { continue }
      let isBack = relation.relation.kind.limit != nil
      attached[relation.relation.name] = (
        isBack ? relations.referringSchema(of: other.data) : other.data.schema, other.styles
      )
    }
  }

  /// Takes the columns of related records from the plans of their data sets, which have attached their fields.
  func attachColumns(of plans: [DatasetPlan], in relations: DatasetRelations) {
    for relation in self.relations {
      let name = relation.relation.name
      guard let other = plans.first(where: { $0.name == relation.other }), let style = styles[name] else { continue }
      let (columns, showsTitles) = relations.columns(of: relation)
      related[name] = CellLayout.RelatedRows(
        name: name, style: style,
        columns: columns.compactMap { column in
          other.style(of: column.name).map { CellLayout.StyledField(name: column.name, style: $0) }
        }, titleLabel: showsTitles ? other.titleLabel ?? other.data.title : nil)
    }
  }

  // MARK: - The presentation

  private func note(_ batch: UpdateBatch) {
    let count = data.rows.numberOfItems
    if batch.isReload || !batch.removals.isEmpty || !batch.insertions.isEmpty
      || batch.replacements.contains(where: { FieldSurvey.looksAt($0.item, among: count) })
    {
      isPresentationInDoubt = true
    }
  }

  /// Whether deciding again would present the fields in the same way.
  ///
  /// - Complexity: O(1) unless a record has changed on which that depends; otherwise that of a survey.
  var hasSamePresentation: Bool {
    if !isPresentationInDoubt { return true }
    let survey = FieldSurvey(of: data)
    let styles = styles.decided(by: survey)
    let isNamedOtherwise = hasNames.map { $0 != data.hasNames } ?? false
    isPresentationInDoubt =
      isNamedOtherwise || styles != self.styles || !layoutRoles.isEmpty && makeLayout(survey, styles) != layout
    return !isPresentationInDoubt
  }

  func useLayout(as role: CatalogExtension.Role, on pages: Pagination) -> CellLayout {
    layoutRoles.insert(role)
    return layout.cells(role, on: pages)
  }

  private func makeLayout(_ survey: FieldSurvey, _ styles: FieldStyles) -> DefaultLayout {
    // A reference says more than the key that it is written as.
    let keys = data.source.keyFields.filter { name in
      !schema.fields.contains { $0.name == name && $0.reading == .reference }
    }
    let records = data.rows.items
    return DefaultLayout(
      records, schema: schema, titleFields: titleFields, entry: entry, styles: styles,
      survey: survey.completed(by: records, schema: data.schema), related: related, names: recordNames, map: map,
      unfit: groupFields.union(keys))
  }

  /// The fields that cards show as facts, if the survey of the records chose them; otherwise `nil`.
  var decidedFacts: [String]? {
    layoutRoles.contains(.card) && entry.facts == nil && source.numberOfItems > 0 ? layout.factNames : nil
  }

  /// The fields that the layout treats as prose, the leading one first.
  var proseFields: [String] {
    let lead = layout.leadName.map { [$0] } ?? []
    return lead + schema.fields.map(\.name).filter { layout.prose.contains($0) && !lead.contains($0) }
  }

  /// Returns the style of a field, or of a field of the records in a field, such as `artist.born`; `nil` if there is no
  /// such field.
  func style(of name: String) -> FieldStyle? {
    if let style = styles[name] { return style }
    let words = name.split(separator: ".", maxSplits: 1).map(String.init)
    return words.count > 1 ? attached[words[0]]?.styles[words[1]] : nil
  }

  /// The label of the field that the titles of the rows come from; `nil` if they come from several.
  var titleLabel: String? {
    let fields = titleFields.isEmpty ? data.source.keyFields : titleFields
    return fields.count == 1 ? styles[fields[0]]?.label : nil
  }

  /// The fields that hold pictures, or records that have some.
  var pictures: [Int] {
    schema.fields.indices.filter { index in
      let field = schema.fields[index]
      let records = field.type == .records ? attached[field.name]?.schema.fields ?? [] : []
      return field.type == .image || records.contains { $0.type == .image }
    }
  }

  func cells(_ role: CatalogExtension.Role) -> [(predicate: RecordPredicate?, cell: LocatedText)] {
    rules.compactMap { rule in
      let cell = role == .card ? rule.card : rule.page
      return cell.map { (rule.predicate, $0) }
    }
  }
}

extension Schema {
  func adding(_ fields: [Field]) -> Schema { RecordOverlay(over: self, fields: fields).schema }
}
