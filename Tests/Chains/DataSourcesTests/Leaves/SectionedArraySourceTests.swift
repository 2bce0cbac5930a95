import Changesets
import DataSources
import TestKit
import Testing

/// Edits of sections, and their batches.
@Suite struct SectionedArraySourceTests {
  @Test func editsOfSeveralItems() {
    let source = SectionedArraySource([SectionState("a", items: [1, 2, 3]), SectionState("b", items: [])])
    let log = UpdateLog(source)
    source.append(contentsOf: [4, 5], toSection: 1)
    source.insert(contentsOf: [6, 7], at: ItemPath(1, 1))
    source.removeSubrange(1..<3, inSection: 0)
    source.replaceSubrange(1..<3, inSection: 1, with: [8])
    source.update(at: ItemPath(1, 1)) { $0 += 1 }
    #expect(source[ItemPath(1, 1)] == 9)
    source.removeAll(inSection: 1)
    #expect(source.itemsBySection == [[1], []])
    source.removeAll()
    #expect(
      log.states == [
        [[1, 2, 3], [4, 5]], [[1, 2, 3], [4, 6, 7, 5]], [[1], [4, 6, 7, 5]], [[1], [4, 8, 5]], [[1], [4, 9, 5]],
        [[1], []], [],
      ])
    #expect(log.batches.map(\.count) == [2, 2, 2, 3, 1, 3, 2])
    #expect(log.batches.last == UpdateBatch(sections: Edits(deletes: [0, 1])))
  }

  @Test func sectionsCanBeSet() {
    let source = SectionedArraySource([SectionState("a", items: [1, 2]), SectionState("b", items: [3])])
    let log = UpdateLog(source)
    let updater = DeltaUpdater<ClosureMatching<Int, Int>>(id: { $0 }, content: ==)
    source.setSections([SectionState("b", items: [3, 1]), SectionState("c", items: [4])], by: updater)
    #expect(
      log.batches == [
        UpdateBatch(
          sections: Edits(deletes: [0], inserts: [1]), items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 1))]))
      ])
    #expect(source.sectionNames == ["b", "c"])
  }

  @Test func unnamedSectionsMatchIfTheUpdaterAllowsIt() {
    let source = SectionedArraySource([SectionState(nil, items: [1]), SectionState(nil, items: [])])
    let log = UpdateLog(source)
    var updater = DeltaUpdater<ClosureMatching<Int, Int>>(id: { $0 }, content: ==)
    source.setSections([SectionState(nil, items: [1, 2]), SectionState(nil, items: [])], by: updater)
    #expect(log.batches.last?.sections == Edits(deletes: [0, 1], inserts: [0, 1]))
    updater.matchesUnnamedSections = true
    source.setSections([SectionState(nil, items: [1]), SectionState(nil, items: [])], by: updater)
    #expect(log.batches.last == UpdateBatch(items: Edits(deletes: [ItemPath(0, 1)])))
  }

  @Test(arguments: Seeds.fixed(5, fresh: 4)) func statesMixWithEdits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = SectionedArraySource<SampleItem>()
    let chain = source.applying(.filter { $0.rank != 1 }).applying(.removeEmptySections())
    let oracles = [ChainOracle(source), ChainOracle(chain)]
    var nextID = 0
    for step in 0..<20 {
      let kept = source.items.shuffled(using: &random).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      var items =
        kept + (0..<3).map { SampleItem(id: nextID + $0, rank: Int.random(in: SampleItem.ranks, using: &random)) }
      nextID += 4
      for index in items.indices where Bool.random(using: &random) { items[index].version += 1 }
      let names = ["a", "b", "c", "d", "e"].shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
      var new = names.map { SectionState($0 as String?, items: [SampleItem]()) }
      for item in items { new[Int.random(in: 0..<new.count, using: &random)].items.append(item) }
      source.transaction {
        source.setSections(new, by: DeltaUpdater())
        if step.isMultiple(of: 2) { source.insert(SampleItem(id: nextID - 1, rank: 2), at: ItemPath(0, 0)) }
        if step.isMultiple(of: 3) { source.moveSection(from: 0, to: new.count - 1) }
      }
    }
    #expect(oracles.flatMap(\.failures).isEmpty, "seed \(seed)")
  }
}
