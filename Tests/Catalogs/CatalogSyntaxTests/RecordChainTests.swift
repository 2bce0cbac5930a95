import Changesets
import DataSources
import DataSourcesTesting
import Datasets
import Diagnostics
import TestKit
import Testing

@testable import CatalogSyntax

/// The part of a chain that works on records: its result, and its updates when its leaves change.
@Suite struct RecordChainTests {
  private typealias Name = LocatedText

  private static let schema = Schema([
    Field(name: "name", type: .text), Field(name: "kind", type: .text), Field(name: "price", type: .number),
    Field(name: "picked", type: .date), Field(name: "tags", type: .list),
  ])

  // MARK: - Random chains

  /// A random record, with few values for each field.
  private static func record(
    _ dataset: String, _ key: Int, using random: inout SeededGenerator
  ) -> Record {
    func any(_ values: [Value]) -> Value { values.randomElement(using: &random) ?? .missing }
    let tags = ["sweet", "sour", "red"].filter { _ in Bool.random(using: &random) }.map(Value.text)
    let numbers = ["1", "2.5", "10", "2.50"].compactMap(Value.Number.init).map(Value.number)
    return Record(
      id: .init(dataset: dataset, key: "\(key)"), row: key, schema: schema,
      values: [
        any(["apple", "Éclair", "eclair", "fig", "3D", "Zoë"].map(Value.text)),
        any([.text("stone"), .text("Pome"), .missing]),
        any(numbers + [.missing]), any([.date("2024-02-29"), .date("2024-02-01T10:00"), .date("2023"), .missing]),
        tags.isEmpty ? .missing : .list(tags + (Bool.random(using: &random) ? tags.prefix(1) : [])),
      ])
  }

  private static func step(using random: inout SeededGenerator) -> any CatalogStep {
    let number = Int.random(in: 1...3, using: &random)
    let field = Name(["name", "kind", "price", "picked", "tags"].randomElement(using: &random) ?? "name")
    let flag = Bool.random(using: &random)
    let words = ["sweet", "Pome", "2024", "E", "1"].shuffled(using: &random).prefix(number)
    let match = DatasetMatch(dataset: Name(flag ? "b" : "c"), on: field, equals: field)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return FilterStep(.not(.field(field, .isOne(of: ["apple", "stone", "1"]))))
    case 1: return FilterStep(.any([.dataset(Name("a")), .field(field, .exists(flag))]))
    case 2: return IntersectStep(match: match)
    case 3: return ExceptStep(match: match)
    case 4: return DistinctStep([field] + (flag ? [Name("kind")] : []))
    case 5, 6, 7:
      let order: GroupStep.Order =
        [.appearance, .sorted, .listed(Array(words))].randomElement(using: &random) ?? .sorted
      let key = GroupStep.Key.allCases.randomElement(using: &random) ?? .value
      var group = GroupStep(field: field, key: key, order: order, rest: "Rest")
      if flag { group.inner = [GroupStep(field: Name("tags"), key: .element, order: .sorted, rest: "None")] }
      if flag, number == 2 { group.inner.insert(GroupStep(field: Name("kind"), rest: "Rest"), at: 0) }
      return group
    case 8: return flag ? FlattenStep(name: "All") : LimitStep(number, skip: number % 2)
    case 9:
      return SortStep([
        .init(field, flag ? .descending : .ascending), .init(Name("name"), flag ? .ascending : .descending),
      ])
    case 10:
      let key: SortSectionsStep.Key = [.name, .size, .listed(Array(words))].randomElement(using: &random) ?? .name
      return SortSectionsStep(by: key, flag ? .descending : .ascending)
    default: return ReverseStep(reversesSections: flag)
    }
  }

  /// The leaves of a chain, and a naive model of them.
  private struct Trial {
    let leaves: [(name: String, source: ArraySource<Record>)]
    var nextKey = 0

    init(using random: inout SeededGenerator) {
      leaves = ["a", "b", "c"].map { ($0, ArraySource<Record>([], name: $0)) }
      for _ in 0..<8 { edit(using: &random) }
    }

    /// Inserts, updates, removes or moves a record.
    mutating func edit(using random: inout SeededGenerator) {
      guard let (name, leaf) = leaves.randomElement(using: &random) else { return }
      let count = leaf.count
      let index = count > 0 ? Int.random(in: 0..<count, using: &random) : 0
      switch Int.random(in: 0..<(count > 0 ? 6 : 1), using: &random) {
      case 0, 1:
        leaf.insert(RecordChainTests.record(name, nextKey, using: &random), at: index)
        nextKey += 1
      case 2, 3:
        guard let key = Int(leaf[index].id.key) else { return }
        leaf.update(RecordChainTests.record(name, key, using: &random), at: index)
      case 4: leaf.remove(at: index)
      default: leaf.move(from: index, to: Int.random(in: 0..<count, using: &random))
      }
    }

    /// Applies several edits at once, in two leaves.
    mutating func editSeveral(using random: inout SeededGenerator) {
      let records = leaves.map { leaf in
        defer { nextKey += 1 }
        return RecordChainTests.record(leaf.name, nextKey, using: &random)
      }
      leaves[0].source.transaction {
        leaves[0].source.insert(records[0], at: 0)
        leaves[1].source.append(records[1])
        if leaves[2].source.count > 0 { leaves[2].source.remove(at: 0) }
        leaves[2].source.append(records[2])
      }
    }

    var model: RecordChainModel {
      RecordChainModel(datasets: leaves.map { ($0.name, ($0.name, Array($0.source.items))) })
    }
  }

  private static func collection(_ steps: [any CatalogStep]) -> CatalogConfiguration.CollectionEntry {
    .init(chain: steps, pages: Pagination(), indexes: [])
  }

  private func brief(_ sections: [RecordChainModel.Section]) -> [String] {
    sections.map { "\($0.name ?? "-"): \($0.records.map { $0.id.dataset + $0.id.key }.joined(separator: " "))" }
  }

  private func brief(_ source: any DataSource<Record>) -> [String] {
    brief(source.sections.map { ($0.value, $0.items) })
  }

  @Test func everyChainFollowsItsLeaves() {
    for seed in Seeds.fixed(20, fresh: 20) {
      var random = SeededGenerator(seed: seed)
      var trial = Trial(using: &random)
      let steps = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.step(using: &random) }
      let own = [Self.step(using: &random)]
      var chain = RecordChain(trial.leaves.map { ($0.name, $0.source, Self.schema) })
      let collection = Self.collection(steps)
      let source = chain.source(of: collection)
      let objects = chain.objects(of: source, in: collection)
      let index = chain.records(of: .init(name: Name("own"), title: "Own", chain: own), over: objects)
      let largest = index.applying(.selectSections { NestedSections.largest(2, of: $0) })
      #expect(chain.diagnostics.isEmpty, "seed \(seed)")
      var findings: [Finding] = []
      let oracles = [source, objects, index, largest].map { source in oracle(at: source) { findings.append($0) } }
      for step in 0..<12 {
        if step % 4 == 3 {
          trial.editSeveral(using: &random)
        } else {
          trial.edit(using: &random)
        }
        let model = trial.model
        let sections = model.sections(steps)
        #expect(brief(source) == brief(sections), "seed \(seed), step \(step): \(steps)")
        var known: Set<Record.ID> = []
        let unique = sections.map { ($0.name, $0.records.filter { known.insert($0.id).inserted }) }
        #expect(brief(objects) == brief(unique.filter { !$0.1.isEmpty }), "seed \(seed), step \(step): \(steps)")
        #expect(
          brief(index) == brief(model.sections(own, over: unique.filter { !$0.1.isEmpty })),
          "seed \(seed), step \(step): \(steps), \(own)")
        #expect(brief(largest) == brief(model.largest(2, of: index.sections.map { ($0.value, $0.items) })))
        if let finding = findings.first {
          Issue.record("seed \(seed), step \(step): \(finding)")
          return
        }
      }
      withExtendedLifetime(oracles) {}
    }
  }

  private func oracle(at source: any DataSource<Record>, _ handler: @escaping (Finding) -> Void) -> Oracle {
    func open(_ source: some DataSource<Record>) -> Oracle { Oracle(source, handler: handler) }
    return open(source)
  }

  // MARK: - Shown data sets

  private func chain(shown: [String]? = nil, apart: Set<String> = []) -> RecordChain {
    RecordChain(
      ["a", "b"].map { name in
        let record = Record(
          id: .init(dataset: name, key: "1"), row: 2, schema: Self.schema,
          values: [.text("x"), .missing, .missing, .missing, .missing])
        return (name, ArraySource([record], name: name), Self.schema)
      }, shown: shown, apart: apart)
  }

  @Test func dataSetsThatServeOthersAreNotShownUnlessTheChainNamesThem() {
    var helped = chain(shown: ["a"])
    #expect(brief(helped.source(of: Self.collection([]))) == ["a: a1"])
    let concatenation = Self.collection([ConcatenateStep([Name("b")])])
    #expect(brief(helped.source(of: concatenation)) == ["b: b1"])
    #expect(helped.diagnostics.isEmpty)
    var apart = chain(shown: ["a"], apart: ["b"])
    _ = apart.source(of: concatenation)
    #expect(apart.diagnostics.map(\.code) == ["chain/own-chain"])
  }

  @Test func aConfigurationDeterminesWhichDataSetsServeOthers() throws {
    let configuration = try CatalogConfiguration(
      yaml: """
        datasets:
          a: { file: a.csv, join: { prices: { dataset: b, on: x } } }
          b: b.csv
          c: c.csv
          d: d.csv
        chain:
          - except: { dataset: c, on: x }
        """, file: "catalog.yml", title: "")
    #expect(configuration.helpers == ["b", "c"])
    #expect(configuration.shownTogether(["a", "b", "c", "d"]) == ["a", "d"])
    // Data sets that only serve each other are shown if there are no others.
    #expect(configuration.shownTogether(["b", "c"]) == ["b", "c"])
  }

  @Test func dataSetsWithTheirOwnChainsAreShownByThese() throws {
    let configuration = try CatalogConfiguration(
      yaml: """
        datasets:
          a: { file: a.csv, join: { others: { dataset: b, on: x } } }
          b: { file: b.csv, chain: [{ except: { dataset: c, on: x } }] }
          c: c.csv
        """, file: "catalog.yml", title: "")
    #expect(configuration.helpers == ["c"] && configuration.datasetsWithOwnChain == ["b"])
    #expect(configuration.shownTogether(["a", "b", "c"]) == ["a"])
    #expect(configuration.shownTogether(["b", "c"]) == [])
  }

  // MARK: - Names

  @Test(arguments: [
    (
      "filter: { field: colour, exists: true }", "there is no field “colour”",
      "There are: name, kind, price, picked, tags."
    ),
    ("filter: { not: { all: [{ field: nam, exists: true }] } }", "there is no field “nam”", "Did you mean “name”?"),
    ("filter: { dataset: aa }", "there is no data set “aa”", "Did you mean “a”?"),
    ("group: knd", "there is no field “knd”", "Did you mean “kind”?"),
    ("sort: [name, { field: prise }]", "there is no field “prise”", "Did you mean “price”?"),
    ("distinct: [name, tag]", "there is no field “tag”", "Did you mean “tags”?"),
    ("intersect: { dataset: bb, on: name }", "there is no data set “bb”", "Did you mean “b”?"),
    ("except: { dataset: b, on: names }", "there is no field “names”", "Did you mean “name”?"),
    ("except: { dataset: b, on: name, equals: nme }", "there is no field “nme”", "Did you mean “name”?"),
    (
      "filter: { field: price, range: { from: cheap } }", "“cheap” is not a number, and “price” has numbers",
      "Write digits, with a point before a fraction."
    ),
  ])
  func mistakesHaveThePlacesOfTheNames(step: String, message: String, hint: String) throws {
    let configuration = try CatalogConfiguration(
      yaml: "datasets: { a: a.csv, b: b.csv }\nchain:\n  - \(step)\n", file: "catalog.yml", title: "")
    var chain = chain()
    _ = chain.source(of: configuration.mainCollection)
    let found = try #require(chain.diagnostics.first)
    #expect(found.message == message)
    #expect(found.hint == hint)
    #expect(found.location.line == 3)
    let column = try #require(found.location.column)
    #expect(message.contains("“\(("  - " + step).dropFirst(column - 1).prefix { $0.isLetter })”"))
  }

  @Test func namesInDocumentsAndRulesAreChecked() throws {
    let configuration = try CatalogConfiguration(
      yaml: """
        address: https://a.example
        datasets: { a: { file: a.csv, cells: [{ when: { field: c1, exists: true }, card: x }] }, b: b.csv }
        cells: [{ when: { dataset: d1 }, card: x }]
        documents:
          feed: { date: f1, summary: f2 }
          search: { fields: [name, f3] }
          json: { fields: [f4] }
        """, file: "catalog.yml", title: "")
    var chain = chain()
    chain.check(configuration)
    #expect(
      Set(chain.diagnostics.map(\.brief)) == [
        "chain/unknown-field 2:56", "chain/unknown-dataset 3:28", "chain/unknown-field 5:17",
        "chain/unknown-field 5:30", "chain/unknown-field 6:28", "chain/unknown-field 7:20",
      ])
  }
}
