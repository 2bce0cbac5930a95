import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Rendering

/// The cells of a catalog: for each identifier a template from the catalog's `templates` folder, or the default layout.
struct CellLibrary {
  /// A data set, and what is decided about its cells.
  private struct Member {
    let entry: CatalogConfiguration.DatasetEntry
    let dataset: Dataset
    let layout: DefaultLayout
  }

  /// A role that a cell has for a record.
  enum Role {
    case card, page
  }

  private let pool = CellPool<DocumentCell>()
  private(set) var diagnostics: [Diagnostic] = []
  private let folder: String
  private let members: [Member]

  /// Makes a library for some data sets.
  ///
  /// - Parameters:
  ///   - folder: The catalog's folder.
  ///   - datasets: The data sets, each with a name of its own, and their entries in the configuration.
  init(folder: String, datasets: [(entry: CatalogConfiguration.DatasetEntry, dataset: Dataset)]) {
    self.folder = folder
    members = datasets.map { Member(entry: $0, dataset: $1, layout: DefaultLayout($1)) }
  }

  /// The cells that show records in a role.
  mutating func cells(of records: any DataSource<Record>, as role: Role) -> CellSource<Record, DocumentCell> {
    let owners = Dictionary(uniqueKeysWithValues: members.map { ($0.dataset.name, $0) })
    let source = CellSource(records, pool: pool) { record in
      CellIdentifier(rawValue: owners[record.id.dataset]?.entry.cell(role).text ?? "")
    }
    let kinds = Dictionary(grouping: members) { $0.entry.cell(role).text }
    for (identifier, members) in kinds.sorted(by: { $0.key < $1.key }) {
      let fields = members.flatMap { $0.dataset.schema.fields.map(\.name) }
      let template = template(members[0].entry.cell(role), fields: fields, hasDefault: true)
      source.register(CellIdentifier(rawValue: identifier)) { cell, record in
        let owner = owners[record.id.dataset]
        cell.title = record.title
        cell.target = record.objectID
        cell.accent = owner?.entry.accent.flatMap { Accent(record[$0.text]?.text ?? "") }
        cell.body =
          if let template {
            template.blocks { (record[$0] ?? .missing).templateValue(title: record.title) }
          } else {
            owner?.layout.body(of: record, as: role) ?? []
          }
      }
    }
    return source
  }

  /// A source of a single cell that shows no record.
  ///
  /// - Parameter facts: What the cell's template may name: facts of the catalog.
  mutating func cell(_ name: CatalogConfiguration.Name, facts: [String: TemplateValue]) -> any DataSource<DocumentCell>
  {
    let identifier = CellIdentifier(rawValue: name.text)
    let source = CellSource(ArraySource([identifier]), pool: pool) { $0 }
    if let template = template(name, fields: facts.keys.sorted(), hasDefault: false) {
      source.register(identifier, template: template) { _ in { facts[$0] ?? .missing } }
    }
    return source
  }

  /// The template of a cell: nothing for the default layout, and where it is missing or broken, which is reported.
  ///
  /// - Parameter hasDefault: Whether the cell may have the default layout, if that is its name.
  private mutating func template(
    _ name: CatalogConfiguration.Name, fields: [String], hasDefault: Bool
  ) -> CellTemplate? {
    guard !name.text.isEmpty, name.text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else {
      report(
        Diagnostic(
          code: "cell/name", "“\(name.text)” cannot name a cell", at: name.location,
          hint: "Use letters, digits, - and _: the cell's template is templates/NAME.md."))
      return nil
    }
    let file = "templates/\(name.text).md"
    let path = FileSystem.path(file, in: folder)
    guard FileSystem.exists(path) else {
      if !hasDefault || !DefaultLayout.identifiers.contains(name.text) {
        report(
          Diagnostic(
            code: "cell/no-template", "the cell “\(name.text)” has no template", at: name.location,
            hint: "Write it to \(path)."))
      }
      return nil
    }
    do {
      return try CellTemplate(FileSystem.read(path), file: path, fields: fields)
    } catch {
      error.diagnostics.forEach { report($0) }
      return nil
    }
  }

  /// A template that serves two roles reports its mistakes once.
  private mutating func report(_ diagnostic: Diagnostic) {
    if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
  }
}

extension CatalogConfiguration.DatasetEntry {
  /// The cell that shows the records in a role.
  fileprivate func cell(_ role: CellLibrary.Role) -> CatalogConfiguration.Name {
    switch role {
    case .card: card
    case .page: page
    }
  }
}
