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

  var count: Int { views.count }

  /// Returns a view, which is created unless it is there.
  ///
  /// - Parameters:
  ///   - key: The file of the page with the query.
  ///   - isOpen: Whether an open page shows the view with a key.
  func view(_ key: String, isOpen: (String) -> Bool, or create: () -> View) -> View {
    recent.removeAll { $0 == key }
    recent.append(key)
    if let view = views[key] { return view }
    let view = create()
    views[key] = view
    release(unless: isOpen)
    return view
  }

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
  /// Returns the listing that readers of a page can arrange; `nil` if there is none.
  private func offeredView(at file: String) -> OfferedView? {
    // Most catalogs have no views, and then the page need not be looked up once more.
    guard let catalog = open.catalog, catalog.hasViews else { return nil }
    return open.address(ofPageWithFile: file).flatMap(catalog.view(at:))
  }

  /// Returns what a page offers to arrange its listing, as JSON.
  func viewOffer(at file: String) -> String? {
    guard let view = offeredView(at: file) else { return nil }
    // When this page has been sent.
    Task { offeredView(at: file)?.prepareSearch() }
    return view.offer.jsonText
  }

  /// Returns the name of a page with its listing arranged by a query; `nil` if it is not arranged.
  func viewKey(_ file: String, _ query: String) -> String? {
    (offeredView(at: file)?.query(query)).map { Self.key(file, $0) }
  }

  /// Returns the view of a page with its listing arranged by a query; `nil` if it is not arranged.
  func view(_ file: String, _ query: String) -> ReaderViews.View? {
    guard let offered = offeredView(at: file), let query = offered.query(query) else { return nil }
    return views.view(Self.key(file, query), isOpen: readers.hasOpen) {
      ReaderViews.View(file, query, offered.arrangement(for: query))
    }
  }

  private static func key(_ file: String, _ query: ViewQuery) -> String { "\(file)?\(query.key)" }

  /// Returns the page that a browser knows by an address, as it shows it.
  ///
  /// - Parameter address: The address relative to the catalog's root, with a query if the page may be arranged by it.
  func shownPage(at address: String) throws(EventError) -> ShownPage {
    let (address, query) = LiveAddress.divided(address)
    guard let document = open.catalog?.document, let file = LiveAddress(address)?.file,
      let page = open.address(ofPageWithFile: file)
    else { throw .gone }
    return ShownPage(document: document, path: page, view: query.flatMap { view(file, $0) })
  }

  func page(of view: ReaderViews.View) -> CatalogFile? {
    open.page(
      at: view.file, arranged: view.arrangement,
      controls: controls.map { controls in { controls.attributes(of: $0, in: view.arrangement.cells) } })
  }

  var numberOfViews: Int { views.count }
}

/// A page as a reader sees it, in which parts are found by their names.
struct ShownPage {
  let document: Document<Record>
  let path: PagePath
  /// The view of its listing; `nil` if the page is as it is for everybody.
  let view: ReaderViews.View?

  func cells(ofListing listing: Int) -> any DataSource<DocumentCell> {
    view?.arrangement.cells ?? document.listings[listing].cells
  }

  func cell(named name: String) throws(EventError) -> Document<Record>.FoundPart {
    let part = view.map { document.cell(named: name, in: $0.arrangement) } ?? document.cell(named: name, on: path)
    guard let part else { throw .gone }
    return part
  }

  func section(named name: String) throws(EventError) -> ListingPlace {
    let place =
      view.map { document.section(named: name, in: $0.arrangement) } ?? document.section(named: name, on: path)
    guard let place else { throw .gone }
    return place
  }
}
