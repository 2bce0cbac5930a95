import Foundation
import TestKit
import Testing

/// The rows as JSON in parts: the files written for an edit, and how programs join the parts.
@Suite struct JSONPartTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func row(_ number: Int, price: Int? = nil, note: String = "") -> String {
    """
    Fruit \(number),\(price ?? number * 37 % 101),\(["Pome", "Stone", "Berry"][number % 3]),\"\(note) “\(number)” <a>\"
    """
  }

  /// Builds a catalog of fruits; each of the first 500 has a recipe.
  ///
  /// - Returns: The files below the output that were created, updated or deleted.
  @discardableResult
  private func build(
    _ rows: [String], json: String = "true", order: String = "ascending", minutes: [Int: Int] = [:]
  ) throws -> Set<String> {
    let recipes = (0..<500).map { "recipe \($0),Fruit \($0),\(minutes[$0] ?? 5)\n" }
    try sandbox.write([
      "shop/fruits.csv": "name,price,kind,note\n" + rows.map { $0 + "\n" }.joined(),
      "shop/recipes.csv": "id,fruit,minutes\n" + recipes.joined(),
      "shop/catalog.yml": """
      title: Fruits & nuts
      datasets:
        fruits: { file: fruits.csv, key: name, join: { recipes: { dataset: recipes, on: name, equals: fruit } } }
        recipes: { file: recipes.csv, key: id }
      chain: [{ concatenate: [fruits] }, { sort: { field: price, order: \(order) } }]
      documents: { json: \(json) }
      """,
    ])
    let report = try sandbox.build("shop", "--output", "out")
    return Set(report.created + report.updated + report.deleted)
  }

  private func json(_ path: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: sandbox.url("out/\(path)")))
  }

  private func exported(_ files: Set<String>) -> [String] { files.filter { $0.hasSuffix(".json") }.sorted() }

  /// The rows, by data set and key.
  private func sorted(_ objects: Any) throws -> [NSDictionary] {
    func place(_ object: NSDictionary) -> String { "\(object["dataset"] ?? "")/\(object["key"] ?? "")" }
    return try #require(objects as? [NSDictionary]).sorted { place($0) < place($1) }
  }

  /// The rows of the one file that has all of them.
  private func whole(_ rows: [String]) throws -> [NSDictionary] {
    try build(rows, json: "{ whole: true }")
    let root = try #require(try json("catalog.json") as? [String: Any])
    #expect(root.keys.sorted() == ["language", "objects", "title"])
    let objects = try #require(root["objects"] as? [NSDictionary])
    let prices = objects.compactMap { ($0["fields"] as? NSDictionary)?["price"] as? Int }
    #expect(prices.count == rows.count && prices == prices.sorted(), "the order is that of the catalog")
    return try sorted(objects)
  }

  @Test func partsHaveTheRowsOfTheOneFile() throws {
    let rows = (0..<500).map { row($0) }
    try build(rows)
    let root = try #require(try json("catalog.json") as? [String: Any])
    #expect(root["title"] as? String == "Fruits & nuts")
    #expect(root["version"] as? Int == 1)
    let paths = try #require(root["parts"] as? [String])
    #expect(try Set(sandbox.files("out/catalog").map { "catalog/\($0)" }) == Set(paths))
    let parts = try paths.map { try #require(try json($0) as? [NSDictionary]) }
    #expect(parts.allSatisfy { (1...70).contains($0.count) } && (35...70).contains(500 / parts.count))
    for part in parts { #expect(try part == sorted(part), "within a part, rows are in the order of their keys") }
    #expect(try sorted(parts.flatMap(\.self)) == whole(rows))
    #expect(!sandbox.exists("out/catalog"))
  }

  @Test func aChangedRowChangesOnePart() throws {
    var rows = (0..<500).map { row($0) }
    try build(rows)
    for number in [0, 499] {
      rows[number] = row(number, note: "changed")
      #expect(try exported(build(rows)).count == 1)
      // To another place of the catalog.
      rows[number] = row(number, price: 200 - number % 2)
      #expect(try exported(build(rows)).count == 1)
    }
    let gone = rows.remove(at: 250)
    let parts = try exported(build(rows))
    #expect(parts.count == 1 && parts != ["catalog.json"])
    rows.insert(gone, at: 3)
    #expect(try exported(build(rows)) == parts)
    #expect(try exported(build(rows, order: "descending")) == [], "an order is not exported")
  }

  @Test func aPartThatIsTooLargeIsSplit() throws {
    var rows = (0..<60).map { row($0) }
    #expect(try exported(build(rows)) == ["catalog.json", "catalog/objects-1.json"])
    rows += (60..<80).map { row($0) }
    #expect(
      try exported(build(rows)) == [
        "catalog.json", "catalog/objects-1.json", "catalog/objects-2.json", "catalog/objects-3.json",
      ])
    #expect(!sandbox.exists("out/catalog/objects-1.json"))
  }

  @Test func aCatalogWithoutRowsHasNoParts() throws {
    #expect(try exported(build([])) == ["catalog.json"])
    #expect(try (json("catalog.json") as? [String: Any])?["parts"] as? [String] == [])
  }

  @Test func onlyExportedFieldsCount() throws {
    var rows = (0..<100).map { row($0) }
    try build(rows, json: "{ fields: [kind] }")
    rows[7] = row(7, note: "changed")
    let written = try build(rows, json: "{ fields: [kind] }")
    #expect(written.contains("fruits/fruit-7.html") && exported(written) == [])
  }

  @Test func joinedRowsAreReferencesByDefault() throws {
    let rows = (0..<100).map { row($0) }
    func recipes() throws -> Any? {
      let root = try #require(try json("catalog.json") as? [String: Any])
      let objects = try (root["parts"] as? [String] ?? []).flatMap { try json($0) as? [[String: Any]] ?? [] }
      let fields = objects.first { $0["key"] as? String == "Fruit 7" }?["fields"] as? [String: Any]
      return fields?["recipes"]
    }
    try build(rows)
    #expect(try recipes() as? [[String: String]] == [["dataset": "recipes", "key": "recipe 7"]])
    #expect(try exported(build(rows, minutes: [7: 6])) == [])
    try build(rows, json: "{ joined: true }")
    let joined = try #require(try recipes() as? [[String: Any]])
    #expect(joined.map { $0["minutes"] as? Int } == [5] && joined.map { $0["id"] as? String } == ["recipe 7"])
    #expect(try exported(build(rows, json: "{ joined: true }", minutes: [7: 6])).count == 1)
  }

  // MARK: - Loaders

  /// The block of a language in the document.
  private func block(_ language: String) throws -> String {
    let text = try String(contentsOf: packageFolder.appending(path: "docs/guide/json.md"), encoding: .utf8)
    let block = text.components(separatedBy: "```\(language)\n").dropFirst().first
    return try #require(block?.components(separatedBy: "```").first)
  }

  private static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// The JSON that a program in the folder of the catalog prints.
  private func run(_ program: [String], _ script: String) throws -> Any {
    try sandbox.write("script", script)
    let running = try RunningCommand(
      URL(filePath: "/usr/bin/env"), program + [sandbox.url("script").path(percentEncoded: false)],
      in: sandbox.url("out"))
    try running.endInput()
    let outcome = try running.end()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  @Test(arguments: ["python", "javascript", "sh"])
  func theLoadersOfTheDocumentReadAllRows(language: String) throws {
    let rows = (0..<300).map { row($0) }
    let all = try whole(rows)
    try build(rows)
    switch language {
    case "python" where Self.isInstalled("python3"):
      let script = try block(language) + "\nprint(json.dumps(load(\".\")))\n"
      #expect(try sorted(run(["python3"], script)) == all)
    case "javascript" where Self.isInstalled("node"):
      // Here files are read and not addresses.
      let script = """
        const fs = require("node:fs");
        globalThis.fetch = async (url) => ({ ok: true, json: async () => JSON.parse(fs.readFileSync(url, "utf8")) });
        \(try block(language))
        load(`file://${process.cwd()}/`).then((rows) => console.log(JSON.stringify(rows)));
        """
      #expect(try sorted(run(["node"], script)) == all)
    case "sh" where Self.isInstalled("jq"):
      #expect(try sorted(run(["sh"], try block(language))) == all)
    default: break
    }
  }
}
