import CatalogKit
import Diagnostics
import Rendering
import TestKit
import Testing

/// Sections within sections, facets within facets, the limits of facets, and the chosen content of the home page.
@Suite struct NestedGroupTests {
  private static let works = """
    id,title,kind,period,tags,added
    1,Newton,Print,18th,blue; sea,2024-01-05
    2,Tyger,Print,18th,cat,2024-03-01
    3,Pity,Drawing,18th,sea,2024-02-01
    4,Delights,Painting,16th,blue,
    5,Haywain,Painting,16th,hay,2023-01-01
    6,Cubes,Painting,,blue,2024-02-15

    """

  private func folder(_ rest: String, artists: String? = nil) throws -> CatalogFolder {
    var files = [
      "works.csv": Self.works,
      "catalog.yml": """
      title: Museum
      datasets:
        works: { file: works.csv, types: { tags: list, added: date } }
        \(artists.map { "artists: { file: artists.csv, chain: [] }\n\($0)" } ?? "")
      \(rest)
      """,
    ]
    if artists != nil { files["artists.csv"] = "id,name,added\nblake,William Blake,2024-02-20\n" }
    return try CatalogFolder(files)
  }

  private func pages(_ folder: CatalogFolder) throws -> [String: Page] {
    Dictionary(uniqueKeysWithValues: try folder.catalog().document.pages.map { ($0.path.address, $0) })
  }

  private func findings(_ rest: String) throws -> [String] {
    do {
      return try folder(rest).catalog().warnings.map(\.message)
    } catch let error as DiagnosticsError {
      return error.diagnostics.map(\.message)
    }
  }

  @Test func sectionsWithinSectionsHavePages() throws {
    let folder = try folder(
      "chain: [{ group: [{ field: kind, order: sorted }, { field: period, order: sorted, rest: Undated }] }]")
    let pages = try pages(folder)
    #expect(
      pages.keys.filter { $0.hasSuffix("index") }.sorted() == [
        "drawing/18th/index", "drawing/index", "index", "painting/16th/index", "painting/index",
        "painting/undated/index", "print/18th/index", "print/index",
      ])
    let home = try #require(pages["index"])
    #expect(home.sections.map(\.title) == ["Drawing", "Painting", "Print"] && home.sections.map(\.count) == [1, 3, 2])
    #expect(home.sections.map(\.path.address) == ["drawing/index", "painting/index", "print/index"])
    #expect(home.entryCount == 6 && home.sectionCount == 3)
    let painting = try #require(pages["painting/index"])
    #expect(painting.title == "Painting" && painting.breadcrumbs.map(\.title) == ["Museum"])
    #expect(painting.sections.map(\.title) == ["16th", "Undated"] && painting.sections.map(\.count) == [2, 1])
    #expect(painting.entryCount == 3 && painting.sectionCount == 2)
    let section = try #require(pages["painting/16th/index"])
    #expect(section.title == "16th" && section.breadcrumbs.map(\.title) == ["Museum", "Painting"])
    #expect(section.sections.flatMap(\.cells).map(\.title) == ["Delights", "Haywain"])
    #expect(pages["works/4"]?.breadcrumbs.map(\.title) == ["Museum", "Painting", "16th"])
  }

  @Test func aRowInSeveralSectionsIsCountedOnce() throws {
    let pages = try pages(
      folder("chain: [{ group: [{ field: kind, order: sorted }, { field: tags, by: element, order: sorted }] }]"))
    let home = try #require(pages["index"])
    #expect(home.sections.map(\.count) == [1, 3, 2] && home.entryCount == 6)
    #expect(pages["print/index"]?.sections.map(\.title) == ["blue", "cat", "sea"])
    #expect(pages["print/index"]?.entryCount == 2)
  }

  @Test func theLargestSectionsComeFirstAtEachDepth() throws {
    let pages = try pages(
      folder("chain: [{ group: [kind, period] }, { sort_sections: { by: size, order: descending } }]"))
    #expect(pages["index"]?.sections.map(\.title) == ["Painting", "Print", "Drawing"])
    #expect(pages["painting/index"]?.sections.map(\.title) == ["16th", "Other"])
  }

  @Test func valuesLinkToTheirOuterSections() throws {
    let pages = try pages(folder("documents: { facets: [[kind, period]] }"))
    let index = try #require(pages["kind-period/index"])
    #expect(index.title == "Kind › Period" && index.terms.map(\.title) == ["Drawing", "Painting", "Print"])
    #expect(index.terms.map(\.count) == [1, 3, 2])
    let painting = try #require(pages["kind-period/painting/index"])
    #expect(painting.breadcrumbs.map(\.title) == ["Museum", "Kind › Period"])
    #expect(painting.sections.map(\.title) == ["16th", "Other"])
    #expect(
      pages["kind-period/painting/16th/index"]?.breadcrumbs.map(\.title) == ["Museum", "Kind › Period", "Painting"])
    let references = try #require(pages["works/4"]?.article?.references)
    #expect(references.map(\.link.path.address) == ["kind-period/painting/index"])
  }

  @Test func aFacetListsTheTermsWithTheMostRows() throws {
    let pages = try pages(
      folder("documents: { facets: [{ field: tags, limit: 3 }, { field: [tags, kind], limit: 1 }] }"))
    // Of the two terms with one row, the first in order.
    #expect(pages["tags/index"]?.terms.map(\.title) == ["blue", "cat", "sea"])
    #expect(pages["tags-kind/index"]?.terms.map(\.title) == ["blue"])
    #expect(pages["tags-kind/blue/index"]?.sections.map(\.title) == ["Painting", "Print"])
    #expect(pages["tags/hay/index"] == nil)
    #expect(pages["works/5"]?.article?.references.isEmpty == true)
  }

  @Test func theHomePageShowsWhatIsNewAndPicked() throws {
    let home =
      """
      home: { picks: { title: Start here, rows: [artists/blake, works/3] }, show: contents, newest: { date: added, \
      limit: 3 } }
      """
    let pages = try pages(folder("\(home)\nchain: [{ group: kind }]", artists: ""))
    let page = try #require(pages["index"])
    #expect(page.sections.map(\.title) == ["Start here", "New"])
    #expect(page.sections[0].cells.map(\.title) == ["William Blake", "Pity"])
    #expect(page.sections[0].cells.map(\.path?.address) == ["artists/blake", "works/3"])
    // From all collections.
    #expect(page.sections[1].cells.map(\.title) == ["Tyger", "William Blake", "Cubes"])
    #expect(page.terms.map(\.title) == ["Print", "Drawing", "Painting", "Artists"])
    #expect(page.sectionCount == 4 && page.entryCount == 7)
  }

  @Test func highlightsAreInTheOrderOfTheConfiguration() throws {
    let pages = try pages(folder("home: { newest: added, show: previews, picks: works/1 }\nchain: [{ group: kind }]"))
    #expect(pages["index"]?.sections.map(\.title) == ["New", "Print", "Drawing", "Painting", "Highlights"])
    #expect(pages["index"]?.sections[0].cells.count == 5)
  }

  @Test func missingPicksAreReported() throws {
    let chain = "chain: [{ filter: { field: kind, equals: Print } }]"
    #expect(
      try findings("home: { picks: [works/1, works/77, works/4] }\n\(chain)") == [
        "no row of the data set “works” has the key “77”",
        "the row “works/4” is picked for the home page, and the chain leaves it out",
      ])
    #expect(try findings("home: { picks: [work/1] }") == ["there is no data set “work”"])
    #expect(try findings("home: { picks: [Newton] }") == ["“Newton” does not name a row"])
    #expect(try findings("home: { newest: { date: when } }") == ["there is no field “when”"])
    #expect(try findings("home: { newest: { limit: 0 } }").contains("“date” is missing here"))
  }

  @Test func mistakesInNestedGroupsAreReported() throws {
    #expect(try findings("chain: [{ group: [] }]") == ["there is no field"])
    #expect(try findings("chain: [{ group: [kind, perod] }]") == ["there is no field “perod”"])
    #expect(try findings("documents: { facets: [[kind, perod]] }") == ["there is no field “perod”"])
    #expect(try findings("documents: { facets: [{ field: kind, limit: 0 }] }").count == 1)
  }
}
