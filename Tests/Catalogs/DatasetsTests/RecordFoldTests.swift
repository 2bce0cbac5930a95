import Changesets
import DataSources
import Datasets
import TestKit
import Testing

/// Folds of related records.
@Suite struct RecordFoldTests {
  private static let schema = Schema([
    Field(name: "refers", type: .list), Field(name: "price", type: .number), Field(name: "note", type: .text),
  ])

  private func record(_ key: String, refers: [String] = [], price: String = "", note: String = "") -> Record {
    Record(
      id: .init(dataset: "rows", key: key), row: 1, schema: Self.schema,
      values: [
        refers.isEmpty ? .missing : .list(refers.map(Value.text)), Value.Number(price).map(Value.number) ?? .missing,
        .text(note),
      ])
  }

  private static let folds = [
    RecordFold("count", .count, of: nil, reading: .number), RecordFold("priced", .count, of: "price", reading: .number),
    RecordFold("sum", .sum, of: "price", reading: .number), RecordFold("min", .min, of: "price", reading: .number),
    RecordFold("max", .max, of: "price", reading: .number), RecordFold("mean", .mean, of: "price", reading: .number),
  ]

  private func artists(_ artists: any DataSource<Record>, _ works: any DataSource<Record>) -> Transform<RecordRelations>
  {
    Transform(
      of: [artists, Transform(of: [works], by: RecordProjection(fields: ["refers", "price"]))],
      by: RecordRelations([RecordRelation("works", .folds(Self.folds), own: .key, other: .field("refers"))]))
  }

  private static func facts(_ record: Record) -> String {
    folds.map { record[$0.field.name]?.text ?? "" }.joined(separator: " ")
  }

  @Test func `records are counted, and their numbers added`() {
    let works = ArraySource([
      record("a", refers: ["x"], price: "0.1"), record("b", refers: ["x", "y"], price: "0.2"),
      record("c", refers: ["x"]),
    ])
    let folded = artists(ArraySource(["x", "y", "z"].map { record($0) }), works)
    #expect(folded.items.map(Self.facts) == ["3 2 0.3 0.1 0.2 0.15", "1 1 0.2 0.2 0.2 0.2", "0 0    "])
    #expect(folded.items[0].schema.fields.suffix(6).map(\.type) == Array(repeating: .number, count: 6))
  }

  @Test func `the order of records has no effect`() {
    func values(_ texts: [String]) -> String {
      let works = ArraySource(texts.enumerated().map { record("w\($0)", refers: ["x"], price: $1) })
      return Self.facts(artists(ArraySource([record("x")]), works).items[0])
    }
    #expect(values(["1.0", "1", "1.00"]) == values(["1", "1.00", "1.0"]))
  }

  @Test func `fields that no fold reads have no effect`() {
    let works = ArraySource([record("a", refers: ["x"], price: "1")])
    let folded = artists(ArraySource([record("x")]), works)
    var batches = 0
    let token = folded.addObserver(works) { _, event in
      if case .didUpdate = event { batches += 1 }
    }
    defer { token.cancel() }
    works.update(record("a", refers: ["x"], price: "1", note: "more"), at: 0)
    #expect(batches == 0)
    works.update(record("a", refers: ["x"], price: "2"), at: 0)
    #expect(batches == 1 && Self.facts(folded.items[0]) == "1 1 2 2 2 2")
  }

  /// Edits both sides at random; records without an update have to be unchanged.
  @Test(arguments: Seeds.fixed(3, fresh: 2))
  func `folds follow both sources`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let keys = (0..<4).map { "k\($0)" }
    func work(_ key: String) -> Record {
      record(
        key, refers: (0..<number(0..<3)).map { _ in keys[number(0..<4)] },
        price: ["", "1", "2.50", "-3", "0.1"][number(0..<5)])
    }
    let works = ArraySource((0..<5).map { work("w\($0)") })
    let others = ArraySource(keys.map { record($0) })
    let folded = artists(others, works)
    var followed = folded.items.map(Self.facts)
    let token = folded.addObserver(works) { _, event in
      guard case .didUpdate(let batch, _) = event else { return }
      let after = folded.items.map(Self.facts)
      let fresh = Set(batch.items.updates.map(\.after.item))
      followed = batch.isReload ? after : after.indices.map { fresh.contains($0) ? after[$0] : followed[$0] }
    }
    defer { token.cancel() }
    for step in 0..<60 {
      let count = works.items.count
      switch number(0..<5) {
      case 0: works.insert(work("w\(100 + step)"), at: number(0..<count + 1))
      case 1 where count > 0: works.remove(at: number(0..<count))
      case 2 where count > 1: works.move(from: number(0..<count), to: number(0..<count))
      case _ where count > 0:
        let place = number(0..<count)
        works.update(work(works.items[place].id.key), at: place)
      default: works.append(work("w\(100 + step)"))
      }
      let clean = artists(ArraySource(others.items), ArraySource(works.items)).items.map(Self.facts)
      #expect(folded.items.map(Self.facts) == clean, "seed \(seed), step \(step)")
      #expect(followed == clean, "seed \(seed), step \(step)")
    }
  }
}
