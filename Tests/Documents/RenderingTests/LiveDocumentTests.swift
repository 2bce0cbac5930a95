import Cells
import Changesets
import DataSources
import DocumentModel
import Rendering
import Testing

/// A document shows the cells of its sources, and follows them.
@Suite struct LiveDocumentTests {
  private let things = SectionedArraySource([
    SectionState("A", items: [Thing(title: "T1"), Thing(title: "T2")]), SectionState("B", items: [Thing(title: "T3")]),
  ])
  private let pool: CellPool<DocumentCell>
  private let cells: CellSource<Thing, DocumentCell>

  init() {
    pool = CellPool()
    cells = Self.cells(of: things, pool)
  }

  private static func cells(
    of things: any DataSource<Thing>, _ pool: CellPool<DocumentCell>
  ) -> CellSource<Thing, DocumentCell> {
    let cells = CellSource(things, pool: pool)
    cells.register(Thing.self) { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    return cells
  }

  private func document(_ listing: any DataSource<DocumentCell>) -> Document<Thing> {
    Document(CatalogInfo(title: "Things"), listing: listing, articles: cells)
  }

  private func trails(_ document: Document<Thing>) -> [String] {
    document.pages.filter { $0.kind == .object }.map { page in
      (page.breadcrumbs.map(\.title) + [page.title]).joined(separator: " > ")
    }
  }

  private func counts(_ document: Document<Thing>) -> [Int] {
    document.pages.filter { $0.kind == .index }.flatMap { $0.sections.map(\.count) }
  }

  @Test func thePagesAreThoseOfThePresentState() {
    let document = document(cells.applying(.removeEmptySections()))
    #expect(document.pages.map(\.title) == ["Things", "A", "B", "T1", "T2", "T3"])
    things.transaction {
      things.remove(at: ItemPath(1, 0))
      things.update(Thing(title: "T0"), at: ItemPath(0, 0))
      things.append(Thing(title: "T4"), toSection: 0)
    }
    #expect(document.pages.map(\.title) == ["Things", "A", "T0", "T2", "T4"])
    #expect(document.numberOfPages == 5 && document.numberOfObjects == 3 && document.numberOfSections == 1)
    #expect(counts(document) == [3] && trails(document)[2] == "Things > A > T4")
    things.renameSection(at: 0, "Z")
    #expect(document.pages.map(\.title).first { $0 == "Z" } != nil)
    cells.register(Thing.self) { cell, thing in cell.title = thing.title.lowercased() }
    #expect(document.pages.flatMap { $0.sections.flatMap { $0.cells.map(\.title) } }.first == "t0")
  }

  @Test func cellsReturnToTheirPool() {
    _ = Array(document(cells).pages)
    #expect(pool.numberOfIdleCells == 1)
  }

  @Test func theListingMayHaveOtherSections() {
    let flat = document(cells.applying(.flatten(name: "All")))
    #expect(trails(flat) == ["Things > All > T1", "Things > All > T2", "Things > All > T3"])
    #expect(counts(flat) == [3])
    let filtered = document(Self.cells(of: things.applying(.filter { $0.title != "T1" }), pool))
    #expect(trails(filtered) == ["Things > T1", "Things > A > T2", "Things > B > T3"])
    #expect(counts(filtered) == [1, 1])
  }

  @Test func theListingAndTheArticlesMayHaveTheSameSource() {
    let articles = Self.cells(of: things.applying(.sort { $0.title > $1.title }), pool)
    let document = Document(
      CatalogInfo(title: "Things"), listing: cells.applying(.reverse(reversesSections: true)), articles: articles)
    #expect(trails(document) == ["Things > A > T2", "Things > A > T1", "Things > B > T3"])
    #expect(counts(document) == [1, 2])
  }

  @Test func theListingMayBeUnrelatedToTheArticles() {
    let others = ArraySource([Thing(title: "T1"), Thing(title: "unknown"), Thing(title: "T3")], name: "Others")
    let document = document(Self.cells(of: others, pool))
    #expect(trails(document) == ["Things > Others > T1", "Things > T2", "Things > Others > T3"])
    #expect(counts(document) == [2])
  }

  @Test func aTemplateIsTheBodyOfACell() throws {
    let template = try CellTemplate("*{{name}}*", file: "thing.md", fields: ["name"])
    cells.register("thing", template: template) { thing in
      { $0 == "name" ? .text(thing.title) : .missing }
    } configurator: { cell, thing in
      cell.target = thing.objectID
    }
    cells.identifierOverride = { _ in "thing" }
    let cell = cells.item(at: ItemPath(0, 0))
    #expect(cell.body.blocks == [.paragraph([.emphasis([.text("T1")])])])
    #expect(cell.target == Thing(title: "T1").objectID)
  }
}
