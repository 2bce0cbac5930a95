import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Rendering

/// The cells of a catalog: for each identifier a template from the catalog's `templates` folder, or the default layout.
struct CellLibrary {
  let folder: String
  let layouts: [String: DefaultLayout]
  let entries: [String: CatalogConfiguration.DatasetEntry]
  let schemas: [String: Schema]
  let pool = CellPool(make: DocumentCell.init)
  private(set) var diagnostics: [Diagnostic] = []

  /// Makes a library for some data sets.
  ///
  /// - Parameters:
  ///   - folder: The catalog's folder.
  ///   - datasets: The data sets, with their entries in the configuration.
  init(folder: String, datasets: [(entry: CatalogConfiguration.DatasetEntry, dataset: Dataset)]) {
    self.folder = folder
    layouts = Dictionary(uniqueKeysWithValues: datasets.map { ($1.name, DefaultLayout($1)) })
    entries = Dictionary(uniqueKeysWithValues: datasets.map { ($1.name, $0) })
    schemas = Dictionary(uniqueKeysWithValues: datasets.map { ($1.name, $1.schema) })
  }

  /// A role that a cell has for a record.
  enum Role {
    case card, page
  }

  /// The cells that show records in a role.
  mutating func cells(of records: any DataSource<Record>, as role: Role) -> CellSource<Record, DocumentCell> {
    let names = entries.mapValues { role == .card ? $0.card : $0.page }
    let source = CellSource(records, pool: pool) { record in
      CellIdentifier(rawValue: names[record.id.dataset]?.text ?? "")
    }
    for name in Set(names.values).sorted(by: { $0.text < $1.text }) {
      let fields = names.keys.sorted().filter { names[$0]?.text == name.text }
        .flatMap { schemas[$0]?.fields.map(\.name) ?? [] }
      let template = template(name, fields: fields)
      source.register(CellIdentifier(rawValue: name.text)) { [layouts, entries] cell, record in
        cell.title = record.title
        cell.target = record.objectID
        cell.accent = entries[record.id.dataset]?.accent.flatMap { Accent(record[$0.text]?.text ?? "") }
        cell.body =
          if let template {
            template.blocks { (record[$0] ?? .missing).templateValue(title: record.title) }
          } else {
            layouts[record.id.dataset]?.body(of: record, as: role) ?? []
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
    let template = template(name, fields: facts.keys.sorted())
    source.register(identifier) { cell, _ in cell.body = template?.blocks { facts[$0] ?? .missing } ?? [] }
    return source
  }

  /// The template of an identifier: nothing for the default layout, and where it is missing or broken, which is reported.
  private mutating func template(_ name: CatalogConfiguration.Name, fields: [String]) -> CellTemplate? {
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
      if !DefaultLayout.identifiers.contains(name.text) {
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
