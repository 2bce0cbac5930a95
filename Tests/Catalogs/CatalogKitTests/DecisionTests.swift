import CatalogKit
import Diagnostics
import TestKit
import Testing

/// Decisions that are made from the rows: what stands for no value, HTML, and which fields are titles, facts and codes.
@Suite struct DecisionTests {
  private static let photographs = """
    id,title,place,period,series
    1,Harbour,Sem local,-,NA
    2,Market,Lisbon,Iron Age,Ships
    3,Bridge,Sem local,Iron Age,Ships
    4,Square,Porto,n/a,Ships

    """

  @Test func `what stands for no value is on no page, and in no section and facet`() throws {
    let folder = try CatalogFolder([
      "photographs.csv": Self.photographs,
      "catalog.yml": """
      datasets: { photographs: { file: photographs.csv, facts: [place, period, series] } }
      chain: [{ group: place }]
      documents: { facets: [period] }
      """,
    ])
    let pages = try folder.pages()
    for none in ["Sem local", "n/a", "NA"] {
      #expect(!pages.values.contains { $0.contains(none) }, "\(none)")
    }
    #expect(
      pages.keys.filter { $0.hasPrefix("period/") }.sorted() == [
        "period/index.md", "period/iron-age/index.md", "period/other/index.md",
      ])
    #expect(pages["lisbon/index.md"] != nil)
    #expect(pages["other/index.md"] != nil)
  }

  @Test func `catalog.yml and options say what stands for no value`() throws {
    func text(_ settings: String, _ options: CatalogOptions = CatalogOptions()) throws -> String {
      let folder = try CatalogFolder([
        "photographs.csv": Self.photographs,
        "catalog.yml": "datasets: { photographs: { file: photographs.csv\(settings) } }\n",
      ])
      return try folder.pages(options: options).values.joined()
    }
    #expect(try text(", none: false").contains("Sem local"))
    #expect(try text(", fields: { place: { none: false } }").contains("Sem local"))
    #expect(try !text(", fields: { place: { none: false } }").contains("n/a"))
    let named = try text(", none: [Lisbon, Iron Age]")
    #expect(!named.contains("Iron Age") && !named.contains("Lisbon") && named.contains("n/a"))
    var options = CatalogOptions()
    options.reading.none = [.init("Porto")]
    #expect(try !text("", options).contains("Porto"))
    options.reading.none = [.init("false")]
    #expect(try text(", none: Porto", options).contains("Porto"))
  }

  @Test func `another decision about what stands for no value is reported, and can be pinned`() throws {
    let folder = try CatalogFolder(["photographs.csv": "id,place\n1,Lisbon\n2,Porto\n"])
    let output = folder.path + "/out"
    func reported() throws -> [Diagnostic] {
      try folder.build("photographs.csv", into: output).warnings.filter { $0.code == "dataset/decision" }
    }
    #expect(try reported().isEmpty)
    try folder.write("photographs.csv", "id,place\n1,Lisbon\n2,NA\n3,Porto\n")
    let finding = try #require(try reported().first)
    #expect(
      finding.message
        == "these texts stand for no value: { place: { none: NA } }; at the last build, every text is a value")
    #expect(finding.hint == "To keep that, choose it: --none false, or `none: false` at the data set in catalog.yml.")
    try folder.write("photographs.csv", "id,place\n1,Lisbon\n2,Faro\n3,Porto\n")
    #expect(
      try reported().first?.hint
        == "To keep that, write `fields: { place: { none: NA } }` at the data set in catalog.yml.")
  }

  @Test func `check lists the decisions as lines of a catalog.yml, which decide alike`() throws {
    let folder = try CatalogFolder([
      "shop.csv": """
      id,name,picked,origin,stock,is_sold,Cód.
      1,Apple,2024-01-02,NA,4,0,95751
      2,Pear,2024-02-03,Spain,3,1,95752
      3,Fig,2023-05-06,Italy,3,1,95753

      """
    ])
    let check = CatalogCheck(at: "\(folder.path)/shop.csv")
    let lines = check.decisions
    #expect(lines.first == "  shop:")
    #expect(lines.contains("    key: id"))
    #expect(lines.contains("    titles: name"))
    #expect(lines.contains { $0.contains("is_sold: boolean") })
    #expect(lines.contains { $0.contains("origin: { none: NA }") })
    // The lines, under `datasets` with the file, leave nothing to be decided, and build the same pages.
    let pages = try folder.pages(of: "shop.csv")
    try folder.write(
      "catalog.yml", "title: Shop\ndatasets:\n" + lines.joined(separator: "\n") + "\n    file: shop.csv\n")
    #expect(CatalogCheck(at: folder.path).decisions.allSatisfy { !$0.contains("key:") && !$0.contains("types:") })
    let pinned = try folder.pages()
    #expect(pinned.filter { $0.key.hasPrefix("shop/") } == pages.filter { $0.key.hasPrefix("shop/") })
  }

  @Test func `options decide about fields`() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "id,name,maker,stock,note\n1,Apple,Ann,4000,x\n2,Pear,Bob,3000,y\n"
    ])
    var options = CatalogOptions()
    func decide(_ decisions: [(String, String)]) throws {
      options.fields = try decisions.map { ($0.0, try #require(FieldDecision($0.1))) }
    }
    try decide([("maker", "title"), ("note", "fact"), ("note", "markdown"), ("stock", "grouped")])
    let pages = try folder.pages(of: "fruits.csv", options: options)
    #expect(pages["fruits/1.md"]?.contains("# Ann") == true)
    #expect(pages["fruits/1.md"]?.contains("4,000") == true)
    try decide([("mker", "title")])
    #expect(FieldDecision("records") == nil && FieldDecision("titel") == nil)
    #expect(
      CatalogCheck(at: "\(folder.path)/fruits.csv", options: options).findings.first?.hint == "Did you mean “maker”?")
  }
}
