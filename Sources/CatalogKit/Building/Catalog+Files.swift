import Datasets
import Fingerprints
import Publishing
import Rendering
import SystemPackage

extension Catalog {
  /// The files of the catalog in its present state: pages, what is made of all objects, and what is copied.
  ///
  /// - Parameters:
  ///   - exports: The files that are made of many objects, if they are known.
  ///   - fragments: Returns where the parts of files are kept that all pages are put into.
  /// - Complexity: O(*n*), *n* being the number of pages and objects. No page is made.
  func plannedFiles(
    with exports: LiveExports? = nil,
    keeping fragments: @escaping (_ format: String) -> FragmentStore = { _ in FragmentStore() }
  ) -> PlannedFiles {
    let copies = images.found.union(assets.found).sorted { $0.string.precedesByBytes($1.string) }
      .map(copy)
    // What other programs name comes last, so that it is never in the way of what is ours.
    let own = renderers.filter { !plugins.renders($0.format) }, others = renderers.filter { plugins.renders($0.format) }
    func files(of renderers: [any PageRenderer]) -> PlannedFiles {
      renderers.reduce(PlannedFiles([])) { $0 + document.files(of: $1, keeping: fragments) }
    }
    return files(of: own) + PlannedFiles((exports ?? LiveExports(self)).files + copies) + files(of: others)
  }

  /// The files of pages that may be others since some pages and objects have changed.
  ///
  /// - Parameters:
  ///   - changes: What has become of the pages and the objects.
  ///   - fragments: Returns where the parts of files are kept that all pages are put into.
  /// - Complexity: O(*k*), *k* being the number of pages that have changed; O(*n*) where pages are put into one file, or show fields that
  ///   have other addresses in them.
  func changedPageFiles(
    _ changes: DocumentChanges, keeping fragments: @escaping (_ format: String) -> FragmentStore
  ) -> ChangedFiles {
    var changed: [PlannedFile] = [], removed: [String] = []
    let named = changes.createdPages + changes.updatedPages
    let paths = Set(named.map(\.path))
    let pages = named + document.unknownPages.filter { !paths.contains($0.path) }
    for renderer in renderers {
      let hasOtherFields = renderer.showsFields && changes.mayMoveObjects
      let format = PageFormat(renderer, addresses: renderer.showsFields ? document.addresses : nil)
      if let renderer = renderer as? any CollectingRenderer {
        if !pages.isEmpty || !changes.isEmpty {
          changed.append(document.collectedFile(of: renderer, as: format, keeping: fragments))
        }
      } else {
        // Any field may have an address in it.
        changed +=
          hasOtherFields ? document.files(of: document.plannedPages, as: format) : document.files(of: pages, as: format)
        removed += changes.deleted.map(renderer.file(of:))
      }
    }
    return ChangedFiles(changed: changed, removed: removed)
  }

  /// A file that is copied: it counts as the same as long as the file system says so.
  private func copy(_ path: FilePath) -> PlannedFile {
    let source = folder.place(of: path).string
    var parts = Fingerprinter()
    parts.combine(source)
    FileState(source)?.combine(into: &parts)
    return PlannedFile(path.string, as: .asset, inputs: parts.finish()) { .copy(of: source) }
  }
}
