import Foundation
import PomonaKit
import TestKit
import Testing

/// Runs the example of the README.
@Suite struct ReadmeExampleTests {
  func buildFruitsOfAutumn(from data: String, into folder: String) throws {
    let autumn = try Dataset(contentsOf: data).source
      .applying(.filter { $0["season"]?.text.contains("autumn") ?? false })
      .applying(.group { $0["family"]?.text })
      .applying(.sort { $0.title < $1.title })

    let cells = CellSource<Record, DocumentCell>(autumn)
    cells.register(Record.self, as: "fruit") { cell, fruit in
      cell.title = fruit.title
      cell.target = fruit.objectID
      cell.body = [
        .paragraph([.emphasis([.text(fruit["scientific_name"]?.text ?? "")])]),
        .properties([Block.Property(label: ["Origin"], value: [.text(fruit["origin"]?.text ?? "")])]),
      ]
    }

    let document = Document(CatalogInfo(title: "Fruits of autumn"), listing: cells, articles: cells)
    try document.build(into: folder, renderers: [HTMLRenderer()])
  }

  @Test func theExampleBuildsACatalog() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-readme-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = packageFolder.appending(path: "Examples/Fruitypedia/fruits.csv")
    try buildFruitsOfAutumn(from: data.path(), into: folder.path())
    let apple = try String(contentsOf: folder.appending(path: "fruits/apple.html"), encoding: .utf8)
    #expect(apple.contains("<em>Malus domestica</em>"))
    let rosaceae = try String(contentsOf: folder.appending(path: "rosaceae/index.html"), encoding: .utf8)
    #expect(rosaceae.contains("../fruits/apple.html"))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "fruits/apricot.html").path()))
  }
}
