import Changesets
import DataSources
import DataSourcesTesting
import Datasets
import TestKit
import Testing

/// Records with derived fields, while rows are added, removed, changed and moved: they equal records that are evaluated
/// again.
@Suite struct RecordDerivationTests {
  private static let schema = Schema([
    Field(name: "a", type: .number), Field(name: "b", type: .text), Field(name: "unused", type: .text),
  ])
  private static let fields = [
    DerivedField(name: "sum", expression: "a + coalesce(mixed, 0)"),
    DerivedField(name: "mixed", expression: "CASE WHEN a > 17 THEN b ELSE a END"),
    DerivedField(name: "data", expression: "json_array_length(b)"),
    DerivedField(name: "yes", expression: "a % 2", reading: .boolean),
  ]

  private func record(_ key: Int, using random: inout SeededGenerator) -> Record {
    let texts = ["x", "[1,2]", "[]", "{", ""]
    let number = Int.random(in: 0..<20, using: &random)
    let text = texts[Int.random(in: 0..<texts.count, using: &random)]
    return Record(
      id: .init(dataset: "rows", key: "\(key)"), row: key + 2, schema: Self.schema,
      values: [
        number == 0 ? .missing : Value.Number(Double(number)).map(Value.number) ?? .missing,
        text.isEmpty ? .missing : .text(text), .text("\(Int.random(in: 0..<3, using: &random))"),
      ])
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3))
  func `derived records follow the source`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var serial = 0
    func record(_ key: Int? = nil) -> Record {
      serial += 1
      return self.record(key ?? serial, using: &random)
    }
    let source = SectionedArraySource<Record>()
    let derivation = try RecordDerivation(Self.fields, over: Self.schema)
    let derived = source.applying(derivation)
    let oracles = derived.watchAll { Issue.record("seed \(seed): \($0)") }
    for step in 0..<40 {
      // The keys of the rows during a transaction.
      var keys = (0..<source.numberOfSections).map { source.items(inSection: $0).map(\.id.key) }
      source.transaction {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let section = keys.isEmpty ? 0 : Int.random(in: 0..<keys.count, using: &random)
          let count = keys.isEmpty ? 0 : keys[section].count
          let path = ItemPath(section: section, item: count == 0 ? 0 : Int.random(in: 0..<count, using: &random))
          switch Int.random(in: 0..<9, using: &random) {
          case 0 where keys.count < 4:
            let rows = (0..<3).map { _ in record() }
            let place = Int.random(in: 0...keys.count, using: &random)
            source.insertSection(SectionState("Section \(serial)", items: rows), at: place)
            keys.insert(rows.map(\.id.key), at: place)
          case 1 where keys.count > 1:
            source.removeSection(at: section)
            keys.remove(at: section)
          case 2 where keys.count > 1:
            let place = Int.random(in: 0..<keys.count, using: &random)
            source.moveSection(from: section, to: place)
            keys.insert(keys.remove(at: section), at: place)
          case 3 where !keys.isEmpty && count < 8:
            let row = record()
            source.insert(row, at: path)
            keys[section].insert(row.id.key, at: path.item)
          case 5 where count > 0:
            source.remove(at: path)
            keys[section].remove(at: path.item)
          case 6 where count > 1:
            source.move(from: ItemPath(section: section, item: 0), to: path)
            keys[section].insert(keys[section].remove(at: 0), at: path.item)
          case _ where count > 0: source.update(record(Int(keys[section][path.item])), at: path)
          default: break
          }
        }
      }
      let fresh = source.applying(try RecordDerivation(Self.fields, over: Self.schema))
      #expect(derived.items == fresh.items, "seed \(seed), step \(step)")
      #expect(derived.items.map(\.schema) == fresh.items.map(\.schema), "seed \(seed), step \(step)")
      #expect(derived.problems(in: "") == fresh.problems(in: ""), "seed \(seed), step \(step)")
    }
    withExtendedLifetime(oracles) {}
  }

  @Test func `only changed records are updated, unless a type changes`() throws {
    let dataset = try read(csv: "name,a\nx,1\ny,2\nz,3\n", .init(types: ["a": .text]))
    let source = dataset.source
    let derived = source.applying(
      try RecordDerivation([DerivedField(name: "n", expression: "iif(a > '', a || a, 0)")], over: dataset.schema))
    let number = source.applying(
      try RecordDerivation([DerivedField(name: "n", expression: "CAST(a AS INTEGER)")], over: dataset.schema))
    let either = source.applying(
      try RecordDerivation(
        [DerivedField(name: "n", expression: "CASE WHEN a < 'a' THEN CAST(a AS INTEGER) ELSE a END")],
        over: dataset.schema))
    let logs = [EventLog(derived), EventLog(number), EventLog(either)]
    source.update(source.items[1].replacing("a", with: .text("7")), at: 1)
    #expect(logs.map { $0.batches.last?.items.updates.count } == [1, 1, 1])
    #expect(either.items[0].schema.fields.last?.type == .number)
    source.update(source.items[1].replacing("a", with: .text("seven")), at: 1)
    #expect(logs.map { $0.batches.last?.items.updates.count } == [1, 1, 3])
    #expect(either.items.map { $0["n"] } == [.text("1"), .text("seven"), .text("3")])
    #expect(either.items[0].schema.fields.last?.type == .text)
  }

  @Test func `fields that the rows lose are missing`() throws {
    let dataset = try read(csv: "name,a,b\nx,1,2\n")
    let source = dataset.source
    let derived = source.applying(
      try RecordDerivation([DerivedField(name: "n", expression: "coalesce(a, 0) + b")], over: dataset.schema))
    #expect(derived.items[0]["n"]?.text == "3")
    let other = try read(csv: "more,b,name\n9,5,x\n")
    source.setItems(other.records, by: .records)
    #expect(derived.items[0]["n"]?.text == "5")
    #expect(derived.items[0].schema.fields.map(\.name) == ["more", "b", "name", "n"])
  }
}
