import Datasets
import Diagnostics
import JSONValues
import PluginHosting
import Rendering
import TestKit
import Testing

@testable import CatalogSyntax

/// The result of reading a configuration with every key.
@Suite struct WholeConfigurationTests {
  private let whole: CatalogConfiguration

  init() throws {
    whole = try CatalogConfiguration(yaml: WholeConfiguration.yaml, file: "catalog.yml", title: "")
  }

  @Test func catalog() {
    #expect(whole.title == "The shop")
    #expect(whole.language == "de")
    #expect(whole.introduction == "Hello, *world*.")
    #expect(whole.address?.text == "https://shop.example/fruits")
    #expect(whole.addresses.hasFolders && whole.addresses.sections?.text == "by-kind")
    #expect(whole.addresses.redirects == [.netlify, .apache])
    #expect(whole.assets.map(\.text) == ["images", "logo.svg", "fonts/*"])
    #expect(whole.assets.map(\.location.column) == [10, 18, 28])
  }

  @Test func datasets() {
    #expect(whole.datasets.map(\.name.text) == ["fruits", "nuts", "recipes", "prices", "notes", "growers"])
    #expect(
      whole.datasets.map { $0.files.map(\.text) } == [
        ["fruits.csv"], ["nuts.json", "more/*.json"], ["kitchen.sqlite"], ["kitchen.db"], ["notes"],
        ["growers.csv"],
      ])
    let reading = whole.datasets.map(\.reading)
    #expect(reading.map(\.format?.text) == ["csv", nil, nil, "sqlite", "markdown", nil])
    #expect(reading.map(\.header) == [true, nil, nil, nil, nil, nil])
    #expect(reading.map(\.continuedFields) == [["id"], [], nil, nil, nil, nil])
    #expect(reading.map(\.familyNames) == [["tag", "author"], [], nil, nil, nil, nil])
    #expect(reading[0].separator == ";")
    #expect(reading[1].path?.text == "data.nuts")
    #expect(reading[2].table?.text == "recipes")
    #expect(reading[3].query?.text == "SELECT id AS key FROM prices")
    #expect(
      reading[3].limits == [.init(.size, 4_000_000_000), .init(.rows, 1000), .init(.value, 64_000), .init(.seconds, 5)])
    let derived = whole.datasets[0].derived
    #expect(derived.map(\.name.text) == ["total", "century"])
    #expect(derived.map(\.expression.text) == ["price * weight", "(built - 1) / 100 + 1"])
    #expect(whole.datasets[0].types.filter { $0.field.text == "century" }.map(\.type) == [.number])
    let folds = whole.datasets[0].folds
    #expect(folds.map(\.name.text) == ["number", "sales", "first", "last", "middle"])
    #expect(folds.map(\.function) == [.count, .sum, .min, .max, .mean])
    #expect(
      folds.map(\.subject.text) == ["kin_of", "prices.price", "kin_of.built", "kin_of.built", "kin_of.built"])
    #expect(folds.map { $0.predicate?.label } == [nil, "price above 1", nil, nil, nil])
    #expect(whole.datasets[0].address?.fields.map(\.text) == ["kind", "total", "id"])
    let joins = whole.datasets[0].joins
    #expect(joins.map(\.name.text) == ["recipes", "prices"])
    #expect(joins.map(\.match.dataset.text) == ["recipes", "prices"])
    #expect(joins.map(\.match.on.text) == ["name", "id"])
    #expect(joins.map(\.match.equals.text) == ["fruit", "id"])
  }

  @Test func fields() throws {
    let fruits = whole.datasets[0]
    #expect(fruits.facts?.map(\.text) == ["kind", "price"])
    #expect(
      fruits.fields.map(\.field.text) == ["price", "built", "visitors", "tags", "filling", "kin", "parts", "plain"])
    let price = fruits.fields[0]
    #expect(price.label == "Price per kilo")
    #expect(price.unit == "€/kg")
    #expect(price.order == 1)
    #expect(!price.isHidden && fruits.fields[1].isHidden)
    #expect(fruits.fields.prefix(4).map(\.format) == [.decimals(2), .plain, .grouped, nil])
    #expect(fruits.fields[2].link?.address(of: "a b") == "https://example.org/a%20b")
    #expect(fruits.fields[3].separator == "|")
    // The type of a field may be declared in either place.
    let types = Dictionary(uniqueKeysWithValues: fruits.types.map { ($0.field.text, $0.type) })
    #expect(types.count == 11)
    #expect([types["price"], types["tags"], types["a"]] == [.number, .list, .text])
  }

  @Test func references() throws {
    let fruits = whole.datasets[0]
    let references = fruits.fields.map(\.reference)
    #expect(references[4] == ReferenceEntry(to: references[4]?.dataset ?? .init("")))
    #expect(references[4]?.dataset.text == "nuts" && references[4]?.limit == 12 && references[4]?.hasBack == true)
    let kin = try #require(references[5])
    #expect(kin.dataset.text == "fruits" && kin.field?.text == "name" && kin.back?.text == "kin_of")
    #expect(
      kin.label == "Kin of" && kin.order?.name.text == "price" && kin.order?.order == .descending && kin.limit == 5)
    #expect(references[6]?.hasBack == false)
    #expect(references[7] == nil && fruits.fields[7].isNoReference && !fruits.fields[6].isNoReference)
    #expect(fruits.parent?.text == "kind")
  }

  @Test func aTypeMayBeGivenTwiceIfItIsTheSame() throws {
    let entry = "file: a.csv, fields: { x: { type: list, separator: \"|\" } }, types: { x: list }"
    let configuration = try CatalogConfiguration(yaml: "datasets: { a: { \(entry) } }", file: "catalog.yml", title: "")
    #expect(configuration.datasets[0].types.map(\.type) == [.list])
  }

  @Test func pagesAndDocuments() throws {
    #expect(whole.pages.size == 20)
    #expect(whole.pages.preview == 3)
    #expect(whole.pages.kind == .stable)
    #expect(whole.pages.view == .list && whole.pages.columns?.map(\.text) == ["name"])
    #expect(whole.pages.totals.map(\.name.text) == ["value"] && whole.pages.totals[0].function == .sum)
    #expect(whole.home.contents == .contents && whole.home.highlights.map(\.title) == ["First", "Fresh"])
    #expect(whole.home.picks.map(\.id.key) == ["apple", "hazel/nut"] && whole.home.dates.map(\.text) == ["picked"])
    #expect(whole.home.highlights.map(\.comesFirst) == [true, true])
    #expect(whole.documents.indexes.map(\.limit) == [nil, nil, 100, nil])
    let documents = whole.documents
    #expect(documents.objects)
    #expect(documents.indexes.map(\.name.text) == ["by-price", "kind", "tags", "letters"])
    #expect(documents.indexes.map(\.title) == ["By price", "Kind", "Tags", "A–Z"])
    #expect(documents.indexes.map(\.chain.count) == [2, 1, 2, 2])
    #expect(documents.indexes.map(\.card?.text) == ["small", nil, nil, nil])
    // Other settings of an index are those of the catalog.
    #expect(documents.indexes.map(\.pages.size) == [50, 20, 20, 20])
    #expect(documents.indexes.map(\.pages.kind) == [.numbered, .stable, .stable, .stable])
    #expect(documents.indexes.map(\.pages.view) == [.table, .list, .list, .list])
    #expect(
      documents.indexes.map { $0.pages.columns?.map(\.text) } == [["name", "price"], ["name"], ["name"], ["name"]])
    let feed = try #require(documents.feed)
    #expect(feed.title == "News")
    #expect(feed.date.text == "picked")
    #expect(feed.summary?.text == "description")
    #expect(feed.limit == 10)
    #expect(documents.sitemap)
    #expect(documents.search?.fields.map(\.text) == ["name", "kind"])
    #expect(documents.json?.fields.map(\.text) == ["name", "recipes"])
    #expect(documents.json?.hasJoinedRows == true)
    #expect(documents.json?.isWhole == true)
    #expect(documents.map?.address(of: ["latitude": "1", "longitude": "2"]) == "https://example.org/?lat=1&lon=2")
  }

  @Test func collections() throws {
    #expect(whole.datasetsWithOwnChain == ["growers"])
    let growers = try #require(whole.datasets[5].collection)
    #expect(growers.chain.map(\.label) == ["sort: name"])
    // Other settings of a data set's pages are those of the catalog.
    #expect(growers.pages.size == 200 && growers.pages.preview == 0 && growers.pages.kind == .stable)
    #expect(growers.pages.view == .cards && growers.pages.columns?.map(\.text) == ["name"])
    #expect(growers.indexes.map(\.name.text) == ["by-land", "land", "letters"])
    #expect(growers.indexes.map(\.title) == ["By land", "Country", "A–Z"])
    #expect(growers.indexes.map(\.pages.size) == [200, 200, 200])
  }

  @Test func indexesHaveTheSettingsOfThePagesInAnyOrder() throws {
    let configuration = try CatalogConfiguration(
      yaml: "documents: { facets: a }\npages: { size: 7 }\ndatasets: { a: a.csv }", file: "catalog.yml", title: "")
    #expect(configuration.documents.indexes.map(\.pages.size) == [7])
  }

  @Test func formats() throws {
    #expect(whole.formats.map(\.name.text) == ["html", "latex", "man", "markdown", "xml", "text", "json", "org"])
    #expect(whole.formats[0].options == ["theme": "themes/mine"])
    #expect(whole.formats[1].options == ["documentclass": "article", "packages": ["microtype", "booktabs"]])
    #expect(whole.formats[2].options == ["section": 5])
    #expect(whole.formats[5].options == ["width": 60])
    #expect(whole.formats[6].options == ["body": "markdown", "fields": false])
    let plugin = try #require(whole.formats[7].plugin)
    #expect(plugin.program?.text == "plugins/pomona-org")
    #expect(plugin.digest?.text == String(repeating: "0123456789abcdef", count: 4))
    #expect(plugin.limits.start == .seconds(1))
    #expect(plugin.limits.idle == .seconds(2.5))
    #expect(plugin.limits.request == .seconds(30))
    #expect(plugin.limits.memory == 1_000_000_000)
    #expect(plugin.isOptional)
  }

  @Test(arguments: [
    ("formats: html", ["html"]), ("formats: [html, man]", ["html", "man"]),
    ("formats:\n  html:\n  man:", ["html", "man"]),
    ("formats: { mine: {} }", ["mine"]),
  ])
  func namesOfFormats(yaml: String, names: [String]) throws {
    let configuration = try CatalogConfiguration(
      yaml: "datasets: { a: a.csv }\n\(yaml)", file: "catalog.yml", title: "")
    #expect(configuration.formats.map(\.name.text) == names)
  }

  // MARK: - Cells

  private func record(_ dataset: String, kind: String) -> Record {
    Record(
      id: .init(dataset: dataset, key: "k"), row: 2, schema: Schema([Field(name: "kind", type: .text)]),
      values: [.text(kind)])
  }

  @Test func theFirstMatchingRuleWithACellIsUsed() {
    let fruits = whole.cellRules(for: whole.datasets[0])
    #expect(fruits.cell(\.card, for: record("fruits", kind: "stone"))?.text == "stone-card")
    #expect(fruits.cell(\.page, for: record("fruits", kind: "stone"))?.text == "stone")
    // The catalog's rule for all cards stands before the data set's own.
    #expect(fruits.cell(\.card, for: record("fruits", kind: "pome"))?.text == "small")
    #expect(fruits.cell(\.page, for: record("fruits", kind: "pome"))?.text == "fruit")
    let notes = whole.cellRules(for: whole.datasets[4])
    #expect(notes.cell(\.page, for: record("notes", kind: ""))?.text == "note")
    let nuts = whole.cellRules(for: whole.datasets[1])
    #expect(nuts.cell(\.page, for: record("nuts", kind: ""))?.text == "page")
  }

  @Test func aDataSetWithoutRulesHasTheDefaultCells() {
    let configuration = CatalogConfiguration(title: "")
    let entry = CatalogConfiguration.DatasetEntry(name: .init("a"), files: [.init("a.csv")])
    let rules = configuration.cellRules(for: entry)
    #expect(rules.cell(\.card, for: record("a", kind: ""))?.text == "card")
    #expect(rules.cell(\.page, for: record("a", kind: ""))?.text == "page")
  }

  // MARK: - Delimiters

  @Test(arguments: [
    (";", ";"), ("tab", "\t"), ("\\t", "\t"), ("comma", ","), ("semicolon", ";"),
    ("bar", "|"), ("space", " "), ("|", "|"), (":", ":"),
  ])
  func delimiters(text: String, separator: Unicode.Scalar) throws {
    let yaml = "datasets: { a: { file: a.csv, delimiter: \"\(text)\" } }"
    let configuration = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "")
    #expect(configuration.datasets.first?.reading.separator == separator)
  }

  @Test(arguments: ["", ";;", "a", "7", "\\\"", "\\n", "ä", ";\u{301}"]) func invalidDelimitersAreErrors(text: String)
    throws
  {
    let yaml = "datasets: { a: { file: a.csv, delimiter: \"\(text)\" } }"
    #expect(
      try findings { _ = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "") }.map(\.brief) == [
        "catalog/delimiter 1:42"
      ])
  }
}

extension [CellRule] {
  /// Returns the cell that shows a record: that of the first rule that matches and has a cell for the role.
  fileprivate func cell(_ role: KeyPath<CellRule, LocatedText?>, for record: Record) -> LocatedText? {
    first { $0[keyPath: role] != nil && $0.predicate?.matches(record) ?? true }?[keyPath: role]
  }
}
