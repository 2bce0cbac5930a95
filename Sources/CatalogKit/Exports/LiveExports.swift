import Datasets
import Diagnostics
import Fingerprints
import Publishing
import Rendering
import SystemPackage

/// What has become of some files of a catalog.
struct ChangedFiles {
  /// The files that are new, or follow from something else than before.
  var changed: [PlannedFile] = []
  /// The paths of files that are not there any more.
  var removed: [String] = []

  mutating func append(_ other: ChangedFiles) {
    changed += other.changed
    removed += other.removed
  }
}

/// Files that are made of many objects, and follow what becomes of those.
protocol LiveExport {
  /// All files.
  var files: [PlannedFile] { get }
  /// The paths of all files. They are known without a look at the objects.
  var paths: [String] { get }
  /// The number of objects that were looked at.
  var work: Int { get }
  /// Takes over what has become of the objects and the pages, unless all objects have other numbers.
  mutating func update(_ changes: DocumentChanges)
  /// Returns what has become of the files since it was asked last.
  mutating func takeChanges() -> ChangedFiles
}

/// The files of a catalog beside its pages, most of which are made of all objects; where they lead to pages, it is to those of HTML, or
/// else of the first format.
///
/// They follow the catalog's document: a change of some objects costs what their parts of the files do.
final class LiveExports {
  private let catalog: Catalog
  private let capacities: PartCapacities
  /// Those that no object changes.
  private let fixed: [PlannedFile]
  /// The others; nil where they have to be planned anew.
  private var exports: [any LiveExport]?
  /// Where all objects have other numbers than before, the paths that there were.
  private var pathsBeforePlan: [String]?

  /// Plans the files for the present state of a catalog.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  init(_ catalog: Catalog, capacities: PartCapacities = PartCapacities()) {
    self.catalog = catalog
    self.capacities = capacities
    fixed = catalog.fixedExports
    exports = catalog.liveExports(capacities)
  }

  /// All files.
  ///
  /// - Complexity: O(*n*), *n* being the number of objects. No file is made.
  var files: [PlannedFile] { fixed + loaded.flatMap(\.files) }

  private var loaded: [any LiveExport] {
    if let exports { return exports }
    let loaded = catalog.liveExports(capacities)
    exports = loaded
    return loaded
  }

  /// Takes over what has become of the document, and returns what has become of the files since that was asked last.
  func changes(_ changes: DocumentChanges) -> ChangedFiles {
    update(changes)
    return takeChanges()
  }

  /// Takes over what the document notifies of, at once: before the next change of its sources.
  ///
  /// - Complexity: O(*k* · *p*) for *k* objects, *p* being the number of objects in a part.
  func update(_ changes: DocumentChanges) {
    guard var exports else { return }
    // Not held twice while it changes.
    self.exports = nil
    if changes.isReplanned {
      pathsBeforePlan = pathsBeforePlan ?? exports.flatMap(\.paths)
    } else {
      for index in exports.indices { exports[index].update(changes) }
      self.exports = exports
    }
  }

  /// Returns the files that are new or may be others since it was asked last, and the paths of those that have gone.
  ///
  /// - Complexity: O(*p* · *c*) for *c* files, *p* being the number of objects in a part; O(*n* log *n*) where all objects have other
  ///   numbers, and O(*n*) where they are all in one file.
  func takeChanges() -> ChangedFiles {
    var all = ChangedFiles()
    var exports = loaded
    self.exports = nil
    for index in exports.indices {
      let changes = exports[index].takeChanges()
      all.append(changes)
    }
    self.exports = exports
    if let old = pathsBeforePlan {
      pathsBeforePlan = nil
      all.changed = exports.flatMap(\.files)
      let new = Set(all.changed.map(\.path))
      all.removed = old.filter { !new.contains($0) }
    }
    return all
  }

  /// The number of objects that were looked at.
  var work: Int { (exports ?? []).reduce(0) { $0 + $1.work } }
}

extension Catalog {
  /// The renderer of the pages that exports lead to.
  private var exportRenderer: (any PageRenderer)? {
    let renderers = renderers.filter { !($0 is any CollectingRenderer) }
    return renderers.first { $0.format == "html" } ?? renderers.first
  }

  /// The files that no object changes, unless the catalog has files of its own for the same purpose.
  fileprivate var fixedExports: [PlannedFile] {
    guard let address = configuration.address?.text, let renderer = exportRenderer else { return [] }
    var files: [PlannedFile] = []
    if renderer.format == "html" { files.append(NotFoundFile(address: address).plan(document, renderer)) }
    if configuration.documents.sitemap { files.append(RobotsFile(address: address).plan()) }
    return files.filter { !assets.found.contains(FilePath($0.path)) }
  }

  /// The servers with a file that lists where pages have moved to, unless the catalog has files of its own for the same purpose.
  var redirectServers: [RedirectServer] {
    guard exportRenderer?.format == "html" else { return [] }
    return configuration.addresses.redirects.filter { !assets.found.contains(FilePath($0.file)) }
  }

  private var redirectFiles: [RedirectFile] {
    redirectServers.map { RedirectFile(for: $0, address: configuration.address?.text) }
  }

  /// Warnings of files that have more than their servers read.
  var redirectWarnings: [Diagnostic] {
    redirectFiles.compactMap { file in
      guard let limit = file.server.limit else { return nil }
      let count = file.rules(for: document).count
      guard count > limit else { return nil }
      return Diagnostic(
        .warning, code: "addresses/redirects",
        "\(file.server.file) has \(count) rules, and \(file.server.rawValue) follows \(limit) at the most",
        hint: "The pages at the other addresses lead on by themselves.")
    }
  }

  /// The files that are made of many objects or pages.
  fileprivate func liveExports(_ capacities: PartCapacities) -> [any LiveExport] {
    guard let renderer = exportRenderer else { return [] }
    let documents = configuration.documents
    let plan = ExportPlan(document, capacities: capacities, file: renderer.file(of:))
    var exports: [any LiveExport] = []
    if let address = configuration.address?.text {
      if let feed = documents.feed {
        exports.append(LiveFeed(FeedFile(feed: feed, catalog: document.info, address: address), plan))
      }
      if documents.sitemap { exports.append(LiveSitemap(SitemapFiles(address: address), plan)) }
    }
    exports += redirectFiles.map { LiveRedirects($0, document) }
    if let search = documents.search, renderer.format == "html" {
      exports.append(LiveFiles(SearchFiles(fields: search.fields.map(\.text)), plan))
    }
    if let json = documents.json {
      let files = JSONFiles(catalog: document.info, json: json)
      exports.append(json.isWhole ? WholeJSON(files, plan) : LiveFiles(files, plan))
    }
    return exports
  }
}

/// Parts with all objects, and a root file that leads to them.
private struct LiveFiles<Files: IndexedFiles>: LiveExport {
  private var parts: LiveParts<Files>

  init(_ files: Files, _ plan: ExportPlan) { parts = LiveParts(files, plan) }

  private var root: PlannedFile { parts.files.root(parts.division.numbers) }
  var files: [PlannedFile] { [root] + parts.all }
  var paths: [String] { [root.path] + parts.paths }
  var work: Int { parts.division.work }

  mutating func update(_ changes: DocumentChanges) { parts.update(changes) }

  mutating func takeChanges() -> ChangedFiles {
    var (changes, hasOtherParts) = parts.takeChanges()
    if hasOtherParts { changes.changed.append(root) }
    return changes
  }
}

private struct LiveSitemap: LiveExport {
  private var parts: LiveParts<SitemapFiles>
  private var pages: Division<PagePath>

  init(_ files: SitemapFiles, _ plan: ExportPlan) {
    parts = LiveParts(files, plan)
    pages = files.pages(of: plan)
  }

  private var sitemap: SitemapFiles { parts.files }
  private var leaves: [String] { pages.parts.map(sitemap.path(ofPages:)) + parts.paths }
  private var root: PlannedFile { sitemap.root(leaves) }
  private func file(ofPages part: Int) -> PlannedFile { sitemap.file(ofPages: part, pages, parts.plan) }
  var files: [PlannedFile] { [root] + pages.parts.map(file) + parts.all }
  var paths: [String] { [SitemapFiles.path] + leaves }
  var work: Int { parts.division.work }

  mutating func update(_ changes: DocumentChanges) {
    parts.update(changes)
    sitemap.update(&pages, by: changes)
  }

  mutating func takeChanges() -> ChangedFiles {
    var (all, hasOtherParts) = parts.takeChanges()
    let pages = pages.takeChanges()
    all.changed += pages.changed.map(file)
    all.removed += pages.removed.map(sitemap.path(ofPages:))
    if hasOtherParts || pages.hasOtherParts { all.changed.append(root) }
    return all
  }
}

private struct LiveFeed: LiveExport {
  private let feed: FeedFile
  private let plan: ExportPlan
  private var latest: LatestObjects
  private var ingredients: Fingerprint?

  init(_ feed: FeedFile, _ plan: ExportPlan) {
    self.feed = feed
    self.plan = plan
    latest = feed.latest(of: plan)
    ingredients = file.ingredients
  }

  private var file: PlannedFile { feed.file(latest, plan) }
  var files: [PlannedFile] { [file] }
  var paths: [String] { [FeedFile.path] }
  var work: Int { latest.work }

  mutating func update(_ changes: DocumentChanges) { latest.update(changes) }

  mutating func takeChanges() -> ChangedFiles { file.changes(since: &ingredients) }
}

/// All objects in one file. It is looked at as a whole.
private struct WholeJSON: LiveExport {
  private let json: JSONFiles
  private let plan: ExportPlan
  private var ingredients: Fingerprint?
  private(set) var work = 0

  init(_ json: JSONFiles, _ plan: ExportPlan) {
    self.json = json
    self.plan = plan
    ingredients = file.ingredients
  }

  private var file: PlannedFile { json.whole(plan) }
  var files: [PlannedFile] { [file] }
  var paths: [String] { [JSONFiles.path] }

  mutating func update(_ changes: DocumentChanges) {}

  mutating func takeChanges() -> ChangedFiles {
    work += plan.entries.count
    return file.changes(since: &ingredients)
  }
}

extension PlannedFile {
  /// This file, unless it follows from the same as before.
  func changes(since before: inout Fingerprint?) -> ChangedFiles {
    defer { before = ingredients }
    return ingredients == nil || ingredients != before ? ChangedFiles(changed: [self]) : ChangedFiles()
  }
}
