import Cells
import Changesets
import DataSources
import DocumentModel
import Rendering
import TableViews
import Testing

/// Runs the examples of the article Documents of Rendering, and of its landing page.
@Suite struct DocumentsDocumentationTests {
  struct Fruit: DocumentObject, Identifiable, Equatable {
    var name: String
    var note: String

    var id: String { name }
    var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }
    var title: String { name }
    var fingerprint: Fingerprint? { Fingerprint(note) }
  }

  struct Work: DocumentObject {
    var title: String
    var artist: ObjectID
    var objectID: ObjectID { ObjectID(collection: "works", key: title) }
  }

  struct Artist: DocumentObject {
    var title: String
    var objectID: ObjectID { ObjectID(collection: "artists", key: title) }
  }

  struct Nut: DocumentObject, Identifiable, Equatable {
    var id: String
    var title: String { id }
    var objectID: ObjectID { ObjectID(collection: "nuts", key: id) }
  }

  private final class Site {
    var files: [String: [UInt8]] = [:]
    var log: [String] = []
  }

  private let shelves = SectionedArraySource([
    SectionState("Citrus", items: [Fruit(name: "Lemon", note: "Sour."), Fruit(name: "Lime", note: "Sour, too.")]),
    SectionState("Pome fruits", items: [Fruit(name: "Apple", note: "Sweet.")]),
  ])
  private let site = Site()

  @Test func aDocumentHasPagesForItsListingAndItsObjects() throws {
    let cards = CellSource<Fruit, DocumentCell>(shelves)
    cards.register { cell, fruit in
      cell.title = fruit.name
      cell.target = fruit.objectID
    }
    let articles = CellSource<Fruit, DocumentCell>(shelves)
    articles.register { cell, fruit in
      cell.title = fruit.name
      cell.body = [.paragraph([.text(fruit.note)])]
    }

    let document = Document(CatalogInfo(title: "Fruits"), listing: cards, articles: articles)
    #expect(
      document.pages.map { $0.path.file("html") } == [
        "index.html", "citrus/index.html", "pome-fruits/index.html",
        "fruits/lemon.html", "fruits/lime.html", "fruits/apple.html",
      ])

    let html = try HTMLRenderer()
    for page in document.pages { site.files[html.file(of: page.path)] = html.render(page) }
    #expect(site.files.count == 6)
    #expect(String(decoding: try #require(site.files["fruits/lime.html"]), as: UTF8.self).contains("Sour, too."))
  }

  @Test func anObserverIsNotifiedOfPages() {
    let articles = CellSource<Fruit, DocumentCell>(shelves) { _ in "fruit" }
    articles.register("fruit", following: Fingerprint("1")) { fruit in
      CellContent(title: fruit.name, body: [.paragraph([.text(fruit.note)])])
    }
    let cards = CellSource<Fruit, DocumentCell>(shelves) { _ in "card" }
    cards.register("card", following: Fingerprint("1")) { fruit in CellContent(title: fruit.name) }
    let document = Document(CatalogInfo(title: "Fruits"), listing: cards, articles: articles)

    document.addObserver(site) { site, changes in
      site.log += changes.created.map { "new \($0.file("html"))" }
      site.log += changes.updated.map { "changed \($0.file("html"))" }
      site.log += changes.deleted.map { "gone \($0.file("html"))" }
    }
    shelves.remove(at: ItemPath(0, 1))
    #expect(
      site.log == [
        "changed citrus/index.html", "changed fruits/apple.html", "changed fruits/lemon.html", "changed index.html",
        "gone fruits/lime.html",
      ])
  }

  @Test func aTemplateIsTheBodyOfCells() throws {
    let cells = CellSource<Fruit, DocumentCell>(shelves) { _ in "fruit" }
    let template = try CellTemplate(
      "*{{name}}* is known for this: {{note}}", file: "fruit.md", fields: ["name", "note"])
    cells.register("fruit", template: template) { fruit in
      { field in .text(field == "name" ? fruit.name : fruit.note) }
    } configurator: { cell, fruit in
      (cell.title, cell.target) = (fruit.name, fruit.objectID)
    }
    #expect(cells.items[0].body.blocks.plainText == "Lemon is known for this: Sour.")
  }

  @Test func pagesHaveALayout() {
    let cards = CellSource<Fruit, DocumentCell>(shelves)
    cards.register { cell, fruit in (cell.title, cell.target) = (fruit.name, fruit.objectID) }
    let document = Document(
      CatalogInfo(title: "Fruits"), listing: cards, articles: cards,
      layout: PageLayout(pageSize: 1, previewSize: 1, view: .list))
    #expect(document.pages.map(\.path).contains { $0.file("html") == "citrus/page-2.html" })
  }

  @Test func severalCollections() {
    let blake = Artist(title: "Blake")
    let artists = ArraySource([blake], name: "Artists")
    let works = ArraySource([Work(title: "Newton", artist: blake.objectID)], name: "Works")

    let allWorks = works.applying(.map { $0 as any DocumentObject })
    let allArtists = artists.applying(.map { $0 as any DocumentObject })

    let workPages = CellSource<any DocumentObject, DocumentCell>(allWorks)
    workPages.register(Work.self, as: "work") { cell, work in
      cell.title = work.title
      cell.target = work.objectID
      cell.body = [.paragraph(["By ", .link(to: .object(work.artist), ["the artist"])])]
    }
    let artistPages = CellSource<any DocumentObject, DocumentCell>(allArtists)
    artistPages.register(Artist.self, as: "artist") { cell, artist in
      cell.title = artist.title
      cell.target = artist.objectID
    }

    let document = Document(
      CatalogInfo(title: "A museum"),
      collections: [
        DocumentCollection(
          Listing(workPages), articles: workPages,
          links: { object in (object as? Work).map { [.object($0.artist)] } ?? [] }),
        DocumentCollection(Listing(artistPages, folder: "artists", title: "Artists"), articles: artistPages),
      ],
      documentObject: { $0 })
    #expect(document.numberOfObjects == 2)
    let work = document.pages.first { $0.kind == .object && $0.title == "Newton" }
    #expect(work?.article?.body.blocks.rendered(as: .html).contains("<a href=") == true)
    #expect(document.pages.contains { $0.path.file("html") == "artists/blake.html" })
  }

  @Test func aDirectorIsTheListingOfADocument() throws {
    let fruitCards = Adapter<Fruit, DocumentCell> { cell, fruit in
      (cell.title, cell.target) = (fruit.title, fruit.objectID)
    }
    let nutCards = Adapter<Nut, DocumentCell> { cell, nut in (cell.title, cell.target) = (nut.title, nut.objectID) }
    let fruitPages = Adapter<Fruit, DocumentCell> { cell, fruit in cell.title = "The \(fruit.title)" }
    let nutPages = Adapter<Nut, DocumentCell> { cell, nut in cell.title = "The \(nut.title)" }

    let director = Director<DocumentCell>()
    try director.register(fruitCards)
    try director.register(nutCards)
    let articles = CellSource<any DocumentObject, DocumentCell>(director.models(of: (any DocumentObject).self))
    articles.register(fruitPages)
    articles.register(nutPages)
    let food = DocumentCollection(Listing(director), articles: articles)
    let document = Document(CatalogInfo(title: "Food"), collections: [food], documentObject: { $0 })
    try director.append(models: [Fruit(name: "fig", note: "Soft."), Nut(id: "pecan")])
    #expect(document.pages.filter { $0.kind == .object }.map(\.title) == ["fig", "pecan"])
  }
}
