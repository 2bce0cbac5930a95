import CatalogKit
import JSONValues

/// Listings as readers have arranged them.
extension LiveCatalog {
  /// Returns what a page with a file offers to arrange its listing, as JSON.
  func viewOffer(at file: String) -> String? {
    guard let page = open.address(ofPageWithFile: file), let offer = open.catalog?.viewOffer(at: page) else {
      return nil
    }
    // When this page has been sent.
    Task { open.catalog?.prepareSearch(at: page) }
    return offer.jsonText
  }

  /// Returns the name of a page with its listing arranged by a query; `nil` if it is not arranged.
  func viewKey(_ file: String, _ query: String) -> String? {
    guard let page = open.address(ofPageWithFile: file) else { return nil }
    return (open.catalog?.viewQuery(query, at: page)).map { "\(file)?\($0.key)" }
  }

  /// Returns the view of a page with its listing arranged by a query; `nil` if it is not arranged.
  func view(_ file: String, _ query: String) -> ReaderViews.View? {
    guard let catalog = open.catalog, let page = open.address(ofPageWithFile: file),
      let query = catalog.viewQuery(query, at: page)
    else { return nil }
    return views.view("\(file)?\(query.key)", isOpen: readers.hasOpen) {
      catalog.arrangement(of: page, for: query).map { ReaderViews.View(file, query, $0) }
    }
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
