import CatalogKit
import DataSources
import Datasets
import JSONValues
import Rendering

/// The listings as readers have arranged them, as long as pages show them.
///
/// Readers who want to see the same share a view.
final class ReaderViews {
  /// A page's listing in an arrangement.
  final class View {
    /// The path of the page's file.
    let file: String
    let query: ViewQuery
    let arrangement: Document<Record>.Arrangement
    /// Whether it has changed since the open pages were told.
    var hasChanged = false

    init(_ file: String, _ query: ViewQuery, _ arrangement: Document<Record>.Arrangement) {
      (self.file, self.query, self.arrangement) = (file, query, arrangement)
      arrangement.cells.link.addObserver(self) { view, event in if event != .willUpdate { view.hasChanged = true } }
    }
  }

  /// The number of views that are kept although no page is known to show them: those that were asked for last.
  private static let numberOfSpares = 16

  private var views: [String: View] = [:]
  /// The keys of the views that were asked for last, the last one at the end.
  private var recent: [String] = []

  /// The number of views.
  var count: Int { views.count }

  /// Returns a view, which is created unless it is there.
  ///
  /// - Parameters:
  ///   - key: The file of the page with the query.
  ///   - isOpen: Whether an open page shows the view with a key.
  func view(_ key: String, isOpen: (String) -> Bool, or create: () -> View?) -> View? {
    recent.removeAll { $0 == key }
    recent.append(key)
    if let view = views[key] { return view }
    guard let view = create() else { return nil }
    views[key] = view
    release(unless: isOpen)
    return view
  }

  /// Releases the views that no page shows.
  func release(unless isOpen: (String) -> Bool) {
    if recent.count > Self.numberOfSpares { recent.removeFirst(recent.count - Self.numberOfSpares) }
    for key in views.keys where !isOpen(key) && !recent.contains(key) { views[key] = nil }
  }

  /// Releases all views: they show a catalog that is not open any more.
  func removeAll() { (views, recent) = ([:], []) }

  /// Returns the keys of the views that have changed since the last call, or whose pages have.
  func takeChanges(besides files: Set<String>) -> [String] {
    views.compactMap { key, view in
      defer { view.hasChanged = false }
      return view.hasChanged || files.contains(view.file) ? key : nil
    }
  }
}

/// Listings as readers have arranged them.
extension LiveCatalog {
  /// Returns what a page with a file offers to arrange its listing, as JSON.
  func viewOffer(at file: String) -> String? {
    // Most catalogs have no views, and then the page need not be looked up once more.
    guard let catalog = open.catalog, catalog.hasViews, let page = open.address(ofPageWithFile: file),
      let offer = catalog.viewOffer(at: page)
    else { return nil }
    // When this page has been sent.
    Task { open.catalog?.prepareSearch(at: page) }
    return offer.jsonText
  }

  /// Returns the name of a page with its listing arranged by a query; `nil` if it is not arranged.
  func viewKey(_ file: String, _ query: String) -> String? {
    guard let catalog = open.catalog, catalog.hasViews, let page = open.address(ofPageWithFile: file) else {
      return nil
    }
    return catalog.viewQuery(query, at: page).map { "\(file)?\($0.key)" }
  }

  /// Returns the view of a page with its listing arranged by a query; `nil` if it is not arranged.
  func view(_ file: String, _ query: String) -> ReaderViews.View? {
    guard let catalog = open.catalog, catalog.hasViews, let page = open.address(ofPageWithFile: file),
      let query = catalog.viewQuery(query, at: page)
    else { return nil }
    return views.view("\(file)?\(query.key)", isOpen: readers.hasOpen) {
      catalog.arrangement(of: page, for: query).map { ReaderViews.View(file, query, $0) }
    }
  }

  /// Returns the page that a browser knows by an address, as it shows it.
  ///
  /// - Parameter address: The address relative to the catalog's root, with a query if the page may be arranged by it.
  func shownPage(at address: String) throws(EventError) -> ShownPage {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let document = open.catalog?.document, let file = LiveAddress(String(parts[0]))?.file,
      let page = open.address(ofPageWithFile: file)
    else { throw .gone }
    return ShownPage(document: document, path: page, view: parts.count == 2 ? view(file, String(parts[1])) : nil)
  }

  /// Returns the page of a view.
  func page(of view: ReaderViews.View) -> CatalogFile? {
    open.page(
      at: view.file, arranged: view.arrangement,
      controls: controls.map { controls in { controls.attributes(of: $0, in: view.arrangement.cells) } })
  }

  /// The number of views that are kept.
  var numberOfViews: Int { views.count }
}

/// A page as a reader sees it, in which parts are found by their names.
struct ShownPage {
  let document: Document<Record>
  let path: PagePath
  /// The view of its listing; `nil` if the page is as it is for everybody.
  let view: ReaderViews.View?

  /// Returns the cells of a listing, as the page shows them.
  func cells(ofListing listing: Int) -> any DataSource<DocumentCell> {
    view?.arrangement.cells ?? document.listings[listing].cells
  }

  /// Returns the cell with a name.
  func cell(named name: String) throws(EventError) -> Document<Record>.FoundPart {
    let part = view.map { document.cell(named: name, in: $0.arrangement) } ?? document.cell(named: name, on: path)
    guard let part else { throw .gone }
    return part
  }

  /// Returns the place of the section with a name.
  func section(named name: String) throws(EventError) -> ListingPlace {
    let place =
      view.map { document.section(named: name, in: $0.arrangement) } ?? document.section(named: name, on: path)
    guard let place else { throw .gone }
    return place
  }
}
