import Changesets
import DataSources
import TestKit
import Testing

/// A leaf with one item or none.
@Suite struct OptionalSourceTests {
  private let place = ItemPath(0, 0)

  @Test func aSingleItemIsInsertedAndDeleted() {
    let source = OptionalSource<String>(name: "One")
    let log = UpdateLog(source)
    #expect(source.numberOfSections == 0 && source.isEmpty && source.value == nil)
    source.value = "apple"
    #expect(source.itemsBySection == [["apple"]] && source.sectionNames == ["One"])
    source.value = "pear"
    #expect(source.value == "pear")
    source.value = nil
    #expect(source.numberOfSections == 0)
    source.value = nil
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0])), UpdateBatch(items: Edits(updates: [PlacePair(place, place)])),
        UpdateBatch(sections: Edits(deletes: [0])), UpdateBatch(),
      ])
  }

  @Test func theLastValueOfATransactionIsShown() {
    let source = OptionalSource("apple")
    let log = UpdateLog(source)
    source.transaction {
      source.value = nil
      source.value = "pear"
      #expect(source.value == "apple")
    }
    source.transaction {
      source.value = "fig"
      source.value = nil
    }
    source.transaction {
      source.value = "fig"
      source.value = nil
    }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(updates: [PlacePair(place, place)])), UpdateBatch(sections: Edits(deletes: [0])),
        UpdateBatch(),
      ])
  }

  @Test func theNameIsThatOfTheSection() {
    let source = OptionalSource(1, name: "One")
    let log = UpdateLog(source)
    source.rename("Uno")
    source.rename("Uno")
    #expect(log.batches == [UpdateBatch(sections: Edits(updates: [PlacePair(0, 0)])), UpdateBatch()])
    source.transaction {
      source.value = nil
      source.rename("Eins")
    }
    #expect(log.batches.last == UpdateBatch(sections: Edits(deletes: [0])))
    source.value = 2
    #expect(source.sectionNames == ["Eins"])
  }

  @Test(arguments: Seeds.fixed(5, fresh: 4)) func batchesAreExact(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = OptionalSource<SampleItem>()
    let leaf = ArraySource([SampleItem(id: -1, rank: 0)])
    let chain = Transform(
      of: [leaf.applying(.filter { _ in true }), source.applying(.filter { $0.rank != 1 })],
      by: .concatenate())
    // Setting a value is an update: all values have one identity.
    let oracles = [ChainOracle(source), ChainOracle(chain)]
    var version = 0
    for _ in 0..<30 {
      source.transaction {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          version += 1
          let rank = Int.random(in: 0...2, using: &random)
          source.value = Bool.random(using: &random) ? nil : SampleItem(id: 0, rank: rank, version: version)
        }
      }
    }
    #expect(oracles.flatMap(\.failures).isEmpty, "seed \(seed)")
  }
}
