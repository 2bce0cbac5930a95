import Datasets
import Diagnostics
import Foundation
import TestKit
import Testing

@testable import CatalogKit

/// The data sets of a path without configuration.
@Suite struct FoundDatasetsTests {
  private func found(_ files: [String: String], _ path: String = "") throws -> [[String]] {
    let folder = try CatalogFolder(files)
    let found = try FoundDatasets(at: path.isEmpty ? folder.path : "\(folder.path)/\(path)", log: InputManifest())
    return found.entries.map {
      [$0.name.text, $0.files[0].text].map { $0.replacing(folder.url.lastPathComponent, with: "X") }
    }
  }

  private func objects(_ count: Int, _ ending: String, _ text: (Int) -> String) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (1...count).map { ("\($0).\(ending)", text($0)) })
  }

  @Test func filesAreNamedByTheirStemsIfTheseDiffer() throws {
    #expect(try found(["a.csv": "", "b.json": "", "c.txt": ""]) == [["a", "a.csv"], ["b", "b.json"]])
    #expect(
      try found(["a.csv": "", "a.csv.gz": "", "a.yml": "", "b.toml": ""])
        == [["a.csv", "a.csv"], ["a.csv.gz", "a.csv.gz"], ["a.yml", "a.yml"], ["b", "b.toml"]])
    #expect(try found(["a.csv": ""], "a.csv") == [["a", "a.csv"]])
  }

  @Test(arguments: [
    ("json", #"{"name": "A", "list": [1]}"#), ("yaml", "name: A\nlist: [1]\n"), ("yml", "name: A\n"),
    ("toml", "name = 'A'\n"), ("yaml", "A: {name: A}\n"),
  ])
  func manyFilesWithAnObjectEachAreOneDataSet(ending: String, text: String) throws {
    #expect(try found(objects(6, ending) { _ in text }) == [["X", "."]])
    // Too few files for a decision.
    #expect(try found(objects(5, ending) { _ in text }).count == 5)
    let others = ["notes.md": "", "z.csv": "name\n"]
    #expect(try found(objects(6, ending) { _ in text }.merging(others) { $1 }) == [["X", "."], ["z", "z.csv"]])
  }

  @Test(arguments: [
    #"[{"name": "A"}]"#, #"{"rows": [{"name": "A"}]}"#, #"{"name": ["A"], "size": [1]}"#,
    #"{"a": {"name": "A"}, "b": {"name": "B"}}"#,
    #"{"a": {"b": ["A"]}}"#, "{}", "3",
  ])
  func manyFilesWithRowsAreDataSets(text: String) throws {
    #expect(try found(objects(7, "json") { _ in text }).count == 7)
    #expect(try found(objects(7, "yaml") { _ in text }).count == 7)
  }

  @Test func unreadableFilesDecideNothing() throws {
    #expect(try found(objects(8, "json") { $0 == 1 ? "{" : #"{"name": "A"}"# }) == [["X", "."]])
    #expect(try found(objects(8, "json") { _ in "{" }).count == 8)
  }

  @Test func documentsInFoldersOfTheirOwnAreDataSets() throws {
    let rows = #"[{"name": "A"}, {"name": "B"}]"#
    #expect(
      try found(["en/a.json": rows, "en/deep/b.yaml": "- name: A\n", "readme.txt": ""])
        == [["a", "en/a.json"], ["b", "en/deep/b.yaml"]])
    #expect(try found(["en/a.json": rows, "fr/a.json": rows]).map { $0[1] } == ["en/a.json", "fr/a.json"])
    #expect(try found(["en/a.json": #"{"name": "A"}"#, "en/b.json": #"{"name": "B"}"#]) == [["X", "."]])
  }

  @Test func foldersOfPagesAreOneDataSet() throws {
    #expect(try found(["a.md": "", "README.md": ""]) == [["X", "."]])
    #expect(try found(["deep/a.markdown": ""]) == [["X", "."]])
    #expect(try found(["a.md": "", "a.csv": ""]) == [["a", "a.csv"]])
    #expect(throws: DiagnosticsError.self) { try found(["README.md": "", "deep/a.csv": ""]) }
  }

  @Test func tablesWithEqualNamesAreNamedAfterTheirDatabase() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nFig\n"])
    let database = try SQLiteFile(folder.path + "/shop.db")
    try database.execute(
      #"CREATE TABLE fruits (a); CREATE TABLE "a/b" (a); CREATE TABLE "a-b" (a); CREATE TABLE "" (a)"#)
    let found = try FoundDatasets(at: folder.path, log: InputManifest())
    #expect(
      found.entries.map { [$0.name.text, $0.reading.table?.text] }
        == [
          ["fruits.csv", nil], ["data", ""], ["shop-a-b", "a-b"], ["shop-a-b-2", "a/b"], ["shop-fruits", "fruits"],
        ])
    #expect(found.isCurrent)
    try database.execute("CREATE TABLE nuts (a)")
    #expect(!found.isCurrent)
  }

  private static let shop = #"{"fruits": [{"name": "Fig"}], "version": 1, "nuts": [{"name": "Hazelnut"}]}"#

  @Test(arguments: [
    ("json", shop), ("yaml", "fruits: [{name: Fig}]\nnuts: [{name: Hazelnut}]\n"),
    ("toml", "[[fruits]]\nname = 'Fig'\n[[nuts]]\nname = 'Hazelnut'\n"),
  ])
  func severalListsOfADocumentAreDataSets(ending: String, text: String) throws {
    let folder = try CatalogFolder(["shop.\(ending)": text])
    let found = try FoundDatasets(at: "\(folder.path)/shop.\(ending)", log: InputManifest())
    #expect(found.entries.map { [$0.name.text, $0.reading.path?.text] } == [["fruits", "fruits"], ["nuts", "nuts"]])
    #expect(found.isCurrent)
    #expect(
      try folder.pages(of: "shop.\(ending)").keys.sorted()
        == ["fruits/fig.md", "fruits/index.md", "index.md", "nuts/hazelnut.md", "nuts/index.md"])
  }

  @Test(arguments: [
    #"[{"fruits": [{"a": 1}], "nuts": [{"a": 1}]}]"#, #"{"fruits": [{"a": 1}], "nuts": []}"#,
    #"{"fruits": [{"a": 1}], "nuts": [{"a": 1}], "#, #"{"a.b": [{"a": 1}], "c": [{"a": 1}]}"#,
    #"{"id": 1, "name": "A", "b": 1, "c": 2, "d": [{"a": 1}], "e": [{"a": 1}]}"#,
  ])
  func otherDocumentsAreOneDataSet(text: String) throws { #expect(try found(["a.json": text]) == [["a", "a.json"]]) }

  @Test func aNewListIsFollowed() throws {
    let folder = try CatalogFolder(["shop.json": #"{"fruits": [{"name": "Fig"}]}"#])
    let path = folder.path + "/shop.json"
    let builder = CatalogBuilder(at: path, into: folder.path + "/out")
    #expect(try builder.build().rows == 1)
    try folder.write("shop.json", Self.shop)
    #expect(try builder.update([path]).created.contains("nuts/hazelnut.html"))
  }

  @Test func collectionsOfGeoJSONAreDataSets() throws {
    let text = #"{"type": "FeatureCollection", "features": [{"properties": {"name": "Graz"}}]}"#
    #expect(try found(objects(7, "geojson") { _ in text }).count == 7)
  }

  @Test func aNewTableIsFollowed() throws {
    let folder = try CatalogFolder(["notes.txt": ""])
    let path = folder.path + "/shop.db"
    let database = try SQLiteFile(path)
    try database.execute(
      """
      CREATE TABLE fruits (name); INSERT INTO fruits VALUES ('Fig');
      CREATE TABLE nuts (name); INSERT INTO nuts VALUES ('Hazelnut')
      """)
    let builder = CatalogBuilder(at: path, into: folder.path + "/out")
    #expect(try builder.build().rows == 2)
    try database.execute("CREATE TABLE herbs (name); INSERT INTO herbs VALUES ('Thyme')")
    let report = try builder.update([path])
    #expect(report.created == ["herbs/index.html", "herbs/thyme.html"])
    try database.execute("INSERT INTO herbs VALUES ('Mint')")
    #expect(try builder.update([path]).created == ["herbs/mint.html"])
  }

  @Test func dataThatIsNotReadIsNamed() throws {
    let rows = Dictionary(uniqueKeysWithValues: (1...7).map { ("things/t\($0).yml", "name: T\($0)\n") })
    let folder = try CatalogFolder(
      rows.merging([
        "licenses.yml": "- name: MIT\n", ".more.csv": "name\nx\n", ".note": "", "deep/er/a.json": "[]",
        "notes/a.md": "# A\n", "pictures/a.png": "", "own/catalog.yml": "", "own/a.csv": "name\nx\n",
        "built/.pomona/state": "", "built/a.json": "[]",
      ]) { $1 })
    let catalog = try Catalog(at: folder.path)
    let first = try #require(catalog.warnings.first)
    #expect(first.code == "catalog/unread")
    #expect(
      first.message
        == "there is data here that is not read: deep/ (1 file), notes/ (1 file), things/ (7 files), .more.csv")
    let inferred = try InferredCatalog(of: folder.path, in: nil, options: CatalogOptions())
    #expect(
      inferred.text.contains(
        """
          # Data in subfolders, which is not read yet:
          # deep:
          #   file: deep
          # notes:
          #   file: notes
          # things:
          #   file: things

        """))
    // Who names the data in a catalog.yml has decided.
    try folder.write("catalog.yml", "datasets: { licenses: licenses.yml }\n")
    #expect(try Catalog(at: folder.path).warnings.isEmpty)
  }

  @Test func aFolderOfWhichAllIsReadHasNoWarning() throws {
    for files in [
      ["a.csv": "name\nx\n", "b/c.txt": ""],
      ["things/a.json": #"[{"name": "A"}]"#, "other/b.json": #"[{"name": "B"}]"#],
      objects(7, "json") { #"{"name": "A\#($0)"}"# }, ["x.md": "# X\n", "deep/y.md": "# Y\n"],
    ] {
      let folder = try CatalogFolder(files)
      #expect(try !Catalog(at: folder.path).warnings.map(\.code).contains("catalog/unread"), "\(files)")
    }
  }
}
