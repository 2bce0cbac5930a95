import Changesets
import TestKit
import Testing

/// The shortcut for edits that are in normal form already. Inverting twice takes the full path to the same result.
@Suite struct AlgebraPlainnessTests {
  @Test func everySmallListWithoutMoves() {
    let lists = Self.lists(of: Array(0..<3))
    let updates = Self.lists(of: (0..<9).map { PlacePair($0 / 3, $0 % 3) })
    for deletes in lists {
      for inserts in lists {
        for updates in updates {
          let edits = Edits(deletes: deletes, inserts: inserts, updates: updates)
          if edits.normalized() != edits.inverted().inverted() { Issue.record("\(edits) became \(edits.normalized())") }
        }
      }
    }
  }

  @Test func everyMove() {
    let places = [-1, 0, 1, 2, 1 << 61, .max]
    for before in places {
      for after in places {
        let edits = Edits(moves: [PlacePair(before, after)])
        #expect(edits.normalized() == edits.inverted().inverted())
        for section in 0...1 {
          let batch = UpdateBatch(
            items: Edits(moves: [PlacePair(ItemPath(section: 0, item: before), ItemPath(section: section, item: after))]
            ))
          #expect(batch.normalized() == batch.inverted().inverted())
        }
        for more in [
          Edits(deletes: [1]), Edits(inserts: [1]), Edits(moves: [PlacePair(1, 2)]), Edits(updates: [PlacePair(0, 0)]),
        ] {
          var both = more
          both.moves = edits.moves + more.moves
          #expect(both.normalized() == both.inverted().inverted())
        }
      }
    }
  }

  @Test func randomBatches() {
    for seed in Seeds.fixed(200, fresh: 200) {
      var random = SeededGenerator(seed: seed)
      let sorts = Bool.random(using: &random)
      func some<Place>(_ make: (inout SeededGenerator) -> Place) -> [Place] where Place: Comparable {
        let list = (0..<max(0, Int.random(in: -2...4, using: &random))).map { _ in make(&random) }
        return sorts ? list.sorted() : list
      }
      func path(_ random: inout SeededGenerator) -> ItemPath {
        ItemPath(section: .random(in: -1...2, using: &random), item: .random(in: -1...4, using: &random))
      }
      func batch() -> UpdateBatch {
        let items = Edits(
          deletes: some(path), inserts: some(path),
          moves: seed % 3 == 0 ? some { PlacePair(path(&$0), path(&$0)) } : [],
          updates: some { random in
            let before = path(&random)
            return PlacePair(before, Bool.random(using: &random) ? before : path(&random))
          })
        guard seed % 5 == 0 else { return UpdateBatch(items: items) }
        let index = { (random: inout SeededGenerator) in Int.random(in: -1...3, using: &random) }
        let sections = Edits(
          deletes: some(index), inserts: some(index), updates: some { PlacePair(index(&$0), index(&$0)) })
        return UpdateBatch(sections: sections, items: seed % 2 == 0 ? items : Edits())
      }
      let one = batch()
      #expect(one.normalized() == one.inverted().inverted(), "seed \(seed)")
    }
  }

  @Test func reloadIsOne() {
    var items = Edits<ItemPath>.reload
    items.deletes = [ItemPath(0, 0)]
    #expect(UpdateBatch(items: items).normalized().sections.isReload)
    #expect(UpdateBatch(items: items).normalized().items.isEmpty)
  }

  /// All lists of up to two of the given places.
  private static func lists<Place>(of places: [Place]) -> [[Place]] {
    [[]] + places.map { [$0] } + places.flatMap { first in places.map { [first, $0] } }
  }
}
