import DocumentModel
import Synchronization

/// The HTML of a cell's body, for a cell that stands on several pages: the first of them has it written, and the others show the same.
///
/// It follows from the cell, and is no part of its value: two of them are always equal.
final class KeptHTML: Hashable, Sendable {
  /// What was written last, and for which level of headings. A preview on the home page has another one than the pages that most cells stand on.
  private let last = Mutex<(headingLevel: Int, html: RootedHTML)?>(nil)

  /// Returns the HTML for a level of headings.
  ///
  /// - Parameters:
  ///   - headingLevel: The level of the heading that the body stands under.
  ///   - blocks: Returns the body. It may be called by several threads at once.
  func html(headingLevel: Int, of blocks: () -> [Block]) -> RootedHTML {
    if let last = last.withLock({ $0 }), last.headingLevel == headingLevel { return last.html }
    let html = RootedHTML(blocks(), headingLevel: headingLevel)
    last.withLock { $0 = (headingLevel, html) }
    return html
  }

  static func == (first: KeptHTML, second: KeptHTML) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
