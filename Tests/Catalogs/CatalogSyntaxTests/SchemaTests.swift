import Diagnostics
import Foundation
import Rendering
import TestKit
import Testing

@testable import CatalogSyntax

/// Checks that the JSON Schema, the parser and the documentation agree.
@Suite struct SchemaTests {
  private let schema: JSONSchema

  init() throws { schema = JSONSchema(root: try JSON(yaml: CatalogConfiguration.schema())) }

  private static func file(_ path: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
  }

  private func findings(_ yaml: String) throws -> [Diagnostic] {
    try TestKit.findings { _ = try CatalogConfiguration(yaml: yaml, file: "catalog.yml", title: "") }
  }

  // MARK: - Keys

  /// Every mapping with its own keys: its pointer in the schema, and a `catalog.yml` with the key `qqqqqqqqqq` in it.
  private static let mappings: [(pointer: String, yaml: String)] = [
    ("", "qqqqqqqqqq: x"),
    ("$defs/events", "on: { qqqqqqqqqq: { run: x } }"),
    ("$defs/handler", "on: { didSelectItem: { run: x, qqqqqqqqqq: x } }"),
    ("properties/addresses", "addresses: { qqqqqqqqqq: x }"),
    ("$defs/pages", "pages: { qqqqqqqqqq: x }"),
    ("properties/formats/anyOf/2/properties/html", "formats: { html: { qqqqqqqqqq: x } }"),
    ("properties/formats/anyOf/2/properties/latex", "formats: { latex: { qqqqqqqqqq: x } }"),
    ("properties/formats/anyOf/2/properties/man", "formats: { man: { qqqqqqqqqq: x } }"),
    ("properties/formats/anyOf/2/properties/text", "formats: { text: { qqqqqqqqqq: x } }"),
    ("properties/formats/anyOf/2/properties/json", "formats: { json: { qqqqqqqqqq: x } }"),
    ("$defs/plugin", "formats: { mine: { plugin: x, qqqqqqqqqq: x } }"),
    ("$defs/plugin/properties/timeouts", "formats: { mine: { timeouts: { qqqqqqqqqq: 1 } } }"),
    ("$defs/dataset/anyOf/1", "datasets: { a: { file: a.csv, qqqqqqqqqq: x } }"),
    ("$defs/dataset/anyOf/1/properties/limits", "datasets: { a: { file: a.csv, limits: { qqqqqqqqqq: 1 } } }"),
    ("$defs/fieldEntry", "datasets: { a: { file: a.csv, fields: { x: { qqqqqqqqqq: 1 } } } }"),
    (
      "$defs/reference",
      "datasets: { a: { file: a.csv, fields: { x: { refers: { dataset: a, qqqqqqqqqq: 1 } } } } }"
    ),
    ("$defs/derived/anyOf/1", "datasets: { a: { file: a.csv, derive: { x: { sql: 1, qqqqqqqqqq: x } } } }"),
    ("$defs/fold", "datasets: { a: { file: a.csv, fold: { x: { count: b, qqqqqqqqqq: x } } } }"),
    ("$defs/match", "chain: [{ except: { dataset: a, on: x, qqqqqqqqqq: x } }]"),
    ("$defs/rule", "cells: [{ card: x, qqqqqqqqqq: x }]"),
    ("$defs/predicate/anyOf/1", "chain: [{ filter: { dataset: a, qqqqqqqqqq: x } }]"),
    (
      "$defs/predicate/anyOf/1/properties/range", "chain: [{ filter: { field: a, range: { to: 1, qqqqqqqqqq: x } } }]"
    ),
    ("$defs/step", "chain: [{ qqqqqqqqqq: x }]"),
    ("$defs/group/anyOf/1", "chain: [{ group: { field: x, qqqqqqqqqq: x } }]"),
    ("properties/home/anyOf/1", "home: { qqqqqqqqqq: x }"),
    ("properties/home/anyOf/1/properties/newest/anyOf/1", "home: { newest: { date: x, qqqqqqqqqq: x } }"),
    ("properties/home/anyOf/1/properties/picks/anyOf/1", "home: { picks: { rows: a/x, qqqqqqqqqq: x } }"),
    ("$defs/step/properties/sort_sections/anyOf/1", "chain: [{ sort_sections: { by: name, qqqqqqqqqq: x } }]"),
    ("$defs/step/properties/limit/anyOf/1", "chain: [{ limit: { count: 1, qqqqqqqqqq: x } }]"),
    ("$defs/step/properties/insert", "chain: [{ insert: { cell: x, qqqqqqqqqq: x } }]"),
    ("$defs/sortField/anyOf/1", "chain: [{ sort: { field: x, qqqqqqqqqq: x } }]"),
    ("$defs/documents", "documents: { qqqqqqqqqq: x }"),
    (
      "$defs/indexes/additionalProperties", "documents: { indexes: { x: { qqqqqqqqqq: x } } }"
    ),
    (
      "$defs/indexes/additionalProperties/properties/pages",
      "documents: { indexes: { x: { pages: { qqqqqqqqqq: x } } } }"
    ),
    (
      "$defs/documents/properties/feed",
      "address: https://a.example\ndocuments: { feed: { date: x, qqqqqqqqqq: x } }"
    ),
    ("$defs/facet/anyOf/2", "documents: { facets: [{ field: x, qqqqqqqqqq: x }] }"),
    ("$defs/selection/anyOf/1", "documents: { search: { qqqqqqqqqq: x } }"),
    ("$defs/documents/properties/json/anyOf/1", "documents: { json: { qqqqqqqqqq: x } }"),
  ]

  @Test(arguments: Self.mappings) func parserAndSchemaHaveTheSameKeys(pointer: String, yaml: String) throws {
    let mapping = try #require(self[pointer], "\(pointer)")
    #expect(mapping["additionalProperties"] == .boolean(false))
    let keys = try #require(mapping["properties"]?.object).keys.sorted()
    let whole = yaml.contains("datasets:") ? yaml : "datasets: { a: a.csv }\n" + yaml
    let finding = try #require(try findings(whole).first { $0.code == "yaml/unknown-key" })
    let hint = try #require(finding.hint)
    #expect(hint.hasPrefix("There are: ") && hint.hasSuffix("."))
    #expect(hint.dropFirst(11).dropLast().split(separator: ", ").map(String.init).sorted() == keys)
    #expect(!schema.mistakes(in: try JSON(yaml: whole)).isEmpty)
  }

  @Test func everyMappingOfTheSchemaIsCompared() {
    var found: Set<String> = []
    walk { pointer, part in
      if let keys = part["properties"]?.object, !keys.isEmpty { found.insert(pointer) }
    }
    // The names of formats are those of the renderers.
    #expect(found.subtracting(Self.mappings.map(\.pointer)) == ["properties/formats/anyOf/2"])
    #expect(Set(Self.mappings.map(\.pointer)).isSubset(of: found))
  }

  // MARK: - Words

  /// Every choice between words: its pointer in the schema, and a `catalog.yml` with another word.
  private static let choices: [(pointer: String, yaml: String)] = [
    ("$defs/kind", "pages: { kind: qqqqqqqqqqqqqqq }"), ("$defs/view", "pages: { view: qqqqqqqqqqqqqqq }"),
    ("$defs/homeContents", "home: qqqqqqqqqqqqqqq"), ("$defs/server", "addresses: { redirects: qqqqqqqqqqqqqqq }"),
    ("$defs/dataset/anyOf/1/properties/format", "datasets: { a: { file: a.csv, format: qqqqqqqqqqqqqqq } }"),
    ("$defs/dataset/anyOf/1/properties/encoding", "datasets: { a: { file: a.csv, encoding: qqqqqqqqqqqqqqq } }"),
    ("$defs/dataset/anyOf/1/properties/problems", "datasets: { a: { file: a.csv, problems: qqqqqqqqqqqqqqq } }"),
    ("$defs/type", "datasets: { a: { file: a.csv, types: { x: qqqqqqqqqqqqqqq } } }"),
    ("$defs/group/anyOf/1/properties/by", "chain: [{ group: { field: x, by: qqqqqqqqqqqqqqq } }]"),
    (
      "$defs/group/anyOf/1/properties/order/anyOf/0",
      "chain: [{ group: { field: x, order: qqqqqqqqqqqqqqq } }]"
    ),
    ("$defs/step/properties/reverse", "chain: [{ reverse: qqqqqqqqqqqqqqq }]"),
    ("$defs/sectionKey/anyOf/0", "chain: [{ sort_sections: qqqqqqqqqqqqqqq }]"),
    (
      "$defs/facet/anyOf/2/properties/order", "documents: { facets: [{ field: x, order: qqqqqqqqqqqqqqq }] }"
    ),
    ("$defs/direction", "chain: [{ sort: { field: x, order: qqqqqqqqqqqqqqq } }]"),
  ]

  @Test(arguments: Self.choices) func parserAndSchemaHaveTheSameWords(pointer: String, yaml: String) throws {
    let words = try #require(self[pointer]?["enum"]?.list, "\(pointer)").compactMap(\.text)
    let whole = yaml.contains("datasets:") ? yaml : "datasets: { a: a.csv }\n" + yaml
    let finding = try #require(try findings(whole).first)
    let reported = finding.code == "catalog/unknown-type" ? finding.hint : finding.message
    let list = words.map { "“\($0)”" }
    #expect(
      reported == "\(list.dropLast().joined(separator: ", ")) or \(list.last ?? "") is expected here"
        || reported == "There are: \(words.joined(separator: ", ")).")
    #expect(!schema.mistakes(in: try JSON(yaml: whole)).isEmpty)
  }

  @Test func everyChoiceOfTheSchemaIsCompared() throws {
    var found: Set<String> = []
    walk { pointer, part in if part["enum"] != nil { found.insert(pointer) } }
    #expect(
      found.subtracting(Self.choices.map(\.pointer)) == [
        // Besides the formats of Pomona there are those of plugins, and besides the words for numbers there are
        // numbers.
        "$defs/format/anyOf/0", "$defs/fieldEntry/properties/format/anyOf/0",
        "properties/formats/anyOf/2/properties/json/properties/body",
      ])
    #expect(Set(Self.choices.map(\.pointer)).isSubset(of: found))
  }

  @Test func theFormatsAreThoseOfTheRenderers() throws {
    let formats = RendererFormat.builtIn.map(\.name)
    #expect(self["$defs/format/anyOf/0"]?["enum"]?.list?.compactMap(\.text) == formats)
    #expect(self["properties/formats/anyOf/2"]?["properties"]?.object?.keys.sorted() == formats.sorted())
    for format in formats {
      let yaml = "datasets: { a: a.csv }\nformats: { \(format): { qqqqqqqqqq: x } }"
      #expect(try findings(yaml).map(\.code) == ["yaml/unknown-key"])
      #expect(!schema.mistakes(in: try JSON(yaml: yaml)).isEmpty)
    }
  }

  // MARK: - The schema itself

  @Test func theSchemaUsesNoKeywordThatIsNotChecked() {
    var unknown: Set<String> = []
    walk { _, part in
      unknown.formUnion((part.object ?? [:]).keys.filter { !JSONSchema.keywords.contains($0) })
    }
    #expect(unknown.subtracting(JSONSchema.annotations) == [])
  }

  @Test func everyReferenceIsResolved() {
    walk { pointer, part in
      if part["$ref"] != nil { #expect(schema.resolve(part) != .null, "\(pointer)") }
    }
  }

  @Test func everyKeyIsDescribed() {
    walk { pointer, part in
      for (key, property) in part["properties"]?.object ?? [:] {
        #expect((property["description"] ?? schema.resolve(property)["description"])?.text != nil, "\(pointer): \(key)")
      }
    }
  }

  @Test(arguments: ["Examples/Fruitypedia/catalog.yml", "Templates/starter/catalog.yml"])
  func theExamplesFulfilTheSchema(file: String) throws {
    #expect(schema.mistakes(in: try JSON(yaml: Self.file(file))) == [])
  }

  @Test func aConfigurationWithEveryKeyFulfilsTheSchemaAndIsRead() throws {
    let configuration = try CatalogConfiguration(yaml: WholeConfiguration.yaml, file: "catalog.yml", title: "")
    #expect(configuration.chain.count == 16)
    let whole = try JSON(yaml: WholeConfiguration.yaml)
    #expect(schema.mistakes(in: whole) == [])
    var keys: Set<String> = []
    walk { _, part in keys.formUnion(part["properties"]?.object?.keys.map(\.self) ?? []) }
    var used: Set<String> = []
    func collect(_ value: JSON) {
      used.formUnion((value.object ?? [:]).keys)
      (value.object ?? [:]).values.forEach(collect)
      (value.list ?? []).forEach(collect)
    }
    collect(whole)
    #expect(keys.subtracting(used) == [], "not in the example of everything")
  }

  /// The chapters of the guide for publishers.
  private static let chapters: [(file: String, text: String)] = {
    let folder = try? FileManager.default.contentsOfDirectory(
      at: packageFolder.appending(path: "docs/guide"), includingPropertiesForKeys: nil)
    return (folder ?? []).filter { $0.pathExtension == "md" }.map { $0.lastPathComponent }.sorted().map {
      ("docs/guide/\($0)", (try? Self.file("docs/guide/\($0)")) ?? "")
    }
  }()

  @Test func everyKeyAndWordIsDocumented() throws {
    // Only code spans and blocks are searched, so that a word of a sentence does not count.
    let code = Self.chapters.map { chapter in
      chapter.text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element).joined(separator: " ")
    }.joined(separator: " ")
    func words(_ isInWord: (Character) -> Bool) -> [String] {
      code.split { !($0.isASCII && ($0.isLetter || $0 == "_" || $0 == "-" || isInWord($0))) }.map(String.init)
    }
    // Names of encodings have digits in them.
    let words = Set(words { _ in false } + words(\.isNumber))
    walk { pointer, part in
      let keys = part["properties"]?.object?.keys.sorted() ?? []
      for word in keys + (part["enum"]?.list?.compactMap(\.text) ?? []) {
        #expect(words.contains(word) || word.contains(" ") && code.contains(word), "\(pointer): \(word)")
      }
    }
  }

  /// The table of all keys lists those of the schema, and no others.
  @Test func theTableOfKeysListsThoseOfTheSchema() throws {
    var keys: Set<String> = []
    walk { _, part in keys.formUnion(part["properties"]?.object?.keys.map(\.self) ?? []) }
    let rows = try Self.file("docs/keys.csv").split(separator: "\n").dropFirst()
    let names = rows.compactMap { $0.prefix { $0 != "," }.split(separator: ".").last.map(String.init) }
    #expect(Set(names) == keys)
    #expect(Set(rows.map { $0.prefix { $0 != "," } }).count == rows.count)
    let top = rows.map { $0.prefix { $0 != "," } }.filter { !$0.contains(".") }.map(String.init)
    #expect(Set(top) == Set(try #require(schema.root["properties"]?.object?.keys)))
    let chapters = Set(Self.chapters.compactMap { $0.file.split(separator: "/").last?.dropLast(3) })
    for row in rows { #expect(chapters.contains(row.split(separator: ",").last ?? ""), "\(row)") }
  }

  @Test func theExamplesOfTheDocumentationAreRead() throws {
    let blocks = Self.chapters.flatMap { chapter in
      chapter.text.components(separatedBy: "```yaml\n").dropFirst().compactMap { text in
        text.components(separatedBy: "```").first.map { (chapter.file, $0) }
      }
    }
    #expect(blocks.count > 40)
    for (file, block) in blocks {
      var yaml = block.contains("datasets:") ? block : "datasets: { a: a.csv }\n" + block
      // A sitemap requires the address of the catalog, which a chapter shows in another block.
      if block.contains("sitemap:"), !block.contains("address:") { yaml = "address: https://example.org\n" + yaml }
      #expect(throws: Never.self, "\(file): \(block)") {
        _ = try CatalogConfiguration(yaml: yaml, file: file, title: "")
      }
      #expect(schema.mistakes(in: try JSON(yaml: yaml)) == [], "\(file): \(block)")
    }
  }

  // MARK: - Finding parts

  /// The part of the schema that a pointer leads to.
  private subscript(pointer: String) -> JSON? {
    pointer.split(separator: "/").reduce(schema.root) { part, step in
      part.flatMap { part in Int(step).flatMap { part.list?[$0] } ?? part[String(step)] }
    }
  }

  /// Calls a closure with every schema in the schema.
  private func walk(_ body: (_ pointer: String, _ part: JSON) -> Void) { walk("", schema.root, body) }

  private func walk(_ pointer: String, _ part: JSON, _ body: (String, JSON) -> Void) {
    guard part.object != nil else { return }
    body(pointer, part)
    let prefix = pointer.isEmpty ? "" : pointer + "/"
    for keyword in ["properties", "$defs"] {
      for (name, part) in part[keyword]?.object ?? [:] { walk("\(prefix)\(keyword)/\(name)", part, body) }
    }
    for keyword in ["items", "additionalProperties"] {
      if let part = part[keyword] { walk("\(prefix)\(keyword)", part, body) }
    }
    for keyword in ["anyOf", "oneOf"] {
      for (index, part) in (part[keyword]?.list ?? []).enumerated() { walk("\(prefix)\(keyword)/\(index)", part, body) }
    }
  }
}
