/// The texts that a document and its renderers add to the data.
package enum PageStrings {
  /// `1 entry`, `23 entries`.
  package static func entries(_ count: Int, _ style: NumberStyle) -> String {
    "\(style.text(count)) \(count == 1 ? "entry" : "entries")"
  }

  /// `187 entries in 14 sections`. Returns `nil` if the page has no sections.
  ///
  /// An entry in several sections counts once if the page has an `entryCount`; otherwise it counts in each section.
  package static func summary(of page: Page) -> String? {
    let count = page.entryCount ?? page.sections.reduce(0) { $0 + $1.count }
    let sectionCount = page.sectionCount ?? page.sections.count
    if sectionCount == 0 { return nil }
    let style = page.catalog.numberStyle
    let entries = entries(count, style)
    return sectionCount > 1 ? "\(entries) in \(style.text(sectionCount)) sections" : entries
  }

  /// `All 23 in Citrus`.
  package static func all(of section: Page.Section, _ style: NumberStyle) -> String {
    "All \(style.text(section.count))" + (section.title.map { " in \($0)" } ?? "")
  }

  /// `Citrus, page 2`.
  package static func title(_ title: String, _ position: Page.Position, _ style: NumberStyle) -> String {
    "\(title), page \(style.text(position.number))"
  }

  /// `Apple – Lemon`.
  package static func guide(_ guide: Page.GuideWords) -> String {
    guide.first == guide.last ? guide.first : "\(guide.first) – \(guide.last)"
  }

  /// `… – Lemon`, for a link to the previous page. The link does not change when entries are inserted at the beginning
  /// of that page.
  static func end(of guide: Page.GuideWords) -> String { "… – \(guide.last)" }

  /// `Lemon – …`, for a link to the next page.
  static func beginning(of guide: Page.GuideWords) -> String { "\(guide.first) – …" }

  /// The head above the titles of rows that have no common name.
  static let name = "Name"

  /// The text before the link on a page that has moved.
  static let moved = "This page has moved to "

  /// The text on the page of an entry that was removed.
  static let gone = "This entry is no longer part of the catalog."

  /// The text before the links on the page of a name that several entries had.
  static let severalMeanings = "Several entries have had this name:"

  /// The text before the links to other entries on the page of an entry that has their former name.
  static func otherMeanings(of name: String) -> String { "Formerly “\(name)”, too: " }

  /// The title of the page that is shown for an address without a page.
  static let notFound = "Page not found"

  /// The text before the link to the home page on the page that is shown for an address without a page.
  static let nothingHere =
    "There is no page at this address. You may find what you are looking for from the beginning of "

  /// `Page 2 of 5`.
  package static func position(_ position: Page.Position, _ style: NumberStyle) -> String {
    "Page \(style.text(position.number)) of \(style.text(position.count))"
  }
}
