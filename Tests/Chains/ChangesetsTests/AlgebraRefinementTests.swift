import Changesets
import TestKit
import Testing

/// Batches refined by comparing both states.
@Suite struct AlgebraRefinementTests {
  @Test func brokenEqualityYieldsABatchThatFits() throws {
    /// Equal without regard to case, but with different hashes.
    struct Careless: Hashable {
      var name: String
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.name.lowercased() == rhs.name.lowercased() }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    let names = (0..<700).map { number in
      String("abcdefghij".enumerated().map { number >> $0 & 1 == 0 ? $1 : Character($1.uppercased()) })
    }
    let all = Array(names.indices)
    let edits = Edits(deletes: all, inserts: all)
      .refined(from: names, to: names.reversed(), matching: ClosureMatching(id: { Careless(name: $0) }, content: ==))
    try edits.validate(before: names.count, after: names.count)
  }

  @Test func unchangedItemsAreNotUpdated() {
    let old = [Fruit(id: 1), Fruit(id: 2)], new = [Fruit(id: 1), Fruit(id: 2, version: 1)]
    let edits = Edits(updates: [PlacePair(0, 0), PlacePair(1, 1)])
    #expect(edits.refined(from: old, to: new, matching: IdentifiableMatching()) == Edits(updates: [PlacePair(1, 1)]))
  }

  @Test func itemsInBothStatesSurvive() {
    let old = [Fruit(id: 1), Fruit(id: 2), Fruit(id: 3)]
    let new = [Fruit(id: 3), Fruit(id: 1, version: 1), Fruit(id: 4)]
    let edits = Edits(deletes: [0, 1, 2], inserts: [0, 1, 2])
    #expect(
      edits.refined(from: old, to: new, matching: IdentifiableMatching())
        == Edits(deletes: [1], inserts: [2], moves: [PlacePair(2, 0)], updates: [PlacePair(0, 1)]))
  }

  @Test func sectionsInBothStatesSurviveWithTheirItems() {
    let old = [Shelf(id: 1, items: [Fruit(id: 1), Fruit(id: 2)]), Shelf(id: 2, items: [Fruit(id: 3)])]
    let new = [Shelf(id: 2, items: [Fruit(id: 3), Fruit(id: 1)]), Shelf(id: 1, version: 1, items: [Fruit(id: 2)])]
    let batch = UpdateBatch(sections: Edits(deletes: [0, 1], inserts: [0, 1]))
    let expected = UpdateBatch(
      sections: Edits(moves: [PlacePair(1, 0)], updates: [PlacePair(0, 1)]),
      items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 1))]))
    #expect(old.refining(batch, to: new) == expected)
  }

  @Test func anItemInItsOwnSectionIsPreferred() {
    // The same item on two shelves: the one on its former shelf survives.
    let fruit = Fruit(id: 1)
    let old = [Shelf(id: 1, items: [fruit]), Shelf(id: 2, items: [fruit])]
    let new = [Shelf(id: 1), Shelf(id: 2, items: [fruit])]
    let batch = UpdateBatch(
      items: Edits(
        deletes: [ItemPath(0, 0), ItemPath(1, 0)],
        inserts: [ItemPath(1, 0)]))
    #expect(
      old.refining(batch, to: new) == UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])))
  }

  @Test func aReloadStaysAReload() {
    #expect(Edits.reload.refined(from: [Fruit(id: 1)], to: [], matching: IdentifiableMatching()) == .reload)
    #expect([Shelf(id: 1)].refining(.reload, to: []) == .reload)
  }

  @Test func itemsAreReadInChangedSectionsOnly() {
    let state = (0..<50).map { Shelf(id: $0, items: [Fruit(id: $0)]) }
    var read: Set<Int> = []
    let path = ItemPath(7, 0)
    let refined = UpdateBatch(items: Edits(updates: [PlacePair(path, path)])).refined(
      from: state, to: state, sections: Shelf.matching,
      items: { shelf in
        read.insert(shelf.id)
        return shelf.items
      }, matching: IdentifiableMatching<Fruit>())
    #expect(refined.isEmpty)
    #expect(read == [7])
  }

  @Test func refinedCoarseBatchesAreDiffs() throws {
    // However coarse a batch is, it is refined to the diff.
    for seed in Seeds.fixed(25, fresh: 25) {
      var random = SeededGenerator(seed: seed)
      let trace = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      let (old, new) = trace.states
      var coarse = trace
      for section in coarse.sections.indices where Bool.random(using: &random) {
        coarse.sections[section].origin = nil
        coarse.sections[section].isUpdated = false
      }
      for section in coarse.items.indices {
        for item in coarse.items[section].indices {
          if Bool.random(using: &random) {
            coarse.items[section][item] = Trace.Thing()
          } else if coarse.items[section][item].origin != nil {
            coarse.items[section][item].isUpdated = true
          }
        }
      }
      let batch = coarse.labelled(using: &random)
      #expect(old.refining(batch, to: new) == trace.labelled(using: &random).normalized(), "seed \(seed)")
    }
  }
}
