import Datasets
import Diagnostics
import JSONValues
import Rendering
import TestKit
import Testing

@testable import CatalogKit
@testable import CatalogSyntax

/// Options that override a configuration.
@Suite struct OptionsTests {
  private let folder: CatalogFolder

  init() throws {
    folder = try CatalogFolder([
      "fruits.csv": "id,name,kind,grams\n3,Plum,stone,50\n1,Apple,pome,150\n2,Cherry,stone,8\n",
      "catalog.yml": """
      title: Shop
      datasets: { fruits: { file: fruits.csv, key: id } }
      chain:
        - group: { field: kind, order: [stone, pome] }
        - sort: name
        - insert: { cell: banner, at: [0, 0] }
      pages: { size: 10, preview: 2 }
      formats: [html, xml]
      """,
      "templates/banner.md": "Fresh.\n",
    ])
  }

  @Test func withoutOptionsTheConfigurationIsUnchanged() throws {
    let catalog = try folder.catalog()
    #expect(catalog.configuration.title == "Shop")
    #expect(catalog.formats == ["html", "xml"])
    #expect(catalog.numberOfCandidates == 3)
    let pages = try folder.pages()
    #expect(links(2, in: pages["index.md"]) == ["stone", "pome"])
    #expect(links(2, in: pages["stone/index.md"]) == ["Cherry", "Plum"])
    #expect(pages["fruits/3.md"] != nil)
  }

  @Test func title() throws {
    var options = CatalogOptions()
    options.title = "Market"
    #expect(try folder.catalog(options: options).configuration.title == "Market")
    #expect(try folder.pages(options: options)["index.md"]?.hasPrefix("# Market\n") == true)
  }

  @Test func key() throws {
    var options = CatalogOptions()
    options.key = ["name"]
    #expect(try folder.pages(options: options)["fruits/plum.md"] != nil)
  }

  @Test func groupReplacesTheGroup() throws {
    var options = CatalogOptions()
    options.groupBy = "grams"
    let pages = try folder.pages(options: options)
    #expect(links(2, in: pages["index.md"]) == ["8", "50", "150"])
    #expect(pages["8/index.md"]?.contains("Fresh.") == true)
  }

  @Test func sortReplacesTheSort() throws {
    var options = CatalogOptions()
    options.sort = ("grams", .descending)
    #expect(links(2, in: try folder.pages(options: options)["stone/index.md"]) == ["Plum", "Cherry"])
  }

  @Test func pageSize() throws {
    var options = CatalogOptions()
    options.pageSize = 1
    let pages = try folder.pages(options: options)
    #expect(pages["stone/page-3.md"] != nil)
    #expect(pages["stone/page-4.md"] == nil)
    // The preview is that of the configuration.
    #expect(links(3, in: pages["index.md"]).count == 1 + 1)
  }

  @Test func formats() throws {
    var options = CatalogOptions()
    options.formats = ["man", "latex", "man"]
    #expect(try folder.catalog(options: options).formats == ["man", "latex"])
  }

  @Test func conditionsComeFirst() throws {
    var options = CatalogOptions()
    options.conditions = [("kind", "stone"), ("grams", "8")]
    #expect(links(2, in: try folder.pages(options: options)["stone/index.md"]) == ["Cherry"])
    options.conditions = [("kinds", "stone")]
    let found = try findings { _ = try folder.catalog(options: options) }
    #expect(found.map(\.location.file) == ["--where"])
    #expect(found.map(\.hint) == ["Did you mean “kind”?"])
  }

  @Test func readingAndPages() throws {
    var options = CatalogOptions()
    options.pageKind = .stable
    options.reading.delimiter = .init(";")
    options.reading.query = .init("SELECT 1")
    (options.reading.encoding, options.reading.problems, options.reading.problemLimit) = (.utf8, .stop, 5)
    options.reading.limits = [.init(.size, 5000), .init(.rows, 7)]
    let yaml = """
      datasets: { a: { file: a.db, table: x, limits: { size: 4 kB } }, b: { file: b.csv, delimiter: bar, path: y, \
      encoding: utf-16, problems: warn } }
      """
    let configuration = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "").applying(options)
    #expect(configuration.pages.kind == .stable)
    #expect(configuration.datasets.map(\.reading.delimiter?.text) == [";", ";"])
    // A query replaces a table.
    #expect(configuration.datasets.map(\.reading.table) == [nil, nil])
    #expect(configuration.datasets.map(\.reading.query?.text) == ["SELECT 1", "SELECT 1"])
    #expect(configuration.datasets.map(\.reading.path?.text) == [nil, "y"])
    #expect(configuration.datasets.map(\.reading.encoding) == [.utf8, .utf8])
    #expect(configuration.datasets.map(\.reading.problems) == [.stop, .stop])
    #expect(configuration.datasets.map(\.reading.problemLimit) == [5, 5])
    // The last limit of a kind applies.
    let limits = options.reading.limits
    #expect(configuration.datasets.map(\.reading.limits) == [[.init(.size, 4000)] + limits, limits])
  }

  @Test func settingsOfAFormatApplyHoweverItIsRequested() throws {
    var options = CatalogOptions()
    options.formats = ["man", "xml"]
    let yaml = "datasets: { a: a.csv }\nformats: { html: {}, man: { section: 3 } }"
    let configuration = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "").applying(options)
    #expect(configuration.formats.map(\.name.text) == ["man", "xml"])
    #expect(configuration.formats.map { $0.options["section"]?.integer } == [3, nil])
  }

  @Test func mistakesNameTheOption() throws {
    var options = CatalogOptions()
    options.groupBy = "colour"
    options.sort = ("weight", .ascending)
    let fields = try findings { _ = try folder.catalog(options: options) }
    #expect(fields.map(\.location.file) == ["--group-by", "--sort"])
    options.formats = ["pdf"]
    let formats = try findings { _ = try folder.catalog(options: options) }
    #expect(formats.map(\.location.file) == ["--format", "--group-by", "--sort"])
  }
}
