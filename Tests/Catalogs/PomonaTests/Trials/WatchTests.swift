import Foundation
import Testing

/// `pomona watch`, as a process: after any change of the files, the catalog becomes that of a clean build.
@Suite struct WatchTests {
  private let sandbox: Sandbox
  private let watch: RunningCommand

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write([
      "shop/catalog.yml": """
      title: Shop
      datasets:
        fruits: { file: fruits.csv, key: name, card: fruit, page: fruit }
        nuts: { file: "nuts/*.json", key: name }
      chain:
        - sort: name
      pages: { size: 5, kind: stable }
      documents: { json: true, letters: name }
      """, "shop/fruits.csv": Self.fruits(12), "shop/nuts/a.json": #"[{"name": "Hazel"}, {"name": "Pecan"}]"#,
      "shop/templates/fruit.md": "{{name}}: {{price}}\n",
    ])
    watch = try sandbox.start("watch", "shop", "--output", "out")
    try watch.line { $0.hasPrefix("Open ") }
  }

  private static func fruits(_ count: Int, price: Int = 1) -> String {
    "name,price\n" + (0..<count).map { "Fruit \($0),\(price + $0)\n" }.joined()
  }

  /// Reads the output of the watch until the catalog is that of a clean build.
  private func settle(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try sandbox.build("shop", "--output", "clean")
    let expected = try sandbox.catalog("clean")
    try sandbox.remove("clean")
    // Files are created and deleted while it is read.
    while (try? sandbox.catalog("out")) != expected {
      do {
        try watch.line { $0.hasPrefix("Open ") }
      } catch {
        Issue.record("\(comment): \(error)", sourceLocation: sourceLocation)
        throw error
      }
    }
  }

  private func path(_ path: String) -> String { sandbox.url(path).path(percentEncoded: false) }

  /// Replaces a file in one step, as many editors do.
  private func replace(_ file: String, _ text: String) throws {
    try sandbox.write("new", text)
    #expect(rename(path("new"), path(file)) == 0)
  }

  private func end(_ signal: Int32) throws {
    try settle("in the end")
    watch.send(signal)
    #expect(try watch.end().status == 0)
    let report = try sandbox.build("shop", "--output", "out")
    #expect(report.created + report.updated + report.deleted == [], "the catalog is whole")
  }

  @Test func dataIsSavedByManyMethods() throws {
    try settle("at first")
    try sandbox.write("shop/fruits.csv", Self.fruits(12, price: 20))
    try settle("written to")
    try replace("shop/fruits.csv", Self.fruits(13, price: 20))
    try settle("renamed over")
    try sandbox.remove("shop/fruits.csv")
    try sandbox.write("shop/fruits.csv", Self.fruits(9, price: 20))
    try settle("deleted and written again")
    for count in 0..<30 { try sandbox.write("shop/fruits.csv", Self.fruits(count)) }
    try settle("in a burst of writing")
    for count in 30..<50 { try replace("shop/fruits.csv", Self.fruits(count)) }
    try settle("in a burst of renaming")
    try end(SIGINT)
  }

  @Test func filesAreAddedAndDeleted() throws {
    try sandbox.write("shop/nuts/b.json", #"[{"name": "Almond"}]"#)
    try settle("a file that a pattern stands for has come")
    try sandbox.remove("shop/nuts/a.json")
    try settle("a file has gone")
    try sandbox.write("shop/templates/card.md", "A card of {{name}}.\n")
    try settle("a template has come")
    try sandbox.remove("shop/templates/card.md")
    try settle("a template has gone")
    try end(SIGTERM)
  }

  @Test func folderIsReplacedByAnother() throws {
    try FileManager.default.copyItem(at: sandbox.url("shop"), to: sandbox.url("other"))
    try sandbox.write("other/fruits.csv", Self.fruits(7, price: 3))
    try FileManager.default.moveItem(at: sandbox.url("shop"), to: sandbox.url("old"))
    try FileManager.default.moveItem(at: sandbox.url("other"), to: sandbox.url("shop"))
    try settle("another folder of the same name")
    try sandbox.write("shop/fruits.csv", Self.fruits(8))
    try settle("a file in it")
    try end(SIGINT)
  }

  @Test func templatesAndConfigurationAreFollowed() throws {
    try sandbox.write("shop/templates/fruit.md", "Only {{price}} for a {{name}}!\n")
    try settle("template")
    let yaml = try sandbox.text("shop/catalog.yml")
    try replace("shop/catalog.yml", yaml.replacing("title: Shop", with: "title: Market"))
    try settle("configuration")
    try sandbox.write("shop/picture.png", "PNG")
    try sandbox.write("shop/catalog.yml", yaml + "\nassets: [picture.png]\n")
    try settle("an asset")
    try sandbox.write("shop/picture.png", "another")
    try settle("the asset is another")
    try end(SIGINT)
  }

  @Test func mistakesAreReportedAndCorrected() throws {
    let before = try sandbox.catalog("out")
    let good = try sandbox.text("shop/fruits.csv")
    try sandbox.write("shop/fruits.csv", good + "Quince,1,too many\n")
    #expect(try watch.line(of: .errors)?.hasPrefix("error: shop/fruits.csv, row 14") == true)
    #expect(try sandbox.catalog("out") == before)
    // A second mistake elsewhere, while the first persists.
    try sandbox.write("shop/templates/fruit.md", "{{prise}}\n")
    try watch.line(of: .errors) { $0.contains("row 14") || $0.contains("prise") }
    try sandbox.write("shop/fruits.csv", good + "Quince,1\n")
    try watch.line(of: .errors) { $0.hasSuffix("there is no field “prise”.") }
    #expect(try sandbox.catalog("out") == before)
    try sandbox.write("shop/templates/fruit.md", "{{price}}\n")
    try settle("both are mended")

    // A field that a template names is removed; then the data is saved again unchanged, and must not be shown with the
    // old fields.
    let mended = try sandbox.catalog("out")
    try sandbox.write("shop/fruits.csv", "name\nApple\n")
    try watch.line(of: .errors) { $0.hasSuffix("there is no field “price”.") }
    try sandbox.write("shop/fruits.csv", "name\nApple\nPear\n")
    try watch.line(of: .errors) { $0.hasSuffix("there is no field “price”.") }
    #expect(try sandbox.catalog("out") == mended)
    try sandbox.write("shop/templates/fruit.md", "{{name}}\n")
    try settle("the template does without")
    try sandbox.remove("shop/catalog.yml")
    try watch.line(of: .errors) { $0.contains("catalog.yml") }
    try sandbox.write("shop/catalog.yml", "datasets: { fruits: fruits.csv }\n")
    try settle("another configuration")
    try end(SIGINT)
  }

  @Test func changedRowsAreCounted() throws {
    try sandbox.write("shop/fruits.csv", Self.fruits(12) + "Quince,1\n")
    #expect(try watch.line { $0.hasPrefix("Rows: ") } == "Rows: 1 new")
    try watch.line { $0.hasPrefix("Open ") }
    try end(SIGINT)
  }

  @Test func aWatchFollowsABuiltCatalog() throws {
    watch.send(SIGINT)
    #expect(try watch.end().status == 0)
    // When the files have been unchanged for a moment, nothing has to be read at the start.
    var isRead = true
    while isRead {
      let outcome = try sandbox.pomona("build", "shop", "--output", "out", "--report", "json")
      isRead = outcome.output.contains(#""reading":0}"#) == false && outcome.output.contains(#""reading":0,"#) == false
    }
    let second = try sandbox.start("watch", "shop", "--output", "out")
    try second.line { $0.hasPrefix("Open ") }
    try sandbox.write("shop/fruits.csv", Self.fruits(3))
    try second.line { $0.hasPrefix("Open ") }
    second.send(SIGINT)
    #expect(try second.end().status == 0)
    try sandbox.build("shop", "--output", "clean")
    #expect(try sandbox.catalog("out") == sandbox.catalog("clean"))
  }
}
