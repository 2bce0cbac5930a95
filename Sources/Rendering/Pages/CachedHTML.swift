import DocumentModel
import Synchronization

/// The HTML of a cell's body, which can be stored for all pages that show the cell: it is written for the first of them, and reused for the
/// others.
///
/// It is derived from the cell and is not part of its value. All instances are therefore equal.
struct CachedHTML: Hashable, Sendable {
  private final class Store: Sendable {
    /// The last result, with the level of headings that it was written for. A preview on the home page has another level than the pages
    /// that show most of the cells.
    let last = Mutex<(headingLevel: Int, html: RootedHTML)?>(nil)
  }

  /// The storage that all copies of the cell share, or `nil` if the HTML is written for each page.
  private let store: Store?

  /// Creates an instance that writes the HTML on each request, or stores it.
  init(isStored: Bool = false) { store = isStored ? Store() : nil }

  /// Returns the HTML for a level of headings.
  ///
  /// Several threads may write the same HTML at the same time, because the lock is not held while it is written. The last result is stored.
  ///
  /// - Parameters:
  ///   - headingLevel: The level of the heading above the body.
  ///   - blocks: Returns the body. It may be called by several threads at the same time.
  func html(headingLevel: Int, of blocks: () -> [Block]) -> RootedHTML {
    if let last = store?.last.withLock({ $0 }), last.headingLevel == headingLevel { return last.html }
    let html = RootedHTML(blocks(), headingLevel: headingLevel)
    store?.last.withLock { $0 = (headingLevel, html) }
    return html
  }

  static func == (first: CachedHTML, second: CachedHTML) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
