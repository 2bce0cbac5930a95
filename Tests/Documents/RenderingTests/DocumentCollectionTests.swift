import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import Testing

/// A document of several collections, each with its own chains.
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

  /// Each object is part of the one before it.
  private func chain(_ count: Int, isClosed: Bool = false) -> Document<Thing> {
    let things = ArraySource((0..<count).map { Thing(title: "T\($0)") })
    return Document(
      CatalogInfo(title: "Chain"),
      collections: [
        DocumentCollection(
          Listing(cells(of: things, "card")), articles: cells(of: things, "page"),
          partOf: { thing in
            let number = Int(thing.title.dropFirst()) ?? 0
            return number == 0 && !isClosed
              ? nil : ObjectID(collection: "things", key: "T\((number + count - 1) % count)")
          })
      ])
  }

  @Test func breadcrumbsOfADeepTreeOmitItsMiddle() throws {
    let pages = Array(chain(40).pages)
    func titles(_ number: Int) throws -> [String] { try page("things/t\(number)", of: pages).breadcrumbs.map(\.title) }
    #expect(try titles(2) == ["Chain", "T0", "T1"])
    #expect(try titles(11) == ["Chain"] + (0..<11).map { "T\($0)" })
    #expect(try titles(12) == ["Chain", "T0", "T1", "T2", "… T4"] + (5..<12).map { "T\($0)" })
    #expect(try titles(39) == ["Chain", "T0", "T1", "T2", "… T31"] + (32..<39).map { "T\($0)" })
    // The title after the gap is a link like the others.
    #expect(try page("things/t39", of: pages).breadcrumbs[4].path.address == "things/t31")
    #expect(Set(chain(40, isClosed: true).pages.map(\.breadcrumbs.count)).max() == 12)
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

  @Test func theHomePageLinksToCollectionsAndTheirsToIndexes() throws {
    let pages = Array(document.pages)
    let home = try page("index", of: pages)
    #expect(home.sections.map(\.title) == ["Prints", "Drawings", "Artists"])
    #expect(home.entryCount == 5 && home.sectionCount == 3)
    // Another collection is shown like a section, and links to its own page.
    let beginning = home.sections[2]
    #expect(beginning.path.address == "artists/index" && beginning.count == 2 && beginning.hasMore)
    #expect(beginning.cells.map(\.path?.address) == ["artists/blake"])
    #expect(home.indexes.map(\.path.address) == ["artists/index"] && home.indexes.map(\.title) == ["Artists"])
    let artists = try page("artists/index", of: pages)
    #expect(artists.title == "Artists" && artists.introduction.isEmpty && artists.entryCount == 2)
    #expect(artists.breadcrumbs.map(\.title) == ["A museum"])
    #expect(artists.indexes.map(\.path.address) == ["artists/by-length/index"])
    // It shows the first cells of its sections, as the home page does.
    #expect(artists.sections.map(\.title) == ["B"] && artists.sections[0].cells.map(\.title) == ["Blake"])
    #expect(artists.sections[0].hasMore)
  }

  @Test func pagesLinkUpAndSidewaysWithinTheirCollection() throws {
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

  @Test func aChangeOfACollectionDoesNotAffectOthers() {
    let document = document
    var changes: [DocumentChanges] = []
    document.addObserver(works) { changes.append($1) }
    artists.insert(Thing(collection: "artists", title: "Bacon"), at: ItemPath(section: 0, item: 0))
    #expect(changes.count == 1 && changes[0].created.map(\.address) == ["artists/bacon"])
    // The home page shows their first cells.
    #expect(changes[0].updated.contains(.home))
    #expect(changes[0].updated.allSatisfy { $0.folders.first == "artists" || $0 == .home }, "\(changes[0].updated)")
    works.remove(at: ItemPath(section: 0, item: 1))
    #expect(changes.count == 2 && changes[1].deleted.map(\.address) == ["works/tyger"])
    #expect(changes[1].updated.allSatisfy { $0.folders.first != "artists" }, "\(changes[1].updated)")
    #expect(document.numberOfObjects == 5)
  }

  /// The home page does not depend on objects deep in another collection, except for their number.
  @Test func theHomePageDoesNotDependOnWhatItDoesNotShow() {
    let document = document
    var changes: [DocumentChanges] = []
    document.addObserver(works) { changes.append($1) }
    artists.update(
      Thing(collection: "artists", title: "Bosch", note: "another"), at: ItemPath(section: 0, item: 1))
    #expect(changes.count == 1 && !changes[0].updated.contains(.home))
    #expect(changes[0].updated.contains { $0.address == "artists/b/index" })
  }

  // MARK: - Collections without sections

  private func flatDocument(_ layout: PageLayout, previewSize: Int? = nil) -> Document<Thing> {
    let cards = cells(of: artists, "card")
    let byLetter = cells(
      of: artists.applying(.group(order: .sorted(by: <)) { (thing: Thing) in String(thing.title.prefix(1)) }), "card")
    return Document(
      CatalogInfo(title: "A museum"),
      collections: [
        DocumentCollection(Listing(cells(of: works, "card")), articles: cells(of: works, "page")),
        DocumentCollection(
          Listing(cards, folder: "artists", title: "Artists", hasSections: false, layout: layout),
          articles: cells(of: artists, "page"), indexes: [Listing(byLetter, folder: "letters", title: "A–Z")],
          previewSize: previewSize),
      ])
  }

  @Test func aListingWithoutSectionsHasItsPagesInItsFolder() throws {
    artists.insert(Thing(collection: "artists", title: "Index"), at: ItemPath(section: 0, item: 2))
    artists.insert(Thing(collection: "artists", title: "Page 2"), at: ItemPath(section: 0, item: 3))
    artists.insert(Thing(collection: "artists", title: "Letters"), at: ItemPath(section: 0, item: 4))
    let document = flatDocument(PageLayout(pageSize: 2, previewSize: 1))
    let pages = Array(document.pages)
    let paths = pages.map(\.path.address)
    #expect(Set(paths).count == paths.count && document.numberOfPages == paths.count)
    #expect(
      paths.filter { $0.hasPrefix("artists/") }.prefix(5) == [
        "artists/index", "artists/page-2", "artists/page-3", "artists/blake", "artists/bosch",
      ])
    // An object with the name of a page of the listing gets another address; an index has its own folder.
    #expect(paths.filter { $0.hasPrefix("artists/index-") || $0.hasPrefix("artists/page-2-") }.count == 2)
    #expect(paths.contains("artists/letters") && paths.contains("artists/letters/index"))
    let first = try page("artists/index", of: pages)
    #expect(first.kind == .section && first.title == "Artists" && first.position?.count == 3)
    #expect(first.breadcrumbs.map(\.title) == ["A museum"] && first.indexes.map(\.title) == ["A–Z"])
    #expect(first.sections.map(\.title) == ["Artists"] && first.sections[0].count == 5)
    let second = try page("artists/page-2", of: pages)
    #expect(second.breadcrumbs.map(\.path.address) == ["index", "artists/index"] && second.indexes.isEmpty)
    #expect(second.previous?.path.address == "artists/index" && second.next?.path.address == "artists/page-3")
    let blake = try page("artists/blake", of: pages)
    #expect(blake.breadcrumbs.map(\.path.address) == ["index", "artists/index"])
    let home = try page("index", of: pages)
    #expect(home.sections.last?.path.address == "artists/index" && home.sections.last?.hasMore == true)
    for page in document.plannedPages { #expect(document.hasPage(at: page.path.folders, page.path.name)) }
  }

  @Test func aListingWithoutSectionsLinksToItsStablePages() throws {
    for number in 0..<40 {
      artists.insert(Thing(collection: "artists", title: "A\(number)"), at: ItemPath(section: 0, item: 0))
    }
    let pages = Array(flatDocument(PageLayout(pageSize: 8, pagination: .stable)).pages)
    let guides = try page("artists/index", of: pages)
    #expect(guides.parts.count > 2 && guides.breadcrumbs.map(\.title) == ["A museum"])
    #expect(guides.indexes.map(\.title) == ["A–Z"])
    #expect(guides.parts.allSatisfy { $0.path.folders == ["artists"] })
    let start = try page("artists/start", of: pages)
    #expect(start.breadcrumbs.map(\.path.address) == ["index", "artists/index"] && start.indexes.isEmpty)
  }

  @Test func anEmptyListingHasAPage() throws {
    let document = flatDocument(PageLayout())
    var changes: [DocumentChanges] = []
    document.addObserver(works) { changes.append($1) }
    let listings = ["artists/index", "artists/letters/index", "index"]
    artists.removeSection(at: 0)
    let page = try page("artists/index", of: Array(document.pages))
    #expect(page.kind == .index && page.sections.isEmpty && page.entryCount == 0)
    #expect(changes.map { $0.updated.map(\.address).sorted() } == [listings])
    // The home page lists it, and shows nothing of it.
    let home = try self.page("index", of: Array(document.pages))
    #expect(home.sections.map(\.title) == ["Prints", "Drawings"] && home.indexes.map(\.title) == ["Artists"])
    artists.insertSection(
      SectionState("B", items: [Thing(collection: "artists", title: "Bacon")]), at: 0)
    #expect(try self.page("artists/index", of: Array(document.pages)).kind == .section)
    #expect(changes.map { $0.updated.map(\.address).sorted() } == [listings, listings])
    #expect(Set(changes[1].created.map(\.address)) == ["artists/bacon", "artists/letters/b/index"])
  }

  @Test func theHomePageListsCollectionsWithoutCells() throws {
    let home = try page("index", of: Array(flatDocument(PageLayout(), previewSize: 0).pages))
    #expect(home.sections.map(\.title) == ["Prints", "Drawings"])
    #expect(home.terms.map(\.title) == ["Artists"] && home.terms.map(\.count) == [2])
    #expect(home.terms.map(\.path.address) == ["artists/index"] && home.sectionCount == 3)
  }

  /// A section with the name of another collection's folder has its own folder.
  @Test func sectionsAreNotInTheFoldersOfCollections() {
    works.renameSection(at: 0, "Artists")
    let paths = document.pages.map(\.path.address)
    #expect(Set(paths).count == paths.count && paths.contains("artists/index"))
    #expect(paths.count { $0.hasPrefix("artists-") && $0.hasSuffix("/index") } == 1)
  }
}
