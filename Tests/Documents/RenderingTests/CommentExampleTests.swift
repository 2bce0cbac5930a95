import Cells
import DataSources
import Diagnostics
import DocumentModel
import Fingerprints
import JSONValues
import Rendering
import TableViews
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct CommentExampleTests {
  private struct Fruit: DocumentObject {
    var name: String
    var title: String { name }
    var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }
    subscript(field: String) -> String { field == "name" ? name : "" }
  }

  private let template: CellTemplate

  init() throws { template = try CellTemplate("A fruit: {{name}}", file: "fruit.md", fields: ["name"]) }

  @Test func theDependenciesOfACell() {
    let template = template
    let cells = CellSource<Fruit, DocumentCell>(ArraySource([Fruit(name: "fig")]))
    cells.register("fruit", following: template.fingerprint) { fruit in
      CellContent(title: fruit.name, body: template.body { .text(fruit[$0]) })
    }
    cells.identifierOverride = { _ in "fruit" }
    #expect(cells.items.map(\.body.blocks.plainText) == ["A fruit: fig"])
  }

  @Test func aTemplate() {
    let cells = CellSource<Fruit, DocumentCell>(ArraySource([Fruit(name: "fig")])) { _ in "fruit" }
    cells.register("fruit", template: template) { fruit in
      { field in .text(fruit[field]) }
    } configurator: { cell, fruit in
      cell.title = fruit.name
    }
    #expect(cells.items.map(\.title) == ["fig"])
    #expect(cells.items.map(\.body.blocks.plainText) == ["A fruit: fig"])
  }

  @Test func severalCollections() {
    func cells(_ titles: [String], of collection: String) -> CellSource<Thing, DocumentCell> {
      let things = ArraySource(titles.map { Thing(collection: collection, title: $0) }, name: collection)
      let cells = CellSource<Thing, DocumentCell>(things)
      cells.register { cell, thing in cell.title = thing.title }
      return cells
    }
    let workCards = cells(["Newton"], of: "works"), artistCards = cells(["Blake"], of: "artists")
    let (workPages, artistPages) = (workCards, artistCards)
    let document = Document(
      CatalogInfo(title: "A museum"),
      collections: [
        DocumentCollection(Listing(workCards), articles: workPages),
        DocumentCollection(Listing(artistCards, folder: "artists", title: "Artists"), articles: artistPages),
      ])
    #expect(document.pages.map(\.path.address).contains("artists/artists/index"))
    #expect(document.numberOfObjects == 2)
  }

  @Test func linksToOtherPages() {
    @Sendable func artist(of work: Thing) -> ObjectID { ObjectID(collection: "artists", key: work.note) }
    let cards = CellSource<Thing, DocumentCell>(
      ArraySource([Thing(collection: "works", title: "Newton", note: "Blake")], name: "Works"))
    cards.register { cell, thing in cell.title = thing.title }
    let articles = CellSource<Thing, DocumentCell>(cards.objects) { _ in "work" }
    articles.register("work", following: Fingerprint("work")) { work in
      CellContent(title: work.title, body: [.paragraph(["By ", .link(to: .object(artist(of: work)), ["the artist"])])])
    }
    let works = DocumentCollection(Listing(cards), articles: articles, links: { [.object(artist(of: $0))] })
    let document = Document(CatalogInfo(title: "A museum"), collections: [works])
    #expect(document.pages.compactMap(\.article?.body.blocks.plainText) == ["By the artist"])
  }

  @Test func changesOfPages() {
    final class Site {
      var files: Set<String> = []
      func remove(_ path: PagePath) { files.remove(path.file("html")) }
    }
    let site = Site()
    let fruits = ArraySource(["Apple", "Lemon"].map { Thing(title: $0) }, name: "All")
    let cells = CellSource<Thing, DocumentCell>(fruits)
    cells.register { cell, thing in cell.title = thing.title }
    let document = Document(CatalogInfo(title: "Fruits"), listing: cells, articles: cells)
    site.files = Set(document.pages.map { $0.path.file("html") })

    document.addObserver(site) { site, changes in
      for path in changes.deleted { site.remove(path) }
    }
    fruits.remove(at: 1)
    #expect(site.files == Set(document.pages.map { $0.path.file("html") }))
  }

  @Test func anIndex() {
    let byMaintainer = CellSource<Fruit, DocumentCell>(ArraySource([Fruit(name: "fig")]))
    let index = Listing(
      byMaintainer, folder: "by-maintainer", title: "By maintainer", layout: PageLayout(pageSize: 100))
    #expect(index.folder == "by-maintainer")
  }

  @Test func rendererOfTitles() throws {
    struct Titles: PageRenderer {
      let format = "titles"
      let fileExtension = "txt"

      func render(_ page: Page) -> [UInt8] {
        let titles = [page.title] + page.sections.flatMap(\.cells).map(\.title)
        return Array((titles.joined(separator: "\n") + "\n").utf8)
      }
    }
    let pages = Array(document(["Apple", "Pear"]).pages)
    #expect(String(decoding: Titles().render(pages[0]), as: UTF8.self) == "Things\nApple\nPear\n")
    #expect(Titles().file(of: pages[2].path) == "things/apple.txt")
  }

  @Test func optionsOfAFormat() {
    let options: OptionSchema = """
      {
        "properties": {
          "width": { "type": "integer", "minimum": 20, "default": 72, "description": "The length of a line." }
        }
      }
      """
    var findings: [Diagnostic] = []
    #expect(options.options(nil, findings: &findings) == ["width": 72])
    #expect(findings == [])
  }

  @Test func namesOfATemplate() throws {
    let names = TemplateNames(["name", "recipes"], records: ["recipes": TemplateNames(["title", "minutes"])])
    #expect(names.records["recipes"]?.fields == ["title", "minutes"])
  }

  private struct Food: DocumentObject, Identifiable, Equatable {
    var id: String
    var title: String { id }
    var objectID: ObjectID { ObjectID(collection: "food", key: id) }
  }

  private struct Nut: DocumentObject, Identifiable, Equatable {
    var id: String
    var title: String { id }
    var objectID: ObjectID { ObjectID(collection: "nuts", key: id) }
  }

  @Test func aDirectorsDocument() throws {
    let fruitCards = Adapter<Food, DocumentCell> { cell, fruit in
      (cell.title, cell.target) = (fruit.title, fruit.objectID)
    }
    let nutCards = Adapter<Nut, DocumentCell> { cell, nut in (cell.title, cell.target) = (nut.title, nut.objectID) }
    let fruitPages = Adapter<Food, DocumentCell> { cell, fruit in cell.title = "The \(fruit.title)" }
    let nutPages = Adapter<Nut, DocumentCell> { cell, nut in cell.title = "The \(nut.title)" }
    let director = Director<DocumentCell>()
    try director.register(fruitCards)
    try director.register(nutCards)
    let articles = CellSource<any DocumentObject, DocumentCell>(director.models(of: (any DocumentObject).self))
    articles.register(fruitPages)
    articles.register(nutPages)
    let food = DocumentCollection(Listing(director), articles: articles)
    let document = Document(CatalogInfo(title: "Food"), collections: [food], documentObject: { $0 })
    try director.append(models: [Food(id: "fig"), Nut(id: "pecan")])
    #expect(document.pages.filter { $0.kind == .object }.map(\.title) == ["fig", "pecan"])
  }
}
