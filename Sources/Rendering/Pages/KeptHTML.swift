import DocumentModel
import Synchronization

/// The HTML of a cell's body, which may be kept for all pages that the cell stands on: the first of them has it written, and the others show the
/// same.
///
/// It follows from the cell, and is no part of its value: two of them are always equal.
struct KeptHTML: Hashable, Sendable {
  private final class Store: Sendable {
    /// What was written last, and for which level of headings. A preview on the home page has another one than the pages that most cells stand on.
    let last = Mutex<(headingLevel: Int, html: RootedHTML)?>(nil)
  }

  /// What all copies of the cell share; nil where each of them has its body written anew.
  private let store: Store?

  /// Creates HTML that is written whenever it is asked for, or kept.
  init(isKept: Bool = false) { store = isKept ? Store() : nil }

  /// Returns the HTML for a level of headings.
  ///
  /// - Parameters:
  ///   - headingLevel: The level of the heading that the body stands under.
  ///   - blocks: Returns the body. It may be called by several threads at once.
  func html(headingLevel: Int, of blocks: () -> [Block]) -> RootedHTML {
    if let last = store?.last.withLock({ $0 }), last.headingLevel == headingLevel { return last.html }
    let html = RootedHTML(blocks(), headingLevel: headingLevel)
    store?.last.withLock { $0 = (headingLevel, html) }
    return html
  }

  static func == (first: KeptHTML, second: KeptHTML) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
