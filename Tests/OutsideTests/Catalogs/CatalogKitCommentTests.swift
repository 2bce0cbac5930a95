import CatalogKit
import Cells
import Changesets
import DataSources
import Datasets
import Diagnostics
import DocumentModel
import Foundation
import Rendering
import TestKit
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct CatalogKitCommentTests {
  private let folder: CatalogFolder

  init() throws {
    folder = try CatalogFolder([
      "fruits/catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: name }
      chain:
        - step: autumn
      formats: [html, text]
      """,
      "fruits/fruits.csv": "name,season,origin\nFig,autumn,Asia\nKiwi,winter,China\n",
    ])
  }

  @Test func aCatalogIsBuilt() throws {
    let folder = try CatalogFolder(["fruits/fruits.csv": "name\nFig\n"])
    func CatalogBuilder(at path: String, into output: String) -> CatalogBuilder {
      .init(at: "\(folder.path)/\(path)/fruits.csv", into: "\(folder.path)/\(output)")
    }
    var output: [String] = []
    func print(_ values: Any...) { output.append(values.map { "\($0)" }.joined(separator: " ")) }
    let builder = CatalogBuilder(at: "fruits", into: "build/fruits")
    let report = try builder.build()
    print(report)  // the warnings, and a summary
    #expect(output.count == 1)
    print(report)  // what the command prints: the warnings, and a summary
    for problem in report.problems { print(problem.row ?? 0, problem.field ?? "", problem.message) }
    #expect(output.count == 2 && output[0] == output[1])
  }

  @Test func aRowIsEdited() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,taste\nFig,sweet\nKiwi,sour\nLemon,sour\n"])
    let builder = CatalogBuilder(at: folder.path + "/fruits.csv", into: folder.path + "/out")
    _ = try builder.build()
    builder.catalog?.dataset(named: "fruits")?.edit { fruits in
      fruits.update(fruits.item(at: ItemPath(0, 2)).replacing("taste", with: .text("bitter")), at: 2)
    }
    let report = try builder.update()  // writes the pages that show it
    #expect(report.updated.contains("fruits/lemon.html") && report.created.isEmpty && report.deleted.isEmpty)
    #expect(!report.updated.contains("fruits/fig.html"))
    #expect(builder.catalog?.dataset(named: "nuts") == nil)
  }

  @Test func aProgramAddsCode() throws {
    func CatalogBuilder(
      at path: String, into output: String,
      _ extend: @escaping (inout CatalogExtension) throws(DiagnosticsError) -> Void
    ) -> CatalogBuilder {
      .init(at: "\(folder.path)/\(path)", into: "\(folder.path)/\(output)", extending: extend)
    }
    let builder = CatalogBuilder(at: "fruits", into: "build/fruits") { catalog in
      catalog.register("fruit") { cell, fruit in
        cell.title = fruit.title
        cell.target = fruit.objectID
        cell.body = [.paragraph([.text(fruit["origin"]?.text ?? "")])]
      }
      catalog.show(.card, by: "fruit") { $0.id.dataset == "fruits" }
      catalog.addStep("autumn") { $0.applying(.filter { $0["season"]?.text == "autumn" }) }
      catalog.register(PlainText())
    }
    let report = try builder.build()
    let home = try String(contentsOfFile: "\(folder.path)/build/fruits/index.txt", encoding: .utf8)
    #expect(report.rows == 1 && home.contains("Fig") && !home.contains("Kiwi"))
  }
}
