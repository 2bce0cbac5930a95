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
  /// The relative links and pictures on pages that lead to no file of the catalog. References start from the catalog's
  /// root. The same one serves all formats: a page may be named as in HTML, or as in any of the formats.
  ///
  /// - Complexity: The cost of creating the bodies of all cells.
  var brokenReferences: [Diagnostic] {
    var check = ReferenceCheck(self)
    check.visit(document.introduction)
    for listing in document.listings {
      for path in listing.cells.paths { check.visit(listing.cells.item(at: path)) }
    }
    if configuration.documents.objects {
      for articles in document.collections.map(\.articles) {
        for path in articles.paths { check.visit(articles.item(at: path)) }
      }
    }
    return check.findings
  }

  /// Returns the number of references that lead nowhere, in the bodies created since the last call and in the
  /// introduction.
  ///
  /// - Parameter isAsset: Whether a path is that of a file of the catalog other than a page.
  /// - Complexity: O(*k*) in the number of references.
  func brokenReferences(isAsset: (String) -> Bool) -> Int {
    // The introduction is no body of a cell, which would add its references when it is created.
    references.note(document.introduction, of: nil)
    return references.take().count { met in
      guard let path = ReferenceTargets.path(of: met.reference) else { return true }
      // A reference to a folder is one to its index page.
      return ![path, path.appending("index.html")].contains { isAsset($0.string) || isPage($0) }
    }
  }

  /// Whether a path is that of a page, named as in HTML or as in any of the formats.
  private func isPage(_ path: FilePath) -> Bool {
    guard let name = path.stem, let ending = path.extension,
      ending == "html" || renderers.contains(where: { $0.fileExtension == ending })
    else { return false }
    return document.hasPage(at: path.removingLastComponent().components.map(\.string), name)
  }
}

/// Finds references that lead nowhere, and the places in the sources where they are written.
private struct ReferenceCheck {
  private(set) var findings: [Diagnostic] = []
  private var known: Set<Diagnostic> = []
  private let catalog: Catalog
  private let targets: ReferenceTargets
  /// The rows, by identity. Created on first use, as most catalogs have no broken reference.
  private lazy var records = Dictionary(
    catalog.document.objects.lazy.map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
  /// The texts of the catalog's files that were searched for references.
  private var texts: [FilePath: String] = [:]

  init(_ catalog: Catalog) {
    self.catalog = catalog
    // Pages can be referred to as in HTML, whatever the catalog's formats are.
    let pages = catalog.document.plannedPages.map { $0.path.file("html") }
    targets = ReferenceTargets(catalog.plannedFiles().map(\.path) + pages, from: catalog.folder)
  }

  mutating func visit(_ introduction: [Block]) {
    for reference in targets.broken(in: introduction) {
      let file = catalog.folder.place(of: CatalogConfiguration.fileName)
      report(reference, at: place(of: reference, in: file) ?? .init(file: file.string))
    }
  }

  /// Checks a cell, and recycles it. The cell must have no other user.
  mutating func visit(_ cell: DocumentCell) {
    defer { cell.recycle() }
    for reference in targets.broken(in: cell.body.blocks) {
      let template = catalog.folder.place(of: "templates/\(cell.identifier.rawValue).md")
      // Templates are Markdown, in which an address is in parentheses or angle brackets.
      let written = place(of: reference, after: "(", in: template) ?? place(of: reference, after: "<", in: template)
      let record = written == nil ? cell.target.flatMap { records[$0] } : nil
      report(reference, at: written ?? record.map { location(of: reference, in: $0) } ?? .init(file: template.string))
    }
  }

  private mutating func report(_ reference: String, at location: Diagnostic.Location) {
    let finding = Diagnostic(
      code: "reference/broken", "“\(reference)” is no page or file of the catalog", at: location,
      hint: targets.hint(for: reference))
    // A broken reference in a template is found for every row, and one in a row for every cell that shows the row.
    if known.insert(finding).inserted { findings.append(finding) }
  }

  /// Returns the row that contains a reference, and if possible the field: of the row itself, or of the records
  /// attached to it.
  private func location(of reference: String, in record: Record) -> Diagnostic.Location {
    guard let file = catalog.datasets.first(where: { $0.name == record.dataset })?.file else { return .init() }
    for field in record.schema.fields.indices {
      switch record.value(at: field) {
      case .markdown(let text) where text.contains(reference), .text(let text) where text == reference,
        .url(let text) where text == reference, .image(let text) where text == reference:
        return record.location(in: file, field: record.schema.fields[field].name)
      case .records(let others):
        for other in others {
          let location = location(of: reference, in: other)
          if location.field != nil { return location }
        }
      default: break
      }
    }
    return record.location(in: file)
  }

  /// Returns the first position of a text in a file, after a given prefix; `nil` if it is not found, or the file cannot
  /// be read.
  private mutating func place(of text: String, after mark: String = "", in file: FilePath) -> Diagnostic.Location? {
    let content = texts[file] ?? (try? file.text()) ?? ""
    texts[file] = content
    guard let start = content.firstRange(of: mark + text)?.lowerBound else { return nil }
    let lines = (content[..<start] + mark).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return .init(file: file.string, line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }
}

/// Collects the relative references in the bodies of cells while the bodies are created, on any thread that renders
/// pages.
///
/// So a build reports broken links without creating bodies that it does not need.
final class ReferenceLog: Sendable {
  struct Entry: Hashable, Sendable {
    let object: ObjectID?
    let reference: String
  }

  private let entries = Mutex<Set<Entry>>([])

  /// Adds the references of an object's cell. A repeated reference counts once.
  func note(_ blocks: [Block], of object: @autoclosure () -> ObjectID?) {
    let references = ReferenceTargets.references(in: blocks)
    if references.isEmpty { return }
    let object = object()
    entries.withLock { $0.formUnion(references.map { Entry(object: object, reference: $0) }) }
  }

  func take() -> Set<Entry> {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// The files of a catalog that relative references may lead to.
struct ReferenceTargets {
  /// The files, as paths: paths compare by their bytes, as in a file system, and not by canonical equivalence as
  /// strings do.
  private let files: Set<FilePath>
  /// The catalog's folder. It may contain files that are not copied to the catalog.
  private let source: InputFolder
  private let namesakes: Namesakes

  init(_ paths: [String], from source: InputFolder) {
    let paths = paths.map { FilePath($0) }
    files = Set(paths)
    namesakes = Namesakes(paths)
    self.source = source
  }

  /// Returns the relative references in some blocks, in their order, without duplicates.
  static func references(in blocks: [Block]) -> [String] {
    var found: [String] = []
    // The search visits every destination, because the closure never returns true.
    _ = blocks.containsDestination { destination in
      if Destination.isRelative(destination), !found.contains(destination) { found.append(destination) }
      return false
    }
    return found
  }

  /// Returns the relative references in some blocks that lead nowhere, in their order, without duplicates.
  func broken(in blocks: [Block]) -> [String] { Self.references(in: blocks).filter { !leadsSomewhere($0) } }

  /// Whether a relative reference leads to a file, or to a folder with an index page.
  func leadsSomewhere(_ reference: String) -> Bool {
    guard let path = Self.path(of: reference) else { return false }
    return files.contains(path) || files.contains(path.appending("index.html"))
  }

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

  /// Returns the path of a reference, relative to the root; `nil` if it leads out of the catalog.
  fileprivate static func path(of reference: String) -> FilePath? {
    // A file path ends at a zero byte, so no file's name contains one.
    CatalogReference(reference).path.flatMap { $0.utf8.contains(0) ? nil : FilePath($0) }
  }
}

/// Finds the file that a mistaken path means: one with names before they were made slugs, without its folder, or with
/// another extension.
private final class Namesakes {
  private let paths: [FilePath]
  /// The files by their paths, as slugs.
  private lazy var files = Dictionary(grouping: paths, by: Self.slugs)
  /// The files by their names as slugs; for an index page, the name of its folder.
  private lazy var names = Dictionary(grouping: paths) { Self.name(in: Self.slugs(of: $0)) }

  init(_ paths: [FilePath]) { self.paths = paths }

  var home: FilePath? { files[["index"]]?.first }

  /// Returns the closest file. A file with the same extension takes precedence over one with the same path.
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

  private static func name(in slugs: [String]) -> String? { slugs.last == "index" ? slugs.dropLast().last : slugs.last }
}
