import DocumentModel
import Synchronization

/// The HTML of a cell's body, which can be stored for all pages that show the cell: it is written for the first of
/// them, and reused for the others.
///
/// It is derived from the cell and is not part of its value. All instances are therefore equal.
struct CachedHTML: Hashable, Sendable {
  private final class Store: Sendable {
    /// The last result, with the level of headings that it was written for. A preview on the home page has another
    /// level than the pages that show most of the cells.
    let last = Mutex<(headingLevel: Int, html: RootedHTML)?>(nil)
  }

  /// The storage that all copies of the cell share, or `nil` if the HTML is written for each page.
  private let store: Store?

  /// Creates an instance that writes the HTML on each request, or stores it.
  init(isStored: Bool = false) { store = isStored ? Store() : nil }

  /// Appends the HTML to a page.
  ///
  /// Several threads may write the same HTML at the same time, because the lock is not held while it is written. The
  /// last result is stored.
  ///
  /// - Parameters:
  ///   - resolve: Returns inlines of the body with the placeholders in links replaced.
  ///   - blocks: Returns the body. It may be called by several threads at the same time.
  func write(
    headingLevel: Int, from root: String, to page: inout [UInt8],
    resolving resolve: @escaping ([Inline]) -> [Inline], _ blocks: () -> [Block]
  ) {
    guard let store else {
      return RootedHTML.write(blocks(), headingLevel: headingLevel, from: root, to: &page, resolving: resolve)
    }
    if let last = store.last.withLock({ $0 }), last.headingLevel == headingLevel {
      return last.html.write(from: root, to: &page)
    }
    let html = RootedHTML(blocks(), headingLevel: headingLevel, resolving: resolve)
    store.last.withLock { $0 = (headingLevel, html) }
    html.write(from: root, to: &page)
  }

  static func == (first: CachedHTML, second: CachedHTML) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
