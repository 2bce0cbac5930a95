import Changesets
import Datasets
import Diagnostics
import Rendering
import Testing

@testable import CatalogSyntax

/// The settings of a `catalog.yml`.
@Suite struct ConfigurationTests {
  private func read(_ yaml: String) throws -> CatalogConfiguration {
    try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "Shop")
  }

  @Test func onlyADatasetIsNeeded() throws {
    let configuration = try read("datasets: { fruits: data/fruits.csv }")
    #expect(configuration.title == "Shop")
    #expect(configuration.language == "en")
    #expect(configuration.introduction == "")
    #expect(configuration.chain.isEmpty)
    #expect(configuration.pages.size == 60 && configuration.pages.preview == 6 && configuration.pages.kind == .numbered)
    #expect(
      configuration.pages.view == .cards && configuration.pages.columns == nil && configuration.pages.totals.isEmpty)
    #expect(configuration.formats.map(\.name.text) == ["html"])
    try #require(configuration.datasets.count == 1)
    let entry = configuration.datasets[0]
    #expect(entry.name == .init("fruits", at: .init(file: "catalog.yml", line: 1, column: 13)))
    #expect(entry.files == [.init("data/fruits.csv", at: .init(file: "catalog.yml", line: 1, column: 21))])
    #expect(entry.title == nil)
    #expect(entry.key.isEmpty)
    #expect(entry.titleFields.isEmpty)
    #expect(entry.types.isEmpty)
    #expect(entry.card.text == "card")
    #expect(entry.page.text == "page")
    #expect(entry.accent == nil)
  }

  @Test func everyKey() throws {
    let configuration = try read(
      """
      title: The shop
      language: de
      introduction: |
        Hello,
        *world*.
      datasets:
        fruits:
          file: fruits.csv
          title: Fresh fruits
          key: id
          titles: name
          types: { a: text, b: markdown, c: number, d: boolean, e: date, f: url, g: image, h: list }
          card: fruit-card
          page: fruit
          accent: colour
        nuts: nuts.json
      pages:
        size: 20
        preview: 3
      formats: [html, man]
      """)
    #expect(configuration.title == "The shop")
    #expect(configuration.language == "de")
    #expect(configuration.introduction == "Hello,\n*world*.\n")
    #expect(configuration.pages.size == 20)
    #expect(configuration.pages.preview == 3)
    #expect(configuration.formats.map(\.name.text) == ["html", "man"])
    #expect(configuration.datasets.map(\.name.text) == ["fruits", "nuts"])
    #expect(configuration.datasets.map { $0.files.map(\.text) } == [["fruits.csv"], ["nuts.json"]])
    let fruits = configuration.datasets[0]
    #expect(fruits.title == "Fresh fruits")
    #expect(fruits.key == [.init("id", at: .init(file: "catalog.yml", line: 10, column: 10))])
    #expect(fruits.titleFields.map(\.text) == ["name"])
    #expect(fruits.card.text == "fruit-card")
    #expect(fruits.page.text == "fruit")
    #expect(fruits.accent?.text == "colour")
    let types: [FieldReading] = [.text, .markdown, .number, .boolean, .date, .url, .image, .list]
    #expect(fruits.types.map(\.type) == types)
    #expect(fruits.types.map(\.field.text) == ["a", "b", "c", "d", "e", "f", "g", "h"])
    #expect(fruits.types.first?.field.location == .init(file: "catalog.yml", line: 12, column: 14))
  }

  @Test func aKeyWithoutAValueIsIgnored() throws {
    let configuration = try read("title:\nchain:\nformats:\ndatasets:\n  fruits: { file: fruits.csv, key: , types: }\n")
    #expect(configuration.title == "Shop")
    #expect(configuration.chain.isEmpty)
    #expect(configuration.formats.map(\.name.text) == ["html"])
    #expect(configuration.datasets.map(\.key) == [[]])
  }

  @Test func aSingleFormatNeedsNoBrackets() throws {
    #expect(try read("datasets: { a: a.csv }\nformats: xml").formats.map(\.name.text) == ["xml"])
  }

  // MARK: - Steps

  private func step(_ yaml: String) throws -> any CatalogStep {
    try #require(try read("datasets: { a: a.csv }\nchain:\n  - \(yaml)").chain.first)
  }

  @Test func anInsertedCellIsFirstUnlessAPlaceIsGiven() throws {
    let step = try #require(try step("insert: { cell: banner }") as? InsertStep)
    #expect(step.path == ItemPath(0, 0))
  }
}
