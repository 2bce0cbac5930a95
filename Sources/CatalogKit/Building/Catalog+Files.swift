import Datasets
import Fingerprints
import Publishing
import Rendering
import SystemPackage

extension Catalog {
  /// The files of the catalog in its present state: pages, what is made of all objects, and what is copied.
  ///
  /// - Parameter fragments: Returns where the parts of files are kept that all pages are put into.
  /// - Complexity: O(*n*), *n* being the number of pages and objects. No page is made.
  func plannedFiles(
    keeping fragments: @escaping (_ format: String) -> FragmentStore = { _ in FragmentStore() }
  ) -> PlannedFiles {
    let copies = images.found.union(assets.found).sorted { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }
      .map(copy)
    // What other programs name comes last, so that it is never in the way of what is ours.
    let own = renderers.filter { !plugins.renders($0.format) }, others = renderers.filter { plugins.renders($0.format) }
    func files(of renderers: [any PageRenderer]) -> PlannedFiles {
      renderers.reduce(PlannedFiles([])) { $0 + document.files(of: $1, keeping: fragments) }
    }
    return files(of: own) + PlannedFiles(exports + copies) + files(of: others)
  }

  /// The files that may be others since some pages and objects have changed.
  ///
  /// - Parameters:
  ///   - changes: What has become of the pages and the objects.
  ///   - oldExports: The files that are made of many objects, as they were before.
  ///   - fragments: Returns where the parts of files are kept that all pages are put into.
  func changedFiles(
    _ changes: DocumentChanges, besides oldExports: Set<String>,
    keeping fragments: @escaping (_ format: String) -> FragmentStore
  ) -> (changed: [PlannedFile], removed: [String], exports: Set<String>) {
    var changed: [PlannedFile] = [], removed: [String] = []
    let pages = changes.createdPages + changes.updatedPages
    for renderer in renderers {
      let hasOtherFields = renderer.showsFields && changes.mayMoveObjects
      let format = PageFormat(renderer, addresses: renderer.showsFields ? document.addresses : nil)
      if let renderer = renderer as? any CollectingRenderer {
        if !changes.isEmpty { changed.append(document.collectedFile(of: renderer, as: format, keeping: fragments)) }
      } else {
        // Any field may have an address in it.
        changed +=
          hasOtherFields ? document.files(of: document.plannedPages, as: format) : document.files(of: pages, as: format)
        removed += changes.deleted.map(renderer.file(of:))
      }
    }
    let exports = exports
    changed += exports
    let paths = Set(exports.map(\.path))
    return (changed, removed + oldExports.subtracting(paths), paths)
  }

  /// The files beside the pages, most of which are made of all objects; where they lead to pages, it is to those of HTML, or else of the
  /// first format.
  var exports: [PlannedFile] {
    let documents = configuration.documents
    let renderers = renderers.filter { !($0 is any CollectingRenderer) }
    guard let renderer = renderers.first(where: { $0.format == "html" }) ?? renderers.first else { return [] }
    let plan = ExportPlan(document, file: renderer.file(of:))
    var files: [PlannedFile] = []
    if let address = configuration.address?.text {
      if renderer.format == "html" { files += own(NotFoundFile(address: address).plan(document, renderer)) }
      if let feed = documents.feed {
        files.append(FeedFile(feed: feed, catalog: document.info, address: address).plan(plan))
      }
      if documents.sitemap {
        let pages = document.plannedPages
        let others = pages.indices.filter { pages[$0].kind == .index || pages[$0].kind == .section }.map {
          pages[$0].path
        }
        files += SitemapFiles(address: address).plan(plan, pages: others)
        files += own(RobotsFile(address: address).plan())
      }
    }
    if let search = documents.search, renderer.format == "html" {
      files += SearchFiles(fields: search.fields.map(\.text)).plan(plan)
    }
    if let json = documents.json {
      files += JSONFiles(catalog: document.info, json: json).plan(plan)
    }
    return files
  }

  /// A file of Pomona's, unless the catalog has one of its own for the same purpose.
  private func own(_ file: PlannedFile) -> [PlannedFile] { assets.found.contains(FilePath(file.path)) ? [] : [file] }

  /// A file that is copied: it counts as the same as long as the file system says so.
  private func copy(_ path: FilePath) -> PlannedFile {
    let source = folder.place(of: path).string
    var parts = Fingerprinter()
    parts.combine(source)
    FileState(source)?.combine(into: &parts)
    return PlannedFile(path.string, as: .asset, inputs: parts.finish()) { .copy(of: source) }
  }
}
