import Cells
import Changesets
import DataSources
import Diagnostics
import DocumentModel
import Fingerprints
import Rendering
import Testing

/// The error with which a test fails if a condition is not met.
struct Problem: Error {}

/// An object for the pages of tests.
struct Thing: DocumentObject {
  var collection = "things"
  var title: String
  var note = ""

  var objectID: ObjectID { ObjectID(collection: collection, key: title) }

  var fingerprint: Fingerprint? { Fingerprint(note) }
}

/// Returns a document of things in named sections, with cards that show the title, and articles with a body of blocks.
func document(
  _ sections: [(name: String?, things: [Thing])], layout: PageLayout = PageLayout(), body: [Block] = [],
  insertingAt path: ItemPath? = nil, info: CatalogInfo = CatalogInfo(title: "Things"),
  guideWord: ((any DocumentObject) -> String?)? = nil
) -> Document<Thing> {
  let things = Transform(
    of: sections.map { ArraySource($0.things, name: $0.name) }, by: Mappings.Concatenate<Thing>())
  let pool = CellPool<DocumentCell>()
  let cells = ["card", "article"].map { kind in
    let source = CellSource(things, pool: pool) { _ in CellIdentifier(rawValue: kind) }
    source.register(CellIdentifier(rawValue: kind)) { cell, thing in
      cell.title = thing.title
      cell.target = thing.objectID
      cell.body = CellBody(body)
    }
    return source
  }
  var listing: any DataSource<DocumentCell> = cells[0]
  if let path {
    let banner = CellSource(ArraySource([()]), pool: pool) { _ in "banner" }
    banner.register("banner") { cell, _ in cell.body = [.paragraph(["A banner"])] }
    listing = Transform(of: [listing, banner], by: .insert(at: path))
  }
  return Document(
    info, introduction: [.paragraph(["Hello"])], listing: listing, articles: cells[1], layout: layout,
    guideWord: guideWord)
}

func document(
  _ titles: [String], layout: PageLayout = PageLayout(), body: [Block] = [],
  info: CatalogInfo = CatalogInfo(title: "Things")
) -> Document<Thing> {
  document([("All", titles.map { Thing(title: $0) })], layout: layout, body: body, info: info)
}

/// Returns the only finding that reading a template throws; `nil` if it succeeds.
func finding(_ template: String, fields: [String] = []) -> Diagnostic? {
  do throws(DiagnosticsError) {
    _ = try CellTemplate(template, file: "t.md", fields: fields)
    return nil
  } catch {
    return error.diagnostics.count == 1 ? error.diagnostics[0] : nil
  }
}

extension RendererFormat {
  /// Returns the renderer of a built-in format with default settings.
  static func renderer(_ name: String) throws -> any PageRenderer {
    try #require(builtIn.first { $0.name == name }).renderer(RendererSettings())
  }
}

/// Returns the pages of a document by their paths, with the fingerprints of their plan keys.
func state(_ document: Document<Thing>) -> [PagePath: (planKey: Fingerprint?, page: Page)] {
  Dictionary(
    document.plannedPages.map { planned in
      // Pages are identified by their addresses only.
      #expect(document.plannedPage(at: planned.path) == planned)
      return (planned.path, (planned.planKey, document.page(planned)))
    },
    uniquingKeysWith: { first, _ in
      Issue.record("two pages at one address")
      return first
    })
}
