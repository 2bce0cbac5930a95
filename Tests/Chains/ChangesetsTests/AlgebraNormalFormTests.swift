import Changesets
import TestKit
import Testing

/// The normal form of edits and batches.
@Suite struct AlgebraNormalFormTests {
  @Test func updatesOfImpossiblePlacesAreDropped() {
    #expect(Edits(updates: [PlacePair(-1, -1)]).normalized().isEmpty)
    #expect(Edits(inserts: [0], updates: [PlacePair(Int.max - 1, Int.max)]).normalized() == Edits(inserts: [0]))
    #expect(UpdateBatch(sections: Edits(updates: [PlacePair(-1, -1)])).normalized().isEmpty)
    let path = ItemPath(0, -3)
    #expect(UpdateBatch(items: Edits(updates: [PlacePair(path, path)])).normalized().isEmpty)
  }

  @Test func reloadsAreEqual() {
    var reload = Edits(deletes: [1])
    reload.isReload = true
    #expect(reload == .reload)
    #expect(Set([reload, .reload]).count == 1)
    #expect(UpdateBatch(items: .reload) == .reload)
    #expect(UpdateBatch(sections: Edits(deletes: [1])) != .reload)
    #expect(UpdateBatch(items: .reload).count == 0)
  }

  @Test func listsAreSortedWithoutDuplicates() {
    let edits = Edits(
      deletes: [4, 1, 4], inserts: [3, 0, 0], moves: [], updates: [PlacePair(5, 5), PlacePair(0, 1), PlacePair(5, 5)])
    #expect(
      edits.normalized() == Edits(deletes: [1, 4], inserts: [0, 3], updates: [PlacePair(0, 1), PlacePair(5, 5)]))
  }

  @Test func movesAreTheFewest() {
    // Given: four elements move over one. Minimal: one element moves over four.
    let edits = Edits(moves: [PlacePair(1, 0), PlacePair(2, 1), PlacePair(3, 2), PlacePair(4, 3)])
    #expect(edits.normalized() == Edits(moves: [PlacePair(0, 4)]))
  }

  @Test func ofEquallyLongSubsequencesTheLeftmostIsRetained() {
    #expect(Edits(moves: [PlacePair(0, 1)]).normalized() == Edits(moves: [PlacePair(1, 0)]))
    #expect(Edits(moves: [PlacePair(1, 0)]).normalized() == Edits(moves: [PlacePair(1, 0)]))
  }

  @Test func costDoesNotDependOnTheLength() {
    let far = 1 << 60
    #expect(Edits(moves: [PlacePair(0, far)]).normalized() == Edits(moves: [PlacePair(0, far)]))
    #expect(
      Edits(deletes: [far], moves: [PlacePair(far + 1, 0)], updates: [PlacePair(far - 1, far)]).normalized()
        == Edits(deletes: [far], moves: [PlacePair(far + 1, 0)], updates: [PlacePair(far - 1, far)]))
  }

  @Test func editsOfSectionsIncludeTheirItems() {
    let batch = UpdateBatch(
      sections: Edits(deletes: [1], inserts: [0]),
      items: Edits(
        deletes: [ItemPath(1, 0), ItemPath(0, 2)],
        inserts: [ItemPath(0, 5)],
        moves: [PlacePair(ItemPath(1, 1), ItemPath(0, 0))],
        updates: [PlacePair(ItemPath(1, 2), ItemPath(1, 2))]))
    let expected = UpdateBatch(
      sections: Edits(deletes: [1], inserts: [0]),
      items: Edits(
        deletes: [ItemPath(0, 2)],
        moves: [PlacePair(ItemPath(1, 1), ItemPath(0, 0))]))
    #expect(batch.normalized() == expected)
  }

  @Test func reloadHasNoLists() {
    var edits = Edits(deletes: [1])
    edits.isReload = true
    #expect(edits.normalized() == .reload)
    var items = Edits<ItemPath>()
    items.isReload = true
    #expect(UpdateBatch(sections: Edits(deletes: [1]), items: items).normalized() == .reload)
  }

  @Test func contradictionsAreResolved() {
    // A move of what is deleted is a delete and an insert; so is one to a place where something is inserted.
    #expect(Edits(deletes: [1], moves: [PlacePair(1, 3)]).normalized() == Edits(deletes: [1], inserts: [3]))
    #expect(Edits(inserts: [3], moves: [PlacePair(1, 3)]).normalized() == Edits(deletes: [1], inserts: [3]))
    // Of two moves, the first in order wins, in whatever order the list has them.
    let first = Edits(inserts: [5], moves: [PlacePair(1, 3)]).normalized()
    #expect(Edits(moves: [PlacePair(1, 3), PlacePair(1, 5)]).normalized() == first)
    #expect(Edits(moves: [PlacePair(1, 5), PlacePair(1, 3)]).normalized() == first)
    // Updates of elements that are deleted or moved have no effect; nor have places that cannot exist.
    #expect(Edits(deletes: [1], updates: [PlacePair(1, 1), PlacePair(2, 2)]).normalized() == Edits(deletes: [1]))
    #expect(Edits(deletes: [-1, .max], inserts: [.min], moves: [PlacePair(-3, 4)]).normalized() == Edits())
  }

  @Test func everySmallListIsCanonicalAndMinimal() {
    for count in 0...4 {
      for trace in Trace.all(of: count, upTo: 4) {
        let survivors = trace.items[0].enumerated().compactMap { index, thing in
          thing.origin.map { PlacePair($0.item, index) }
        }.sorted()
        let deletes = Set(0..<count).subtracting(survivors.map(\.before)).sorted()
        let inserts = trace.items[0].indices.filter { trace.items[0][$0].origin == nil }
        // All lists of moves with the same effect: the survivors that do not move are any increasing subsequence.
        let labellings = survivors.subsets.map { stays in
          Edits(deletes: deletes, inserts: inserts, moves: survivors.filter { !stays.contains($0) })
        }
        // The longest, of those the leftmost.
        let longest = survivors.subsets.min {
          (-$0.count, $0.map(\.before)) < (-$1.count, $1.map(\.before))
        }
        let expected = Edits(
          deletes: deletes, inserts: inserts, moves: survivors.filter { longest?.contains($0) == false })
        for edits in labellings where edits.normalized() != expected {
          Issue.record("\(edits) became \(edits.normalized()), not \(expected)")
        }
      }
    }
  }

  @Test(arguments: Trace.smallCases) func everySmallStateOfSectionsIsCanonicalAndMinimal(small: Trace.SmallCase) {
    var random = SeededGenerator(seed: 7)
    for trace in small.traces {
      let one = trace.labelled(using: &random)
      Self.check(one, trace, "\(trace)", using: &random)
    }
  }

  @Test func randomBatchesAreCanonicalAndMinimal() {
    for seed in Seeds.fixed(34, fresh: 33) {
      var random = SeededGenerator(seed: seed)
      let trace = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      Self.check(trace.labelled(using: &random), trace, "seed \(seed)", using: &random)
    }
  }

  @Test func randomListsAreCanonicalAndMinimal() {
    for seed in Seeds.fixed(25, fresh: 25) {
      var random = SeededGenerator(seed: seed)
      let trace = Trace.random(from: [Int.random(in: 0...30, using: &random)], flat: true, using: &random)
      let batch = trace.labelled(using: &random)
      #expect(batch.flat.normalized() == batch.normalized().flat, "seed \(seed)")
      #expect(batch.flat.normalized().moves.count == trace.fewestMoves, "seed \(seed)")
    }
  }

  private static func check(
    _ batch: UpdateBatch, _ trace: Trace, _ name: String, using random: inout SeededGenerator
  ) {
    let normal = batch.normalized(), other = trace.labelled(using: &random)
    let start = Trace(start: trace.before)
    guard start.applying(batch, counts: trace.counts) == trace, start.applying(normal, counts: trace.counts) == trace,
      other.normalized() == normal, normal.normalized() == normal,
      normal.sections.moves.count + normal.items.moves.count == trace.fewestMoves,
      normal.isEmpty == (trace == start), Array(normal.items.deletes) == normal.items.deletes.sorted()
    else {
      Issue.record("\(name): \(batch) and \(other) became \(normal) and \(other.normalized())")
      return
    }
  }
}

extension Array where Element == PlacePair<Int> {
  /// All subsets whose places after are in order too.
  fileprivate var subsets: [[PlacePair<Int>]] {
    reduce([[]]) { subsets, pair in
      subsets + subsets.filter { ($0.last?.after ?? -1) < pair.after }.map { $0 + [pair] }
    }
  }
}

private func < (lhs: (Int, [Int]), rhs: (Int, [Int])) -> Bool {
  lhs.0 != rhs.0 ? lhs.0 < rhs.0 : lhs.1.lexicographicallyPrecedes(rhs.1)
}
