import Cells
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Publishing
import Rendering
import Synchronization
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
      for articles in document.collections.map(\.articles) {
        for path in articles.paths { check.look(at: articles.item(at: path)) }
      }
    }
    return check.findings
  }
}

extension Catalog {
  /// The number of references that lead nowhere in the bodies that were made since the last call, and in the introduction.
  ///
  /// - Parameter isAsset: Whether a path is that of a file of the catalog that is no page.
  /// - Complexity: O(*k*) in their number.
  func brokenReferences(isAsset: (String) -> Bool) -> Int {
    references.note(document.introduction, of: nil)
    return references.take().count { met in
      guard let path = ReferenceTargets.path(of: met.reference) else { return true }
      // A folder stands for its page.
      return ![path, path.appending("index.html")].contains { isAsset($0.string) || isPage($0) }
    }
  }

  /// Whether a path is that of a page: as it is in HTML, or in any of the formats.
  private func isPage(_ path: FilePath) -> Bool {
    guard let name = path.stem, let ending = path.extension,
      ending == "html" || renderers.contains(where: { $0.fileExtension == ending })
    else { return false }
    return document.hasPage(at: path.removingLastComponent().components.map(\.string), name)
  }
}

extension ReferenceTargets {
  /// The targets in a catalog: a page is referred to as it is in HTML, whatever the formats are.
  fileprivate init(of catalog: Catalog, files: PlannedFiles) {
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
    catalog.document.objects.lazy.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
  /// The texts of files of the catalog, as far as they were looked for.
  private var texts: [FilePath: String] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    targets = ReferenceTargets(of: catalog, files: catalog.plannedFiles())
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

/// The relative references in the bodies of cells, as they are met where the bodies are made: on whatever threads render pages.
///
/// So a build can say that links lead nowhere without making a body that it does not need.
final class ReferenceLog: Sendable {
  /// A reference, and the object whose cell has it.
  struct Entry: Hashable, Sendable {
    let object: ObjectID?
    let reference: String
  }

  private let entries = Mutex<Set<Entry>>([])

  /// Notes the references of an object's cell; those that it has several times count once.
  func note(_ blocks: [Block], of object: ObjectID?) {
    let references = ReferenceTargets.references(in: blocks)
    if references.isEmpty { return }
    entries.withLock { $0.formUnion(references.map { Entry(object: object, reference: $0) }) }
  }

  /// Returns what was noted, and forgets it.
  func take() -> Set<Entry> {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// The files of a catalog as what relative references may lead to.
struct ReferenceTargets {
  /// To a file system, texts that look the same are two names; and so they are here.
  private let files: Set<FilePath>
  /// The folders that have a page of their own.
  private let folders: Set<FilePath>
  /// The catalog's folder, which may have files that are not copied.
  private let source: InputFolder
  private let namesakes: Namesakes

  /// Collects the targets.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the catalog's root.
  ///   - source: The folder that the catalog is made from.
  init(_ paths: [String], from source: InputFolder) {
    let paths = paths.map { FilePath($0) }
    files = Set(paths)
    folders = Set(paths.lazy.filter { $0.stem == "index" }.map { $0.removingLastComponent() })
    namesakes = Namesakes(paths)
    self.source = source
  }

  /// The relative references of some blocks, each once, in their order.
  static func references(in blocks: [Block]) -> [String] {
    var found: [String] = []
    // Asked about every destination, the closure says of none that it is the one looked for.
    _ = blocks.containsDestination { destination in
      if Destination.isRelative(destination), !found.contains(destination) { found.append(destination) }
      return false
    }
    return found
  }

  /// The relative references of some blocks that lead nowhere, each once, in their order.
  func broken(in blocks: [Block]) -> [String] { Self.references(in: blocks).filter { !leadsSomewhere($0) } }

  /// Whether a relative reference leads to a file, or to a folder with a page.
  func leadsSomewhere(_ reference: String) -> Bool {
    guard let path = Self.path(of: reference) else { return false }
    return files.contains(path) || folders.contains(path)
  }

  /// What to do about a reference that leads nowhere.
  func hint(for reference: String) -> String {
    if reference.utf8.starts(with: "www.".utf8) { return "Write https:// before an address of the web." }
    if let path = Self.path(of: reference) {
      if case .file = source.content(at: path, log: InputManifest()) {
        return "The file is in the catalog's folder, but is not copied: name it under `assets`."
      }
      if let file = namesakes.file(for: path) { return "Did you mean “\(file)”?" }
    }
    return "References start from the catalog's root, such as “\(namesakes.home ?? "index.html")”."
  }

  /// The path that a reference leads to from the root; nil for one that leads out of the catalog.
  fileprivate static func path(of reference: String) -> FilePath? {
    // A path ends at a zero byte, and a file's name has none.
    CatalogReference(reference).path.flatMap { $0.utf8.contains(0) ? nil : FilePath($0) }
  }
}

/// Finds the file that somebody means who writes its path as the names are written, without its folder, or with another ending.
private final class Namesakes {
  private let paths: [FilePath]
  /// The files by their paths as slugs.
  private lazy var files = Dictionary(grouping: paths, by: Self.slugs)
  /// The files by their names as slugs, or by the names of the folders that they are the pages of.
  private lazy var names = Dictionary(grouping: paths) { Self.name(in: Self.slugs(of: $0)) }

  init(_ paths: [FilePath]) { self.paths = paths }

  /// The home page.
  var home: FilePath? { files[["index"]]?.first }

  /// The closest file: one with the same ending comes before those that have more in common otherwise.
  func file(for path: FilePath) -> FilePath? {
    let slugs = Self.slugs(of: path)
    let candidates =
      (files[slugs] ?? []) + (files[slugs + ["index"]] ?? []) + (Self.name(in: slugs).flatMap { names[$0] } ?? [])
    let ending = path.extension?.lowercased()
    return candidates.first { $0.extension?.lowercased() == ending } ?? candidates.first
  }

  private static func slugs(of path: FilePath) -> [String] {
    path.removingLastComponent().components.map { PagePath.slug(of: $0.string) }
      + [path.lastComponent.map { PagePath.slug(of: $0.stem) } ?? ""]
  }

  private static func name(in slugs: [String]) -> String? {
    slugs.last == "index" ? slugs.dropLast().last : slugs.last
  }
}
