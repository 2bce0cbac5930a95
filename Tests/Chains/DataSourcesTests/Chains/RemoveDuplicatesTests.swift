import Changesets
import DataSources
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func theFirstItemOfEachKeyIsShown() {
    for shape in smallShapes(4) {
      for keys in 0..<16 {
        let transform = sectioned(shape).applying(.removeDuplicates { keys >> $0 & 1 })
        var seen: Set<Int> = []
        #expect(transform.itemsBySection == shape.map { $0.filter { seen.insert(keys >> $0 & 1).inserted } })
        expectLaws(transform)
      }
    }
  }

  @Test func itemsCanBeTheirOwnKeys() {
    let transform = ArraySource([3, 1, 3, 2, 1]).applying(.removeDuplicates())
    #expect(transform.items == [3, 1, 2])
  }

  @Test func theNextItemOfTheKeyReplacesTheFirst() {
    let source = SectionedArraySource([SectionState("a", items: [1, 2]), SectionState("b", items: [3, 4])])
    let transform = source.applying(.removeDuplicates { $0 % 2 })
    let log = EventLog(transform)
    source.remove(at: ItemPath(0, 0))
    source.update(5, at: ItemPath(0, 0))
    source.moveSection(from: 1, to: 0)
    #expect(transform.itemsBySection == [[3, 4], []])
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)], inserts: [ItemPath(1, 0)])),
        UpdateBatch(
          items: Edits(
            deletes: [ItemPath(1, 0)], inserts: [ItemPath(1, 0)], updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])),
        UpdateBatch(
          sections: Edits(moves: [PlacePair(1, 0)]), items: Edits(deletes: [ItemPath(0, 0)], inserts: [ItemPath(0, 0)])),
      ])
  }

  @Test func manyItemsMayShareAKey() {
    let source = ArraySource(0..<2000)
    let transform = source.applying(.removeDuplicates { $0 / 1000 })
    #expect(transform.items == [0, 1000])
    for _ in 0..<5 { source.remove(at: 0) }
    source.insert(999, at: 1500)
    source.move(from: 100, to: 0)
    #expect(transform.items == [105, 1000])
  }

  @Test func distinctItemsAtRandom() {
    fuzz(seeds: 9) { $0[0].applying(.removeDuplicates { $0.rank }) }
    fuzz(seeds: 4) { $0[0].applying(.filter { $0.rank > 0 }).applying(.removeDuplicates { $0.rank % 2 }) }
    fuzz(leaves: 2, seeds: 4) { Transform(of: $0, by: .concatenate()).applying(.removeDuplicates { $0.rank }) }
    fuzz(seeds: 4, change: { transform, step in transform.configure { $0.key = { $0.rank % (step + 1) } } }) {
      $0[0].applying(.removeDuplicates { $0.rank })
    }
  }
}
