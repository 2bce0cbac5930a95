import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// The settings of single fields, `fields` in `catalog.yml`.
@Suite struct FieldEntryTests {
  private static let csv = """
    name,height_cm,price,wikidata,tags,site,notes
    Apple,12.25,-1234.5,Q89 b/c,red|sweet,https://a.example/,hidden words
    Pear,3,2,..,green,https://b.example/,

    """

  /// The page of the apple.
  private func page(_ fields: String, language: String = "en", csv: String = csv) throws -> String {
    let folder = try CatalogFolder([
      "fruits.csv": csv,
      "catalog.yml": "language: \(language)\ndatasets: { fruits: { file: fruits.csv, fields: { \(fields) } } }\n",
    ])
    return try #require(try folder.pages()["fruits/apple.md"])
  }

  @Test func labelsAndUnits() throws {
    let page = try page("height_cm: { label: Height, unit: cm }, tags: { unit: pieces }")
    #expect(page.contains("  - **Height:** 12.25 cm\n"))
    #expect(page.contains("  - **Tags:** red\\|sweet pieces\n"))
  }

  @Test(arguments: [("en", "-€1,234.5"), ("de", "-1.234,5\u{A0}€"), ("nl", "-€\u{A0}1.234,5")])
  func currenciesArePlacedByTheLanguage(language: String, text: String) throws {
    #expect(try page("price: { unit: € }", language: language).contains("**Price:** \(text)\n"))
  }

  @Test(arguments: [("plain", "-1234.5"), ("grouped", "-1.234,5"), ("0", "-1.235"), ("2", "-1.234,50")])
  func formats(format: String, text: String) throws {
    #expect(try page("price: { format: \(format) }", language: "de").contains("**Price:** \(text)\n"))
  }

  @Test func fieldsWithAPlaceComeFirst() throws {
    let page = try page("site: { order: 1 }, tags: { order: 0 }")
    let labels = page.split(separator: "**").map(String.init).filter { $0.hasSuffix(":") }
    #expect(labels == ["Tags:", "Site:", "Height cm:", "Price:", "Wikidata:", "Notes:"])
  }

  @Test func hiddenFieldsStayInTheData() throws {
    let folder = try CatalogFolder([
      "fruits.csv": Self.csv,
      "catalog.yml": """
      datasets: { fruits: { file: fruits.csv, fields: { notes: { hide: true } } } }
      documents: { json: true }

      """,
    ])
    #expect(try folder.pages().values.allSatisfy { !$0.contains("hidden words") })
    try folder.build(into: folder.path + "/out")
    let files = try OutputTree(folder.path + "/out").files
    #expect(
      files.contains {
        $0.key.hasSuffix(".json") && String(decoding: $0.value.bytes, as: UTF8.self).contains("hidden words")
      })
  }

  @Test func linksEscapeTheirValues() throws {
    let page = try page(
      """
      wikidata: { link: "https://www.wikidata.org/wiki/{value}?x={{value}}" }, price: { link: "more/{value}", unit: € }
      """
    )
    #expect(page.contains("**Wikidata:** [Q89 b/c](https://www.wikidata.org/wiki/Q89%20b%2Fc?x=Q89%20b%2Fc)\n"))
    // Relative addresses start at the catalog's root, and numbers in them are written as in the data.
    #expect(page.contains("**Price:** [-€1,234.5](../more/-1234.5)\n"))
  }

  @Test func eachElementOfAListHasItsLink() throws {
    let page = try page("tags: { separator: \"|\", link: \"mailto:{value}@a.example\", unit: things }")
    #expect(page.contains("**Tags:** [red](mailto:red@a.example), [sweet](mailto:sweet@a.example) things\n"))
  }

  @Test func mailAddressesKeepTheirAtSign() throws {
    let csv = "name,contact\nApple,a+b@fruits.example\nPear,\n"
    let page = try page("contact: { link: \"mailto:{value}\" }", csv: csv)
    #expect(page.contains("(mailto:a%2Bb@fruits.example)"))
  }

  @Test func addressesLinkToThemselvesByDefault() throws {
    #expect(try page("site: { label: Home }").contains("**Home:** [https://a.example/](https://a.example/)\n"))
    let page = try page("site: { link: \"https://archive.example/{value}\" }")
    #expect(page.contains("**Site:** [https://a.example/](https://archive.example/https%3A%2F%2Fa.example%2F)\n"))
  }

  @Test(arguments: [
    "javascript:{value}", "JavaScript://{value}", "data:text/html,{value}", "//{value}", "https://a.example/", "",
    "{value", "#{value}",
    "a {value}", "ftp://a.example/{value}",
  ])
  func invalidAddressesAreErrors(link: String) throws {
    let folder = try CatalogFolder([
      "fruits.csv": Self.csv,
      "catalog.yml": "datasets: { fruits: { file: fruits.csv, fields: { price: { link: \"\(link)\" } } } }\n",
    ])
    let codes = try findings { _ = try folder.catalog() }.map(\.code)
    #expect(codes == ["catalog/link"])
  }

  @Test func unknownFieldsAreErrorsAtTheirPlace() throws {
    let folder = try CatalogFolder([
      "fruits.csv": Self.csv,
      "catalog.yml": """
      datasets:
        fruits:
          file: fruits.csv
          facts: [prise]
          fields:
            pric: { unit: € }
      """,
    ])
    let found = try findings { _ = try folder.catalog() }
    #expect(found.map(\.brief).sorted() == ["cell/unknown-field 4:13", "cell/unknown-field 6:7"])
    #expect(found.map(\.hint) == ["Did you mean “price”?", "Did you mean “price”?"])
    try folder.write(
      "catalog.yml", "datasets: { fruits: { file: fruits.csv, fields: { pric: { separator: \";\" } } } }")
    #expect(
      try findings { _ = try folder.catalog() }.filter { $0.severity == .error }.map(\.brief) == [
        "datasets/unknown-field 1:51"
      ])
  }

  @Test func facetsAreTitledLikeTheirFields() throws {
    let folder = try CatalogFolder([
      "fruits.csv": Self.csv,
      "catalog.yml": """
      documents: { facets: [tags, height_cm] }
      datasets: { fruits: { file: fruits.csv, fields: { tags: { label: Colours, separator: "|" } } } }

      """,
    ])
    let pages = try folder.pages()
    #expect(pages["tags/index.md"]?.contains("# Colours\n") == true)
    #expect(pages["tags/index.md"]?.contains("sweet") == true)
    #expect(pages.contains { $0.key.hasPrefix("height") && $0.value.contains("# Height cm\n") })
  }

  @Test func joinedFieldsHaveLabels() throws {
    let folder = try CatalogFolder([
      "fruits.csv": Self.csv, "recipes.csv": "name,fruit\nPie,Apple\n",
      "catalog.yml": """
      datasets:
        fruits:
          file: fruits.csv
          join: { recipes: { dataset: recipes, on: name, equals: fruit } }
          fields: { recipes: { label: What to bake } }
        recipes: recipes.csv
      """,
    ])
    #expect(try folder.pages()["fruits/apple.md"]?.contains("\n## What to bake\n\n  - Pie\n") == true)
  }
}
