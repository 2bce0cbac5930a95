import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Publishing
import Rendering
import SystemPackage

extension Catalog {
  /// The relative links and pictures on the pages that lead to no file of the catalog. They start from the catalog's root, and serve all
  /// formats: a page may be called as it is in HTML, or in any of the formats.
  ///
  /// - Complexity: That of making the bodies of all cells.
  var brokenReferences: [Diagnostic] {
    var check = ReferenceCheck(self)
    check.look(at: document.introduction)
    for listing in document.listings {
      for path in listing.display.cells.paths { check.look(at: listing.display.cells.item(at: path)) }
    }
    if configuration.documents.objects {
      for path in document.articles.paths { check.look(at: document.articles.item(at: path)) }
    }
    return check.findings
  }
}

extension Catalog {
  /// The number of references that lead nowhere in the bodies that were made since the last call, and in the introduction.
  ///
  /// - Parameter files: The catalog's files.
  /// - Complexity: O(*n*) in the number of files if there is any relative reference at all, else O(1).
  func brokenReferences(among files: [PlannedFile]) -> Int {
    references.note(document.introduction, of: nil)
    let met = references.take()
    if met.isEmpty { return 0 }
    let targets = ReferenceTargets(of: self, files: files)
    return met.count { !targets.leadsSomewhere($0.reference) }
  }
}

extension ReferenceTargets {
  /// The targets in a catalog: a page is referred to as it is in HTML, whatever the formats are.
  fileprivate init(of catalog: Catalog, files: [PlannedFile]) {
    let pages = catalog.document.plannedPages.map { $0.path.file("html") }
    self.init(files.map(\.path) + pages, from: catalog.folder)
  }
}

/// Finds references that lead nowhere, and where somebody wrote them.
private struct ReferenceCheck {
  private(set) var findings: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  private let catalog: Catalog
  private let targets: ReferenceTargets
  /// The rows, by identity; made when one is looked for.
  private lazy var records = Dictionary(
    catalog.document.articles.objects.items.lazy.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
  /// The texts of files of the catalog, as far as they were looked for.
  private var texts: [FilePath: String] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    targets = ReferenceTargets(of: catalog, files: catalog.plannedFiles)
  }

  mutating func look(at introduction: [Block]) {
    for reference in targets.broken(in: introduction) {
      let file = catalog.folder.place(of: CatalogConfiguration.fileName)
      report(reference, at: place(of: reference, in: file) ?? .init(file: file.string))
    }
  }

  /// Looks at a cell that nobody else uses.
  mutating func look(at cell: DocumentCell) {
    defer { cell.recycle() }
    for reference in targets.broken(in: cell.body.blocks) {
      let template = catalog.folder.place(of: "templates/\(cell.identifier.rawValue).md")
      let written = place(of: reference, after: "(", in: template) ?? place(of: reference, after: "<", in: template)
      let record = written == nil ? cell.target.flatMap { records[$0] } : nil
      report(reference, at: written ?? record.map { location(of: reference, in: $0) } ?? .init(file: template.string))
    }
  }

  private mutating func report(_ reference: String, at location: Diagnostic.Location) {
    let finding = Diagnostic(
      code: "reference/broken", "“\(reference)” is no page or file of the catalog", at: location,
      hint: targets.hint(for: reference))
    // A template's mistake is found with every row, and a row's with every cell that shows it.
    if known.insert(finding).inserted { findings.append(finding) }
  }

  /// The row that a reference comes from, and if possible the field: a field of the row itself, or of those that are attached to it.
  private func location(of reference: String, in record: Record) -> Diagnostic.Location {
    let file = catalog.leaves.first { $0.name == record.dataset }?.file
    for field in record.schema.fields.indices {
      switch record.value(at: field) {
      case .markdown(let text) where text.contains(reference), .text(let text) where text == reference,
        .url(let text) where text == reference, .image(let text) where text == reference:
        return .init(file: file, row: record.row, field: record.schema.fields[field].name)
      case .records(let others):
        for other in others {
          let location = location(of: reference, in: other)
          if location.field != nil { return location }
        }
      default: break
      }
    }
    return .init(file: file, row: record.row)
  }

  /// Where a text stands first in a file, behind a mark; nothing where it does not, or the file cannot be read.
  private mutating func place(of text: String, after mark: String = "", in file: FilePath) -> Diagnostic.Location? {
    let content = texts[file] ?? (try? file.text()) ?? ""
    texts[file] = content
    guard let start = content.firstRange(of: mark + text)?.lowerBound else { return nil }
    let lines = (content[..<start] + mark).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return .init(file: file.string, line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }
}
