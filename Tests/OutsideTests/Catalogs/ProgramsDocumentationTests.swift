import CatalogKit
import Cells
import DataSources
import Datasets
import Diagnostics
import Foundation
import Rendering
import TestKit
import Testing

/// Runs the example of the article ProgramsAndCatalogs of CatalogKit.
@Suite struct ProgramsDocumentationTests {
  /// The example catalog, with a configuration that names what the program adds.
  private func fruitypedia() throws -> CatalogFolder {
    let examples = packageFolder.appending(path: "Examples/Fruitypedia")
    let folder = try CatalogFolder([
      "my-catalog/catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: name, card: fruit-card, page: fruit }
      chain:
        - step: autumn
        - group: group
      formats: [html, text]
      """,
      // Those of the example show fields that are computed from other data sets, too.
      "my-catalog/templates/fruit.md": "{{picture}}\n\n{{description}}\n",
    ])
    for name in ["fruits.csv", "pictures", "templates/fruit-card.md"] {
      try FileManager.default.copyItem(
        at: examples.appending(path: name), to: folder.url.appending(path: "my-catalog/\(name)"))
    }
    return folder
  }

  private func text(_ path: String, of folder: CatalogFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: "build/autumn/\(path)"), encoding: .utf8)
  }

  @Test func programAddsCellsRulesStepsAndRenderers() throws {
    let folder = try fruitypedia()
    func autumnCatalog(at path: String, into output: String, unit: String) -> CatalogBuilder {
      OutsideTests.autumnCatalog(at: "\(folder.path)/\(path)", into: "\(folder.path)/\(output)", unit: unit)
    }
    let builder = autumnCatalog(at: "my-catalog", into: "build/autumn", unit: "kcal")
    let report = try builder.build()
    let watch = CatalogWatch()
    var printed: [[String]] = []
    func print(_ paths: [String]) {
      printed.append(paths)
      watch.end()
    }
    try watch.run(builder) { outcome in print(try outcome.get().updated) }
    #expect(printed == [[]])
    #expect(report.formats == ["html", "text"] && report.rows < report.candidates)
    #expect(try text("pome-fruits/index.html", of: folder).contains("<p>from "))
    #expect(try text("fruits/apple.html", of: folder).contains("52 kcal"))
    #expect(try text("index.txt", of: folder).contains("\n- Apple\n"))
    #expect(throws: (any Error).self) { try text("fruits/apricot.html", of: folder) }
    // A fruit of unknown energy is shown by the catalog's own template.
    #expect(try !text("fruits/acai.html", of: folder).contains("kcal"))

    // Another unit, in a build with no memory but the folder: only the pages that show it are written.
    let other = autumnCatalog(at: "my-catalog", into: "build/autumn", unit: "Cal")
    let second = try other.build()
    other.close()
    let expected = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/build/autumn/fruits")
      .filter { try $0.hasSuffix(".html") && text("fruits/\($0)", of: folder).contains(" Cal") }.map { "fruits/\($0)" }
    #expect(second.updated == expected.sorted() && expected.count > 10 && second.created + second.deleted == [])
    // In both formats, although the text does not show it.
    #expect(second.pages.rendered == 2 * expected.count)
  }

  @Test func whatAProgramAddsInVainIsAWarning() throws {
    let folder = try CatalogFolder([
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, card: fruit } }", "fruits.csv": "name\nApple\n",
    ])
    let catalog = try Catalog(at: folder.path) { catalog in
      for cell in ["fruit", "never"] { catalog.register(CellIdentifier(rawValue: cell)) { $0.title = $1.title } }
      for limit in 1...2 { catalog.addStep("first") { $0.applying(.limit(limit)) } }
    }
    #expect(
      catalog.warnings.map(\.message) == [
        "the program adds the step “first” twice, and the second replaces the first",
        "the program registers the cell “never”, and no row is shown by it",
      ])
  }

  @Test func whatAProgramLacksIsToBeAdded() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, card: fancy, page: friut } }
      chain: [{ step: ripe }]
      """,
      "fruits.csv": "name\nApple\n",
    ])
    let found = try findings {
      _ = try Catalog(at: folder.path) { $0.register("fruit") { $0.title = $1.title } }
    }
    let hints = found.compactMap(\.hint)
    #expect(hints.contains("Did you mean “fruit”?"))
    #expect(hints.contains { $0.hasSuffix("or have the program register it: catalog.register(\"fancy\").") })
    #expect(hints.contains { $0.contains("catalog.addStep(\"ripe\")") })
  }
}
