import CatalogKit
import DataSources
import Datasets
import Diagnostics
import Foundation
import PomonaKit
import TestKit
import Testing

/// The types that are written for data sets. Two of them are in files next to these tests, and are compiled with them,
/// under the strictest settings; they are written again when `POMONA_RECORD_GOLDENS` is set.
@Suite struct RowTypesTests {
  private static let fruits = """
    name,scientific name,energy_kcal,sugars,season,edible,picked,image,website,notes_md,id,Empty
    Fig,Ficus carica,74,16.3,summer; autumn,yes,2024-08-01,fig.png,https://example.org/fig,*Soft*,F-1,
    Kiwi,,61,9,winter,yes,2024-11-02,,,,F-2,
    """

  /// Names that are no identifiers, and some that would do harm if they became code.
  private static let odd: [String] = [
    "class", "self", "init", "title", "Title", "TITLE", "hashValue", "2023", "%", "a b", "a-b", "aB", "é", "e\u{301}",
    "\"); fatalError(); (\"", "\\(1 + 1)", "*/ evil /*", "line\nbreak", "carriage\rreturn", "\u{2028}separator\u{2029}",
    "nul\u{0}", "\u{202E}gnidaeh", "zero\u{200B}width", "`ticks`", "日本語", "🍎", "HTMLTitle", "x²",
    "\u{1D7D8}double", "await", "$0", "_", "#if", "id",
  ]

  private func golden(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).swift")
  }

  private func check(_ text: String, isAt file: URL) throws {
    if ProcessInfo.processInfo.environment["POMONA_RECORD_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `a type has a property for each field`() throws {
    let folder = try CatalogFolder(["fruits.csv": Self.fruits])
    try check(RowTypes(at: "\(folder.path)/fruits.csv").text, isAt: golden("Fruit"))
  }

  @Test func `rows are read as they are typed`() throws {
    let folder = try CatalogFolder(["fruits.csv": Self.fruits])
    let path = "\(folder.path)/fruits.csv"
    let fruits = try Fruit.source(contentsOf: path)
    let cells = CellSource<Fruit, DocumentCell>(fruits.applying(.sort(by: \.name)))
    cells.register(Fruit.self) { cell, fruit in
      cell.title = fruit.title
      cell.target = fruit.objectID
      cell.body = [.paragraph([.text("\(fruit.energyKcal) kcal, \(fruit.season.joined(separator: " and "))")])]
    }
    let fig = try #require(fruits.items.first)
    #expect(
      fig.id == "F-1" && fig.title == "Fig" && fig.name == "Fig" && fig.scientificName == "Ficus carica"
        && fig.energyKcal == 74)
    #expect(fig.sugars == 16.3 && fig.season == ["summer", "autumn"] && fig.edible && fig.picked == "2024-08-01")
    #expect(fig.empty == nil && fig.notesMd == "*Soft*" && fruits.items[1].scientificName == nil)
    #expect(fig.objectID == ObjectID(collection: "fruits", key: "F-1"))
    #expect(fruits.name(ofSection: 0) == "Fruits")
    let document = Document(CatalogInfo(title: "Fruits"), listing: cells, articles: cells)
    #expect(document.numberOfPages == 4)
    _ = try document.build(into: "\(folder.path)/out", renderers: [HTMLRenderer()])
    let page = try String(contentsOfFile: "\(folder.path)/out/fruits/f-1.html", encoding: .utf8)
    #expect(page.contains("74 kcal, summer and autumn"))
  }

  @Test func `a row's fingerprint depends on its values`() throws {
    let folder = try CatalogFolder(["fruits.csv": Self.fruits])
    let path = "\(folder.path)/fruits.csv"
    let before = try Fruit.source(contentsOf: path).items
    #expect(before[0].fingerprint != before[1].fingerprint)
    try folder.write("fruits.csv", Self.fruits.replacing("16.3", with: "16.4"))
    let after = try Fruit.source(contentsOf: path).items
    #expect(before[0].fingerprint != after[0].fingerprint && before[1].fingerprint == after[1].fingerprint)
    #expect(before[0] != after[0] && before[1] == after[1])
  }

  @Test func `rows that do not fit are errors`() throws {
    let folder = try CatalogFolder([:])
    func errors(_ old: String, _ new: String) throws -> [String] {
      try folder.write("fruits.csv", Self.fruits.replacing(old, with: new))
      return try findings { _ = try Fruit.source(contentsOf: "\(folder.path)/fruits.csv") }.map {
        "\($0.code.rawValue) \($0.location.row ?? 0) \($0.location.field ?? "")"
      }
    }
    #expect(try errors("74", "") == ["types/mismatch 2 energy_kcal"])
    #expect(try errors("74", "74.5") == ["types/mismatch 2 energy_kcal"])
    #expect(try errors("74", "many") == ["datasets/type-mismatch 2 energy_kcal"])
    #expect(try errors("yes", "") == ["types/mismatch 2 edible", "types/mismatch 3 edible"])
  }

  /// A row with these fields, each with its own name as its value.
  private func json(_ names: [String]) throws -> String {
    var seen: Set<[UInt8]> = []
    let members = try names.filter { seen.insert(Array($0.utf8)).inserted }.map { name in
      let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      return "\(text): \(text)"
    }
    return "[{ \(members.joined(separator: ", ")) }]"
  }

  @Test func `odd names become identifiers`() throws {
    let folder = try CatalogFolder([
      "odd.json": json(Self.odd), "catalog.yml": "datasets: { odd: { file: odd.json, key: class } }",
    ])
    try check(RowTypes(at: folder.path).text, isAt: golden("Odd"))
    let odd = try #require(try Odd.source(contentsOf: "\(folder.path)/odd.json").items.first)
    #expect(odd.class == "class" && odd.id == "class" && odd.id2 == "id" && odd.fieldValues.count == Self.odd.count - 1)
    // Every field is there, under some name.
    #expect(Set(odd.fieldValues.map { Array($0.fieldValue.text.utf8) }).count == Self.odd.count - 1)
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func `no name ever becomes code`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scalars = Array(
      "\"\\()`{}[]$#@/*:;=.,'\n\r\t\0 aZé_09\u{301}\u{2028}\u{202E}\u{FEFF}\u{E000}日🍎ßǅ".unicodeScalars)
    func name() -> String {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 0..<0x3_0000, using: &random))
        name.append(Bool.random(using: &random) ? scalars.randomElement(using: &random) ?? "a" : any ?? "b")
      }
      return String(name)
    }
    // A name of spaces is none.
    let names = (0..<200).map { _ in name() + "%" }
    let file = try CatalogFolder(["odd.json": json(names)])
    let text = try RowTypes(at: "\(file.path)/odd.json", type: "Odd").text
    // Every line begins as expected, whatever the data, and every property has a unique name.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let ours = #/(?:|//.*|import PomonaKit|(?:struct|extension) Odd.*|  (?:let|static|var|init|  |//).*|  \}|\})/#
    for line in lines { #expect(line.wholeMatch(of: ours) != nil, "seed \(seed): \(line)") }
    let properties = lines.filter { $0.hasPrefix("  let ") }
    #expect(Set(properties.map { String($0) }).count == properties.count && properties.count >= 200 * 9 / 10)
    try file.write("Odd.swift", text)
    let parser = Process()
    parser.executableURL = URL(filePath: "/usr/bin/env")
    parser.arguments = ["swiftc", "-frontend", "-parse", "-warnings-as-errors", "\(file.path)/Odd.swift"]
    try parser.run()
    parser.waitUntilExit()
    #expect(parser.terminationStatus == 0, "seed \(seed):\n\(text)")
  }

  @Test func `the name of a type is the singular of the data set's`() throws {
    let names = [
      ("stone_fruits", "StoneFruit"), ("berries", "Berry"), ("boxes", "Box"), ("peaches", "Peach"),
      ("glasses", "Glass"), ("potatoes", "Potato"), ("houses", "House"), ("grass", "Grass"), ("cactus", "Cactus"),
      ("analysis", "Analysis"),
      ("s", "S"), ("fruit", "Fruit"), ("PEARS", "Pear"), ("strings", "StringRow"), ("records", "RecordRow"),
      ("types", "TypeRow"), ("2023-sales", "_2023Sale"), ("!", "Row"),
    ]
    for (dataset, type) in names {
      let folder = try CatalogFolder(["\(dataset).csv": "name\nFig\n"])
      let text = try RowTypes(at: "\(folder.path)/\(dataset).csv").text
      #expect(text.contains("\nstruct \(type): DatasetRow {\n"), "\(dataset)")
    }
  }

  @Test func `a name can be chosen`() throws {
    let folder = try CatalogFolder(["mice.csv": "name\nFig\n"])
    let path = "\(folder.path)/mice.csv"
    #expect(try RowTypes(at: path, type: "Mouse").text.contains("struct Mouse: DatasetRow"))
    for name in ["", "String", "Type", "a b", "1a", "class", "_", "A{}", "A.B", "Ä\u{202E}"] {
      #expect(try findings { _ = try RowTypes(at: path, type: name) }.map(\.brief) == ["types/name"], "\(name)")
    }
  }

  @Test func `the data sets of a catalog are chosen by name or by file`() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        fruits: { file: fruits.csv, key: code, types: { code: text, size: number }, delimiter: ";" }
        fruit: { files: [more.json, fruits.csv], format: json }
        shops: { file: "shops-*.yaml", path: all.shops }
        notes: notes
        others: ../other-\("pomona-test-types").csv
      """,
      "fruits.csv": "name;code;size\nFig;007;2\n", "more.json": "[]", "shops-a.yaml": "all: { shops: [{ name: A }] }",
      "shops-b.yaml": "all: { shops: [{ name: B }] }", "notes/fig.md": "---\ntitle: Fig\n---\nSoft.\n",
    ])
    func types(_ selection: RowTypes.Selection) throws -> [String] {
      try RowTypes(at: folder.path, selection).text.split(separator: "\n").filter { $0.hasPrefix("struct ") }
        .map { String($0.dropFirst(7).prefix { $0 != ":" }) }
    }
    #expect(try types(.dataset("fruits")) == ["Fruit"])
    #expect(try types(.file("\(folder.path)/fruits.csv")) == ["Fruit"])
    #expect(try types(.file("\(folder.path)/shops-a.yaml")) == ["Shop"])
    #expect(try types(.file("\(folder.path)/shops-b.yaml")) == [])
    #expect(try types(.file("\(folder.path)/none.csv")) == [])
    #expect(try types(.dataset("notes")) == ["Note"])
    #expect(try findings { _ = try types(.file("\(folder.path)/catalog.yml")) }.count == 1)
    let outside = "\(folder.url.deletingLastPathComponent().path(percentEncoded: false))/other-pomona-test-types.csv"
    try Data("name\nFig\n".utf8).write(to: URL(filePath: outside))
    defer { try? FileManager.default.removeItem(atPath: outside) }
    #expect(try types(.file("\(folder.path)/catalog.yml")) == ["Note", "Other"])
    #expect(try findings { _ = try types(.dataset("fruitz")) }.map(\.brief) == ["types/unknown-dataset"])

    let text = try RowTypes(at: folder.path, .dataset("fruits")).text
    for line in ["    key: \"code\",\n", "    delimiter: \";\"", "let code: String\n"] { #expect(text.contains(line)) }
    #expect(try RowTypes(at: folder.path, .dataset("shops")).text.contains("    path: \"all.shops\""))
  }
}
