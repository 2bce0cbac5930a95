import CatalogKit
import Cells
import DataSources
import Diagnostics
import Foundation
import Rendering
import TestKit
import Testing

/// Renders the titles of a page as an outline.
struct OutlineRenderer: PageRenderer {
  let format = "outline"
  let fileExtension = "txt"
  var bullet = "-"

  var fingerprint: Fingerprint? { Fingerprint(bullet) }

  func render(_ page: Page) -> [UInt8] {
    let titles = page.sections.flatMap(\.cells).map { "\(bullet) \($0.title)" }
    return Array(([page.title] + titles).joined(separator: "\n").utf8)
  }
}

extension RendererFormat {
  /// Outlines, with a bullet that a catalog chooses.
  static let outline = RendererFormat(
    "outline", title: "Outlines.",
    options: """
      {
        "properties": {
          "bullet": { "type": "string", "pattern": "^[-*+]$", "default": "-", "description": "The bullet: -, * or +." }
        }
      }
      """
  ) { (settings) throws(DiagnosticsError) in
    OutlineRenderer(bullet: settings.options["bullet"]?.string ?? "-")
  }
}

/// Puts the articles of all pages into one text.
struct Anthology: CollectingRenderer {
  let format = "anthology"
  let fileExtension = "txt"
  let fingerprint: Fingerprint? = Fingerprint("1")

  func render(_ page: Page) -> [UInt8] {
    Array((page.article?.body.blocks.plainText ?? "").utf8)
  }

  func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
    for fragment in fragments where !fragment.bytes.isEmpty { try write(fragment.bytes + Array("\n\n".utf8)) }
  }
}

/// Runs the examples of the article OwnRenderer of Rendering. Its example for Org mode is run in `Tests/OutsideTests`.
@Suite struct OwnRendererDocumentationTests {
  private struct Fruit: DocumentObject {
    var title: String
    var objectID: ObjectID { ObjectID(collection: "things", key: title) }
  }

  private let pages: [Page]

  init() {
    let cells = CellSource<Fruit, DocumentCell>(
      ArraySource([Fruit(title: "Apple"), Fruit(title: "Pear")], name: "Things"))
    cells.register { cell, fruit in
      (cell.title, cell.target, cell.body) = (fruit.title, fruit.objectID, [.paragraph(["Sweet."])])
    }
    pages = Array(Document(CatalogInfo(title: "Things"), listing: cells, articles: cells).pages)
  }

  @Test func anOutlineHasABullet() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name\nApple\nPear\n",
      "catalog.yml": "datasets: { fruits: fruits.csv }\nformats: { outline: { bullet: \"*\" } }\n",
    ])
    _ = try CatalogBuilder(at: folder.path, into: "\(folder.path)/out") { $0.register(.outline) }.build()
    let home = try String(contentsOfFile: "\(folder.path)/out/index.txt", encoding: .utf8)
    #expect(home.contains("\n* Apple\n* Pear"))
  }

  @Test func anAnthologyHasAllArticles() throws {
    let renderer = Anthology()
    var text: [UInt8] = []
    let fragments = pages.map { Artifact(path: $0.path.file("txt"), bytes: renderer.render($0)) }
    try renderer.collect(fragments) { text += $0 }
    #expect(String(decoding: text, as: UTF8.self) == "Sweet.\n\nSweet.\n\n" && renderer.file == "catalog.txt")
  }
}
