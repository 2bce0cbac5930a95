import Cells
import Changesets
import DataSources
import DocumentModel
import Fingerprints
import Rendering
import TableViews
import Testing

/// A director as the listing of a document, and its models of several types as the objects with pages.
@Suite struct DirectorDocumentTests {
  private struct Fruit: DocumentObject, Identifiable, Equatable {
    let id: Int
    var title: String
    var objectID: ObjectID { ObjectID(collection: "fruits", key: "\(id)") }
    var fingerprint: Fingerprint? { Fingerprint(title) }
  }

  private struct Nut: DocumentObject, Identifiable, Equatable {
    let id: String
    var isShelled = false
    var title: String { id }
    var objectID: ObjectID { ObjectID(collection: "nuts", key: id) }
  }

  /// A note without a page.
  private struct Note: Hashable { var text: String }

  private let director = Director<DocumentCell>()
  private let articles: CellSource<any DocumentObject, DocumentCell>
  private let fruits = Adapter<Fruit, DocumentCell> { cell, fruit in
    (cell.title, cell.target, cell.body) = (fruit.title, fruit.objectID, [.paragraph(["A fruit"])])
  }

  init() throws {
    articles = CellSource(director.models(of: (any DocumentObject).self))
    try director.register(fruits)
    try director.register(
      Adapter<Nut, DocumentCell> { cell, nut in (cell.title, cell.target) = (nut.title, nut.objectID) })
    try director.register(Adapter<Note, DocumentCell> { cell, note in cell.title = note.text }, id: \.self)
    articles.register(Adapter<Fruit, DocumentCell> { cell, fruit in cell.title = "The \(fruit.title)" })
    articles.register(
      Adapter<Nut, DocumentCell> { cell, nut in (cell.title, cell.body) = (nut.title, [.paragraph(["A nut"])]) })
    try director.append(
      DirectorSection(
        "sweet",
        models: [
          Fruit(id: 1, title: "Fig"), Note(text: "News"), Fruit(id: 2, title: "Kiwi"), Fruit(id: 3, title: "Pear"),
        ],
        headerTitle: "Sweet"))
    try director.append(DirectorSection("hard", models: [Nut(id: "almond"), Nut(id: "pecan")], headerTitle: "Hard"))
  }

  private func document() -> Document<any DocumentObject> {
    let food = DocumentCollection(Listing(director), articles: articles)
    return Document(CatalogInfo(title: "Food"), collections: [food], documentObject: { $0 })
  }

  private func files(_ document: Document<any DocumentObject>, _ format: String) throws -> [String: String] {
    let renderer = try RendererFormat.renderer(format)
    return Dictionary(
      uniqueKeysWithValues: try document.pages.map { page in
        (renderer.file(of: page.path), String(decoding: try renderer.render(page), as: UTF8.self))
      })
  }

  @Test func aDirectorIsTheListingOfADocument() throws {
    let files = try files(document(), "markdown")
    #expect(
      Set(files.keys) == [
        "index.md", "sweet/index.md", "hard/index.md", "fruits/1.md", "fruits/2.md", "fruits/3.md", "nuts/almond.md",
        "nuts/pecan.md",
      ])
    let home = try #require(files["index.md"])
    for text in ["### [Fig](fruits/1.md)", "### News", "## [Hard](hard/index.md)", "### [almond](nuts/almond.md)"] {
      #expect(home.contains(text))
    }
    #expect(files["fruits/1.md"]?.contains("# Fig") == true && files["nuts/almond.md"]?.contains("A nut") == true)
  }

  @Test(arguments: ["html", "markdown"]) func anEditUpdatesOnlyTheChangedPages(format: String) throws {
    let document = document()
    // Pages of objects link to those before and after.
    let ending = format == "html" ? "html" : "md"
    func changes(_ edit: () throws -> Void) throws -> Set<String> {
      let before = try files(document, format)
      try edit()
      let after = try files(document, format)
      // The pages equal those of a new document.
      #expect(try files(self.document(), format) == after)
      return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }
    #expect(
      try changes { try director.firstSection?.update(Fruit(id: 2, title: "Lime"), at: 2) }
        == Set(["index", "sweet/index", "fruits/1", "fruits/2", "fruits/3"].map { "\($0).\(ending)" }))
    #expect(
      try changes { try director.section("hard")?.append(Nut(id: "hazel")) }
        == Set(["index", "hard/index", "nuts/hazel", "nuts/pecan"].map { "\($0).\(ending)" }))
    #expect(
      try changes { try director.remove(at: ItemPath(0, 0)) }
        == Set(["index", "sweet/index", "fruits/1", "fruits/2"].map { "\($0).\(ending)" }))
    #expect(
      try changes { try director.update(Nut(id: "hazel", isShelled: true), at: ItemPath(1, 2)) } == [])
    #expect(
      try changes { fruits.configure { cell, fruit in (cell.title, cell.target) = (fruit.title, fruit.objectID) } }
        == Set(["index", "sweet/index"].map { "\($0).\(ending)" }))
  }
}
