import Foundation
import TestKit
import Testing

/// The catalogs that `pomona init` writes for data.
@Suite struct InferredCatalogTests {
  private let sandbox: Sandbox

  private static let text =
    "A fruit of which much can be said, so that the text is long enough to be taken for prose by all."

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "data/fruits.csv": """
      name,weight,tags,picked,"on: sale",story
      Fig,50,a;b,2024-02-29,yes,"\(Self.text)"
      Plum,1.5,b;c,2024-03-01,no,"\(Self.text)"

      """,
      "data/nuts.json":
        #"[{"title": "Nut", "size": {"width": 2}, "seen": ["x", "y"]}, {"title": "Oak: \"x\"", "size": {"width": 3}}]"#,
      "data/towns.csv": "town,country\nGraz,AT\nWien,AT\nBern,CH\nBern,CH\n",
    ])
  }

  /// Builds data and the catalog that is written for it, and compares them.
  private func check(_ path: String, _ folder: String, _ options: String...) throws {
    let outcome = try sandbox.pomona(["init", path, folder] + options)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Wrote \(folder)/catalog.yml\nBuild it with: pomona build \(folder)\n")
    let formats = ["--format", "html,markdown,json"]
    for (source, output, options) in [(path, "bare", options), (folder, "written", [])] {
      let build = try sandbox.pomona(["build", source, "--output", output] + formats + options)
      try #require(build.status == 0, "\(build.errors)")
    }
    let bare = try sandbox.catalog("bare")
    #expect(bare.count > 4)
    #expect(try sandbox.catalog("written") == bare)
  }

  @Test(arguments: ["fruits.csv", "nuts.json", "towns.csv"])
  func writtenCatalogHasTheSamePages(file: String) throws { try check("data/\(file)", "written-catalog") }

  @Test func folderHasTheSamePages() throws { try check("data", "deep/down") }

  @Test func databaseHasTheSamePages() throws {
    try sandbox.database(
      "shop.sqlite",
      """
      CREATE TABLE "my orders" (id INTEGER PRIMARY KEY, customer TEXT, total REAL); CREATE TABLE "null" (name TEXT);
      INSERT INTO "my orders" VALUES (1, 'Ada', 2.5), (2, 'Bo', 3); INSERT INTO "null" VALUES ('Ada'), ('007');
      """)
    try check("shop.sqlite", "shop")
    try sandbox.remove("shop")
    try check("shop.sqlite", "shop", "--table", "my orders", "--key", "customer")
  }

  @Test func keyOfSeveralFieldsHasTheSamePages() throws {
    try sandbox.database(
      "shop.sqlite",
      """
      CREATE TABLE line ("order" INTEGER, article TEXT, price REAL, PRIMARY KEY ("order", article));
      INSERT INTO line VALUES (7, 'Fig', 1), (8, 'Fig', 2), (8, 'Plum', 2);
      """)
    try check("shop.sqlite", "shop")
    let files = try sandbox.catalog("written").keys.sorted()
    #expect(files.contains("shop/8-fig.html"), "\(files)")
    try sandbox.remove("shop")
    try check("shop.sqlite", "shop", "--key", "article", "--key", "order")
  }

  @Test func documentHasTheSamePages() throws {
    try sandbox.write("shop.json", #"{"fruits": [{"name": "Fig"}], "my nuts": [{"name": "Hazelnut"}]}"#)
    try check("shop.json", "shop")
    #expect(try sandbox.text("shop/catalog.yml").contains("    path: my nuts\n"))
  }

  @Test func pagesOfMarkdownAreTheSame() throws {
    try sandbox.write(["notes/one.md": "---\nmood: good\n---\n# One\n", "notes/two.md": "# Two\n"])
    try check("notes", "written-catalog")
  }

  /// Unusual properties of tables: each file has several of these.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func oddTablesHaveTheSamePages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let columns: [(name: String, values: [String])] = [
      ("", ["note", "", "x"]), ("", ["", "", ""]), ("", ["1", "2", "NA"]), ("n", ["1", "NA", "3"]),
      ("n", ["1,5", "2,5", ""]),
      ("empty", ["", "", ""]), ("tags", ["red;green", "green", "red;blue"]), ("date", ["2024-02-29", "", "1850s"]),
      ("n", ["a", "b", "c"]), (" on: sale ", ["yes", "no", "yes"]), ("n_2", ["007", "008", "#"]),
      ("index", ["4", "5", "6"]),
    ]
    let chosen =
      [("name", ["Fig", "Plum", "Pear"])] + (0..<6).compactMap { _ in columns.randomElement(using: &random) }
    let rows = [chosen.map(\.name)] + (0..<3).map { row in chosen.map { $0.values[row] } }
    var csv = rows.map { $0.map { "\"\($0)\"" }.joined(separator: ",") }.joined(separator: "\n")
    if Bool.random(using: &random) { csv = "# Odd\n\(csv),surplus\n" }
    try sandbox.write("odd.csv", csv)
    try check("odd.csv", "written-catalog")
  }

  @Test(arguments: [true, false])
  func tableWithoutNamesHasTheSamePages(isFound: Bool) throws {
    try sandbox.write("towns.csv", "Paris;12,5;3\nRom;8,1;2\nBern;2,5;7\n")
    if isFound { try check("towns.csv", "towns") } else { try check("towns.csv", "towns", "--no-header") }
    #expect(try sandbox.text("towns/catalog.yml").contains("    header: false\n") == !isFound)
  }

  @Test func listsOfRowsAndColumnsHaveTheSamePages() throws {
    let rows = (1...6).flatMap { number in
      [
        "p\(number),Product \(number),About,Shop,a\(number),\(number % 2 == 0 ? "b\(number),c" : ","),S,0\(number)",
        "p\(number),,,,,,,M,0\(number)", ",,,,,,,L,0\(number)",
      ]
    }
    try sandbox.write(
      "shop.csv", "Handle,Title,Body,Vendor,tag1,tag2,tag3,Variant Size,Variant SKU\n" + rows.joined(separator: "\n"))
    try check("shop.csv", "shop")
    let written = try sandbox.text("shop/catalog.yml")
    #expect(written.contains("\n    continued: Handle\n"), "\(written)")
    #expect(written.contains("\n    families: tag\n"), "\(written)")
    #expect(written.contains("\n      Variant: list\n"), "\(written)")
    try sandbox.remove("shop")
    try check("shop.csv", "shop", "--continued", "false", "--families", "false")
    #expect(try sandbox.text("shop/catalog.yml").contains("\n    continued: false\n"))
  }

  @Test func keysTypesAndProseAreWritten() throws {
    #expect(try sandbox.pomona("init", "data/fruits.csv").status == 0)
    #expect(
      try sandbox.text("data/catalog.yml") == """
        # Written by `pomona init`, with the decisions that were inferred from data/fruits.csv.
        # Change them as you like. Lines that you delete are inferred again in each build. `pomona schema` lets \
        editors complete the file.
        title: Fruits
        # language: en
        # formats: [html, markdown]
        # documents: { search: true }

        datasets:
          fruits:
            file: fruits.csv
            # Rows with mistakes are read as far as possible. With stop, mistakes are errors.
            problems: warn
            # title: Fruits
            # The field that identifies the rows and names their pages; "@row" numbers them.
            key: name
            titles: name
            # text, markdown, number, boolean, date, url, image, list or object
            types:
              name: text
              weight: number
              # tags: list
              picked: date
              "on: sale": boolean
              story: text
            # The fields with long texts. The first one begins the page; none of them is a fact on a card.
            prose: [story]
            # The fields on cards.
            facts: [weight, tags, picked]

        # The number of entries on a page:
        # pages: { size: 60 }

        """)
  }

  @Test func proseThatIsNotTheLeadIsAComment() throws {
    try sandbox.write("data/works.csv", "name,provenance\nSeed,\"\(Self.text)\"\nStone,\"\(Self.text)\"\n")
    try check("data/works.csv", "works")
    #expect(try sandbox.text("works/catalog.yml").contains("\n    # prose: [provenance]\n"))
  }

  @Test func nothingIsOverwritten() throws {
    try sandbox.write("data/catalog.yml", "datasets: { fruits: fruits.csv }\n")
    let before = try sandbox.contents()
    for arguments in [["data/fruits.csv"], ["data"], ["data/nuts.json", "data"]] {
      let outcome = try sandbox.pomona(["init"] + arguments)
      #expect(outcome.status == 1)
      #expect(outcome.errors.hasPrefix("error: data"), "\(outcome.errors)")
      #expect(try sandbox.contents() == before)
    }
    #expect(
      try sandbox.pomona("init", "data/fruits.csv").errors == """
        error: data/catalog.yml: the file already exists.
          Name another folder for the catalog, or move the file away.

        """)
  }

  @Test(arguments: [
    (["fruit.csv"], "error: fruit.csv: there is no such file or folder."),
    (["fruit", "shop"], "error: fruit: there is no such file or folder."),
    (["-", "shop"], "error: standard input: a catalog cannot refer to standard input."),
  ])
  func dataHasToBeThere(arguments: [String], message: String) throws {
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona(["init"] + arguments)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    #expect(try sandbox.contents() == before)
  }
}
