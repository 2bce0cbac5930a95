import CatalogKit
import Datasets
import TestKit
import Testing

/// The difference of two states of a data file, compared with a naive model.
@Suite struct DatasetDifferenceTests {
  private typealias Row = (key: Int, values: [String?])

  private static func dataset(_ rows: [Row]) throws -> Dataset {
    let lines = rows.map { row in "k\(row.key),\(row.values.map { $0 ?? "" }.joined(separator: ","))" }
    return try Dataset(
      bytes: Array((["id,a,b"] + lines).joined(separator: "\n").utf8), file: "rows.csv", format: .csv,
      options: Dataset.Options(key: "id", types: ["a": .text, "b": .text]))
  }

  private static func rows(using random: inout SeededGenerator) -> [Row] {
    let keys = (0..<12).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
    return keys.map { key in
      (key, (0..<2).map { _ in ["x", "y", nil].randomElement(using: &random) ?? nil })
    }
  }

  /// Another state: some rows are removed, added, changed or moved.
  private static func edited(_ rows: [Row], using random: inout SeededGenerator) -> [Row] {
    var rows = rows.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    for index in rows.indices where Int.random(in: 0..<4, using: &random) == 0 { rows[index].values[0] = "z" }
    for key in 12..<15 where Bool.random(using: &random) {
      rows.insert((key, ["n", nil]), at: Int.random(in: 0...rows.count, using: &random))
    }
    if rows.count > 1, Bool.random(using: &random) { rows.swapAt(0, rows.count - 1) }
    return rows
  }

  @Test(arguments: 1...300)
  func differenceIsThatOfTheModel(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = Self.rows(using: &random)
    let new = seed % 3 == 0 ? Self.rows(using: &random) : Self.edited(old, using: &random)
    let difference = DatasetDifference(from: try Self.dataset(old), to: try Self.dataset(new))

    let (before, after) = (old.map { "k\($0.key)" }, new.map { "k\($0.key)" })
    #expect(difference.deletes.map(\.key) == before.filter { !after.contains($0) }, "seed \(seed)")
    #expect(difference.inserts.map(\.key) == after.filter { !before.contains($0) }, "seed \(seed)")
    #expect((difference.rows.old, difference.rows.new) == (old.count, new.count))
    #expect(difference.key == nil)
    #expect(difference.fields.isEmpty)

    let changes = new.flatMap { row in
      guard let other = old.first(where: { $0.key == row.key }) else { return [String]() }
      return zip(["a", "b"], zip(other.values, row.values)).filter { $1.0 != $1.1 }
        .map { "k\(row.key) \($0): \($1.0 ?? "–") → \($1.1 ?? "–")" }
    }
    let reported = difference.updates.flatMap { update in
      update.values.map { "\(update.key) \($0.field): \($0.old ?? "–") → \($0.new ?? "–")" }
    }
    #expect(reported == changes, "seed \(seed)")

    // Rows that are not moved keep their order, and fewer moves would not suffice.
    let moved = Set(difference.moves.map(\.key))
    let stays = before.filter { after.contains($0) }
    #expect(stays.filter { !moved.contains($0) } == after.filter { stays.contains($0) && !moved.contains($0) })
    let places = stays.compactMap { after.firstIndex(of: $0) }
    #expect(moved.count == places.count - Self.longestIncreasing(places), "seed \(seed)")
    for move in difference.moves {
      #expect(before[move.from - 1] == move.key)
      #expect(after[move.to - 1] == move.key)
    }
    #expect(difference.isEmpty == (old.elementsEqual(new) { $0 == $1 }), "seed \(seed)")
  }

  /// The length of the longest increasing subsequence, by exhaustive search.
  private static func longestIncreasing(_ numbers: [Int]) -> Int {
    var best: [Int] = []
    for (index, number) in numbers.enumerated() {
      best.append(1 + (numbers[..<index].indices.filter { numbers[$0] < number }.map { best[$0] }.max() ?? 0))
    }
    return best.max() ?? 0
  }

  @Test func anotherSpellingIsAChangeWithoutValues() throws {
    func dataset(_ text: String) throws -> Dataset {
      try Dataset(bytes: Array(text.utf8), file: "rows.csv", format: .csv)
    }
    let difference = DatasetDifference(from: try dataset("name,a\nx,1\n"), to: try dataset("name,a\nx,\"1\"\n"))
    #expect(difference.updates.map(\.key) == ["x"])
    #expect(difference.updates.map(\.values.isEmpty) == [true])
    // Another field changes the text of all rows, which is no change of the rows.
    let wider = DatasetDifference(from: try dataset("name,a\nx,1\ny,2\n"), to: try dataset("name,a,b\nx,1,\ny,3,4\n"))
    #expect(wider.fields.map(\.field) == ["b"])
    #expect(wider.updates.map(\.key) == ["y"])
    #expect(wider.updates.flatMap(\.values).map { [$0.field, $0.old, $0.new] } == [["a", "2", "3"]])
  }
}
