import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The `addresses.csv` next to a `catalog.yml`, and its revision by `pomona addresses`.
@Suite struct AddressFileTests {
  private static let header = "dataset,key,address,moved_to,gone\n"

  private let folder: CatalogFolder
  private var output: String { folder.path + "/out" }

  init() throws {
    folder = try CatalogFolder(["catalog.yml": "datasets: { langs: { file: langs.csv, key: name } }\n"])
    try write("Ada B", "Python")
  }

  private func write(_ names: String...) throws {
    try folder.write("langs.csv", "name\n" + names.map { $0 + "\n" }.joined())
  }

  private func addresses(_ lines: String...) throws {
    try folder.write("addresses.csv", Self.header + lines.map { $0 + "\n" }.joined())
  }

  private func build(isChecking: Bool = false) throws -> (report: BuildReport, warnings: [Diagnostic]) {
    var settings = CatalogBuilder.Settings()
    settings.isChecking = isChecking
    let builder = CatalogBuilder(at: folder.path, into: output, settings: settings)
    defer { builder.close() }
    return (try builder.build(), builder.warnings)
  }

  private func revise() throws -> AddressRevision {
    let revision = try folder.catalog().addressRevision(after: output)
    try revision.write()
    return revision
  }

  private var text: String { (try? String(contentsOfFile: folder.path + "/addresses.csv", encoding: .utf8)) ?? "" }

  // MARK: - Pages that move

  @Test func newRowMovesNoOldOne() throws {
    _ = try build()
    try write("Ada B", "Python", "Ada-B", "ada b")
    let check = try build(isChecking: true)
    #expect(check.warnings.map(\.code.rawValue) == ["addresses/moved"])
    #expect(check.report.deleted == ["langs/ada-b.html"])
    #expect(
      check.warnings.first?.message.hasPrefix("the page of “Ada B” is now at langs/ada-b-") == true
        && check.warnings.first?.message.hasSuffix(", and no longer at langs/ada-b") == true)
    #expect(check.warnings.first?.hint == "Run `pomona addresses`, and the page stays where it was.")

    let revision = try revise()
    #expect(revision.lines.map(\.kind) == [.page])
    #expect(text == Self.header + "langs,Ada B,langs/ada-b,,\n")
    let (report, warnings) = try build()
    #expect(warnings == [])
    #expect(report.deleted == [])
    #expect(report.created.count == 2)
    #expect(try revise().isEmpty)
  }

  @Test func aMovedPageReturnsToItsAddress() throws {
    _ = try build()
    try write("Ada B", "Python", "ada-b")
    let (report, warnings) = try build()
    #expect(warnings.count == 1)
    let moved = try #require(report.created.first).dropLast(".html".count)
    #expect(try build().warnings == [], "once is enough")
    #expect(try revise().lines.map(\.kind) == [.page, .moved])
    #expect(text == Self.header + "langs,Ada B,langs/ada-b,,\nlangs,Ada B,\(moved),langs/ada-b,\n")
    let (again, other) = try build()
    #expect(other.map(\.message) == [], "that the row with the plain key gives way was asked for: \(other)")
    #expect(again.updated.contains("\(moved).html"))
    #expect(try revise().isEmpty)
  }

  @Test func manyMovedPagesAreCounted() throws {
    let names = (0..<9).map { "Name \($0)" }
    try folder.write("langs.csv", "name\n" + names.map { $0 + "\n" }.joined())
    _ = try build()
    try folder.write("langs.csv", "name\n" + (names + names.map { $0.uppercased() }).map { $0 + "\n" }.joined())
    let warnings = try build().warnings
    #expect(warnings.count == 6)
    #expect(warnings.last?.message == "and 4 more pages have moved")
  }

  @Test func aRemovedRowIsNoWarning() throws {
    _ = try build()
    try write("Python")
    #expect(try build().warnings == [])
    #expect(try revise().lines.map(\.kind) == [.gone])
    #expect(text == Self.header + "langs,Ada B,langs/ada-b,,yes\n")
    #expect(try build().report.created == ["langs/ada-b.html"])
    // It is added again, and its line says so; then it is removed once more.
    try write("Python", "Ada B")
    #expect(try build().warnings == [])
    #expect(try revise().lines.map(\.kind) == [.page])
    #expect(text == Self.header + "langs,Ada B,langs/ada-b,,\n")
    try write("Python")
    #expect(try build().warnings.map(\.code.rawValue) == ["addresses/no-row"])
    #expect(try revise().lines.map(\.kind) == [.gone])
    #expect(try build().warnings == [])
  }

  @Test func aRenamedRowFollowsTheData() throws {
    try folder.write("catalog.yml", "datasets: { langs: { file: langs.csv, key: name, aliases: was } }\n")
    try folder.write("langs.csv", "name,was\nAda B,\nAda-B,\n")
    let before = try build().report.created.filter { $0.hasPrefix("langs/ada-b-") }
    #expect(before.count == 2, "keys that share an address have neither of them")
    try folder.write("langs.csv", "name,was\nLovelace,Ada B\nAda-B,\n")
    #expect(try build().warnings.map(\.message).count { $0.contains("“Ada-B” is now at langs/ada-b,") } == 1)
    // The line has to name the former address, since no row ever had the former key there.
    let revision = try revise()
    #expect(Set(revision.lines.map { "\($0.address).html" }).isSuperset(of: before))
    #expect(revision.lines.first { $0.key == "Ada B" }?.destination == "langs/lovelace")
    #expect(revision.lines.first { $0.key == "Ada-B" }?.kind == .page)
    #expect(try build().warnings == [])
  }

  @Test func revisionBeforeAnyBuildIsRefused() throws {
    let found = try findings { _ = try folder.catalog().addressRevision(after: output) }
    #expect(found.map(\.code.rawValue) == ["addresses/no-build"])
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains("out"))
  }

  @Test func keysOfAnySignsAreKept() throws {
    try folder.write(
      "langs.csv", "name\n\"a,\"\"b\"\"\"\n\"tab\there \\ \"\n\"two\nlines\"\nü\n")
    _ = try build()
    try folder.write("langs.csv", "name\nother\n")
    _ = try build()
    #expect(try revise().lines.map(\.key).sorted() == ["a,\"b\"", "tab\there \\", "two\nlines", "ü"].sorted())
    #expect(try build().warnings == [])
    #expect(try revise().isEmpty)
  }

  // MARK: - The file

  @Test func existingLinesAreRetained() throws {
    try addresses("langs,Python,langs/snake,,", ",,langs/snakes,langs/snake,", "langs,Perl,langs/perl,,“moved on”")
    let before = text
    _ = try build()
    #expect(try revise().isEmpty)
    try write("Ada B", "Python", "ada-b")
    #expect(try revise().lines.count == 1)
    #expect(text == before + "langs,Ada B,langs/ada-b,,\n")
    #expect(try folder.pages()["langs/perl.md"]?.contains("“moved on”") == true)
  }

  @Test(arguments: [
    ("langs,Python,index,,", "addresses/address 2 address"), ("langs,Python,404,,", "addresses/address 2 address"),
    ("langs,Python,/,,", "addresses/address 2 address"), ("langs,Python,assets/,,", "addresses/address 2 address"),
    ("langs,Python,langs/page-2,,", "addresses/address 2 address"),
    ("langs,Python,assets/x,,", "addresses/address 2 address"),
    ("langs,Python,../x,,", "addresses/address 2 address"), ("langs,Python,/x,,", "addresses/address 2 address"),
    ("langs,Python,langs/x.html,,", "addresses/address 2 address"),
    ("langs,Python,,,", "addresses/address 2 address"), ("langs,,langs/x,,", "addresses/half-row 2 key"),
    (",Python,langs/x,,", "addresses/half-row 2 dataset"), (",,langs/x,,", "addresses/nothing-said 2 "),
    (",,langs/x,langs/python,yes", "addresses/one-of-two 2 gone"),
    (",,langs/x,langs/X,", "addresses/address 2 moved_to"),
    (",,langs/x,langs/x,", "addresses/ring 2 moved_to"),
    (",,langs/x,,yes\n,,langs/x,,yes", "addresses/duplicate-address 3 address"),
    ("langs,Python,langs/x,,\nlangs,Python,langs/y,,", "addresses/duplicate-page 3 key"),
    (",,langs/x,langs/y,\n,,langs/y,langs/x,", "addresses/ring 3 moved_to"),
  ])
  func wrongLineIsAnError(line: String, finding: String) throws {
    try addresses(line)
    let found = try findings { _ = try folder.catalog() }
    #expect(found.map { "\($0.code.rawValue) \($0.location.row ?? 0) \($0.location.field ?? "")" } == [finding])
    #expect(found.allSatisfy { $0.hint != nil && $0.location.file == "\(folder.path)/addresses.csv" })
  }

  @Test(arguments: [
    ("langs,Nobody,langs/x,,", "addresses/no-row 2 key"),
    ("lang,Python,langs/x,,", "addresses/unknown-dataset 2 dataset"),
    (",,langs/x,langs/nowhere,", "addresses/no-destination 2 moved_to"),
    (",,langs/python,langs/ada-b,", "addresses/taken 2 address"),
  ])
  func lineThatCannotBeFollowedIsAWarning(line: String, finding: String) throws {
    try addresses(line)
    let warnings = CatalogCheck(at: folder.path).findings
    #expect(warnings.map { "\($0.code.rawValue) \($0.location.row ?? 0) \($0.location.field ?? "")" } == [finding])
    #expect(warnings.map(\.severity) == [.warning])
  }

  @Test func columnsAreThoseOfTheFile() throws {
    try folder.write("addresses.csv", "dataset,key,address,moved,gone\n")
    #expect(try findings { _ = try folder.catalog() }.map(\.code.rawValue) == ["datasets/unknown-field"])
    try folder.write("addresses.csv", "key,dataset,address,moved_to,gone,note\n")
    #expect(try findings { _ = try folder.catalog() }.map(\.code.rawValue) == ["addresses/unknown-column"])
  }

  @Test func aDataFileOfThatNameIsData() throws {
    try folder.write("addresses.csv", "name,street\nAda,Main Street\n")
    try folder.write("catalog.yml", "datasets: { people: addresses.csv }\n")
    _ = try folder.build(into: output)
    let found = try findings { _ = try folder.catalog().addressRevision(after: output) }
    #expect(found.map(\.code.rawValue) == ["addresses/data-file"])
    // Next to a data file without a configuration it has another meaning.
    _ = try folder.build("langs.csv", into: folder.path + "/alone")
    let alone = try findings { _ = try folder.catalog("langs.csv").addressRevision(after: folder.path + "/alone") }
    #expect(alone.map(\.code.rawValue) == ["addresses/no-configuration"])
  }

  @Test func explanationNamesTheFile() throws {
    try addresses("langs,Python,langs/snake,,")
    let catalog = try folder.catalog()
    let pinned = try catalog.explain("Python").appearances.first { $0.kind == "article" }
    #expect(pinned?.file == "langs/snake.html")
    #expect(pinned?.decidedBy == folder.path + "/addresses.csv")
    #expect(try catalog.explain("Ada B").appearances.allSatisfy { $0.decidedBy == nil })
  }
}
