import CatalogKit
import Changesets
import DataSources
import Datasets
import Diagnostics
import Rendering
import Testing

/// What a `catalog.yml` may say.
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
    #expect(configuration.layout == PageLayout())
    #expect(configuration.formats.map(\.text) == ["html"])
    try #require(configuration.datasets.count == 1)
    let entry = configuration.datasets[0]
    #expect(entry.name == .init("fruits", at: .init(file: "catalog.yml", line: 1, column: 13)))
    #expect(entry.file == .init("data/fruits.csv", at: .init(file: "catalog.yml", line: 1, column: 21)))
    #expect(entry.title == nil)
    #expect(entry.key == nil)
    #expect(entry.titleField == nil)
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
    #expect(configuration.layout == PageLayout(pageSize: 20, previewSize: 3))
    #expect(configuration.formats.map(\.text) == ["html", "man"])
    #expect(configuration.datasets.map(\.name.text) == ["fruits", "nuts"])
    #expect(configuration.datasets.map(\.file.text) == ["fruits.csv", "nuts.json"])
    let fruits = configuration.datasets[0]
    #expect(fruits.title == "Fresh fruits")
    #expect(fruits.key == .init("id", at: .init(file: "catalog.yml", line: 10, column: 10)))
    #expect(fruits.titleField?.text == "name")
    #expect(fruits.card.text == "fruit-card")
    #expect(fruits.page.text == "fruit")
    #expect(fruits.accent?.text == "colour")
    let types: [String: FieldType] = [
      "a": .text, "b": .markdown, "c": .number, "d": .boolean, "e": .date, "f": .url, "g": .image, "h": .list,
    ]
    #expect(fruits.types == types)
  }

  @Test func keyWithNothingAfterTheColonIsLeftOut() throws {
    let configuration = try read("title:\nchain:\nformats:\ndatasets:\n  fruits: { file: fruits.csv, key: , types: }\n")
    #expect(configuration.title == "Shop")
    #expect(configuration.chain.isEmpty)
    #expect(configuration.formats.map(\.text) == ["html"])
    #expect(configuration.datasets.map(\.key) == [nil])
  }

  @Test func aSingleFormatNeedsNoBrackets() throws {
    #expect(try read("datasets: { a: a.csv }\nformats: xml").formats.map(\.text) == ["xml"])
  }

  // MARK: - Steps

  private func step(_ yaml: String) throws -> ChainStep {
    try #require(try read("datasets: { a: a.csv }\nchain:\n  - \(yaml)").chain.first)
  }

  @Test func steps() throws {
    let yaml = """
      datasets: { a: a.csv }
      chain:
        - concatenate: [a]
        - filter: { field: x, exists: true }
        - group: kind
        - sort: name
        - insert: { cell: banner, at: [1, 2] }
        - placeholder: nothing
      """
    let kinds = try read(yaml).chain.map { step in
      switch step {
      case .concatenate(let names): "concatenate \(names.map(\.text))"
      case .filter(let predicate): "filter \(predicate.field.text)"
      case .group(let field, _): "group \(field.text)"
      case .sort(let field, let descending): "sort \(field.text) \(descending)"
      case .insert(let cell, let path): "insert \(cell.text) \(path.section) \(path.item)"
      case .placeholder(let cell): "placeholder \(cell.text)"
      }
    }
    #expect(
      kinds == [
        "concatenate [\"a\"]", "filter x", "group kind", "sort name false", "insert banner 1 2", "placeholder nothing",
      ])
  }

  @Test(arguments: [
    ("sort: name", false), ("sort: { field: name }", false), ("sort: { field: name, order: ascending }", false),
    ("sort: { field: name, order: descending }", true),
  ])
  func sortOrder(yaml: String, isDescending: Bool) throws {
    guard case .sort(let field, let descending) = try step(yaml) else {
      Issue.record("no sort")
      return
    }
    #expect(field.text == "name")
    #expect(descending == isDescending)
  }

  @Test(arguments: [
    ("group: kind", "appearance"), ("group: { field: kind }", "appearance"),
    ("group: { field: kind, order: appearance }", "appearance"), ("group: { field: kind, order: sorted }", "sorted"),
    ("group: { field: kind, order: [b, a] }", "[\"b\", \"a\"]"),
  ])
  func groupOrder(yaml: String, order: String) throws {
    guard case .group(let field, let read) = try step(yaml) else {
      Issue.record("no group")
      return
    }
    #expect(field.text == "kind")
    let name =
      switch read {
      case .appearance: "appearance"
      case .sorted: "sorted"
      case .listed(let names): "\(names)"
      }
    #expect(name == order)
  }

  @Test(arguments: [
    ("{ field: x, equals: a }", "is one of [\"a\"]"), ("{ field: x, equals: '' }", "is one of [\"\"]"),
    ("{ field: x, in: [a, b] }", "is one of [\"a\", \"b\"]"), ("{ field: x, contains: a }", "contains a"),
    ("{ field: x, exists: true }", "exists true"), ("{ field: x, exists: no }", "exists false"),
  ])
  func conditions(yaml: String, condition: String) throws {
    guard case .filter(let predicate) = try step("filter: \(yaml)") else {
      Issue.record("no filter")
      return
    }
    let name =
      switch predicate.condition {
      case .isOne(let texts): "is one of \(texts)"
      case .contains(let text): "contains \(text)"
      case .exists(let wanted): "exists \(wanted)"
      }
    #expect(name == condition)
  }

  @Test func insertedCellStandsFirstUnlessAPlaceIsGiven() throws {
    guard case .insert(_, let path) = try step("insert: { cell: banner }") else {
      Issue.record("no insert")
      return
    }
    #expect(path == ItemPath(section: 0, item: 0))
  }
}
