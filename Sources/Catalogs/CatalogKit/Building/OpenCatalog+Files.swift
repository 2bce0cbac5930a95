package import Datasets
package import Diagnostics
import Fingerprints
package import Publishing
package import Rendering
import SystemPackage

/// A file of an open catalog, from which its bytes can be made on any thread.
package enum CatalogFile: Sendable {
  /// A web page whose parts have names.
  case page(LivePage, HTMLRenderer)
  /// Any other file. A program may render web pages in its own way, which are pages, too.
  case content(FileContent, isPage: Bool = false)
}

extension OpenCatalog {
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

  /// Returns the page of which a format has a file at a path.
  private func page(at path: String, as renderer: any PageRenderer) -> PlannedPage? {
    let ending = "." + renderer.fileExtension
    guard path.utf8.count > ending.utf8.count, path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8),
      let address = PagePath(String(path.utf8.dropLast(ending.utf8.count)) ?? "")
    else { return nil }
    return catalog?.document.plannedPage(at: address)
  }

  /// The renderer of web pages; `nil` if the catalog has none.
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
  /// The content of the file.
  fileprivate var content: FileContent? {
    get throws(DiagnosticsError) { try prepare { (_) throws(DiagnosticsError) in false } }
  }
}
