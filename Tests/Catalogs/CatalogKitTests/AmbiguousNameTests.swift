import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Names that several things claim: sections, former keys, and values that refer to rows.
@Suite struct AmbiguousNameTests {
  private let folder: CatalogFolder
  private var output: String { folder.path + "/out" }

  init() throws { folder = try CatalogFolder([:]) }

  /// Builds the catalog, and compares it with one that is built from the beginning.
  private func build(in output: String? = nil) throws -> [Diagnostic] {
    let builder = CatalogBuilder(at: folder.path, into: output ?? self.output)
    defer { builder.close() }
    _ = try builder.build()
    return builder.warnings
  }

  private func page(_ path: String) -> String {
    (try? String(contentsOfFile: "\(output)/\(path)", encoding: .utf8)) ?? "there is no page"
  }

  private func files(in folder: String) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".html") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
  }

  private func codes(_ warnings: [Diagnostic]) -> [String] { warnings.map(\.code.rawValue) }

  // MARK: - Sections

  private func schools(_ values: [String]) throws {
    let rows = values.enumerated().map { "n\($0),\"\($1)\"\n" }
    try folder.write("artists.csv", "name,school\n" + rows.joined())
  }

  @Test(arguments: [
    ["french", "French", "French"], ["French", "french", "French"], ["French", "French", "\u{206E}French"],
    ["French", "French", "French\u{200B}"], ["FRENCH", "French", "French"],
  ])
  func theLargestSectionHasTheAddress(values: [String]) throws {
    try folder.write(
      "catalog.yml",
      "title: Schools\ndatasets: { artists: { file: artists.csv, key: name } }\nchain: [{ group: school }]\n")
    try schools(values)
    let warnings = try build()
    #expect(codes(warnings) == ["addresses/similar-sections"])
    let odd = try #require(values.first { $0 != "French" })
    let shown = odd.replacing("\u{206E}", with: "\\u{206e}").replacing("\u{200B}", with: "\\u{200b}")
    #expect(
      warnings[0].message
        == "names of sections of “Schools” differ only in case, spaces or signs that are not shown: “French” (2) and “\(shown)” (1)"
    )
    #expect(page("french/index.html").contains("<h1>French</h1>"))
  }

  @Test func theAddressMovesWithTheRows() throws {
    for (chain, address) in [
      ("[{ group: school }]", "french"), ("[{ group: [kind, school] }]", "painting/french"),
    ] {
      let folder = try CatalogFolder([
        "catalog.yml": "datasets: { artists: { file: artists.csv, key: name } }\nchain: \(chain)\n"
      ])
      func write(_ values: [String]) throws {
        let rows = values.enumerated().map { "n\($0),\($1),Painting\n" }
        try folder.write("artists.csv", "name,school,kind\n" + rows.joined())
      }
      let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      defer { builder.close() }
      var shown: [String] = []
      for values in [
        ["french", "French"], ["french", "French", "French"], ["french", "French", "french", "french"], ["French"],
        ["French", "Dutch", "french", "french"],
      ] {
        try write(values)
        if shown.isEmpty { _ = try builder.build() } else { _ = try builder.update(["\(folder.path)/artists.csv"]) }
        let page = try String(contentsOfFile: "\(folder.path)/out/\(address)/index.html", encoding: .utf8)
        shown.append(try #require(try /<h1>(.*?)<\/h1>/.firstMatch(in: page)).1.description)
        let clean = CatalogBuilder(at: folder.path, into: folder.path + "/clean")
        _ = try clean.build()
        clean.close()
        #expect(try files(in: folder.path + "/out") == files(in: folder.path + "/clean"), "\(chain) \(values)")
      }
      #expect(shown == ["french", "French", "french", "French", "french"])
    }
  }

  @Test func namesThatDifferOtherwiseAreNotReported() throws {
    try folder.write(
      "catalog.yml", "datasets: { artists: { file: artists.csv, key: name } }\nchain: [{ group: school }]\n")
    try schools(["A-B", "A B?", "Élan", "Elan", "C", "C++", "Dutch", "Dutch"])
    #expect(try build() == [])
  }

  // MARK: - Former keys

  private func packages(_ rows: String..., aliases: String = "was") throws {
    try folder.write("catalog.yml", "datasets: { f: { file: f.csv, key: name, aliases: \(aliases) } }\n")
    try folder.write("f.csv", "name,was,old\n" + rows.map { $0 + "\n" }.joined())
  }

  @Test func aFormerKeyOfTwoRowsLeadsToBoth() throws {
    try packages("Boa,snake@3,", "Asp,snake@3,", "Fig,plum,")
    let warnings = try build()
    #expect(
      warnings.map(\.description) == [
        """
        warning: \(folder.path)/f.csv, row 2: “snake@3” is a former key of 2 rows, “Boa”, “Asp”: the page at its address \
        leads to all of them.
          Leave the key out of the `aliases` of all rows but the one that is meant.
        """
      ])
    let choice = page("f/snake-3.html")
    #expect(choice.contains("<h1>snake@3</h1>"))
    #expect(
      choice.contains("<a href=\"../f/boa.html\">Boa</a>") && choice.contains("<a href=\"../f/asp.html\">Asp</a>"))
    #expect(!choice.contains("refresh"))
    #expect(page("f/plum.html").contains("url=fig.html"))

    // One of the rows is renamed, and then there is only one.
    try packages("Boa,snake@3,", "Adder,snake@3,", "Fig,plum,")
    #expect(try codes(build()).contains("addresses/shared-alias"))
    #expect(page("f/snake-3.html").contains(">Adder</a>"))
    try packages("Boa,snake@3,", "Adder,,", "Fig,plum,")
    #expect(try !codes(build()).contains("addresses/shared-alias"))
    #expect(page("f/snake-3.html").contains("url=boa.html"))
  }

  @Test func aFormerKeyThatIsAKeyIsNamedOnItsPage() throws {
    try packages("Boa,Asp,", "Asp,,", "Adder,asp,", "Fig,fig,")
    let warnings = try build()
    #expect(
      warnings.map(\.message) == [
        "“Asp” is a former key of “Boa”, “Adder”, and its address that of another page, which leads there"
      ])
    #expect(page("f/asp.html").contains("Formerly “Asp”, too: <a href=\"../f/boa.html\">Boa</a>, <a"))
    try packages("Boa,,", "Asp,,", "Adder,,", "Fig,ficus,")
    #expect(try build() == [])
    #expect(!page("f/asp.html").contains("Formerly"))
  }

  @Test func severalFieldsHaveFormerKeys() throws {
    try packages("Boa,Snake,Serpent", "Asp,,Viper", aliases: "[was, old]")
    #expect(try build() == [])
    for (name, page) in [("snake", "boa"), ("serpent", "boa"), ("viper", "asp")] {
      #expect(self.page("f/\(name).html").contains("url=\(page).html"), "\(name)")
    }
    try packages("Boa,Snake,Serpent", aliases: "[was, odd]")
    #expect(throws: DiagnosticsError.self) { try build() }
  }

  // MARK: - References

  @Test func aNameOfTwoRowsIsReported() throws {
    try folder.write(
      "catalog.yml",
      """
      datasets:
        papers: { file: papers.csv, key: id, fields: { authors: { refers: { dataset: persons, field: names } } } }
        persons: { file: persons.csv, key: id }
      """)
    try folder.write("papers.csv", "id,authors\np1,Ada\np2,A. B.\np3,Ben\n")
    try folder.write("persons.csv", "id,names\na,Ada;A. B.\nb,Ben;A. B.\nc,Cy;C.\nd,Di;C.\n")
    #expect(
      CatalogCheck(at: folder.path).findings.map(\.message) == [
        "“A. B.” is a “names” of 2 rows of the data set “persons”, and refers to all of them: “a”, “b”"
      ])
  }
}
