import Foundation
import TestKit
import Testing

/// `pomona check`, as used by a person and a program.
@Suite struct CheckTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func soundCatalogHasNoProblems() throws {
    try sandbox.copyExample()
    let before = try sandbox.contents()
    let outcome = try sandbox.pomona("check", "Fruitypedia", "--format", "html")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("No problems in 428 rows, 629 pages\n"))
    #expect(outcome.output.contains("\ndatasets:\n"), "the decisions are listed")
    #expect(outcome.errors == "")
    #expect(try sandbox.contents() == before, "nothing is written")
    try sandbox.write("fruits.csv", "name\nFig\n")
    #expect(try sandbox.pomona("check", "fruits.csv", "--report", "json").output == "[]\n")
  }

  @Test func everyFindingIsReportedWithItsPlace() throws {
    try sandbox.write([
      "catalog.yml": """
      title: Fruit
      introduction: See [all](fruits/index.html) and [nothing](nothing.html).
      datasets: { fruits: { file: fruits.csv, types: { text: markdown }, page: fruit } }

      """,
      "fruits.csv": """
      name,picture,text,site
      Apple,apple.png,"Like a [pear](Pear.html), or a [quince](fruits/quince.html).",news
      Pear,pear.png,[Apple](fruits/apple.html#top),

      """,
      "pear.png": "PNG",
      "templates/fruit.md": "{{text}}\n\n[About](about.html) {{#site}}[site]({{site}}){{/site}} {{picture}}\n",
    ])
    let outcome = try sandbox.pomona("check")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(
      outcome.output.hasPrefix(
        """
        warning: fruits.csv, row 2, field “picture”: the picture “apple.png” is not in the catalog's folder.
          Put the file there; its path is relative to the catalog's folder.
        error: catalog.yml, line 2, column 58: “nothing.html” is no page or file of the catalog.
        error: fruits.csv, row 2, field “text”: “Pear.html” is no page or file of the catalog.
          Did you mean “fruits/pear.html”?
        error: fruits.csv, row 2, field “text”: “fruits/quince.html” is no page or file of the catalog.
        error: templates/fruit.md, line 3, column 9: “about.html” is no page or file of the catalog.
        error: fruits.csv, row 2, field “site”: “news” is no page or file of the catalog.
          References start from the catalog's root, such as “index.html”.
        5 errors, 1 warning in 2 rows, 4 pages

        """))

    let json = try sandbox.pomona("check", "--report", "json")
    #expect(json.status == 1)
    let findings = try JSONDecoder().decode([Finding].self, from: Data(json.output.utf8))
    #expect(findings.map(\.severity) == ["warning"] + Array(repeating: "error", count: 5))
    #expect(findings.map(\.code) == ["image/missing"] + Array(repeating: "reference/broken", count: 5))
    #expect(
      findings[2]
        == Finding(
          severity: "error", code: "reference/broken", message: "“Pear.html” is no page or file of the catalog",
          hint: "Did you mean “fruits/pear.html”?", file: "fruits.csv", row: 2, field: "text"))
    #expect(findings[4].line == 3)
    #expect(findings[4].column == 9)
  }

  private struct Finding: Decodable, Equatable {
    var severity: String
    var code: String
    var message: String
    var hint: String?
    var file: String?
    var row: Int?
    var line: Int?
    var column: Int?
    var field: String?
  }

  @Test func warningsAloneAreNoFailure() throws {
    try sandbox.write("fruits.csv", "name,picture\nApple,apple.png\n")
    let outcome = try sandbox.pomona("check", "fruits.csv")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n1 warning in 1 row, 3 pages\n"), "\(outcome.output)")
  }

  @Test func allErrorsOfOpeningAreReportedAtOnce() throws {
    try sandbox.write([
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, page: fruit } }\nchain: [{ sort: colour }]\n",
      "fruits.csv": "name\nApple\n", "templates/fruit.md": "{{size}}\n",
    ])
    let outcome = try sandbox.pomona("check")
    #expect(outcome.status == 1)
    #expect(
      outcome.output == """
        error: catalog.yml, line 2, column 17: there is no field “colour”.
        error: templates/fruit.md, line 1, column 1: there is no field “size”.
          There are: name.
        2 errors

        """)
  }

  @Test func dataDoesNotControlTheTerminal() throws {
    // A colour, a sequence that sets a window's title, and a mark that reverses the following text.
    let name = "\u{1B}[31m\u{9D}0;title\u{7}\u{202E}x"
    try sandbox.write("fruits.json", #"[{"name": "Apple", "text": "**See** [x](<\#(name)>)"}]"#)
    for arguments in [["check", "fruits.json"], ["check", "fruits.json", "--report", "json"]] {
      let outcome = try sandbox.pomona(arguments)
      let raw = (outcome.output + outcome.errors).unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" || $0.properties.isBidiControl
      }
      #expect(raw.isEmpty, "\(arguments)")
    }
  }
}

extension Sandbox {
  /// Copies the example catalog to `Fruitypedia`.
  func copyExample() throws {
    try FileManager.default.copyItem(at: packageFolder.appending(path: "Examples/Fruitypedia"), to: url("Fruitypedia"))
  }
}
