import CatalogKit
import Diagnostics
import Foundation
import Publishing
import TestKit
import Testing

/// The memory of a build of the one before.
@Suite struct BuildMemoTests {
  private func build(
    _ folder: CatalogFolder, _ file: String = "", allowsLosses: Bool = false, isChecking: Bool = false
  ) throws -> (report: BuildReport, isRead: Bool, warnings: [Diagnostic]) {
    var settings = CatalogBuilder.Settings()
    (settings.allowsLosses, settings.isChecking) = (allowsLosses, isChecking)
    let path = file.isEmpty ? folder.path : "\(folder.path)/\(file)"
    let builder = CatalogBuilder(at: path, into: folder.path + "/out", settings: settings)
    defer { builder.close() }
    return (try builder.build(), builder.catalog != nil, builder.warnings)
  }

  // MARK: - Unchanged inputs

  @Test func aSecondBuildReadsNothingHoweverNewTheFilesAre() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\n"])
    #expect(try build(folder, "fruits.csv").isRead)
    #expect(try !build(folder, "fruits.csv").isRead)
    #expect(try !build(folder, "fruits.csv").isRead)
  }

  @Test func aFileWrittenAgainIsRead() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\n"])
    for fruit in ["Fig..", "Kiwi.", "Pears", "Plums"] {
      // Of the same length, and written immediately after the other.
      try folder.write("fruits.csv", "name\n\(fruit)\n")
      #expect(try !build(folder, "fruits.csv").report.isUnchanged)
    }
  }

  @Test func warningsAreRepeated() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,picture\nApple,none.png\n"])
    let first = try build(folder, "fruits.csv")
    #expect(first.isRead && first.warnings.count == 1)
    let second = try build(folder, "fruits.csv")
    #expect(!second.isRead && second.warnings == first.warnings)
  }

  @Test func aCatalogIsBuiltAgainIfItsFolderIsRenamed() throws {
    let folder = try CatalogFolder([
      "alpha/catalog.yml": "datasets: { fruits: fruits.csv }\n", "alpha/fruits.csv": "name\nApple\n",
    ])
    func title() throws -> String {
      let page = String(decoding: try Data(contentsOf: folder.url.appending(path: "out/index.html")), as: UTF8.self)
      return page.contains("<title>Alpha</title>") ? "Alpha" : page.contains("<title>Beta</title>") ? "Beta" : page
    }
    for name in ["alpha", "beta"] {
      if name == "beta" {
        try FileManager.default.moveItem(atPath: folder.path + "/alpha", toPath: folder.path + "/beta")
      }
      let builder = CatalogBuilder(at: "\(folder.path)/\(name)/.", into: folder.path + "/out")
      _ = try builder.build()
      builder.close()
      #expect(try title() == name.capitalized)
    }
  }

  @Test func aDeletedPageIsWrittenAgain() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\n"])
    _ = try build(folder, "fruits.csv")
    try FileManager.default.removeItem(atPath: folder.path + "/out/fruits/apple.html")
    let second = try build(folder, "fruits.csv")
    #expect(
      second.isRead && second.report.created == ["fruits/apple.html"] && second.report.mended == ["fruits/apple.html"])
  }

  // MARK: - Rows that are lost

  private func fruits(_ count: Int) -> String { "name\n" + (0..<count).map { "Fruit \($0)\n" }.joined() }

  @Test(arguments: [(20, 0), (20, 2), (10, 1), (2, 0), (1, 0)])
  func losingNearlyAllRowsIsAnError(before: Int, now: Int) throws {
    let folder = try CatalogFolder(["fruits.csv": fruits(before)])
    _ = try build(folder, "fruits.csv")
    let tree = try OutputTree(folder.path + "/out")
    try folder.write("fruits.csv", fruits(now))
    for isChecking in [true, false] {
      let found = try findings { _ = try build(folder, "fruits.csv", isChecking: isChecking) }
      #expect(found.map(\.code.rawValue) == ["dataset/lost"])
      #expect(
        found[0].message == "the data set “fruits” has \(now) of the \(before) rows that it had at the last build")
      #expect(found[0].location.file?.hasSuffix("fruits.csv") == true)
      #expect(found[0].hint?.contains("--allow-empty") == true)
    }
    #expect(try OutputTree(folder.path + "/out").files == tree.files)
    // If the loss is allowed, later builds compare with the new number.
    #expect(try build(folder, "fruits.csv", allowsLosses: true).report.rows == now)
    #expect(try build(folder, "fruits.csv").report.rows == now)
  }

  @Test(arguments: [(20, 3), (9, 1), (0, 0), (0, 5)])
  func losingSomeRowsIsNoError(before: Int, now: Int) throws {
    let folder = try CatalogFolder(["fruits.csv": fruits(before)])
    _ = try build(folder, "fruits.csv")
    try folder.write("fruits.csv", fruits(now))
    #expect(try build(folder, "fruits.csv").report.rows == now)
  }

  @Test func filtersAndRemovedDataSetsAreNoLosses() throws {
    let folder = try CatalogFolder([
      "fruits.csv": fruits(20), "nuts.csv": fruits(20),
      "catalog.yml": "datasets: { fruits: fruits.csv, nuts: nuts.csv }\nchain: [{ concatenate: [fruits, nuts] }]\n",
    ])
    _ = try build(folder)
    try folder.write(
      "catalog.yml",
      "datasets: { fruits: fruits.csv }\nchain: [{ filter: { field: name, equals: none } }]\n")
    #expect(try build(folder).report.deleted.count > 30)
    try folder.write("catalog.yml", "datasets: { fruits: fruits.csv, nuts: nuts.csv }\n")
    _ = try build(folder)
    try folder.write("nuts.csv", fruits(0))
    #expect(try findings { _ = try build(folder) }.count == 1)
  }

  @Test func updateThatLosesAllRowsLeavesTheCatalog() throws {
    let folder = try CatalogFolder(["fruits.csv": fruits(20)])
    let builder = CatalogBuilder(at: folder.path + "/fruits.csv", into: folder.path + "/out")
    _ = try builder.build()
    let tree = try OutputTree(folder.path + "/out")
    let changed: Set = [folder.path + "/fruits.csv"]
    for _ in 0..<2 {
      try folder.write("fruits.csv", fruits(0))
      #expect(try findings { _ = try builder.update(changed) }.map(\.code.rawValue) == ["dataset/lost"])
      #expect(try OutputTree(folder.path + "/out").files == tree.files)
    }
    try folder.write("fruits.csv", fruits(19))
    #expect(try builder.update(changed).deleted.contains("fruits/fruit-19.html"))
    builder.close()
    try folder.build("fruits.csv", into: folder.path + "/clean")
    #expect(
      try OutputTree(folder.path + "/out").differences(from: OutputTree(folder.path + "/clean")) == [])
  }

  // MARK: - Decisions over all rows

  @Test func aChangedTypeIsReportedOnce() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,price\nApple,1\nPear,2\n"])
    #expect(try build(folder, "fruits.csv").warnings == [])
    try folder.write("fruits.csv", "name,price\nApple,1\nPear,on request\n")
    #expect(try build(folder, "fruits.csv", isChecking: true).warnings.count == 1)
    let warnings = try build(folder, "fruits.csv").warnings
    #expect(warnings.map(\.message) == ["the field is taken for text, and was for number"])
    #expect(warnings[0].location.field == "price" && warnings[0].severity == .warning)
    #expect(warnings[0].hint == "To pin it, write types: { price: number } at the data set in catalog.yml.")
    #expect(try build(folder, "fruits.csv").warnings == [])
    try folder.write("fruits.csv", "name,price\nApple,1\nPear,on request.\n")
    #expect(try build(folder, "fruits.csv").warnings == [])
  }

  @Test func aConfiguredTypeIsNoDecision() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,price\nApple,1\n",
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, types: { price: number } } }\n",
    ])
    _ = try build(folder)
    try folder.write("catalog.yml", "datasets: { fruits: { file: fruits.csv, types: { price: text } } }\n")
    #expect(try build(folder).warnings == [])
  }

  @Test func dataSetWithoutRowsDecidesNothing() throws {
    let folder = try CatalogFolder(["fruits.csv": "name,price\nApple,1\n"])
    _ = try build(folder, "fruits.csv")
    try folder.write("fruits.csv", "name,price\n")
    #expect(try build(folder, "fruits.csv", allowsLosses: true).warnings == [])
  }

  // MARK: - The list of changes

  @Test func listIsDeliveredWithTheReport() throws {
    struct Full: Error {}
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\nPear\n"])
    let builder = CatalogBuilder(at: folder.path + "/fruits.csv", into: folder.path + "/out")
    let first = try builder.build()
    #expect(first.undelivered == nil)
    #expect(throws: Full.self) { try builder.deliver(first) { _ in throw Full() } }
    builder.close()
    try folder.write("fruits.csv", "name\nApple\nFig\n")
    let second = try builder.build()
    #expect(second.created == ["fruits/fig.html"])
    try builder.deliver(second) { report in
      #expect(report.created == second.created)
      #expect(
        report.undelivered?.created == [
          "assets/style.css", "fruits/apple.html", "fruits/fig.html", "fruits/index.html", "index.html",
        ])
      #expect(report.undelivered?.updated == [] && report.undelivered?.deleted == [])
    }
    try builder.deliver(second) { report in #expect(report.undelivered?.isEmpty == true) }
    builder.close()
  }

  @Test func inputsAreNamedBeforeAnythingIsWritten() throws {
    let folder = try CatalogFolder(["fruits.csv": "name\nApple\n"])
    var settings = CatalogBuilder.Settings()
    var inputs: Set<String> = []
    settings.onRead = { (names) throws(DiagnosticsError) in
      inputs = names
      throw DiagnosticsError(Diagnostic(code: "test/no", "no"))
    }
    for isBuilt in [false, true] {
      if isBuilt { _ = try build(folder, "fruits.csv") }
      #expect(
        try findings { try folder.build("fruits.csv", into: folder.path + "/out", settings: settings) }.count == 1)
      #expect(inputs.contains(folder.path + "/fruits.csv"))
      #expect(FileManager.default.fileExists(atPath: folder.path + "/out") == isBuilt)
    }
  }
}
