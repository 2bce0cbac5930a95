import Cells
import DataSources
import Diagnostics
import DocumentModel
import Fingerprints
import JSONValues
import Rendering
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct RenderingCommentTests {
  private struct Fruit: DocumentObject {
    var name: String
    var weight = 50
    var title: String { name }
    var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }
    subscript(field: String) -> String { field == "name" ? name : "" }
  }

  private struct Thing: DocumentObject {
    var collection = "things"
    var title: String
    var objectID: ObjectID { ObjectID(collection: collection, key: title) }
  }

  private let template: CellTemplate

  init() throws { template = try CellTemplate("A fruit: {{name}}", file: "fruit.md", fields: ["name"]) }

  @Test func theDependenciesOfACell() {
    let unit = "g"
    let cells = CellSource<Fruit, DocumentCell>(ArraySource([Fruit(name: "fig")]))
    cells.register("fruit", following: Fingerprint(unit)) { fruit in
      CellContent(title: fruit.name, body: [.paragraph([.text("\(fruit.weight) \(unit)")])])
    }
    cells.identifierOverride = { _ in "fruit" }
    #expect(cells.items.map(\.body.blocks.plainText) == ["50 g"])
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
    #expect(document.pages.map { $0.path.description }.contains("artists/artists/index"))
    #expect(document.numberOfObjects == 2)
  }

  @Test func linksToOtherPages() {
    @Sendable func artist(of work: Thing) -> ObjectID { ObjectID(collection: "artists", key: "Blake") }
    let cards = CellSource<Thing, DocumentCell>(
      ArraySource([Thing(collection: "works", title: "Newton")], name: "Works"))
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
    let cells = byMaintainer
    cells.register { cell, fruit in cell.title = fruit.name }
    let document = Document(CatalogInfo(title: "Fruits"), listing: cells, articles: cells, indexes: [index])
    #expect(document.pages.contains { $0.path.description == "by-maintainer/index" })
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
    let things = ArraySource(["Apple", "Pear"].map { Thing(title: $0) }, name: "Things")
    let cells = CellSource<Thing, DocumentCell>(things)
    cells.register { cell, thing in (cell.title, cell.target) = (thing.title, thing.objectID) }
    let pages = Array(Document(CatalogInfo(title: "Things"), listing: cells, articles: cells).pages)
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
    let format = RendererFormat("lines", title: "Lines.", options: options) { (_) throws(DiagnosticsError) in
      MarkupRenderer.markdown
    }
    #expect(format.options == options)
  }
}
