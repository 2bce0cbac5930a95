import CatalogKit
import Foundation
import TestKit
import Testing

/// Chains and exports over dates in usual spellings.
@Suite struct DateChainTests {
  private static let works = """
    name,made
    Bust,44 BC
    Vase,2nd–1st century BC
    Icon,c. 476
    Map,before 1850
    Print,1849–51
    Oil,c. 1850
    Photo,1850s
    Letter,12 April 1851
    Cast,19th century
    Film,1985-04-12
    Tape,12.05.1985
    Sketch,
    """

  /// The sections of the home page, each with its entries.
  private func sections(_ chain: String) throws -> [[String]] {
    let folder = try CatalogFolder([
      "works.csv": Self.works + "\n",
      "catalog.yml": "title: Museum\npages: { preview: 20 }\ndatasets: { works: works.csv }\nchain:\n\(chain)\n",
    ])
    let home = try #require(try folder.pages()["index.md"])
    return home.split(separator: "\n## ").dropFirst().map { section in
      [String(section.drop { $0 == "[" }.prefix { $0 != "]" })] + links(3, in: String(section))
    }
  }

  private static let sorted = [
    "Vase", "Bust", "Icon", "Cast", "Print", "Map", "Oil", "Photo", "Letter", "Film", "Tape",
  ]

  @Test func rowsAreSortedByTheDaysOfTheirDates() throws {
    #expect(try sections("  - sort: made") == [["Works"] + Self.sorted + ["Sketch"]])
    #expect(
      try sections("  - sort: { field: made, order: descending }") == [["Works"] + Self.sorted.reversed() + ["Sketch"]])
  }

  @Test(arguments: [
    (
      "century",
      [
        ["2nd century BC", "Vase"], ["1st century BC", "Bust"], ["5th century", "Icon"],
        ["19th century", "Cast", "Print", "Oil", "Photo", "Letter"], ["20th century", "Film", "Tape"],
        ["Other", "Map", "Sketch"],
      ]
    ),
    (
      "decade",
      [
        ["40s BC", "Bust"], ["470s", "Icon"], ["1840s", "Print"], ["1850s", "Oil", "Photo", "Letter"],
        ["1980s", "Film", "Tape"], ["Other", "Vase", "Cast", "Map", "Sketch"],
      ]
    ),
    (
      "year",
      [
        ["44 BC", "Bust"], ["476", "Icon"], ["1849", "Print"], ["1850", "Oil"], ["1851", "Letter"],
        ["1985", "Film", "Tape"], ["Other", "Vase", "Cast", "Map", "Photo", "Sketch"],
      ]
    ),
    (
      "month",
      [
        ["1851-04", "Letter"], ["1985-04", "Film"], ["1985-05", "Tape"],
        ["Other", "Vase", "Bust", "Icon", "Cast", "Print", "Map", "Oil", "Photo", "Sketch"],
      ]
    ),
  ])
  func periods(by period: String, sections: [[String]]) throws {
    let chain = "  - sort: made\n  - group: { field: made, by: \(period), order: sorted }"
    #expect(try self.sections(chain) == sections)
    // The names of the sections are in the same order.
    let named = try self.sections("  - sort: made\n  - group: { field: made, by: \(period) }\n  - sort_sections: name")
    #expect(named.filter { $0[0] != "Other" } == sections.dropLast())
  }

  @Test(arguments: [
    ("from: 1850", ["Oil", "Photo", "Letter", "Film", "Tape"]), ("from: 1850, to: 1850", ["Oil"]),
    ("to: 44 BC", ["Bust"]), ("below: 1850", ["Bust", "Vase", "Icon", "Map"]),
    ("above: 1850", ["Letter", "Film", "Tape"]),
    ("from: 1850s, to: 1850s", ["Oil", "Photo", "Letter"]), ("from: 12 April 1985, to: 1985-04-12", ["Film"]),
    ("from: 19th century, to: 19th century", ["Print", "Oil", "Photo", "Letter", "Cast"]),
    ("above: words", []), ("from: 4/12/1985", []),
  ])
  func ranges(bounds: String, names: [String]) throws {
    let sections = try sections("  - filter: { field: made, range: { \(bounds) } }")
    #expect(sections.flatMap { $0.dropFirst() } == names)
  }

  @Test func theFeedHasTheDaysOnWhichDatesBegin() throws {
    let folder = try CatalogFolder([
      "works.csv": Self.works + "\n",
      "catalog.yml": """
      title: Museum
      address: https://a.org
      datasets: { works: works.csv }
      documents: { feed: { date: made, limit: 3 } }
      """,
    ])
    try folder.build(into: "\(folder.path)/out")
    let feed = try String(contentsOfFile: "\(folder.path)/out/feed.xml", encoding: .utf8)
    let dates = feed.split(separator: "<updated>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    #expect(
      dates == ["1985-05-12T00:00:00Z", "1985-05-12T00:00:00Z", "1985-04-12T00:00:00Z", "1851-04-12T00:00:00Z"])
  }
}
