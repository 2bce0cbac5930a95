import Datasets
import Diagnostics
import Fingerprints
import Publishing
import Rendering
import SystemPackage

struct ChangedFiles {
  /// The files that are new, or are made from something else than before.
  var changed: [PlannedFile] = []
  var removed: [String] = []

  mutating func append(_ other: ChangedFiles) {
    changed += other.changed
    removed += other.removed
  }
}

/// The changes of objects that keep their numbers.
typealias ChangedObjects = (changed: [ObjectNumber], removed: [(number: ObjectNumber, identity: Fingerprint)])

/// An export that follows the changes of the objects that it is made of.
protocol LiveExport {
  var files: [PlannedFile] { get }
  /// The paths of all files. They are known without reading the objects.
  var paths: [String] { get }
  /// The number of objects that were read, as a measure of work.
  var work: Int { get }
  /// Applies the changes of a document's pages, and of its objects.
  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects)
  /// Returns the files that changed since the last call.
  mutating func takeChanges() -> ChangedFiles
}

/// The files of a catalog besides its pages. Most of them are made of all objects. They link to the pages of HTML, or,
/// without HTML, to those of the first format.
///
/// The files follow the catalog's document: a change of some objects costs as much as the parts with these objects.
final class LiveExports {
  private let catalog: Catalog
  private let capacities: PartCapacities
  /// The files that do not depend on objects.
  private let fixed: [PlannedFile]
  /// The files that depend on objects; `nil` if they have to be planned again.
  private var exports: [any LiveExport]?
  /// The paths before all objects were renumbered, until the changes are taken.
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
  /// - Complexity: O(*n*), *n* being the number of objects; O(*n* log *n*) after all objects were renumbered. No file
  ///   is written.
  var files: [PlannedFile] { fixed + loaded.flatMap(\.files) }

  private var loaded: [any LiveExport] {
    if let exports { return exports }
    let loaded = catalog.liveExports(capacities)
    exports = loaded
    return loaded
  }

  /// Applies a document's changes. Call it at once, before the document's sources change again.
  ///
  /// - Complexity: O(*k* · *p*) for *k* objects, *p* being the number of objects in a part.
  func update(_ changes: DocumentChanges, _ objects: ObjectChanges) {
    guard var exports else { return }
    // Sets the property to nil, so that the values in the array have one owner and change in place.
    self.exports = nil
    switch objects {
    case .some(let changed, let removed):
      for index in exports.indices { exports[index].update(changes, (changed, removed)) }
      self.exports = exports
    // Of several renumberings, the paths before the first one are those of the files in the folder.
    case .all: pathsBeforePlan = pathsBeforePlan ?? exports.flatMap(\.paths)
    }
  }

  /// Returns the files that are new or may have changed since the last call, and the paths of those that were removed.
  ///
  /// - Complexity: O(*p* · *c*) for *c* changed files, *p* being the number of objects in a part; O(*n* log *n*) after
  ///   all objects were renumbered; O(*n*) if all objects are in one file; and O(*r* log *r*) for *r* redirect rules,
  ///   if addresses changed.
  func takeChanges() -> ChangedFiles {
    var all = ChangedFiles()
    var exports = loaded
    self.exports = nil
    for index in exports.indices { all.append(exports[index].takeChanges()) }
    self.exports = exports
    if let old = pathsBeforePlan {
      pathsBeforePlan = nil
      all.changed = exports.flatMap(\.files)
      let new = Set(all.changed.map(\.path))
      all.removed = old.filter { !new.contains($0) }
    }
    return all
  }

  /// The number of objects that were read, as a measure of work.
  var work: Int { (exports ?? []).reduce(0) { $0 + $1.work } }
}

extension Catalog {
  private var exportRenderer: (any PageRenderer)? {
    let renderers = renderers.filter { !($0 is any CollectingRenderer) }
    return renderers.first { $0.format == "html" } ?? renderers.first
  }

  /// The files that do not depend on objects. A file that the catalog itself provides at the same path takes
  /// precedence.
  fileprivate var fixedExports: [PlannedFile] {
    guard let address = configuration.address?.text, let renderer = exportRenderer else { return [] }
    var files: [PlannedFile] = []
    if renderer.format == "html" {
      // The page that servers show for a missing one: GitHub, GitLab, Netlify and others look for it under its name.
      // Its links start from the root of the server, since servers show it at any address.
      files.append(PageFormat(renderer).asset(document.notFoundPage(root: address.pathOfRoot)))
    }
    if configuration.documents.sitemap { files.append(SitemapFiles(address: address).robots) }
    return files.filter { !assets.found.contains(FilePath($0.path)) }
  }

  /// The servers for which a file with redirects is written. A file that the catalog itself provides at the same path
  /// takes precedence.
  var redirectServers: [RedirectServer] {
    guard exportRenderer?.format == "html" else { return [] }
    return configuration.addresses.redirects.filter { !assets.found.contains(FilePath($0.file)) }
  }

  private var redirectFiles: [RedirectFile] {
    redirectServers.map { RedirectFile(for: $0, address: configuration.address?.text) }
  }

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

  /// The files that depend on objects or pages.
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
    if let search = SearchFiles(configuration), renderer.format == "html" { exports.append(LiveFiles(search, plan)) }
    if let json = documents.json {
      let files = JSONFiles(catalog: document.info, json: json)
      exports.append(json.isWhole ? WholeJSON(files, plan) : LiveFiles(files, plan))
    }
    return exports
  }
}

/// Parts with all objects, and a root file that lists them.
private struct LiveFiles<Files: IndexedFiles>: LiveExport {
  private var shards: LiveShards<Files>

  init(_ files: Files, _ plan: ExportPlan) { shards = LiveShards(files, plan) }

  private var root: PlannedFile { shards.files.root(shards.objects.numbers) }
  var files: [PlannedFile] { [root] + shards.all }
  var paths: [String] { [root.path] + shards.paths }
  var work: Int { shards.objects.work }

  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects) { shards.update(objects) }

  mutating func takeChanges() -> ChangedFiles {
    var (changes, hasOtherShards) = shards.takeChanges()
    if hasOtherShards { changes.changed.append(root) }
    return changes
  }
}

private struct LiveSitemap: LiveExport {
  private var shards: LiveShards<SitemapFiles>
  private var pages: ShardTree<PagePath>

  init(_ files: SitemapFiles, _ plan: ExportPlan) {
    shards = LiveShards(files, plan)
    pages = files.pages(of: plan)
  }

  private var sitemap: SitemapFiles { shards.files }
  private var leaves: [String] { pages.numbers.map(sitemap.path(ofPages:)) + shards.paths }
  private var root: PlannedFile { sitemap.root(leaves) }
  private func file(ofPages part: Int) -> PlannedFile { sitemap.file(ofPages: part, pages, shards.plan) }
  var files: [PlannedFile] { [root] + pages.numbers.map(file) + shards.all }
  var paths: [String] { [SitemapFiles.path] + leaves }
  var work: Int { shards.objects.work }

  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects) {
    shards.update(objects)
    sitemap.update(&pages, by: changes, of: shards.plan.document)
  }

  mutating func takeChanges() -> ChangedFiles {
    var (all, hasOtherShards) = shards.takeChanges()
    let pages = pages.takeChanges()
    all.changed += pages.changed.map(file)
    all.removed += pages.removed.map(sitemap.path(ofPages:))
    if hasOtherShards || pages.hasOtherShards { all.changed.append(root) }
    return all
  }
}

private struct LiveFeed: LiveExport {
  private let feed: FeedFile
  private let plan: ExportPlan
  private var latest: LatestObjects
  private var planKey: Fingerprint?

  init(_ feed: FeedFile, _ plan: ExportPlan) {
    self.feed = feed
    self.plan = plan
    latest = feed.latest(of: plan)
    planKey = file.planKey
  }

  private var file: PlannedFile { feed.file(latest, plan) }
  var files: [PlannedFile] { [file] }
  var paths: [String] { [FeedFile.path] }
  var work: Int { latest.work }

  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects) { latest.update(objects) }

  mutating func takeChanges() -> ChangedFiles { file.changes(since: &planKey) }
}

/// All objects in one file. Every change is a change of the whole file.
private struct WholeJSON: LiveExport {
  private let json: JSONFiles
  private let plan: ExportPlan
  private var planKey: Fingerprint?
  private(set) var work = 0

  init(_ json: JSONFiles, _ plan: ExportPlan) {
    self.json = json
    self.plan = plan
    planKey = file.planKey
  }

  private var file: PlannedFile { json.whole(plan) }
  var files: [PlannedFile] { [file] }
  var paths: [String] { [JSONFiles.path] }

  mutating func update(_ changes: DocumentChanges, _ objects: ChangedObjects) {}

  mutating func takeChanges() -> ChangedFiles {
    work += plan.entries.count
    return file.changes(since: &planKey)
  }
}

extension PlannedFile {
  /// Returns this file as changed, unless it has the same plan key as before.
  func changes(since before: inout Fingerprint?) -> ChangedFiles {
    defer { before = planKey }
    return planKey == nil || planKey != before ? ChangedFiles(changed: [self]) : ChangedFiles()
  }
}

/// An export that is divided into files, each with some of the catalog's objects: a change of one object changes one
/// file.
protocol ShardedFiles {
  /// Returns the objects, divided among the files.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of objects.
  func shards(of plan: ExportPlan) -> ObjectShards<Record>
  /// Returns the file with one shard of the objects.
  func file(of shard: ObjectShard<Record>, _ plan: ExportPlan) -> PlannedFile
  /// Returns the path of a shard's file, relative to the catalog's root.
  func path(ofShard number: Int) -> String
}

/// A divided export with a small root file that lists the shards.
protocol IndexedFiles: ShardedFiles {
  func root(_ shards: [Int]) -> PlannedFile
}

/// A divided export that follows changes of the objects.
struct LiveShards<Files: ShardedFiles> {
  let files: Files
  let plan: ExportPlan
  private(set) var objects: ObjectShards<Record>

  init(_ files: Files, _ plan: ExportPlan) {
    self.files = files
    self.plan = plan
    objects = files.shards(of: plan)
  }

  var all: [PlannedFile] { objects.shards.map { files.file(of: $0, plan) } }

  var paths: [String] { objects.numbers.map(files.path) }

  mutating func update(_ objects: ChangedObjects) {
    self.objects.update(changed: objects.changed, removed: objects.removed)
  }

  /// Returns the files that changed since the last call, and whether shards were added or removed.
  mutating func takeChanges() -> (files: ChangedFiles, hasOtherShards: Bool) {
    let changes = objects.takeChanges()
    let changed = changes.changed.map { files.file(of: objects.shard($0), plan) }
    return (ChangedFiles(changed: changed, removed: changes.removed.map(files.path)), changes.hasOtherShards)
  }
}
