import Datasets
import Fingerprints
import Publishing
import Rendering
import SystemPackage

extension Catalog {
  /// Returns the files of the catalog in its present state: pages, files made from many objects, and copies.
  ///
  /// - Parameters:
  ///   - exports: The files made from many objects, if they exist already.
  ///   - fragments: Returns the store of the fragments of a format that collects all pages in one file.
  /// - Complexity: O(*n*), *n* being the number of pages and objects. No page is created.
  func plannedFiles(
    with exports: LiveExports? = nil,
    keeping fragments: @escaping (_ format: String) -> FragmentStore = { _ in FragmentStore() }
  ) -> PlannedFiles {
    let copies = images.found.union(assets.found).sorted { $0.string.precedesByBytes($1.string) }.map(copy)
    let (own, others) = renderersByOwner
    func files(of renderers: [any PageRenderer]) -> PlannedFiles {
      renderers.reduce(PlannedFiles([])) { $0 + document.files(of: $1, keeping: fragments) }
    }
    return files(of: own) + PlannedFiles((exports ?? LiveExports(self)).files + copies) + files(of: others)
  }

  /// The renderers of this process, and those of plugins.
  ///
  /// Plugins choose the names of their files. These files come last, so that they never displace those of the built-in
  /// formats.
  var renderersByOwner: (own: [any PageRenderer], others: [any PageRenderer]) {
    (renderers.filter { !plugins.renders($0.format) }, renderers.filter { plugins.renders($0.format) })
  }

  /// Returns the files of pages that may have changed because of changes of pages and objects.
  ///
  /// - Parameter fragments: Returns the store of the fragments of a format that collects all pages in one file.
  /// - Complexity: O(*k*), *k* being the number of pages that have changed. O(*n*) for formats that collect all pages
  ///   in one file, and for formats that show fields, if addresses in them may have changed.
  func changedPageFiles(
    _ changes: DocumentChanges, keeping fragments: @escaping (_ format: String) -> FragmentStore
  ) -> ChangedFiles {
    var changed: [PlannedFile] = [], removed: [String] = []
    let paths = changes.paths
    let present = paths.map { (path: $0, page: document.plannedPage(at: $0)) }
    let gone = present.filter { $0.page == nil }.map(\.path)
    // Pages whose inputs are unknown have to be examined in any case.
    let pages =
      present.compactMap(\.page) + document.unknownPages.filter { [paths = Set(paths)] in !paths.contains($0.path) }
    for renderer in renderers {
      let hasOtherFields = renderer.showsFields && changes.mayMoveObjects
      let format = PageFormat(renderer, addresses: renderer.showsFields ? document.addresses : nil)
      if let renderer = renderer as? any CollectingRenderer {
        if !pages.isEmpty || !changes.isEmpty {
          changed.append(document.collectedFile(of: renderer, as: format, keeping: fragments))
        }
      } else {
        // Any field may contain an address.
        changed +=
          hasOtherFields ? document.files(of: document.plannedPages, as: format) : document.files(of: pages, as: format)
        removed += gone.map(renderer.file(of:))
      }
    }
    return ChangedFiles(changed: changed, removed: removed)
  }

  /// Returns a file that is copied. It counts as unchanged as long as its state in the file system is the same.
  private func copy(_ path: FilePath) -> PlannedFile {
    let source = folder.place(of: path).string
    var parts = Fingerprinter()
    parts.combine(source)
    FileState(source)?.combine(into: &parts)
    return PlannedFile(path.string, as: .asset, key: parts.finish()) { .copy(of: source) }
  }
}
