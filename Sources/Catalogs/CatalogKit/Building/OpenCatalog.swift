package import Datasets
package import Diagnostics
import Fingerprints
package import Publishing
package import Rendering
import SystemPackage

/// A catalog that stays open: when some of its files have changed, it is read again as far as they require.
///
/// If the files have mistakes, the catalog stays as it was.
///
/// Not thread-safe: only one thread at a time uses it and the catalog.
package final class OpenCatalog {
  let path: String
  package let options: CatalogOptions
  /// The folders that are written to, which are excluded from the inputs.
  private let outputs: [String]
  private let extend: (inout CatalogExtension) throws(DiagnosticsError) -> Void
  let plugins: PluginFormats
  /// The inputs that were read when the catalog was opened last.
  private(set) var log = InputManifest()
  /// The catalog, with its changes since it was published; `nil` until it was opened.
  private(set) var followed: FollowedCatalog?
  /// Whether the catalog has to be opened again, because the last attempt failed.
  private var isStale = false
  /// The fragments of the formats that collect all pages in one file, for files that are not published.
  private var fragmentStores: [String: FragmentStore] = [:]

  /// Creates a catalog that has yet to be opened.
  init(
    at path: String, outputs: [String], options: CatalogOptions, plugins: PluginFormats,
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void
  ) {
    self.path = path
    self.outputs = outputs
    self.options = options
    self.plugins = plugins
    self.extend = extend
  }

  /// Creates a catalog that is not published.
  package convenience init(
    at path: String, options: CatalogOptions,
    extending extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void
  ) {
    self.init(at: path, outputs: [], options: options, plugins: PluginFormats(options), extending: extend)
  }

  /// The catalog; `nil` until it was opened.
  package var catalog: Catalog? { followed?.catalog }

  /// The states of the files that the catalog was made from when they were read, including those of a catalog that
  /// could not be opened. Files that this process prints to are not among them.
  package var inputs: [String: FileState?] { log.states.filter { !log.ownStreams.contains($0.key) } }

  func additions() throws(DiagnosticsError) -> CatalogExtension {
    var additions = CatalogExtension()
    try extend(&additions)
    return additions
  }

  /// Opens the catalog from the present state of its files. It is not followed yet.
  func open(_ additions: CatalogExtension, log: InputManifest) throws(DiagnosticsError) -> Catalog {
    self.log = log
    return try Catalog(at: path, outputs: outputs, options: options, extending: additions, plugins: plugins, log: log)
  }

  @discardableResult
  func follow(_ catalog: Catalog) -> FollowedCatalog {
    let followed = FollowedCatalog(catalog)
    self.followed = followed
    isStale = false
    return followed
  }

  func fragments(of format: String) -> FragmentStore {
    let store = fragmentStores[format] ?? FragmentStore()
    fragmentStores[format] = store
    return store
  }

  /// States that the inputs are those of the catalog that was built last, which is not opened.
  func trust(_ states: [String: FileState?]) { log = InputManifest(states: states) }

  /// Brings the catalog up to date after some of its files have changed.
  ///
  /// A data file is read again, and its differences pass through the chain as one batch. For any other file, such as a
  /// template, the catalog is opened again.
  ///
  /// - Parameter changed: The paths of the files that have changed, as the ``inputs`` name them.
  /// - Returns: The changes of records; `nil` if the catalog was opened again.
  /// - Throws: `DiagnosticsError` with the mistakes in the files. Call the method again with the same files, and those
  ///   that have changed since then, once they are corrected.
  package func update(_ changed: Set<String>) throws(DiagnosticsError) -> BuildReport.Rows? {
    plugins.forgetFailures()
    // A catalog that was opened without a format, whose plugin has failed, may have it now.
    if let followed, !isStale, plugins.failures.isEmpty, let rows = try followed.catalog.reload(changed) { return rows }
    // Until opening succeeds, the old catalog must not be updated: its data may have been read already with other
    // fields.
    isStale = true
    let catalog = try open(additions(), log: InputManifest())
    // If the configuration of a followed catalog is deleted, or moved for a moment, the catalog must not be replaced by
    // one inferred from the data files.
    if let followed, followed.catalog.foundDatasets == nil, catalog.foundDatasets != nil {
      throw DiagnosticsError(.lostConfiguration(at: path))
    }
    follow(catalog)
    return nil
  }

  // MARK: - Files

  /// Returns the file that a build would write to a path, or `nil` if it would write none.
  ///
  /// - Parameters:
  ///   - path: A path relative to the catalog's root: `fruits/apple.html`.
  ///   - controls: Returns further attributes for the parts of a web page.
  /// - Throws: `DiagnosticsError` if the file cannot be prepared.
  /// - Complexity: O(*k*), *k* being the number of cells on a page. For an export, that of the objects that have
  ///   changed. O(*n*) for a format that collects all pages in one file.
  package func file(
    at path: String, controls: ((ListingPlace) -> String)? = nil
  ) throws(DiagnosticsError) -> CatalogFile? {
    guard let followed, let catalog else { return nil }
    defer { catalog.document.releaseCells() }
    let (own, others) = catalog.renderersByOwner
    for renderer in own {
      if let file = try file(at: path, as: renderer, controls) { return file }
    }
    if let export = followed.export(at: path) { return try export.content.map { .content($0) } }
    if let source = catalog.copiedFile(at: path) { return .content(.copy(of: source)) }
    for renderer in others {
      if let file = try file(at: path, as: renderer, controls) { return file }
    }
    return nil
  }

  private func file(
    at path: String, as renderer: any PageRenderer, _ controls: ((ListingPlace) -> String)?
  ) throws(DiagnosticsError) -> CatalogFile? {
    guard let document = catalog?.document else { return nil }
    if let asset = renderer.assets.first(where: { $0.path == path }) { return .content(.bytes(asset.bytes)) }
    let format = PageFormat(renderer)
    if let renderer = renderer as? any CollectingRenderer {
      guard path == renderer.file else { return nil }
      let file = document.collectedFile(of: renderer, as: format, keeping: fragments(of:))
      return try file.content.map { .content($0) }
    }
    guard let page = page(at: path, as: renderer) else { return nil }
    if let renderer = renderer as? HTMLRenderer {
      return .page(document.livePage(page, attributes: controls), renderer)
    }
    return try document.files(of: CollectionOfOne(page), as: format).first?.content.map { .content($0, isPage: true) }
  }

  /// Returns the web page at a path with its listing as a reader wants to see it; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - path: The path of the first page of a listing.
  ///   - arrangement: The arranged listing.
  ///   - controls: Returns further attributes for the parts of the page.
  package func page(
    at path: String, arranged arrangement: Document<Record>.Arrangement, controls: ((ListingPlace) -> String)?
  ) -> CatalogFile? {
    guard let pageRenderer, let page = page(at: path, as: pageRenderer), let document = catalog?.document else {
      return nil
    }
    return .page(document.livePage(page, arranged: arrangement, attributes: controls), pageRenderer)
  }

  private func page(at path: String, as renderer: any PageRenderer) -> PlannedPage? {
    let ending = "." + renderer.fileExtension
    guard path.utf8.count > ending.utf8.count, path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8),
      let address = PagePath(String(path.utf8.dropLast(ending.utf8.count)) ?? "")
    else { return nil }
    return catalog?.document.plannedPage(at: address)
  }

  private var pageRenderer: HTMLRenderer? { catalog?.renderers.lazy.compactMap { $0 as? HTMLRenderer }.first }

  /// Returns the web page for an address without a file, and its renderer.
  ///
  /// - Parameter root: The way from that address to the catalog's root.
  package func notFoundPage(root: String) -> (page: LivePage, renderer: HTMLRenderer)? {
    guard let pageRenderer, let page = catalog?.document.liveNotFoundPage(root: root) else { return nil }
    return (page, pageRenderer)
  }

  /// Returns the address of the web page with a file, or `nil` if there is none.
  package func address(ofPageWithFile path: String) -> PagePath? {
    pageRenderer.flatMap { page(at: path, as: $0)?.path }
  }

  /// Returns the file of an object's web page, or `nil` if there is none.
  package func pageFile(of object: ObjectID) -> String? {
    guard let pageRenderer else { return nil }
    return catalog?.document.path(ofPageOf: object)?.file(pageRenderer.fileExtension)
  }

  /// Whether there are pages of which only their cells reveal a change.
  package var hasUnknownPages: Bool { catalog?.document.hasUnknownPages ?? false }

  /// Whether only the cells of the web page at a path reveal a change of it.
  package func isUnknownPage(at path: String) -> Bool {
    guard let pageRenderer, let page = page(at: path, as: pageRenderer) else { return false }
    return page.planKey == nil
  }

  /// The names of the home page's files, in the order of the formats.
  package var homeFiles: [String] { catalog?.renderers.map { $0.file(of: .home) } ?? [] }

  /// Returns the paths in the catalog of the pictures and assets among some files.
  ///
  /// - Parameter inputs: Paths as the ``inputs`` name them.
  package func copiedPaths(among inputs: Set<String>) -> [String] {
    guard let catalog, !inputs.isEmpty else { return [] }
    return catalog.images.found.union(catalog.assets.found)
      .filter { inputs.contains(catalog.folder.place(of: $0).string) }.map(\.string)
  }
}

extension Catalog {
  /// Returns the file of the catalog's folder that is copied to a path, or `nil` if there is none.
  ///
  /// What is at the path may have been replaced since the catalog was opened, so it is examined again.
  fileprivate func copiedFile(at path: String) -> String? {
    let path = FilePath(path)
    guard images.found.contains(path) || assets.found.contains(path),
      case .file = folder.content(at: path, log: InputManifest())
    else { return nil }
    return folder.place(of: path).string
  }
}

extension PlannedFile {
  fileprivate var content: FileContent? {
    get throws(DiagnosticsError) { try prepare { (_) throws(DiagnosticsError) in false } }
  }
}

/// A file of an open catalog, from which its bytes can be made on any thread.
package enum CatalogFile: Sendable {
  /// A web page whose parts have names.
  case page(LivePage, HTMLRenderer)
  /// Any other file. A program may render web pages in its own way, which are pages, too.
  case content(FileContent, isPage: Bool = false)
}
