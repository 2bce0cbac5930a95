import CatalogKit
import Diagnostics
import Foundation
import Rendering
import TestKit
import Testing

/// Data sets with their own chains: each is a collection next to that of the catalog.
@Suite struct CollectionTests {
  private static let works =
    "id,title,artist,year,kind\n1,Newton,blake,1795,print\n2,Tyger,blake,1794,print\n3,Pity,blake,1795,drawing\n"
    + "4,Delights,bosch,1505,painting\n"
  private static let artists =
    "id,name,nationality\nblake,William Blake,British\nbosch,Hieronymus Bosch,Dutch\nindex,Index,British\n"
    + "british,British,French\n"
  private static let shows = "id,name,year\ns1,Visions,1971\ns2,Gardens,1972\n"

  private func museum(_ artists: String, _ shows: String = "", works: String = "", rest: String = "") throws
    -> CatalogFolder
  {
    try CatalogFolder([
      "works.csv": Self.works, "artists.csv": Self.artists, "shows.csv": Self.shows,
      "catalog.yml": """
      title: Museum
      datasets:
        works: { file: works.csv, types: { year: number }\(works) }
        artists: { file: artists.csv\(artists) }
        shows: { file: shows.csv\(shows) }
      \(rest)
      """,
    ])
  }

  private func paths(_ folder: CatalogFolder) throws -> [String] {
    try folder.catalog().document.pages.map(\.path.address)
  }

  private func page(_ address: String, of folder: CatalogFolder) throws -> Page {
    try #require(try folder.catalog().document.pages.first { $0.path.address == address })
  }

  @Test func aMuseumOfThreeDataSets() throws {
    let folder = try museum(
      ", title: Artists, chain: [{ group: nationality }], letters: name, pages: { preview: 1 }",
      ", chain: [{ sort: { field: year, order: descending } }], facets: year", rest: "chain: [{ group: kind }]")
    let paths = try paths(folder)
    #expect(Set(paths).count == paths.count)
    #expect(
      paths.filter { $0.hasSuffix("index") } == [
        "index", "print/index", "drawing/index", "painting/index", "artists/index", "artists/british/index",
        "artists/dutch/index", "artists/french/index", "artists/letters/index", "artists/letters/b/index",
        "artists/letters/h/index", "artists/letters/i/index", "artists/letters/w/index", "shows/index",
        "shows/year/index", "shows/year/1971/index", "shows/year/1972/index",
      ])
    let home = try page("index", of: folder)
    #expect(home.sections.map(\.title) == ["print", "drawing", "painting", "Artists", "Shows"])
    #expect(home.sections.map(\.count) == [2, 1, 1, 4, 2] && home.entryCount == 10)
    #expect(home.sections[3].cells.map(\.title) == ["William Blake"] && home.sections[3].hasMore)
    #expect(home.sections[4].cells.map(\.title) == ["Gardens", "Visions"] && !home.sections[4].hasMore)
    #expect(home.indexes.map(\.title) == ["Artists", "Shows"])
    let artists = try page("artists/index", of: folder)
    #expect(artists.indexes.map(\.title) == ["A–Z"] && artists.sections.map(\.title) == ["British", "Dutch", "French"])
    #expect(artists.sections.map(\.cells.count) == [1, 1, 1])
    // A collection without sections lists its rows on its page.
    let shows = try page("shows/index", of: folder)
    #expect(shows.kind == .section && shows.indexes.map(\.title) == ["Year"])
    #expect(shows.sections.map(\.cells.count) == [2])
  }

  /// A row with the name of a page of the listing, a section with the name of a row, an index with the name of a data
  /// set.
  @Test func equalNamesDoNotCollide() throws {
    let folder = try museum(
      ", chain: [{ group: nationality }], pages: { size: 1 }, indexes: { british: { chain: [] } }",
      works: ", titles: title", rest: "chain: [{ group: artist }]\ndocuments: { indexes: { artists: { chain: [] } } }")
    let paths = try paths(folder)
    #expect(Set(paths).count == paths.count)
    // The row `british` is beside the folder of the index, and the section of the name has another one.
    #expect(paths.contains("artists/british") && paths.contains("artists/british/index"))
    #expect(paths.count { $0.hasPrefix("artists/british-") && $0.hasSuffix("/index") } == 1)
    #expect(paths.count { $0.hasPrefix("artists/index-") } == 1)
    // The index `artists` of the catalog is not in the folder of the data set.
    #expect(try page("artists/index", of: folder).title == "Artists")
    #expect(paths.contains("by-artists/index"))
    let output = "\(folder.path)/out"
    let report = try folder.build(into: output)
    #expect(report.pages.total == paths.count)
  }

  @Test func ifAllDataSetsHaveChainsTheHomePageListsNone() throws {
    let folder = try museum(
      ", chain: []", ", chain: []", works: ", chain: [{ group: kind }]", rest: "pages: { preview: 2 }")
    let home = try page("index", of: folder)
    #expect(home.title == "Museum" && home.sections.map(\.title) == ["Works", "Artists", "Shows"])
    #expect(home.sections.map(\.cells.count) == [2, 2, 2] && home.sections.map(\.hasMore) == [true, true, false])
    #expect(home.sections.map(\.path.address) == ["works/index", "artists/index", "shows/index"])
    #expect(home.entryCount == 10 && home.sectionCount == 3)
    #expect(try page("works/index", of: folder).sections.map(\.title) == ["print", "drawing", "painting"])
    #expect(try folder.catalog().explain("works/1").routes.map(\.index) == ["Works"])
  }

  @Test func rowsThatServeOthersAreShownByTheirOwnChain() throws {
    let join = ", join: { artists: { dataset: artists, on: artist, equals: id } }"
    let folder = try museum("", works: join)
    #expect(!(try paths(folder).contains("artists/blake")))
    let shown = try museum(", chain: [{ sort: name }]", works: join)
    #expect(try paths(shown).contains("artists/blake"))
    let explanation = try shown.catalog().explain("blake")
    #expect(explanation.isShown && explanation.routes.map(\.index) == ["Artists"])
  }

  @Test func dataSetsWithoutChainsAreUnchanged() throws {
    let one = try museum("", ", chain: []").pages().filter { $0.key != "index.md" && !$0.key.hasPrefix("shows/") }
    let two = try museum("", ", chain: []", rest: "chain: [{ concatenate: [works, artists] }]").pages()
    #expect(!one.isEmpty && one.allSatisfy { two[$0.key] == $0.value })
  }

  @Test func settingsOfTheCatalogAreDefaultsOfEachDataSet() throws {
    let folder = try museum(
      ", chain: []", ", chain: [], pages: { size: 1 }", rest: "pages: { size: 3, preview: 0 }")
    let paths = try paths(folder)
    #expect(paths.contains("artists/page-2") && !paths.contains("artists/page-3") && paths.contains("shows/page-2"))
    let home = try page("index", of: folder)
    #expect(home.sections.isEmpty && home.terms.map(\.title) == ["Works", "Artists", "Shows"])
    #expect(home.terms.map(\.path.address) == ["works/index", "artists/index", "shows/index"])
    var options = CatalogOptions()
    options.pageSize = 2
    let pages = try folder.catalog(options: options).document.pages.map(\.path.address)
    #expect(pages.contains("artists/page-2") && !pages.contains("shows/page-2"))
  }

  @Test func aHomePageOfContentsShowsNoEntries() throws {
    let folder = try museum(
      ", chain: [{ group: nationality }]", ", chain: []", rest: "chain: [{ group: kind }]\nhome: contents")
    let home = try page("index", of: folder)
    #expect(home.sections.isEmpty && home.entryCount == 10 && home.sectionCount == 5)
    #expect(home.terms.map(\.title) == ["print", "drawing", "painting", "Artists", "Shows"])
    #expect(home.terms.map(\.count) == [2, 1, 1, 4, 2])
    // The page of a collection shows its entries.
    #expect(try page("artists/index", of: folder).sections.map(\.cells.count) == [2, 1, 1])
  }

  @Test(arguments: [
    (11, "", true), (12, "", false), (12, "home: previews", true), (12, "home: { picks: b/1 }", false),
    (2, "home: { show: contents }", false),
  ])
  func aHomePageOfManySectionsShowsNoEntries(groups: Int, home: String, showsEntries: Bool) throws {
    let folder = try CatalogFolder([
      "a.csv": "id,name,kind\n" + (1...groups).map { "\($0),Row \($0),kind \($0)\n" }.joined(),
      "b.csv": "id,name\n1,One\n",
      "catalog.yml": "datasets: { a: a.csv, b: { file: b.csv, chain: [] } }\nchain: [{ group: kind }]\n\(home)\n",
    ])
    let document = try folder.catalog().document
    let page = try #require(document.pages.first { $0.path == .home })
    let sections = page.sections.filter { $0.title != "Highlights" }
    #expect(page.sectionCount == groups + 1)
    #expect((sections.count, page.terms.count) == (showsEntries ? (groups + 1, 0) : (0, groups + 1)))
    // The occurrences of a row agree with the page, in the catalog's listing and in another collection.
    for id in [ObjectID(collection: "a", key: "1"), ObjectID(collection: "b", key: "1")] {
      let previews = document.appearances(of: id).filter { $0.kind == .preview && $0.path == .home }
      #expect(previews.count == (showsEntries ? 1 : 0), "\(id)")
    }
  }

  @Test func theTitlesInATableAreUnderTheLabelOfTheirField() throws {
    let table = "pages: { view: table }"
    let folder = try museum(", fields: { name: { label: Painter } }, chain: []", ", chain: []", rest: table)
    #expect(try page("artists/index", of: folder).sections.map(\.titleLabel) == ["Painter"])
    let pages = try folder.pages()
    #expect(pages["artists/index.md"]?.contains("<th scope=\"col\">Painter</th>") == true)
    // Titles of several data sets have no common label.
    let shared = try museum(", fields: { name: { label: Painter } }", rest: table)
    #expect(try page("artists/index", of: shared).sections.map(\.titleLabel) == [nil])
    #expect(try shared.pages()["artists/index.md"]?.contains("<th scope=\"col\">Name</th>") == true)
  }

  // MARK: - Views

  @Test func eachCollectionAndIndexHasItsView() throws {
    let folder = try museum(
      ", chain: [{ sort: name }], pages: { view: list }, facets: nationality",
      ", chain: [], pages: { view: table, columns: [year] }, indexes: { again: { pages: { view: cards } } }",
      rest: "pages: { view: table, columns: [year, artist, nationality] }")
    let home = try page("index", of: folder)
    #expect(home.sections.map(\.view) == [.table, .list, .table])
    let labels = home.sections.map { section in
      section.cells[0].body.blocks.flatMap { block in
        if case .properties(let properties) = block { properties.map(\.label.plainText) } else { ["?"] }
      }
    }
    // Columns of missing fields are skipped.
    #expect(labels == [["Year", "Artist"], ["Nationality"], ["Year"]])
    #expect(try page("artists/nationality/british/index", of: folder).sections.map(\.view) == [.list])
    #expect(try page("shows/again/shows/index", of: folder).sections.map(\.view) == [.cards])
    let pages = try folder.pages()
    #expect(
      pages["works/index.md"]?.contains(
        "Newton</a></th><td class=\"align-right\">1795</td><td>blake</td>") == true, "\(pages)")
    #expect(
      pages["artists/index.md"]?.contains(
        "[William Blake](blake.md) · Nationality: [British](../artists/nationality/british/index.md)") == true)
  }

  @Test func longValuesAreCutInColumns() throws {
    let long = String(repeating: "word ", count: 60)
    let folder = try CatalogFolder([
      "a.csv": "id,name,text,more\n1,One,\(long),x\n2,Two,\(long)two,\n3,Three,,y\n",
      "catalog.yml": "datasets: { a: a.csv }\npages: { view: table, columns: [more, text] }\n",
    ])
    let section = try #require(try page("a/index", of: folder).sections.first)
    #expect(section.cells.map { $0.body.blocks.plainText.hasSuffix("…") } == [true, true, false])
    #expect(
      try folder.pages()["a/index.md"]?.contains("<th scope=\"col\">More</th><th scope=\"col\">Text</th>") == true)
  }

  @Test(arguments: [
    (", facets: nationality, pages: { size: 3 }", "", ["catalog/no-chain 4:41", "catalog/no-chain 4:61"]),
    (", chain: [{ concatenate: [works] }]", "", ["catalog/step 4:41"]),
    (", chain: []", "chain: [{ concatenate: [works, artists] }]", ["chain/own-chain 6:32"]),
    // A chain of a data set names its own fields.
    (", chain: [{ sort: kind }], facets: year", "", ["chain/unknown-field 4:49", "chain/unknown-field 4:66"]),
    (", chain: [], facets: [id, id]", "", ["documents/duplicate-index 4:57"]),
    (", chain: [], pages: { columns: [name, kind] }", "", ["chain/unknown-field 4:69"]),
    // Settings of the catalog apply to all data sets.
    (", chain: []", "pages: { view: table, columns: [artist, nationalty] }", ["chain/unknown-field 6:41"]),
    (", chain: [], pages: { preview: -1 }", "", ["yaml/type 4:62"]),
  ])
  func mistakes(artists: String, rest: String, codes: [String]) throws {
    let folder = try museum(artists, rest: rest)
    #expect(try findings { _ = try folder.catalog() }.map(\.brief) == codes)
  }
}
