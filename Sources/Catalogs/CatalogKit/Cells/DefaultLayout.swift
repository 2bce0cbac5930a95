import Datasets
import DocumentModel
import Fingerprints
import Rendering

/// The layout of the cells without a template. It is derived from the schema, so that any data set becomes a readable catalog.
struct DefaultLayout: Hashable, Sendable {
  private let schema: Schema
  private let images: [Field]
  /// The field whose text leads the page.
  private let lead: Field?
  /// The fields that pages show with their labels: long texts under headings, all others as properties.
  private let labelled: [Field]
  /// The groups of fields that are shown as tables.
  private let families: [FieldFamily]
  /// The fields that cards show as properties.
  private let facts: [Field]
  private let styles: FieldStyles
  /// The rows that texts in Markdown may name.
  private let names: RecordNames
  /// The labels of the members of objects, by their names.
  private let memberLabels: [String: String]
  /// The names of the fields that are long texts, which cards do not show as facts.
  let prose: Set<String>
  /// The fields that hold related records.
  private let attached: [Field]
  /// The fields that hold the numbers of referring records.
  private let counts: [Field]
  /// For each text field that the survey decided about: whether it is prose.
  let decisions: [String: Bool]
  /// The name of the field whose text leads the page.
  var leadName: String? { lead?.name }
  /// The names of the fields that cards show as facts.
  var factNames: [String] { facts.map(\.name) }

  /// Assigns the fields of a data set to the parts of cells.
  ///
  /// The place of a value depends on the schema and on the value itself, except for two decisions that depend on all rows. Fields of mostly
  /// long text are prose, which is no fact on a card, and leads a page if the field's name says that it describes the row. And cards show
  /// the facts that distinguish rows best. Thus a change of one row changes no other page, unless it reverses one of these decisions.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - schema: Their fields.
  ///   - titleFields: The fields that the titles come from.
  ///   - entry: The configuration of the data set: which fields are prose, which are facts on cards, and which are hidden.
  ///   - styles: The styles of the fields.
  ///   - survey: The survey of the values.
  ///   - names: The rows that texts in Markdown may name.
  ///   - unfit: The names of the fields that are no facts on cards, because they appear there already, or say nothing.
  /// - Complexity: O(*f* · *r*) for *f* fields and *r* rows of the survey.
  init(
    _ records: [Record], schema: Schema, titleFields: [String], entry: CatalogConfiguration.DatasetEntry,
    styles: FieldStyles, survey: FieldSurvey, names: RecordNames, unfit: Set<String>
  ) {
    self.schema = schema
    self.styles = styles
    self.names = names
    let chosen = entry.prose?.map(\.text)
    let hidden = Set(entry.fields.filter(\.isHidden).map(\.field.text))
    let orders = Dictionary(
      entry.fields.compactMap { field in field.order.map { (field.field.text, $0) } }, uniquingKeysWith: { $1 })
    let indices = schema.fields.indices.filter { index in
      let field = schema.fields[index]
      // A title with a reference contains the keys of the rows that it refers to, and no links.
      let isTitle = titleFields.contains(field.name) && field.reading != .reference
      return !isTitle && !hidden.contains(field.name) && field.reading != .linked
    }
    // The sort is stable: fields without a place keep their order.
    let fields = indices.map { schema.fields[$0] }.sorted { orders[$0.name] ?? .max < orders[$1.name] ?? .max }
    let texts = chosen == nil ? indices.filter { schema.fields[$0].type == .text } : []
    decisions = Dictionary(
      uniqueKeysWithValues: texts.map { (schema.fields[$0].name, survey[$0].areProse) })
    let markdown = fields.filter { $0.type == .markdown }.map(\.name)
    let prose = Set(chosen ?? markdown + decisions.filter(\.value).map(\.key))
    images = fields.filter { $0.type == .image }
    attached = fields.filter { $0.type == .records && $0.reading != .reference }
    let countNames = Set(attached.map { RecordRelation.countName(of: $0.name) })
    counts = fields.filter { countNames.contains($0.name) }
    let others = fields.filter {
      $0.type != .image && ($0.type != .records || $0.reading == .reference) && !countNames.contains($0.name)
    }
    let lead =
      chosen.map { names in names.first.flatMap { name in others.first { $0.name == name } } }
      ?? others.first { prose.contains($0.name) && $0.isBody }
      ?? others.first { prose.contains($0.name) && $0.type == .markdown }
    self.lead = lead
    self.prose = prose
    let configured = Set(entry.fields.map(\.field.text))
    families = FieldFamily.find(
      among: others.filter { field in
        let isPlain = ![.markdown, .records].contains(field.type) && !field.isNested && field != lead
        return isPlain && !prose.contains(field.name) && !configured.contains(field.name)
      })
    let members = Set(families.flatMap(\.fields))
    let labelled = others.filter { $0 != lead && !members.contains($0) }
    self.labelled = labelled
    facts =
      entry.facts.map { $0.compactMap { name in schema.index(of: name.text).map { schema.fields[$0] } } }
      ?? CardFacts.choose(
        among: labelled.filter { field in
          let isFact = field.type != .markdown && !field.isNested
          return isFact && !prose.contains(field.name) && !unfit.contains(field.name)
        },
        of: records, schema, survey) + counts
    let memberNames = Set(fields.filter(\.isNested).flatMap(\.namesOfMembers) + families.flatMap(\.namesOfMembers))
    memberLabels = Dictionary(uniqueKeysWithValues: memberNames.map { ($0, Label($0).text) })
  }

  /// Returns what the cells of a role show.
  ///
  /// - Parameter pages: The layout of the pages with the cells. The columns of a catalog may name fields of other data sets.
  func cells(_ role: CatalogExtension.Role, on pages: Pagination) -> CellLayout {
    func styled(_ fields: [Field]) -> [CellLayout.StyledField] {
      fields.compactMap { field in styles[field.name].map { CellLayout.StyledField(name: field.name, style: $0) } }
    }
    func shown(_ fields: [Field]) -> RecordNames? { fields.contains { $0.type == .markdown } ? names : nil }
    let lead = lead.map { [$0] } ?? []
    guard role == .page || pages.view == .cards else {
      let columns = (pages.columns ?? []).compactMap { column in schema.fields.first { $0.name == column.text } }
      let facts = columns.isEmpty ? facts : columns
      return CellLayout(form: .line, facts: styled(facts), names: shown(facts))
    }
    if role == .card {
      return CellLayout(
        form: .card, images: styled(Array(images.prefix(1))), lead: styled(lead).first, facts: styled(facts),
        names: shown(lead))
    }
    return CellLayout(
      form: .page, images: styled(images), lead: styled(lead).first, facts: styled(labelled),
      tables: families.compactMap { family in
        styles[family.fields[0].name].map { CellLayout.Table(family: family, style: $0) }
      },
      attached: styled(attached), memberLabels: memberLabels, names: shown(lead + labelled))
  }
}
