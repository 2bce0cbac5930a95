import Foundation
import Testing

/// Catalogs of databases and folders, without configuration.
@Suite struct FoundDatasetTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func makeShop(_ path: String = "shop.sqlite") throws {
    try sandbox.database(
      path,
      """
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total REAL);
      CREATE TABLE customers (name TEXT, city TEXT);
      CREATE VIEW large AS SELECT * FROM orders WHERE total > 2;
      CREATE VIRTUAL TABLE search USING fts5(text);
      INSERT INTO orders VALUES (1, 'Ada', 2.5), (2, 'Bo', 3);
      INSERT INTO customers VALUES ('Ada', 'Graz'), ('Bo', 'Bern');
      INSERT INTO search VALUES ('Ada');
      """)
  }

  @Test func everyTableIsASection() throws {
    try makeShop()
    let report = try sandbox.build("shop.sqlite", "--format", "markdown", "--output", "out")
    #expect((report.rows, report.sections) == (4, 2))
    #expect(
      try sandbox.files("out") == [
        "customers/ada.md", "customers/bo.md", "customers/index.md", "index.md", "orders/1.md", "orders/2.md",
        "orders/index.md",
      ])
    #expect(try sandbox.text("out/index.md").hasPrefix("# Shop\n"))
  }

  @Test func aDatabaseIsTheCatalogThatAUserWouldWrite() throws {
    try makeShop()
    try sandbox.write(
      "catalog.yml",
      """
      title: Shop
      datasets:
        customers: { file: shop.sqlite, table: customers }
        orders: { file: shop.sqlite, table: orders }
      """)
    try sandbox.build(".", "--output", "written")
    try sandbox.build("shop.sqlite", "--output", "found")
    #expect(try sandbox.catalog("written") == sandbox.catalog("found"))
  }

  @Test func tableOrQueryChoosesOne() throws {
    try makeShop()
    for options in [["--table", "large"], ["--table", "search"], ["--query", "SELECT * FROM orders"]] {
      let outcome = try sandbox.pomona(["build", "shop.sqlite", "--output", "out"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try sandbox.files("out").contains("shop/index.html"))
    }
    #expect(
      try sandbox.refusal(of: "shop.sqlite", "--table", "order", into: Sandbox.allOutputs) == """
        error: --table: there is no table “order”.
          Did you mean “orders”?
        """)
  }

  @Test func viewsAreReadIfThereAreNoTables() throws {
    try sandbox.database("views.db", "CREATE VIEW a AS SELECT 1 AS id; CREATE VIEW b AS SELECT 2 AS id;")
    #expect(try sandbox.build("views.db", "--output", "out").rows == 2)
  }

  @Test func emptyTablesAreMentioned() throws {
    try makeShop()
    try sandbox.database("shop.sqlite", "DELETE FROM orders")
    let outcome = try sandbox.pomona("build", "shop.sqlite", "--output", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "warning: shop.sqlite: the data set “orders” has no rows, and is not shown.\n")
    #expect(!sandbox.exists("out/orders"))
  }

  @Test func manyEmptyTablesAreOneWarning() throws {
    let tables = (11...22).map { "CREATE TABLE t\($0) (id PRIMARY KEY);" }.joined()
    try sandbox.database("many.sqlite", tables + "CREATE TABLE full (id PRIMARY KEY); INSERT INTO full VALUES (1)")
    let outcome = try sandbox.pomona("build", "many.sqlite", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: many.sqlite: 12 data sets have no rows, and are not shown: “t11”, “t12”, “t13”, “t14”, “t15”, \
        “t16”, “t17”, “t18”, “t19”, “t20” and 2 more.

        """)
  }

  @Test func filesOfAFolderAreItsSections() throws {
    try makeShop("data/shop.sqlite")
    try sandbox.write([
      "data/fruits.csv": "name,taste\nFig,sweet\n", "data/fruits.json": #"[{"name": "Nut"}]"#, "data/README.md": "Data",
      "data/LICENSE": "", "data/picture.png": "", "data/.hidden.csv": "name\nx\n", "data/more/deep.csv": "name\ny\n",
    ])
    try sandbox.build("data", "--format", "markdown", "--output", "data/out")
    let folders = ["customers", "fruits-csv", "fruits-json", "orders"]
    #expect(
      Set(try sandbox.files("data/out").map { $0.split(separator: "/").first.map(String.init) ?? "" })
        == Set(folders + ["index.md"]))
    // The output of a build is no data.
    #expect(try sandbox.build("data", "--format", "markdown", "--output", "data/out").counts[1] == 0)
    try sandbox.write("data/nuts.csv", "name\nHazelnut\n")
    #expect(
      try sandbox.build("data", "--format", "markdown", "--output", "data/out").created.contains("nuts/hazelnut.md"))
  }

  @Test func currentFolderIsADefault() throws {
    try sandbox.write(["fruits.csv": "name\nFig\n", "nuts.csv.gz": ""])
    try sandbox.remove("nuts.csv.gz")
    #expect(try sandbox.build().rows == 1)
    #expect(try sandbox.build().counts[1] == 0)
    #expect(sandbox.exists("build/work/fruits/fig.html"))
  }

  @Test func pagesOfMarkdownAreOneDataSet() throws {
    try sandbox.write(["notes/one.md": "# One\n", "notes/deep/two.md": "# Two\n"])
    #expect(try sandbox.build("notes", "--output", "out").rows == 2)
    #expect(sandbox.exists("out/notes/one.html"))
  }

  @Test func filesThatAreRowsHaveTheirPathsAsKeys() throws {
    for number in 1...7 { try sandbox.write("data/\(number).json", number == 7 ? "{" : "{\"name\": \"A\(number)\"}") }
    let outcome = try sandbox.pomona("build", "data", "--output", "out")
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("warning: data/7.json, line 1, column 2: "), "\(outcome.errors)")
  }

  @Test func unreadableFilesAreSkipped() throws {
    try sandbox.write(["data/fruits.csv": "name,taste\nFig,sweet\n", "data/broken.csv": ""])
    let outcome = try sandbox.pomona("build", "data", "--output", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        warning: data/broken.csv: the data set “broken” is left out: the file is empty.
          A CSV file begins with a row of field names.

        """)
    #expect(try sandbox.pomona("check", "data").status == 0)
    try sandbox.write("data/fruits.csv", "")
    #expect(try sandbox.refusal(of: "data").contains("error: data/fruits.csv: the file is empty."))
  }

  @Test func filesThatHadRowsAreNotSkipped() throws {
    try sandbox.write(["data/fruits.csv": "name,taste\nFig,sweet\n", "data/nuts.csv": "name\nHazelnut\n"])
    try sandbox.build("data", "--output", "out")
    let pages = try sandbox.catalog("out")
    try sandbox.write("data/fruits.csv", "")
    let outcome = try sandbox.pomona("build", "data", "--output", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: data/fruits.csv: the data set “fruits” has 0 of the 1 rows"))
    #expect(try sandbox.catalog("out") == pages)
    try sandbox.build("data", "--output", "out", "--allow-empty")
    #expect(!sandbox.exists("out/fruits"))
  }

  @Test(arguments: [
    (["data", "--table", "orders"], "--table", "Name one of the files; or have `pomona init data` write"),
    (["data", "--path", "rows"], "--path", "Name one of the files; or have `pomona init data` write"),
    (["data", "--delimiter", "tab"], "--delimiter", "Name one of the files; or have `pomona init data` write"),
    (["shop.sqlite", "--path", "rows"], "--path", "Choose one with --table; or have `pomona init shop.sqlite` write"),
  ])
  func optionsOfOneDataSetAreRefusedForSeveral(arguments: [String], option: String, way: String) throws {
    try makeShop()
    try sandbox.write(["data/fruits.csv": "name\nFig\n", "data/nuts.csv": "name\nHazelnut\n"])
    let message = try sandbox.refusal(of: arguments[0], arguments[1], arguments[2])
    #expect(
      message == """
        error: \(option): this option applies to a single data set, and there are 2.
          \(way) a catalog.yml, where each has its own.
        """)
  }

  @Test func keyHasToFitAll() throws {
    try makeShop()
    #expect(
      try sandbox.refusal(of: "shop.sqlite", "--key", "id") == """
        error: --key: there is no field “id” in the data set “customers”.
          The file has “name”, “city”.
        """)
    #expect(try sandbox.build("shop.sqlite", "--key", "@row", "--output", "out").rows == 4)
  }

  @Test func outputIsNoData() throws {
    let message = """
      a catalog is built into this folder, so that not all in it is data.
        Name another folder with --output, or write a catalog.yml that names the data.
      """
    #expect(try sandbox.refusal(of: "earlier") == "error: earlier: \(message)")
    try sandbox.write("data/fruits.csv", "name\nFig\n")
    let before = try sandbox.contents(of: "data")
    for options in [[], ["--state", "state"]] {
      let outcome = try sandbox.pomona(["build", "data", "--output", "data", "--adopt"] + options)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "error: data: \(message)\n")
      #expect(try sandbox.contents(of: "data") == before)
    }
  }

  @Test func otherCommandsFindThem() throws {
    try makeShop()
    let types = try sandbox.pomona("types", "shop.sqlite")
    #expect(types.output.contains("struct Customer: DatasetRow") && types.output.contains("struct Order: DatasetRow"))
    #expect(types.output.contains("table: \"orders\""))
    #expect(
      try sandbox.pomona("explain", "orders/1", "shop.sqlite").output.hasPrefix("orders/1, “Ada”: shop.sqlite, row 1\n")
    )
    #expect(
      try sandbox.pomona("graph", "shop.sqlite", "--format", "text").output.contains("concatenate: customers, orders"))
    let difference = try sandbox.pomona("diff", "shop.sqlite", "shop.sqlite")
    #expect(difference.status == 1)
    #expect(
      difference.errors.hasPrefix("error: shop.sqlite: there are 2 data sets: customers, orders.\n"),
      "\(difference.errors)")
    #expect(difference.errors.hasSuffix("\n  Choose one with --table.\n"))
    #expect(try sandbox.pomona("diff", "shop.sqlite", "shop.sqlite", "--table", "orders").status == 0)
  }

  @Test func configurationNamesItsOwnKey() throws {
    try makeShop()
    try sandbox.write("catalog.yml", "datasets: { shop: shop.sqlite }\n")
    #expect(
      try sandbox.refusal(of: ".") == """
        error: shop.sqlite: the database has several tables.
          Choose one with `table: NAME` in catalog.yml, or pass a query: “customers”, “orders”.
        """)
    try sandbox.write("catalog.yml", "datasets: { shop: { file: shop.sqlite, table: order } }\n")
    #expect(
      try sandbox.refusal(of: ".") == """
        error: catalog.yml, line 1, column 47: there is no table “order”.
          Did you mean “orders”?
        """)
  }
}
