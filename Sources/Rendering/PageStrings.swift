/// The texts that documents and renderers add to pages.
package enum PageStrings {
  /// `1 entry`, `23 entries`.
  package static func entries(_ count: Int, _ style: NumberStyle) -> String {
    "\(style.text(count)) \(count == 1 ? "entry" : "entries")"
  }

  /// `187 entries in 14 sections`. An entry in several sections is counted once. Returns `nil` for a page without sections.
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

  /// `… – Lemon`, for a link to a previous page. The link depends only on the last entry there, so that insertions at the beginning of that
  /// page do not change this one.
  static func end(of guide: Page.GuideWords) -> String { "… – \(guide.last)" }

  /// `Lemon – …`, for a link to a following page.
  static func beginning(of guide: Page.GuideWords) -> String { "\(guide.first) – …" }

  /// The text before the link on a page that redirects to another one.
  static let moved = "This page has moved to "

  /// The text on the page of a removed entry.
  static let gone = "This entry is no longer part of the catalog."

  /// The title of the page for unknown addresses.
  static let notFound = "Page not found"

  /// The text before the link to the home page on the page for unknown addresses.
  static let nothingHere =
    "There is no page at this address. You may find what you are looking for from the beginning of "

  /// `Page 2 of 5`.
  package static func position(_ position: Page.Position, _ style: NumberStyle) -> String {
    "Page \(style.text(position.number)) of \(style.text(position.count))"
  }
}
