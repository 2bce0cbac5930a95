import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Fingerprints
import Rendering
import SystemPackage

/// The cells of a catalog. A kind of cell has the program's configurator, a template from the catalog's `templates` folder, or the default
/// layout.
///
/// For each data set and each kind with a template or the default layout, the library prepares a recipe: a fingerprint of everything that
/// determines the body of a record's cell, and a closure that creates the body. As long as the fingerprint is the same, no body is created.
struct CellLibrary {
  private let pool = CellPool<DocumentCell>()
  private(set) var diagnostics: [Diagnostic] = []
  private let folder: InputFolder
  let members: [Member]
  private let missingImages: Set<String>
  /// The cells and rules of a program.
  private let additions: CatalogExtension
  private let log: InputManifest
  /// For each data set, the fields that its cards show, as far as the cards were created.
  private(set) var fieldsOnCards: [String: Set<Int>] = [:]
  /// The links of cells, as far as their bodies were created.
  let references = ReferenceLog()

  /// Creates a library for data sets.
  ///
  /// - Parameters:
  ///   - folder: The catalog's folder.
  ///   - members: The data sets. Their names are unique.
  ///   - missingImages: The pictures that do not exist.
  ///   - additions: The cells and rules of a program.
  ///   - log: Records the templates that are read.
  init(
    folder: InputFolder, members: [Member], missingImages: Set<String>, adding additions: CatalogExtension,
    log: InputManifest
  ) {
    self.additions = additions
    self.folder = folder
    self.members = members
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
    let rules = Dictionary(uniqueKeysWithValues: members.map { ($0.entry.name.text, $0.cells(role)) })
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
    var kinds: [String: (name: LocatedText, members: [Member])] = [:]
    for member in members {
      for name in cell.map({ [$0] }) ?? member.names(of: role) {
        kinds[name.text, default: (name, [])].members.append(member)
      }
    }
    for rule in additions.rules where rule.role == role && cell == nil {
      kinds[rule.cell.rawValue] = (LocatedText(rule.cell.rawValue), members)
    }
    for (identifier, kind) in kinds.sorted(by: { $0.key < $1.key }) {
      if let own = additions.cells[CellIdentifier(rawValue: identifier)] {
        own(source, CellIdentifier(rawValue: identifier))
        // The configurator of a program may show any field.
        for member in kind.members { note(member.schema.fields.indices, of: member, shownAs: role) }
        continue
      }
      let names = TemplateNames(
        kind.members.map(\.schema),
        attached: kind.members.reduce(into: [:]) { $0.merge($1.attached.mapValues(\.ownSchema)) { first, _ in first } })
      let template = template(kind.name, names: names, hasDefault: true)
      let recipes = Dictionary(
        kind.members.map { ($0.entry.name.text, recipe(of: $0, role, template, pages)) },
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

  /// How the cells of a kind are created for the records of a data set.
  private struct Recipe {
    let accent: Int?
    /// Returns the fingerprint of everything that determines the cell of a record, apart from the record.
    let origin: (Record) -> Fingerprint
    let body: (_ record: Record, _ title: String) -> CellBody
  }

  /// Records which fields the cells of a role show.
  private mutating func note(
    _ fields: some Sequence<Int>, of member: Member, shownAs role: CatalogExtension.Role
  ) {
    if role == .card { fieldsOnCards[member.entry.name.text, default: []].formUnion(fields) }
  }

  /// Returns how cells are created. Besides the record, its closures read a layout, whose fingerprint covers all of its properties, and
  /// whether pictures are missing.
  private mutating func recipe(
    of member: Member, _ role: CatalogExtension.Role, _ template: CellTemplate?, _ pages: Pagination
  ) -> Recipe {
    let accent = member.entry.accent.flatMap { member.schema.index(of: $0.text) }
    let missing = missingImages
    let pictures = member.schema.fields.indices.filter { member.hasPictures(inField: $0) }
    /// Returns a function that combines the fingerprint of a recipe with the availability of a record's pictures.
    func origin(_ recipe: Fingerprint) -> (Record) -> Fingerprint {
      var parts = Fingerprinter()
      parts.combine(recipe)
      parts.combine(member.entry.accent?.text)
      let base = parts.finish()
      if pictures.isEmpty { return { _ in base } }
      return { record in
        var parts = Fingerprinter()
        parts.combine(base)
        for index in pictures { record.value(at: index).combinePictures(besides: missing, into: &parts) }
        return parts.finish()
      }
    }
    guard let template else {
      let layout = member.useLayout(as: role, on: pages)
      note(layout.linkedFieldsOnCards.compactMap(member.schema.index), of: member, shownAs: role)
      let shown = layout.fieldNames?.compactMap(member.schema.index)
      let recipe = layout.fingerprint
      return Recipe(accent: accent, origin: origin(recipe)) { record, title in
        var inputs = Fingerprinter()
        inputs.combine(recipe)
        record.combine(fields: shown, into: &inputs)
        // The title is the alternative text of pictures.
        if shown != nil { inputs.combine(title) }
        for index in pictures { record.value(at: index).combinePictures(besides: missing, into: &inputs) }
        return CellBody(fingerprint: inputs.finish()) { layout.body(of: record, without: missing) }
      }
    }
    let file = member.file
    let places = template.fields.map { member.schema.place(ofTemplateName: $0) }
    let indices = places.compactMap { $0?.field }
    note(indices, of: member, shownAs: role)
    let shownPictures = pictures.filter(indices.contains)
    let layout = TemplateLayout(template, places, of: member)
    let recipe = layout.fingerprint
    return Recipe(accent: accent, origin: origin(recipe)) { record, title in
      var inputs = Fingerprinter()
      inputs.combine(recipe)
      record.combine(fields: indices, showing: template.uses, into: &inputs)
      if !shownPictures.isEmpty {
        // The title is the alternative text of pictures, and a picture may exist or not.
        inputs.combine(title)
        for index in shownPictures { record.value(at: index).combinePictures(besides: missing, into: &inputs) }
      }
      return template.body(inputs: inputs.finish()) {
        layout.values(of: record, at: indices, without: missing)
      } of: {
        Diagnostic.Location(file: file, row: record.row)
      }
    }
  }

  /// Returns a source of a single cell that shows no record.
  ///
  /// - Parameter facts: The facts about the catalog that the cell's template may name.
  mutating func cell(
    _ name: LocatedText, facts: [String: () -> TemplateValue]
  ) -> any DataSource<DocumentCell> {
    let identifier = CellIdentifier(rawValue: name.text)
    let source = CellSource<CellIdentifier, DocumentCell>(
      ArraySource([identifier]).named(name.text), pool: pool
    ) { $0 }.named("cell: \(name.text)")
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
  private mutating func template(
    _ name: LocatedText, names: TemplateNames, hasDefault: Bool
  ) -> CellTemplate? {
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
            hint: "Write it to \(path)."))
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

  /// Returns the file of a cell's template, relative to the catalog's folder.
  static func file(ofCell name: String) -> String { "templates/\(name).md" }

  /// Reports a problem once, even if a template serves two roles.
  private mutating func report(_ diagnostic: Diagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}
