import Cells
import Changesets
import DataSources
import DocumentModel
import Rendering
import Testing

@Suite struct DocumentTests {
  private let things = (1...5).map { Thing(title: "T\($0)") }

  @Test func aDocumentHasAHomePageSectionPagesAndObjectPages() {
    let pages = Array(document([("A", Array(things[..<2])), ("B", Array(things[2...]))]).pages)
    #expect(
      pages.map { $0.path.file("html") } == [
        "index.html", "a/index.html", "b/index.html", "things/t1.html", "things/t2.html", "things/t3.html",
        "things/t4.html", "things/t5.html",
      ])
    #expect(pages.map(\.kind) == [.index, .section, .section, .object, .object, .object, .object, .object])
    #expect(pages.map(\.title) == ["Things", "A", "B", "T1", "T2", "T3", "T4", "T5"])
  }

  @Test func sectionsAreCutIntoPages() {
    for size in 1...6 {
      for count in 0...6 {
        let titles = (0..<count).map { "T\($0)" }
        let pages = document(titles, layout: PageLayout(pageSize: size)).pages.filter { $0.kind == .section }
        #expect(pages.flatMap { $0.sections[0].cells.map(\.title) } == titles)
        #expect(pages.count == max(1, (count + size - 1) / size))
        #expect(pages.allSatisfy { $0.sections[0].cells.count <= size })
        #expect(pages.map(\.position?.number) == (pages.count == 1 ? [nil] : (1...pages.count).map { $0 }))
      }
    }
  }

  @Test func laterPagesOfASectionAreNumbered() {
    let pages = document((0..<5).map { "T\($0)" }, layout: PageLayout(pageSize: 2)).pages.filter { $0.kind == .section }
    #expect(pages.map { $0.path.file("html") } == ["all/index.html", "all/page-2.html", "all/page-3.html"])
    #expect(pages[1].previous?.title == "All")
    #expect(pages[1].next?.title == "All, page 3")
    #expect(pages[1].breadcrumbs.map(\.title) == ["Things", "All"])
  }

  @Test func theHomePageShowsTheBeginningOfEverySection() {
    let pages = Array(
      document([("A", things), ("B", [])], layout: PageLayout(previewSize: 2)).pages)
    #expect(pages[0].sections.map { $0.cells.map(\.title) } == [["T1", "T2"], []])
    #expect(pages[0].sections.map(\.count) == [5, 0])
    #expect(pages[0].sections.map(\.hasMore) == [true, false])
  }

  @Test func anEntryInSeveralSectionsIsCountedOnce() throws {
    let pages = Array(document([("A", things), ("B", Array(things[..<2]))]).pages)
    #expect(pages[0].sections.map(\.count) == [5, 2])
    #expect(pages[0].entryCount == 7, "things of one key in two sections are two objects")
    let source = ArraySource(things)
    let cells = CellSource<Thing, DocumentCell>(source) { _ in "cell" }
    cells.register("cell") { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    let both: [any DataSource<DocumentCell>] = [
      cells, cells.applying(Mappings.Reverse<DocumentCell>(reversesSections: true)),
    ]
    let twice = Transform(of: both, by: Mappings.Concatenate<DocumentCell>())
    let home = try #require(
      Document(CatalogInfo(title: "Things"), listing: twice, articles: cells).pages.first { _ in true })
    #expect(home.sections.map(\.count) == [5, 5])
    #expect(home.entryCount == 5)
    let text = String(decoding: try HTMLRenderer().render(home), as: UTF8.self)
    #expect(text.contains("5 entries in 2 sections"))
  }

  @Test func cellsWithoutAnObjectAreShownAndNotCounted() throws {
    let pages = Array(
      document([("A", things)], insertingAt: ItemPath(0, 2)).pages)
    let section = pages[1].sections[0]
    #expect(section.cells.map(\.identifier.rawValue) == ["card", "card", "banner", "card", "card", "card"])
    #expect(section.count == 5)
    #expect(section.cells[2].path == nil)
    #expect(section.cells[3].path?.file("html") == "things/t3.html")
  }

  @Test func breadcrumbsLinkHomeAndTheSection() {
    let pages = Array(document([("A", [things[0]]), ("B", [things[1]])]).pages)
    #expect(pages[0].breadcrumbs.isEmpty)
    #expect(pages[1].breadcrumbs.map(\.title) == ["Things"])
    #expect(pages[4].breadcrumbs.map { $0.path.file("html") } == ["index.html", "b/index.html"])
  }

  @Test func neighboursLinkAllPagesOfAKind() {
    let pages = Array(document([("A", Array(things[..<2])), ("B", Array(things[2...]))]).pages)
    for kind in [Page.Kind.section, .object] {
      let chain = pages.filter { $0.kind == kind }
      for (index, page) in chain.enumerated() {
        #expect(page.previous?.path == (index > 0 ? chain[index - 1].path : nil))
        #expect(page.next?.path == (index + 1 < chain.count ? chain[index + 1].path : nil))
      }
    }
    #expect(pages[0].previous == nil && pages[0].next == nil)
  }

  @Test func onlyTheHomePageDependsOnTheIntroduction() {
    let pages = Array(document(["a", "b"]).pages)
    #expect(pages.map(\.introduction.isEmpty) == [false, true, true, true])
  }

  @Test func pagesCanBeCreatedAgainAndAreTheSame() {
    let document = document(["a", "b"], body: [.paragraph(["x"])])
    #expect(Array(document.pages) == Array(document.pages))
    #expect(document.numberOfPages == 4)
  }

  @Test func layoutsHaveAtLeastOneCell() {
    #expect(PageLayout(pageSize: 0, previewSize: -3) == PageLayout(pageSize: 1, previewSize: 0))
  }
}
