import Cells
import Changesets
import DataSources
import Datasets

extension CellRule {
  /// Returns the cell for a role.
  fileprivate func cell(_ role: CatalogExtension.Role) -> LocatedText? {
    switch role {
    case .card: card
    case .page: page
    }
  }
}

extension CellLibrary {
  /// A data set, and the decisions about its cells.
  ///
  /// It observes the records of the data set: changes of records that the survey examined put the decisions in doubt, and ``hasSamePresentation``
  /// checks them.
  final class Member {
    let entry: CatalogConfiguration.DatasetEntry
    let schema: Schema
    /// The data sets of the records that fields hold, by the names of the fields.
    let attached: [String: RelatedDataset]
    let rules: [CellRule]
    let styles: FieldStyles
    private(set) lazy var layout = makeLayout(leaf.survey, leaf.styles)
    /// The roles of the cells without a template.
    private(set) var layoutRoles: Set<CatalogExtension.Role> = []
    private let leaf: RelatedDataset
    /// The first file of the data set, by the path to show in messages.
    var file: String { leaf.leaf.file }
    /// The rows that texts in Markdown may name.
    let recordNames: RecordNames
    /// The fields that the rows are grouped by.
    private let groupFields: Set<String>
    /// Whether records have changed on which the presentation of fields depends.
    private var isLookInDoubt = false

    init(
      _ leaf: RelatedDataset, attached: [String: RelatedDataset], rules: [CellRule], groupFields: Set<String>,
      names: RecordNames
    ) {
      recordNames = names
      entry = leaf.leaf.entry
      schema = leaf.schema
      styles = leaf.styles
      self.leaf = leaf
      self.attached = attached
      self.rules = rules
      self.groupFields = groupFields
      leaf.leaf.rows.link.addObserver(self) { member, event in
        if case .didUpdate(let batch, _) = event { member.note(batch) }
      }
    }

    private func note(_ batch: UpdateBatch) {
      let count = leaf.leaf.rows.numberOfItems
      if batch.isReload || !batch.removals.isEmpty || !batch.insertions.isEmpty
        || batch.replacements.contains(where: { FieldSurvey.looksAt($0.item, among: count) })
      {
        isLookInDoubt = true
      }
    }

    /// Returns the layout of the cells without a template, and records their role.
    func useLayout(as role: CatalogExtension.Role, on pages: Pagination) -> CellLayout {
      layoutRoles.insert(role)
      return layout.cells(role, on: pages)
    }

    /// Whether deciding again would present the fields in the same way.
    ///
    /// - Complexity: O(1) unless a record has changed on which that depends; otherwise that of a survey.
    var hasSamePresentation: Bool {
      if !isLookInDoubt { return true }
      let (survey, styles) = leaf.presentation()
      isLookInDoubt = styles != self.styles || !layoutRoles.isEmpty && makeLayout(survey, styles) != layout
      return !isLookInDoubt
    }

    private func makeLayout(_ survey: FieldSurvey, _ styles: FieldStyles) -> DefaultLayout {
      // A reference says more than the key that it is written as.
      let keys = leaf.leaf.source.keyFields.filter { name in
        !schema.fields.contains { $0.name == name && $0.reading == .reference }
      }
      let records = leaf.leaf.rows.items
      return DefaultLayout(
        records, schema: schema, titleFields: leaf.leaf.titleFields, entry: entry, styles: styles,
        survey: survey.completed(by: records, schema: leaf.leaf.schema), names: recordNames,
        unfit: groupFields.union(keys))
    }

    /// The decisions that the survey of the records made about fields: `prose` or `fact`, by field.
    var layoutDecisions: [String: String] {
      layoutRoles.isEmpty ? [:] : layout.decisions.mapValues { $0 ? "prose" : "fact" }
    }

    /// The fields that cards show as facts, if the survey of the records chose them; otherwise `nil`.
    var decidedFacts: [String]? {
      layoutRoles.contains(.card) && entry.facts == nil && leaf.source.numberOfItems > 0 ? layout.factNames : nil
    }

    /// The fields that the layout treats as prose, the leading one first.
    var proseFields: [String] {
      let lead = layout.leadName.map { [$0] } ?? []
      return lead + schema.fields.map(\.name).filter { layout.prose.contains($0) && !lead.contains($0) }
    }

    /// Returns the style of a field, or of a field of the records in a field, such as `artist.born`; `nil` if there is no such field.
    func style(of name: String) -> FieldStyle? {
      if let style = styles[name] { return style }
      let words = name.split(separator: ".", maxSplits: 1).map(String.init)
      return words.count > 1 ? attached[words[0]]?.styles[words[1]] : nil
    }

    /// Whether a text leads the pages.
    var hasLead: Bool { layout.leadName != nil }

    /// Whether a field holds pictures, or records that have some.
    func hasPictures(inField index: Int) -> Bool {
      let field = schema.fields[index]
      let records = field.type == .records ? attached[field.name]?.ownSchema.fields ?? [] : []
      return field.type == .image || records.contains { $0.type == .image }
    }

    /// The identifiers of the cells that show the records in a role.
    func names(of role: CatalogExtension.Role) -> [LocatedText] { rules.compactMap { $0.cell(role) } }

    /// The rules about a role, each with its cell.
    func cells(_ role: CatalogExtension.Role) -> [(predicate: RecordPredicate?, cell: CellIdentifier)] {
      rules.compactMap { rule in rule.cell(role).map { (rule.predicate, CellIdentifier(rawValue: $0.text)) } }
    }
  }
}
