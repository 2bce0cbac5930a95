import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Numbers on the pages of a catalog.
@Suite struct NumbersTests {
  private static let csv = """
    name,population,built,object_id,Year of birth,ratio
    Apple,1234567,1887,1234567,12345,1234.50
    Pear,1500,2001,7654321,900,0.5

    """

  private func folder(_ yaml: String, template: String? = nil, csv: String = csv) throws -> CatalogFolder {
    var files = ["fruits.csv": csv, "catalog.yml": "datasets: { fruits: { file: fruits.csv, key: name } }\n" + yaml]
    files["templates/page.md"] = template
    return try CatalogFolder(files)
  }

  @Test(arguments: [
    ("en", "1,234,567", "1,234.50", "1,500"), ("de-AT", "1.234.567", "1.234,50", "1.500"),
    ("fr", "1\u{202F}234\u{202F}567", "1\u{202F}234,50", "1\u{202F}500"), ("es", "1.234.567", "1234,50", "1500"),
    ("tlh", "1,234,567", "1,234.50", "1,500"),
  ])
  func pagesWriteNumbersInTheLanguage(language: String, population: String, ratio: String, small: String) throws {
    let pages = try folder("language: \(language)\n").pages()
    let page = try #require(pages["fruits/apple.md"])
    #expect(page.contains("**Population:** \(population)\n"))
    #expect(page.contains("**Ratio:** \(ratio)\n"))
    #expect(pages["fruits/pear.md"]?.contains("**Population:** \(small)\n") == true)
    // Years and identifiers are no amounts.
    #expect(page.contains("**Built:** 1887\n"))
    #expect(page.contains("**Object ID:** 1234567\n"))
    #expect(page.contains("**Year of birth:** 12345\n"))
  }

  @Test func theKeyIsAnIdentifier() throws {
    let csv = "place,name\n12345,Apple\n23456,Pear\n"
    let folder = try CatalogFolder([
      "fruits.csv": csv, "catalog.yml": "datasets: { fruits: { file: fruits.csv, key: place, titles: name } }\n",
    ])
    #expect(try folder.pages()["fruits/12345.md"]?.contains("**Place:** 12345\n") == true)
  }

  @Test(arguments: [
    ("geonameid", "12345"), ("id.parent", "12345"), ("mediaid", "12345"), ("accessionnumber", "12345"),
    ("ids", "12345"), ("paid", "12,345"), ("Amount paid", "12,345"), ("number_of_pages", "12,345"),
    ("humid", "12,345"), ("grid", "12,345"), ("idle", "12,345"),
  ])
  func identifiersAreNotGrouped(name: String, number: String) throws {
    let folder = try CatalogFolder(["fruits.csv": "name,\(name)\nApple,12345\nPear,678\n"])
    #expect(try folder.pages(of: "fruits.csv")["fruits/apple.md"]?.contains(":** \(number)\n") == true)
  }

  @Test func templatesWriteNumbersInTheLanguageExceptInAddresses() throws {
    let template = "{{population}} in {{built}}, [more](https://example.org/{{population}}), `{{population}}`"
    let pages = try folder("language: de\n", template: template).pages()
    #expect(
      pages["fruits/apple.md"]?
        .contains("1.234.567 in 1887, [more](https://example.org/1234567), `1234567`\n") == true)
  }

  @Test func joinedRowsWriteNumbersByTheirOwnDataSet() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name\nApple\n", "sales.csv": "fruit,sold,box\nApple,12345,54321\nPear,3,7\n",
      "catalog.yml": """
      language: de
      datasets:
        fruits: { file: fruits.csv, join: { sales: { dataset: sales, on: name, equals: fruit } } }
        sales: { file: sales.csv, key: "@row", fields: { box: { format: plain } } }
      """, "templates/page.md": "{{#sales}}{{sold}} in {{box}}{{/sales}}",
    ])
    #expect(try folder.pages()["fruits/apple.md"]?.contains("12.345 in 54321\n") == true)
  }

  @Test func exportsHaveTheDigitsOfTheData() throws {
    let folder = try folder("language: de\ndocuments: { json: true }\n")
    try folder.build(into: folder.path + "/out")
    let files = try OutputTree(folder.path + "/out").files
    #expect(
      files.contains {
        $0.key.hasSuffix(".json") && String(decoding: $0.value.bytes, as: UTF8.self).contains("1234.50")
      })
  }

  /// A data set with a number for each row.
  private func numbers(_ numbers: some Sequence<Int>) -> String {
    "name,opened\n" + numbers.enumerated().map { "Fruit \($0),\($1)\n" }.joined()
  }

  @Test func oneRowTurnsNoYearsIntoAmounts() throws {
    let folder = try folder("", csv: numbers(1950..<2000))
    #expect(try folder.pages()["fruits/fruit-7.md"]?.contains("**Opened:** 1957\n") == true)
    try folder.write("fruits.csv", numbers(Array(1950..<2000) + [123_456]))
    #expect(try folder.pages()["fruits/fruit-7.md"]?.contains("**Opened:** 1957\n") == true)
    try folder.write("fruits.csv", numbers(Array(1950..<1955) + [123_456, 50000, 7000]))
    #expect(try folder.pages()["fruits/fruit-0.md"]?.contains("**Opened:** 1,950\n") == true)
  }

  @Test func yearsWithAFractionOfZeroAreYears() throws {
    let folder = try folder("", csv: "name,opened\n" + (1950..<1960).map { "Fruit \($0),\($0).0\n" }.joined())
    #expect(try folder.pages()["fruits/fruit-1957.md"]?.contains("**Opened:** 1957.0\n") == true)
  }

  @Test func yearsThatBecomeAmountsAreReported() throws {
    let folder = try folder("", csv: numbers(1950..<1960))
    /// The warnings of a build.
    func warnings() throws -> [Diagnostic] {
      let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      defer { builder.close() }
      _ = try builder.build()
      return builder.warnings
    }
    #expect(try warnings() == [])
    try folder.write("fruits.csv", numbers(stride(from: 1950, to: 19500, by: 1900)))
    let reported = try warnings()
    #expect(reported.map(\.message) == ["the field is taken for amounts, and was for years"])
    #expect(
      reported.map(\.hint) == ["To pin it, write fields: { opened: { format: plain } } at the data set in catalog.yml."]
    )
    #expect(try warnings() == [])
  }

  @Test(arguments: [
    ("Cód. título", "12345"), ("codice numerico", "12345"), ("Código postal", "12345"), ("Lager Nummer", "12345"),
    ("Inventarnummer", "12345"), ("Numéro d'inventaire", "12345"), ("kennziffer", "12345"), ("kod", "12345"),
    ("Telefon", "12345"), ("numero di abitanti", "12,345"), ("número de páginas", "12,345"), ("inventory", "12,345"),
  ])
  func codesOfOtherLanguagesAreNotGrouped(name: String, number: String) throws {
    let folder = try CatalogFolder(["fruits.csv": "name,\(name)\nApple,12345\nPear,678\n"])
    #expect(try folder.pages(of: "fruits.csv")["fruits/apple.md"]?.contains(":** \(number)\n") == true)
  }

  @Test(arguments: [("ref_no_of", "95751", "95758"), ("rank", "95751", "1"), ("einwohner", "95,751", "95,758")])
  func differentNumbersOfTheSameLengthAreCodes(name: String, first: String, last: String) throws {
    let csv = "name,\(name)\n" + (0..<8).map { "Fruit \($0),\(name == "rank" && $0 == 7 ? 1 : 95751 + $0)\n" }.joined()
    let pages = try CatalogFolder(["fruits.csv": csv]).pages(of: "fruits.csv")
    #expect(pages["fruits/fruit-0.md"]?.contains(":** \(first)\n") == true)
    #expect(pages["fruits/fruit-7.md"]?.contains(":** \(last)\n") == true)
  }

  @Test func numbersOfDifferentLengthsOrThatRepeatAreAmounts() throws {
    for numbers in [(0..<8).map { 95751 + $0 % 4 }, (0..<8).map { 9000 + 500 * $0 }, [95751, 95752]] {
      #expect(
        try folder("", csv: self.numbers(numbers)).pages()["fruits/fruit-1.md"]?.contains(/:\*\* \d+,\d{3}\n/) == true)
    }
  }

  @Test(arguments: ["datebegin", "date_end", "year_from", "Datierung von", "fecha", "data inizio"])
  func yearsOfFieldsOfDates(name: String) throws {
    let csv = "name,\(name)\nApple,-1500\nPear,0\nPlum,20\nFig,1200\n"
    let pages = try CatalogFolder(["fruits.csv": csv]).pages(of: "fruits.csv")
    #expect(pages["fruits/apple.md"]?.contains(":** -1500\n") == true)
    #expect(pages["fruits/fig.md"]?.contains(":** 1200\n") == true)
    let amounts = try CatalogFolder(["fruits.csv": csv + "Nut,12000\n"]).pages(of: "fruits.csv")
    let isYear = name == "year_from"
    #expect(amounts["fruits/fig.md"]?.contains(isYear ? ":** 1200\n" : ":** 1,200\n") == true)
  }

  @Test func yearsBeforeOurEraAmongYears() throws {
    #expect(
      try folder("", csv: numbers([-500, -1000, 1977])).pages()["fruits/fruit-1.md"]?.contains(":** -1000\n") == true)
    #expect(try folder("", csv: numbers([-5, -10, 1977])).pages()["fruits/fruit-2.md"]?.contains("1,977\n") == true)
  }

  @Test func anotherLanguageUpdatesThePages() throws {
    let folder = try folder("language: en\n", template: "{{population}}")
    let first = try folder.build(into: folder.path + "/out")
    #expect(first.created.contains("fruits/apple.html"))
    try folder.write("catalog.yml", "datasets: { fruits: { file: fruits.csv, key: name } }\nlanguage: de\n")
    _ = try folder.build(into: folder.path + "/out")
    try folder.build(into: folder.path + "/clean")
    #expect(try OutputTree(folder.path + "/out").differences(from: OutputTree(folder.path + "/clean")) == [])
    try folder.write(
      "catalog.yml",
      "datasets: { fruits: { file: fruits.csv, key: name, fields: { population: { format: 1 } } } }\nlanguage: de\n")
    let report = try folder.build(into: folder.path + "/out")
    #expect(report.updated.contains("fruits/apple.html"))
    try folder.build(into: folder.path + "/clean")
    #expect(try OutputTree(folder.path + "/out").differences(from: OutputTree(folder.path + "/clean")) == [])
  }
}
