import CatalogKit
import Fingerprints
import Foundation
import Rendering
import TestKit
import Testing

@Suite struct BuildReportTests {
  private let folder: CatalogFolder
  private var output: String { folder.path + "/out" }

  init() throws { folder = try CatalogFolder(["fruits.csv": "name,kind\nApple,pome\nPear,pome\n"]) }

  private func build(_ settings: CatalogBuilder.Settings = CatalogBuilder.Settings()) throws -> BuildReport {
    try folder.build("fruits.csv", into: output, settings: settings)
  }

  @Test func theFirstBuildRendersAll() throws {
    let report = try build()
    #expect(report.rows == 2)
    #expect(report.changes == nil)
    #expect(report.sections == 1)
    #expect(report.formats == ["html"])
    #expect(report.pages.total == 4)
    #expect(report.pages.rendered == 4)
    #expect(report.pages.written == 4)
    #expect(report.pages.unchanged == 0)
    #expect(report.assets.total == 1)
    #expect(report.assets.written == 1)
    #expect(
      report.created == [
        "assets/style.css", "fruits/apple.html", "fruits/index.html", "fruits/pear.html", "index.html",
      ])
    #expect(report.updated == [])
    #expect(report.deleted == [])
    #expect(report.output == output)
    let sizes = try report.created.map { try Data(contentsOf: URL(filePath: "\(output)/\($0)")).count }
    #expect(report.pages.bytes + report.assets.bytes == sizes.reduce(0, +))
  }

  @Test func brokenLinksAreCounted() throws {
    let folder = try CatalogFolder([
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, types: { text: markdown } } }",
      "fruits.csv": """
      name,text
      Apple,"[pear](fruits/pear.html), [plum](fruits/plum.html), [plum](fruits/plum.html)"
      Pear,"![no picture](pear.png) [elsewhere](https://example.org/x)"
      """,
    ])
    let output = folder.path + "/out"
    let builder = CatalogBuilder(at: folder.path, into: output)
    #expect(try builder.build().brokenLinks == 2)
    builder.close()
    // Nothing is rendered.
    #expect(try CatalogBuilder(at: folder.path, into: output).build().brokenLinks == 0)
    try folder.write("fruits.csv", "name,text\nApple,[plum](fruits/plum.html)\nPlum,\n")
    #expect(try builder.update([folder.path + "/fruits.csv"]).brokenLinks == 0)
  }

  @Test func theSecondBuildRendersNothing() throws {
    let first = try build()
    let report = try build()
    #expect(report.isUnchanged)
    #expect(report.pages.total == 4)
    #expect(report.pages.unchanged == 4)
    for files in [report.pages, report.assets] {
      #expect(files.rendered == 0)
      #expect(files.written == 0)
      #expect(files.bytes == 0)
    }
    #expect(report.rows == first.rows)
    #expect(report.sections == first.sections)
    #expect(report.formats == first.formats)
  }

  @Test func aCleanBuildRendersAllAndWritesNothing() throws {
    _ = try build()
    var settings = CatalogBuilder.Settings()
    settings.isClean = true
    let report = try build(settings)
    #expect(report.pages.rendered == 4)
    #expect(report.pages.written == 0)
    #expect(report.isUnchanged)
  }

  /// Declares that its files depend on nothing but the pages, which is wrong.
  private struct Liar: CollectingRenderer {
    let format = "lies"
    let fingerprint: Fingerprint? = Fingerprint("always")
    let text: String

    func render(_ page: Page) -> [UInt8] { Array(text.utf8) }

    func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
      for fragment in fragments { try write(fragment.bytes) }
    }
  }

  @Test(arguments: [false, true])
  func aCleanBuildRendersTheFragmentsOfAFileAgain(isVerifying: Bool) throws {
    func file(_ text: String, isClean: Bool) throws -> String {
      var options = CatalogOptions()
      options.formats = ["lies"]
      var settings = CatalogBuilder.Settings()
      if isVerifying { settings.isVerifying = isClean } else { settings.isClean = isClean }
      let builder = CatalogBuilder(
        at: folder.path + "/fruits.csv", into: output, options: options, settings: settings
      ) { catalog in
        catalog.register(Liar(text: text))
      }
      _ = try builder.build()
      builder.close()
      return try String(contentsOfFile: output + "/catalog.lies", encoding: .utf8)
    }
    #expect(try file("a", isClean: false) == "aaaa")
    #expect(try file("b", isClean: false) == "aaaa")
    #expect(try file("b", isClean: true) == "bbbb")
    try folder.write("fruits.csv", "name,kind\nApple,pome\nPear,pome\nQuince,pome\n")
    #expect(try file("c", isClean: false).filter { $0 == "b" } == "b", "the page of Apple is as it was")
  }

  @Test func aChangedRowIsReported() throws {
    _ = try build()
    try folder.write("fruits.csv", "name,kind\nApple,pome\nQuince,pome\n")
    let report = try build()
    #expect(report.created == ["fruits/quince.html"])
    #expect(report.updated == ["fruits/apple.html", "fruits/index.html", "index.html"])
    #expect(report.deleted == ["fruits/pear.html"])
    #expect(report.pages.written == 4)
    #expect(report.pages.unchanged == 0)
  }

  @Test func hiddenRowsAreNotCountedAsShown() throws {
    var options = CatalogOptions()
    options.conditions = [("name", "Apple")]
    let report = try folder.build("fruits.csv", into: output, options: options)
    #expect(report.rows == 1)
    #expect(report.candidates == 2)
  }

  @Test func rowsInSeveralSectionsAreCountedOnceAndServingRowsNotAtAll() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,tags,kind\nApple,a;b,pome\nPear,b;c,pome\n", "kinds.csv": "kind,note\npome,x\nstone,y\n",
      "templates/banner.md": "{{entries}} in {{sections}}\n",
      "catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, types: { tags: list }, join: { kinds: { dataset: kinds, on: kind } } }
        kinds: kinds.csv
      chain: [{ group: { field: tags, by: element } }, { insert: { cell: banner, at: [0, 0] } }]
      """,
    ])
    let report = try folder.build(into: folder.path + "/out")
    #expect(report.rows == 2)
    #expect(report.candidates == 2)
    #expect(report.sections == 3)
    let home = try #require(try folder.pages()["index.md"])
    #expect(home.contains("2 in 3"))
  }

  @Test func decodedReportIsTheSame() throws {
    let report = try build()
    #expect(try JSONDecoder().decode(BuildReport.self, from: JSONEncoder().encode(report)) == report)
  }

  @Test func membersOfTheJSONHaveTheDocumentedNames() throws {
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(try build())) as? [String: Any]
    let report = try #require(object)
    #expect(
      report.keys.sorted() == [
        "assets", "brokenLinks", "candidates", "created", "deleted", "failedFormats", "formats", "keys", "mended",
        "output", "pages", "problemList", "problems", "rows", "seconds", "sections", "ties",
        "updated",
      ])
    for kind in ["pages", "assets"] {
      #expect(
        (report[kind] as? [String: Any])?.keys.sorted() == ["bytes", "rendered", "total", "unchanged", "written"])
    }
    #expect((report["seconds"] as? [String: Any])?.keys.sorted() == ["planning", "reading", "total", "writing"])
  }
}
