import Cells
import DataSources
import Datasets
import Diagnostics
import Fingerprints
import Rendering
import SystemPackage

/// The cells of a catalog. A kind of cell has the program's configurator, a template from the catalog's `templates`
/// folder, or the default layout.
///
/// For each data set and each kind with a template or the default layout, the library prepares a ``CellRecipe``. As
/// long as its fingerprint is the same, no body is created.
struct CellLibrary {
  private let pool = CellPool<DocumentCell>()
  private(set) var diagnostics: [Diagnostic] = []
  private let folder: InputFolder
  private let plans: [DatasetPlan]
  private let missingImages: Set<String>
  private let additions: CatalogExtension
  private let log: InputManifest
  /// For each data set, the fields that its cards show, as far as the cards were created.
  private(set) var fieldsOnCards: [String: Set<Int>] = [:]
  /// The cells that steps add to listings: sources of one item each, or of none while the cell is hidden.
  private(set) var addedCells: [CellIdentifier: [ArraySource<CellIdentifier>]] = [:]
  private var shownCells: Set<CellIdentifier> = []
  /// The links of cells, as far as their bodies were created.
  let references = ReferenceLog()

  /// Creates a library for data sets, whose names are unique.
  init(
    folder: InputFolder, plans: [DatasetPlan], missingImages: Set<String>, adding additions: CatalogExtension,
    log: InputManifest
  ) {
    self.additions = additions
    self.folder = folder
    self.plans = plans
    self.missingImages = missingImages
    self.log = log
  }

  /// Returns a source of the cells that show records in a role.
  ///
  /// - Parameters:
  ///   - cell: The kind of all cells; `nil` leaves the choice to the rules of the data sets.
  ///   - pages: The layout of the pages with the cells, which cells without a template follow.
  mutating func cells(
    of records: any DataSource<Record>, as role: CatalogExtension.Role, all cell: LocatedText? = nil,
    on pages: Pagination = Pagination()
  ) -> CellSource<Record, DocumentCell> {
    let rules =
      Dictionary(
        uniqueKeysWithValues: plans.map { plan in
          (plan.name, plan.cells(role).map { ($0.predicate, CellIdentifier(rawValue: $0.cell.text)) })
        }) as [String: [(predicate: RecordPredicate?, cell: CellIdentifier)]]
    // If a single kind of cell shows all rows, no rule has to be evaluated for each.
    let firsts = rules.values.map(\.first)
    let only =
      additions.rules.isEmpty && firsts.allSatisfy { $0?.predicate == nil && $0?.cell == firsts[0]?.cell }
      ? firsts.first??.cell : nil
    let all = cell.map { CellIdentifier(rawValue: $0.text) } ?? only
    let source = CellSource<Record, DocumentCell>(records, pool: pool) { [additions] record in
      all ?? additions.cell(role, for: record)
        ?? rules[record.dataset]?.first { $0.predicate?.matches(record) ?? true }?.cell
    }
    var kinds: [String: (name: LocatedText, plans: [DatasetPlan])] = [:]
    for plan in plans {
      for name in cell.map({ [$0] }) ?? plan.cells(role).map(\.cell) {
        kinds[name.text, default: (name, [])].plans.append(plan)
      }
    }
    for rule in additions.rules where rule.role == role && cell == nil {
      kinds[rule.cell.rawValue] = (LocatedText(rule.cell.rawValue), plans)
    }
    for (identifier, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      shownCells.insert(CellIdentifier(rawValue: identifier))
      if let own = additions.cells[CellIdentifier(rawValue: identifier)] {
        own(source, CellIdentifier(rawValue: identifier))
        // The configurator of a program may show any field.
        for plan in kind.plans { note(plan.schema.fields.indices, of: plan, shownAs: role) }
        continue
      }
      let names = TemplateNames(
        kind.plans.map(\.schema),
        attached: kind.plans.reduce(into: [:]) { $0.merge($1.attached.mapValues(\.schema)) { first, _ in first } })
      let template = template(kind.name, names: names, hasDefault: true)
      // Several rules of a data set may name the same kind.
      let recipes = Dictionary(
        kind.plans.map { ($0.name, recipe(of: $0, as: role, template, on: pages)) },
        uniquingKeysWith: { first, _ in first })
      let references = references
      let only = recipes.count == 1 ? recipes.values.first : nil
      source.register(CellIdentifier(rawValue: identifier)) { record in
        (only ?? recipes[record.dataset])?.origin(record) ?? Fingerprint("")
      } content: { record in
        guard let recipe = only ?? recipes[record.dataset] else { return CellContent(title: record.title) }
        let title = record.title
        return CellContent(
          title: title, accent: recipe.accent.flatMap { Accent(record.value(at: $0).text) },
          body: recipe.body(record, title).onMaking { references.note($0, of: record.objectID) })
      }
    }
    return source
  }

  private mutating func note(_ fields: some Sequence<Int>, of plan: DatasetPlan, shownAs role: CatalogExtension.Role) {
    if role == .card { fieldsOnCards[plan.name, default: []].formUnion(fields) }
  }

  private mutating func recipe(
    of plan: DatasetPlan, as role: CatalogExtension.Role, _ template: CellTemplate?, on pages: Pagination
  ) -> CellRecipe {
    let recipe =
      template.map { CellRecipe($0, of: plan, without: missingImages) }
      ?? CellRecipe(plan.useLayout(as: role, on: pages), of: plan, without: missingImages)
    note(recipe.linkedFields, of: plan, shownAs: role)
    return recipe
  }

  /// Returns a source of a single cell that shows no record.
  mutating func cell(_ name: LocatedText, facts: [String: () -> TemplateValue]) -> any DataSource<DocumentCell> {
    let identifier = CellIdentifier(rawValue: name.text)
    let shown = ArraySource([identifier])
    addedCells[identifier, default: []].append(shown)
    let source = CellSource<CellIdentifier, DocumentCell>(shown.named(name.text), pool: pool) { $0 }
      .named("cell: \(name.text)")
    if let template = template(name, names: TemplateNames(facts.keys.sorted()), hasDefault: false) {
      source.register(identifier) { cell, _ in
        // Facts change without an update of the cell's source. They are evaluated whenever the cell is created.
        let values = facts.mapValues { $0() }
        cell.body = template.body { values[$0] ?? .missing }
      }
    }
    return source
  }

  /// Returns the template of a cell, or `nil` for the default layout. A template that is missing or broken is reported.
  ///
  /// - Parameter hasDefault: Whether the cell has the default layout if its name is one of that layout.
  private mutating func template(_ name: LocatedText, names: TemplateNames, hasDefault: Bool) -> CellTemplate? {
    guard !name.text.isEmpty, name.text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else {
      report(
        Diagnostic(
          code: "cell/name", "“\(name.text)” cannot name a cell", at: name.location,
          hint: "Use letters, digits, - and _: the cell's template is templates/NAME.md."))
      return nil
    }
    let path = folder.place(of: Self.file(ofCell: name.text))
    log.note(path)
    guard path.exists else {
      if !hasDefault || !CatalogConfiguration.DatasetEntry.defaultCells.contains(name.text) {
        report(
          Diagnostic(
            code: "cell/no-template", "the cell “\(name.text)” has no template", at: name.location,
            hint: hasDefault ? hint(for: name.text, missing: path) : "Write it to \(path)."))
      }
      return nil
    }
    do {
      return try CellTemplate(path.text(), file: path.string, names: names)
    } catch {
      error.diagnostics.forEach { report($0) }
      return nil
    }
  }

  private func hint(for name: String, missing path: FilePath) -> String {
    let own = additions.cells.keys.map(\.rawValue).sorted()
    if let meant = name.closest(in: own) { return "Did you mean “\(meant)”?" }
    return additions.isEmpty
      ? "Write it to \(path)." : "Write it to \(path), or have the program register it: catalog.register(\"\(name)\")."
  }

  /// The kinds of cells that the program registers, and that nothing shows.
  var unusedCells: [CellIdentifier] {
    additions.cells.keys.filter { !shownCells.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  static func file(ofCell name: String) -> String { "templates/\(name).md" }

  /// Reports a problem once, even if a template serves two roles.
  private mutating func report(_ diagnostic: Diagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}
