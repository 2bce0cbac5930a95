import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// `totals` of pages: values of the rows of each section, on its page, on the home page, and after edits.
@Suite struct SectionTotalsTests {
  private static let works = """
    id,title,kind,price,year,artist
    w1,Newton,print,0.10,1795,blake
    w2,Job,print,0.20,1825,blake
    w3,Temeraire,painting,1200,1838,turner
    w4,Anon,painting,,,
    w5,Pity,print,,1790,blake

    """
  private static let totals =
    "totals: { value: { sum: price }, from: { min: year }, Born: { max: artist.born }, "
    + "cheap: { count: rows, where: { field: price, range: { below: 1 } } }, priced: { count: price }, "
    + "mean: { mean: price } }"

  private func folder(_ pages: String = "{ preview: 1, \(totals) }", rest: String = "") throws -> CatalogFolder {
    try CatalogFolder([
      "catalog.yml": """
      title: Museum
      datasets:
        works:
          file: works.csv
          key: id
          fields:
            artist: { refers: artists }
            price: { unit: €, format: 2 }
            year: { format: plain }
        artists: { file: artists.csv, types: { born: number }, fields: { born: { format: plain } } }
      chain: [{ concatenate: works }, { group: kind }]
      pages: \(pages)
      \(rest)
      """,
      "works.csv": Self.works, "artists.csv": "id,name,born\nblake,William Blake,1757\nturner,Turner,1775\n",
    ])
  }

  @Test func `a section shows its totals at its beginning`() throws {
    let pages = try folder().pages()
    let section = try #require(pages["print/index.md"])
    let lines = [
      "**Value:** €0.30", "**From:** 1790", "**Born:** 1757", "**Cheap:** 2", "**Priced:** 2", "**Mean:** €0.15",
    ]
    for line in lines { #expect(section.contains(line), "\(section)") }
    let home = try #require(pages["index.md"])
    for line in lines { #expect(home.contains(line), "\(home)") }
    #expect(pages["painting/index.md"]?.contains("**Cheap:** 0") == true)
    let small = try folder("{ size: 1, totals: { value: { sum: price } } }").pages()
    #expect(small["print/index.md"]?.contains("Value") == true && small["print/page-2.md"]?.contains("Value") == false)
  }

  @Test func `pages with guide words have them on the page of the section`() throws {
    let pages = try folder("{ size: 1, kind: stable, totals: { value: { sum: price } } }").pages()
    let shown = pages.filter { $0.key.hasPrefix("print/") && $0.value.contains("**Value:**") }.map(\.key)
    #expect(shown == ["print/index.md"])
  }

  @Test func `indexes and collections have their own`() throws {
    let folder = try folder(
      "{ size: 20 }",
      rest: """
        documents:
          indexes:
            by-artist: { chain: [{ group: artist }], pages: { totals: { works: { count: rows } } } }
        """)
    let pages = try folder.pages()
    #expect(pages["by-artist/william-blake/index.md"]?.contains("**Works:** 3") == true)
    #expect(pages["print/index.md"]?.contains("**Works:**") == false)
  }

  @Test(arguments: [
    ("{ value: { sum: pric } }", "there is no field “pric”"),
    ("{ value: { sum: title } }", "“title” is of type text, and “sum” is of numbers"),
    ("{ value: { total: price } }", "the key “total” is not known here"),
    ("{ value: { sum: price, where: { field: knd, equals: x } } }", "there is no field “knd”"),
  ])
  func `an impossible total is reported once`(totals: String, message: String) throws {
    let folder = try folder(
      "{ totals: \(totals) }", rest: "documents: { facets: [kind], letters: title }")
    #expect(CatalogCheck(at: folder.path).findings.filter { $0.severity == .error }.map(\.message) == [message])
  }

  @Test func `an edit updates the pages that show the total, and no others`() throws {
    let folder = try folder("{ size: 2, preview: 1, totals: { value: { sum: price }, from: { min: year } } }")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func update(_ works: String) throws -> [String] {
      try folder.paths(changedBy: builder, writing: works, to: "works.csv").filter { $0.hasSuffix(".html") }
    }
    // On the second page of its section, and not on the home page: only the total changes there.
    let dearer = Self.works.replacing("w5,Pity,print,,", with: "w5,Pity,print,5.05,")
    #expect(
      try update(dearer).filter { !$0.hasPrefix("artists/") } == [
        "index.html", "print/index.html", "print/page-2.html", "works/w5.html",
      ])
    // An edit that leaves the total unchanged updates none.
    #expect(
      try update(dearer.replacing("Pity,print,5.05,1790", with: "Pity,print,5.05,1791")).contains("print/index.html"))
    #expect(
      try !update(dearer.replacing("1790,blake", with: "1791,blake").replacing("Pity", with: "Pity!"))
        .contains("print/index.html"))
    #expect(try update(dearer.replacing("w4,Anon,painting", with: "w4,Anon,print")).contains("painting/index.html"))
  }

  @Test func `a total that is only written otherwise is shown as it is written`() throws {
    let folder = try CatalogFolder([
      "catalog.yml":
        "datasets: { w: { file: w.csv, key: id } }\nchain: [{ group: kind }]\npages: { totals: { mean: { mean: price } } }\n",
      "w.csv": "id,kind,price\na,print,2.5\nb,print,2.5\n",
    ])
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    defer { builder.close() }
    _ = try builder.build()
    try folder.write("w.csv", "id,kind,price\na,print,2.50\nb,print,2.5\n")
    #expect(try builder.update(["\(folder.path)/w.csv"]).updated.contains("print/index.html"))
  }
}
