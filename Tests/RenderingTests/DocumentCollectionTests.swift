import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Testing

/// A document of several collections, each with chains of its own.
@Suite struct DocumentCollectionTests {
  private let works = SectionedArraySource([
    SectionState(
      "Prints", items: [Thing(collection: "works", title: "Newton"), Thing(collection: "works", title: "Tyger")]),
    SectionState("Drawings", items: [Thing(collection: "works", title: "Pity")]),
  ])
  private let artists = SectionedArraySource([
    SectionState(
      "B", items: [Thing(collection: "artists", title: "Blake"), Thing(collection: "artists", title: "Bosch")])
  ])

  private func cells(of source: any DataSource<Thing>, _ kind: CellIdentifier) -> CellSource<Thing, DocumentCell> {
    let cells = CellSource<Thing, DocumentCell>(source) { _ in kind }
    cells.register(kind, following: Fingerprint("")) { CellContent(title: $0.title, body: []) }
    return cells
  }

  private var document: Document<Thing> {
    let workCards = cells(of: works, "card"), workPages = cells(of: works, "page")
    let artistCards = cells(of: artists, "card"), artistPages = cells(of: artists, "page")
    let byLength = cells(
      of: artists.applying(.group(order: .sorted(by: <)) { (thing: Thing) in "\(thing.title.count) letters" }), "card")
    return Document(
      CatalogInfo(title: "A museum"),
      collections: [
        DocumentCollection(Listing(workCards), articles: workPages),
        DocumentCollection(
          Listing(artistCards, folder: "artists", title: "Artists", layout: PageLayout(previewSize: 1)),
          articles: artistPages, indexes: [Listing(byLength, folder: "by-length", title: "By length")]),
      ])
  }

  private func page(_ address: String, of pages: [Page]) throws -> Page {
    try #require(pages.first { $0.path.address == address })
  }

  @Test func eachCollectionHasItsPages() {
    let paths = document.pages.map(\.path.address)
    #expect(
      paths == [
        "index", "prints/index", "drawings/index", "works/newton", "works/tyger", "works/pity",
        "artists/index", "artists/b/index", "artists/blake", "artists/bosch", "artists/by-length/index",
        "artists/by-length/5-letters/index",
      ])
  }

  @Test func theHomePageLeadsToTheOtherCollectionsAndTheirsToTheirIndexes() throws {
    let pages = Array(document.pages)
    let home = try page("index", of: pages)
    #expect(home.sections.map(\.title) == ["Prints", "Drawings"] && home.entryCount == 3)
    #expect(home.indexes.map(\.path.address) == ["artists/index"] && home.indexes.map(\.title) == ["Artists"])
    let artists = try page("artists/index", of: pages)
    #expect(artists.title == "Artists" && artists.introduction.isEmpty && artists.entryCount == 2)
    #expect(artists.breadcrumbs.map(\.title) == ["A museum"])
    #expect(artists.indexes.map(\.path.address) == ["artists/by-length/index"])
    // It shows the first cells of its sections, as the home page does.
    #expect(artists.sections.map(\.title) == ["B"] && artists.sections[0].cells.map(\.title) == ["Blake"])
    #expect(artists.sections[0].hasMore)
  }

  @Test func pagesLeadUpAndSidewaysWithinTheirCollection() throws {
    let pages = Array(document.pages)
    let pity = try page("works/pity", of: pages)
    #expect(pity.previous?.title == "Tyger" && pity.next == nil)
    #expect(pity.breadcrumbs.map(\.title) == ["A museum", "Drawings"])
    let blake = try page("artists/blake", of: pages)
    #expect(blake.previous == nil && blake.next?.title == "Bosch")
    #expect(blake.breadcrumbs.map(\.path.address) == ["index", "artists/index", "artists/b/index"])
    let letters = try page("artists/by-length/5-letters/index", of: pages)
    #expect(letters.breadcrumbs.map(\.title) == ["A museum", "Artists", "By length"])
    #expect(letters.sections[0].cells.map(\.path?.address) == ["artists/blake", "artists/bosch"])
  }

  @Test func aChangeOfACollectionLeavesTheOthersAlone() {
    let document = document
    var changes: [DocumentChanges] = []
    document.addObserver(works) { changes.append($1) }
    artists.insert(Thing(collection: "artists", title: "Bacon"), at: ItemPath(section: 0, item: 0))
    #expect(changes.count == 1 && changes[0].created.map(\.address) == ["artists/bacon"])
    #expect(changes[0].updated.allSatisfy { $0.folders.first == "artists" }, "\(changes[0].updated)")
    works.remove(at: ItemPath(section: 0, item: 1))
    #expect(changes.count == 2 && changes[1].deleted.map(\.address) == ["works/tyger"])
    #expect(changes[1].updated.allSatisfy { $0.folders.first != "artists" }, "\(changes[1].updated)")
    #expect(document.numberOfObjects == 5)
  }

  /// A section that is called as another collection's folder has a folder of its own.
  @Test func sectionsDoNotStandInTheFoldersOfCollections() {
    works.renameSection(at: 0, "Artists")
    let paths = document.pages.map(\.path.address)
    #expect(Set(paths).count == paths.count && paths.contains("artists/index"))
    #expect(paths.count { $0.hasPrefix("artists-") && $0.hasSuffix("/index") } == 1)
  }
}
