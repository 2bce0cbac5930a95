import CatalogKit
import DataSources
import Datasets
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
