import Changesets
import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

@testable import CatalogKit

/// `derive` in `catalog.yml`, from the configuration to the pages.
@Suite struct DerivedCatalogTests {
  private static let csv = """
    name,width,height,year,maker
    Pond,2,4,1906,Ann
    Dune,3,5,1850,Bob
    Tree,1,1,1901,Ann

    """

  private func folder(_ dataset: String, rest: String = "", csv: String = csv) throws -> CatalogFolder {
    try CatalogFolder([
      "works.csv": csv,
      "makers.csv": "maker,born\nAnn,1870\nBob,1800\n",
      "catalog.yml": "title: Works\ndatasets:\n  works:\n    file: works.csv\n\(dataset)\(rest)",
    ])
  }

  @Test func `a template with too much output ends the build, and nothing is written`() throws {
    let folder = try CatalogFolder([
      "f.csv": "name,tags\na,x\nb,u;v\n",
      "catalog.yml": "datasets:\n  f:\n    file: f.csv\n    types: { tags: list }\n    page: p\n",
      "templates/p.md":
        String(repeating: "{{#tags}}", count: 30) + "x" + String(repeating: "{{/tags}}", count: 30),
    ])
    let expected = "f.csv, row 3: the template \(folder.path)/templates/p.md makes more than 16 MB of text of the row"
    let error = try #require(throws: DiagnosticsError.self) { try folder.build(into: folder.path + "/out") }
    #expect(error.description.contains(expected), "\(error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out/index.html"))
    let check = CatalogCheck(at: folder.path)
    #expect(check.findings.map(\.description).contains { $0.contains(expected) })
    try folder.write("templates/p.md", "{{#tags}}{{#tags}}x{{/tags}}{{/tags}}")
    try folder.build(into: folder.path + "/out")
  }

  @Test func `derived fields are shown as any other`() throws {
    let folder = try folder(
      """
          derive:
            area: width * height
            century: { sql: (year - 1) / 100 + 1, type: text }
            large: { sql: area > 5, type: boolean }
          fields: { area: { label: Surface, unit: m², order: 0 } }
          facts: [area]

      """)
    let page = try #require(try folder.pages()["works/pond.md"])
    #expect(page.contains("**Surface:** 8 m²"))
    #expect(page.contains("**Century:** 20"))
    #expect(page.contains("**Large:** yes"))
  }

  @Test func `steps, facets, templates, joins and exports have them`() throws {
    let folder = try folder(
      """
          derive:
            area: width * height
            period: "iif(year > 1900, 'new', 'old')"
            by: lower(maker)
          join: { makers: { dataset: makers, on: by, equals: small } }
          card: work
          page: work
        makers:
          file: makers.csv
          derive: { small: lower(maker) }

      """,
      rest: """
        chain:
          - filter: { field: area, range: { above: 1 } }
          - group: { field: period, order: sorted }
          - sort: { field: area, order: descending }
        documents: { facets: [period], search: { fields: [area] }, json: true, letters: by }
        formats: [markdown, html]

        """)
    try folder.write("templates/work.md", "Area {{area}}, {{#makers}}born {{born}}{{/makers}}\n")
    let pages = try folder.pages()
    #expect(pages["works/dune.md"]?.contains("Area 15, born 1800") == true)
    #expect(pages["works/tree.md"] == nil)
    #expect(pages.keys.contains { $0.contains("period") })
    #expect(try folder.catalog().document.numberOfSections == 2)
    try folder.build(into: folder.path + "/out")
    let files = try OutputTree(folder.path + "/out").files
    #expect(
      files.contains {
        $0.key.hasSuffix(".json") && String(decoding: $0.value.bytes, as: UTF8.self).contains("\"area\":15")
      })
  }

  @Test func `titles may be derived, and keys may not`() throws {
    let titled = try folder("    titles: label\n    derive: { label: \"name || ', ' || year\" }\n")
    #expect(try titled.pages()["works/pond.md"]?.contains("# Pond, 1906\n") == true)
    let keyed = try folder("    key: label\n    derive: { label: name }\n")
    let finding = try findings { _ = try keyed.catalog() }[0]
    #expect(finding.brief == "catalog/derived-key 5:10")
  }

  @Test func `mistakes have their line and column`() throws {
    let folder = try folder(
      """
          derive:
            a: widht * 2
            b: { sql: random(), type: number }
            c: { type: text }
            d: { sql: 1, typo: 2 }
            e: { sql: 1, type: nothing }

      """)
    #expect(
      try findings { _ = try folder.catalog() }.map(\.brief) == [
        "yaml/missing-key 8:10", "yaml/unknown-key 9:20", "catalog/unknown-type 10:26",
      ])
    try folder.write(
      "catalog.yml",
      "datasets:\n  works:\n    file: works.csv\n    derive:\n      a: widht * 2\n      b: random()\n      name: year\n"
    )
    #expect(
      try findings { _ = try folder.catalog() }.map(\.brief) == [
        "derive/unknown-field 5:10", "derive/expression 6:10", "derive/duplicate-field 7:13",
      ])
    try folder.write(
      "catalog.yml", "datasets:\n  works:\n    file: works.csv\n    derive:\n      a: widht * 2\n      b: random()\n")
    let found = try findings { _ = try folder.catalog() }
    #expect(found.map(\.brief) == ["derive/unknown-field 5:10", "derive/expression 6:10"])
    #expect(found[0].hint == "Did you mean “width”?")
  }

  @Test func `a type is declared once`() throws {
    let folder = try folder(
      "    types: { a: number }\n    derive: { a: { sql: name, type: text } }\n")
    #expect(try findings { _ = try folder.catalog() }.map(\.code.rawValue) == ["catalog/two-types"])
  }

  @Test func `rows that fail are errors, or warnings`() throws {
    let derive = "    derive: { n: json_array_length(name) }\n"
    let strict = try folder(derive)
    let found = try findings { _ = try strict.catalog() }
    #expect(found.map(\.code.rawValue) == ["derive/value", "derive/value", "derive/value"])
    #expect(found.map(\.location.row) == [2, 3, 4] && found.allSatisfy { $0.location.field == "n" })
    #expect(found.allSatisfy { $0.severity == .error })
    let lenient = try folder(derive + "    problems: warn\n")
    let catalog = try lenient.catalog()
    #expect(catalog.warnings.filter { $0.code == "derive/value" }.count == 3)
    let report = try lenient.build(into: lenient.path + "/out")
    #expect(report.problemCounts == [.value: 3])
    var options = CatalogOptions()
    options.reading.problemLimit = 2
    #expect(try findings { _ = try lenient.catalog(options: options) }.map(\.code) == ["datasets/too-many-problems"])
  }

  @Test func `an edit rewrites the pages that show the value`() throws {
    let folder = try folder(
      "    derive: { area: width * height, label: \"name || '!'\" }\n    card: card\n    page: page\n")
    try folder.write("templates/card.md", "{{year}}\n")
    try folder.write("templates/page.md", "{{area}}\n")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func update(_ csv: String) throws -> [String] {
      try folder.write("works.csv", csv)
      let report = try builder.update([folder.path + "/works.csv"])
      try folder.build(into: folder.path + "/clean")
      #expect(try OutputTree(folder.path + "/out").bytes == OutputTree(folder.path + "/clean").bytes)
      #expect(report.created == [] && report.deleted == [])
      return report.updated
    }
    #expect(try update(Self.csv.replacing("Dune,3,5", with: "Dune,3,6")) == ["works/dune.html"])
    // Another factor, the same product.
    #expect(try update(Self.csv.replacing("Dune,3,5", with: "Dune,6,3")) == [])
    // One area is a text now, so that the field is text.
    #expect(try update(Self.csv.replacing("Dune,3,5", with: "Dune,,5")) == ["works/dune.html"])
  }

  @Test func `a changed type is that of a clean build`() throws {
    let folder = try folder("    derive: { n: \"CASE WHEN width > 2 THEN name ELSE width * 1000 END\" }\n")
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func expectClean(_ comment: Comment) throws {
      try folder.build(into: folder.path + "/clean")
      #expect(try OutputTree(folder.path + "/out").bytes == OutputTree(folder.path + "/clean").bytes, comment)
    }
    try expectClean("some texts")
    for csv in [Self.csv.replacing("Dune,3", with: "Dune,2"), Self.csv] {
      try folder.write("works.csv", csv)
      _ = try builder.update([folder.path + "/works.csv"])
      try expectClean("\(csv)")
    }
    // An edit in memory, equal to that of the file.
    try folder.write("works.csv", Self.csv.replacing("Dune,3", with: "Dune,2"))
    builder.catalog?.dataset(named: "works")?.edit {
      $0.update(
        $0.item(at: ItemPath(0, 1)).replacing("width", with: Value.Number("2").map(Value.number) ?? .missing), at: 1)
    }
    _ = try builder.update()
    try expectClean("an edit in memory")
  }

  @Test func `explanations include the derivation`() throws {
    let folder = try folder(
      "    derive: { area: width * height }\n", rest: "chain: [{ filter: { field: area, range: { above: 1 } } }]\n")
    let explanation = try folder.catalog().explain("Tree")
    #expect(explanation.routes[0].ways[0].steps.map(\.link).contains("derive: area"))
    #expect(explanation.routes[0].ways[0].hiddenBy?.contains("area") == true)
  }
}
