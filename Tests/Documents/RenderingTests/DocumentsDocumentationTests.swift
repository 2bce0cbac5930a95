import Cells
import Changesets
import DataSources
import Rendering
import Testing

/// Runs the examples of the article Documents of Rendering, and of its landing page.
@Suite struct DocumentsDocumentationTests {
  struct Fruit: DocumentObject {
    var name: String
    var note: String

    var objectID: ObjectID { ObjectID(collection: "fruits", key: name) }
    var title: String { name }
    var fingerprint: Fingerprint? { Fingerprint(note) }
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
}
