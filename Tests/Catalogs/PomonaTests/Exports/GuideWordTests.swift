import Foundation
import Testing

/// Guide words of stable pages are the values by which a section is sorted.
@Suite struct GuideWordTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func write(_ chain: String, documents: String = "{}", renaming changed: Int? = nil) throws {
    // The years are in the opposite order of the titles, and the last ten works have none.
    let rows = (0..<50).map { number in
      let year = number < 40 ? String(1990 - 10 * number + (number == changed ? 1 : 0)) : ""
      return "w\(number),Work \(10 + number),\(year),\(number % 2 == 0 ? "oil" : "ink")"
    }
    try sandbox.write([
      "shop/works.csv": "id,title,year,kind\n" + rows.joined(separator: "\n") + "\n",
      "shop/catalog.yml": """
      datasets: { works: { file: works.csv, key: id } }
      chain: \(chain)
      pages: { size: 6, kind: stable }
      documents: \(documents)
      """,
    ])
  }

  /// The guide words on the page that links to a section's pages.
  private func guides(_ folder: String) throws -> [String] {
    HTMLPage(try sandbox.text("out/\(folder)/index.html")).all("a", in: "parts").map(\.text)
  }

  private func isYear(_ word: Substring) -> Bool { word.count == 4 && Int(word) != nil }

  @Test func aSectionThatIsSortedByAnotherFieldHasItsValues() throws {
    try write("[{ group: kind }, { sort: [year, title] }]")
    try sandbox.build("shop", "--output", "out")
    for section in ["oil", "ink"] {
      let guides = try guides(section).flatMap { $0.split(separator: " – ") }
      let years = guides.filter(isYear)
      #expect(years.count > 4 && years == years.sorted())
      // Rows without a year come last, and are found by their titles.
      #expect(!guides.isEmpty && guides.dropFirst(years.count).allSatisfy { $0.hasPrefix("Work ") })
      #expect(guides.last?.hasPrefix("Work ") == true)
    }
    let first = HTMLPage(try sandbox.text("out/oil/start.html"))
    let guide = try #require(try guides("oil").first)
    #expect(first.all("title").first?.text.contains(guide) == true)
  }

  @Test(arguments: [
    ("[{ sort: year }, { group: kind }]", true), ("[{ group: kind }, { sort: year }, { reverse: rows }]", true),
    ("[{ group: kind }, { sort: [{ field: year, order: descending }] }]", true),
    ("[{ group: kind }, { sort: title }]", false), ("[{ group: kind }]", false),
    ("[{ group: title }, { sort: year }, { group: kind }]", false),
    ("[{ group: kind }, { sort: year }, { sort: title }]", false),
  ])
  func stepsThatDetermineTheOrder(chain: String, isByYear: Bool) throws {
    try write(chain)
    try sandbox.build("shop", "--output", "out")
    let words = try guides("oil").flatMap { $0.split(separator: " – ") }
    #expect(words.count > 4)
    #expect(words.contains(where: isYear) == isByYear)
    #expect(isByYear || words.allSatisfy { $0.hasPrefix("Work ") })
  }

  @Test func anIndexHasItsOwnOrder() throws {
    try write(
      "[{ group: kind }, { sort: title }]",
      documents: "{ indexes: { by-year: { chain: [{ flatten: All }, { sort: year }] } }, facets: [kind] }")
    try sandbox.build("shop", "--output", "out")
    #expect(try guides("by-year/all").first.map { isYear($0.prefix(4)) } == true)
    #expect(try guides("oil").allSatisfy { $0.hasPrefix("Work ") })
    // The rows of a facet come from several sections of the catalog.
    #expect(try guides("kind/oil").allSatisfy { $0.hasPrefix("Work ") })
  }

  @Test func pagesFollowTheValuesOfTheirGuideWords() throws {
    try write("[{ flatten: All }, { sort: year }]")
    try sandbox.build("shop", "--output", "out")
    let before = try guides("all")
    for number in (0..<40).filter({ before.joined().contains(String(1990 - 10 * $0)) }).prefix(2) {
      try write("[{ flatten: All }, { sort: year }]", renaming: number)
      try sandbox.build("shop", "--output", "out")
      #expect(try guides("all").joined().contains(String(1991 - 10 * number)))
      try sandbox.build("shop", "--output", "clean-\(number)")
      #expect(try sandbox.catalog("out") == sandbox.catalog("clean-\(number)"))
    }
  }
}
