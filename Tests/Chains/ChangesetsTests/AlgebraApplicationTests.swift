import Changesets
import TestKit
import Testing

/// Edits and batches, applied to states, alone and after a diff.
@Suite struct AlgebraApplicationTests {
  @Test func onlyNewElementsAreRead() throws {
    let edits = Edits(deletes: [0], inserts: [2], moves: [PlacePair(3, 0)], updates: [PlacePair(1, 1)])
    var asked: [Int] = []
    let new = try edits.applied(to: ["a", "b", "c", "d"], count: 4) { place in
      asked.append(place)
      return ["?", "B", "x", "?"][place]
    }
    #expect(new == ["d", "B", "x", "c"])
    #expect(asked.sorted() == [1, 2])
  }

  @Test func aReloadReadsEveryElement() throws {
    #expect(try Edits.reload.applied(to: [1, 2, 3], count: 2) { 10 + $0 } == [10, 11])
    #expect(
      try UpdateBatch.reload.applied(to: [[1]], counts: [1, 0, 2]) { 10 * $0.section + $0.item } == [
        [0], [], [20, 21],
      ])
  }

  @Test func whatStaysIsThatOfTheStateBefore() throws {
    let edits = Edits(deletes: [0], inserts: [2], moves: [PlacePair(3, 0)], updates: [PlacePair(1, 1)])
    #expect(try edits.applied(to: ["a", "b", "c", "d"], taking: ["?", "B", "x", "?"]) == ["d", "B", "x", "c"])
    let batch = UpdateBatch(
      items: Edits(inserts: [ItemPath(1, 0)], updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 1))]))
    #expect(
      try batch.applied(to: [["a", "b"], ["c"]], taking: [["?", "B"], ["x", "?"]]) == [["a", "B"], ["x", "c"]])
  }

  @Test func editsThatDoNotFitThrow() {
    #expect(throws: UpdateError.self) { try Edits<Int>().applied(to: [1], taking: [1, 2]) }
    #expect(throws: UpdateError.self) { try Edits<Int>().applied(to: [1], count: 2) { $0 } }
    #expect(throws: UpdateError.self) { try UpdateBatch().applied(to: [[1]], counts: [1, 0]) { $0.item } }
  }

  @Test func errorsOfTheClosureAreRethrown() {
    #expect(throws: CancellationError.self) {
      try Edits(inserts: [0]).applied(to: [], count: 1) { (_) throws -> Int in throw CancellationError() }
    }
  }

  @Test func everySmallListIsChangedToEveryOther() throws {
    // Two letters, each with two contents.
    let fruits = [Fruit(id: 0), Fruit(id: 0, version: 1), Fruit(id: 1)]
    let short = [[]] + fruits.lists(of: 1) + fruits.lists(of: 2) + fruits.lists(of: 3)
    for old in short + (Seeds.isThorough ? fruits.lists(of: 4) : []) {
      for new in short {
        let edits = diff(from: old, to: new)
        var asked: Set<Int> = []
        let made = try edits.applied(to: old, count: new.count) { place in
          asked.insert(place)
          return new[place]
        }
        let back = try edits.inverted().applied(to: new, count: old.count) { old[$0] }
        guard made == new, back == old, asked == Set(edits.inserts + edits.updates.map(\.after)),
          edits == edits.normalized(),
          edits.composed(with: edits.inverted()).refined(from: old, to: old, matching: IdentifiableMatching()).isEmpty
        else {
          Issue.record("\(old) to \(new): \(edits)")
          return
        }
      }
    }
  }

  @Test(arguments: Trace.smallCases) func everySmallStateOfSectionsIsChangedToEveryOther(small: Trace.SmallCase) throws
  {
    var random = SeededGenerator(seed: 5)
    for trace in small.traces {
      try Self.check(trace, "\(trace)", using: &random)
    }
  }

  @Test func randomStatesAreChangedToOneAnother() throws {
    for seed in Seeds.fixed(17, fresh: 17) {
      var random = SeededGenerator(seed: seed)
      var trace = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      for section in trace.items.indices {
        for item in trace.items[section].indices where trace.items[section][item].origin == nil {
          trace.items[section][item].isUpdated = false
        }
      }
      try Self.check(trace, "seed \(seed)", using: &random)
    }
  }

  private static func check(_ trace: Trace, _ name: String, using random: inout SeededGenerator) throws {
    let (old, new) = trace.states
    let batch = trace.labelled(using: &random), found = try old.edits(to: new)
    let (items, taken) = try old.applying(batch, to: new), reloaded = try old.applying(.reload, to: new)
    guard items == new.map(\.items), taken == trace.taken, reloaded.items == items, found == batch.normalized(),
      try old.applying(found, to: new) == (items, taken),
      try new.applying(batch.inverted(), to: old).items == old.map(\.items),
      old.refining(batch.composed(with: batch.inverted()), to: old).isEmpty, old.refining(batch, to: new) == found
    else {
      Issue.record("\(name): \(batch) against \(found)")
      return
    }
  }
}

extension Array {
  /// All lists of so many of the elements, repeated or not.
  fileprivate func lists(of count: Int) -> [[Element]] {
    count == 0 ? [[]] : lists(of: count - 1).flatMap { list in map { list + [$0] } }
  }
}
