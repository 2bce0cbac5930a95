/// The words that a document and its renderers add to what they are given, in one place.
enum Wording {
  /// `1 entry`, `23 entries`.
  static func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }

  /// `187 entries in 14 sections`.
  static func summary(of sections: [Page.Section]) -> String {
    let entries = entries(sections.reduce(0) { $0 + $1.count })
    return sections.count > 1 ? "\(entries) in \(sections.count) sections" : entries
  }

  /// `All 23 in Citrus`.
  static func all(of section: Page.Section) -> String {
    "All \(section.count)" + (section.title.map { " in \($0)" } ?? "")
  }

  /// `Citrus, page 2`.
  static func title(_ title: String, _ position: Page.Position) -> String { "\(title), page \(position.number)" }

  /// `Page 2 of 5`.
  static func position(_ position: Page.Position) -> String { "Page \(position.number) of \(position.count)" }
}
