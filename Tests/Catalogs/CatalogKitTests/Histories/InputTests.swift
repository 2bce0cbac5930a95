import CatalogKit
import Foundation
import TestKit
import Testing

/// The inputs of a catalog: when a build reads nothing because nothing has changed, a change of any input is noticed.
@Suite struct InputTests {
  /// A catalog, and an edit of an input.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var datasets: String
    var more = ""
    /// Changes a file, or creates one.
    var edited: String
    var text: String
  }

  private static let files = [
    "fruits.csv": "name,picture\nApple,a.png\n", "parts/a.csv": "name\nFig\n", "parts/b.csv": "name\nDate\n",
    "notes/one.md": "---\nname: One\n---\nText.\n", "notes/in/deep/two.md": "---\nname: Two\n---\nText.\n",
    "theme/style.css": "p {}\n", "extra/in/file.txt": "file", "b.png": "PNG",
  ]

  private static let cases = [
    Case(testDescription: "data", datasets: "fruits.csv", edited: "fruits.csv", text: "name,picture\nPear,b.png\n"),
    Case(testDescription: "pattern", datasets: "\"parts/*.csv\"", edited: "parts/b.csv", text: "name\nKiwi\n"),
    Case(testDescription: "new in a pattern", datasets: "\"parts/*.csv\"", edited: "parts/c.csv", text: "name\nKiwi\n"),
    Case(
      testDescription: "nested page", datasets: "notes", edited: "notes/in/deep/two.md",
      text: "---\nname: Two\n---\nMore.\n"),
    Case(
      testDescription: "new nested page", datasets: "notes", edited: "notes/in/deep/three.md",
      text: "---\nname: Three\n---\nMore.\n"),
    Case(
      testDescription: "page in a new folder", datasets: "notes", edited: "notes/in/new/three.md",
      text: "---\nname: Three\n---\nMore.\n"),
    Case(
      testDescription: "template that was not there", datasets: "\"parts/a.csv\"", edited: "templates/page.md",
      text: "Page of {{name}}.\n"),
    Case(
      testDescription: "style sheet", datasets: "\"parts/a.csv\"", more: "formats: { html: { theme: theme } }",
      edited: "theme/style.css", text: "q {}\n"),
    Case(
      testDescription: "page of a theme that was not there", datasets: "\"parts/a.csv\"",
      more: "formats: { html: { theme: theme } }", edited: "theme/page.mustache", text: "<p>{{title}}\n"),
    Case(
      testDescription: "addresses that were not there", datasets: "\"parts/a.csv\"", edited: "addresses.csv",
      text: "dataset,key,address,moved_to,gone\ndata,Fig,data/feige,,\n"),
    Case(
      testDescription: "new asset", datasets: "\"parts/a.csv\"", more: "assets: [extra]", edited: "extra/in/new.txt",
      text: "new"),
    Case(
      testDescription: "asset", datasets: "\"parts/a.csv\"", more: "assets: [\"extra/*\"]", edited: "extra/in/file.txt",
      text: "another"),
    Case(
      testDescription: "configuration", datasets: "\"parts/a.csv\"", edited: "catalog.yml",
      text: "title: Another\ndatasets: { data: parts/b.csv }\n"),
  ]

  /// Builds twice: the second build reads nothing.
  private func settle(_ folder: CatalogFolder) throws {
    for isKnown in [false, true] {
      let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      _ = try builder.build()
      #expect(builder.catalog == nil || !isKnown)
    }
  }

  private func expectCleanBuild(_ folder: CatalogFolder, _ output: String = "out") throws {
    #expect(try !folder.build(into: "\(folder.path)/\(output)").isUnchanged)
    _ = try folder.build(into: folder.path + "/clean")
    #expect(try OutputTree("\(folder.path)/\(output)").differences(from: OutputTree(folder.path + "/clean")) == [])
  }

  @Test(arguments: cases)
  func changeIsNoticed(example: Case) throws {
    let folder = try CatalogFolder(Self.files)
    try folder.write("a.png", "PNG")
    try folder.write("catalog.yml", "datasets: { data: { file: \(example.datasets), key: name } }\n\(example.more)\n")
    try settle(folder)
    try folder.write(example.edited, example.text)
    try expectCleanBuild(folder)
    try settle(folder)
  }

  @Test func aChangeInTheLogOfADatabaseIsNoticed() throws {
    let folder = try CatalogFolder(["catalog.yml": "datasets: { fruits: { file: fruits.db, key: name } }\n"])
    let database = try SQLiteFile(folder.path + "/fruits.db")
    try database.execute(
      "PRAGMA journal_mode = WAL; CREATE TABLE fruits (name); INSERT INTO fruits VALUES ('Apple')")
    _ = try folder.build(into: folder.path + "/out")
    // The connection writes to a log next to the database, which exists as long as it is open.
    try database.execute("INSERT INTO fruits VALUES ('Pear')")
    try expectCleanBuild(folder)
    withExtendedLifetime(database) {}
  }

  @Test(arguments: [
    ("formats: html", "formats: markdown"),
    ("objects: true, feed: { date: day }, sitemap: true, search: true", "objects: false"),
    ("example.org", "example.net"),
  ])
  func exportsFollowTheAddressesOfThePages(old: String, new: String) throws {
    let folder = try CatalogFolder(["fruits.csv": "name,day\nApple,2024-01-01\nPear,2024-01-02\n"])
    let yaml = """
      address: https://example.org
      datasets: { fruits: fruits.csv }
      formats: html
      documents: { objects: true, feed: { date: day }, sitemap: true, search: true, json: true }
      """
    try folder.write("catalog.yml", yaml)
    _ = try folder.build(into: folder.path + "/out")
    try folder.write("catalog.yml", yaml.replacing(old, with: new))
    try expectCleanBuild(folder)
  }

  @Test func anAddedPictureIsShown() throws {
    let folder = try CatalogFolder(Self.files)
    try folder.write("catalog.yml", "datasets: { data: { file: fruits.csv, key: name } }\n")
    _ = try folder.build(into: folder.path + "/out")
    try folder.write("a.png", "PNG")
    try expectCleanBuild(folder)
    try settle(folder)
    try FileManager.default.removeItem(atPath: folder.path + "/a.png")
    try expectCleanBuild(folder)
  }

  @Test func aWatchDoesNotHideLaterChanges() throws {
    let folder = try CatalogFolder(Self.files)
    try folder.write("catalog.yml", "datasets: { data: parts/a.csv }\n")
    try settle(folder)
    // A template is added while the catalog is watched, and deleted afterwards.
    func watch() throws {
      let builder = CatalogBuilder(at: folder.path, into: folder.path + "/watched")
      _ = try builder.build()
      #expect(builder.catalog != nil, "what is watched was read")
      try folder.write("templates/page.md", "Page of {{name}}.\n")
      #expect(try !builder.update([folder.path + "/templates/page.md"]).isUnchanged)
    }
    try watch()
    try FileManager.default.removeItem(atPath: folder.path + "/templates/page.md")
    try expectCleanBuild(folder, "watched")
  }
}
