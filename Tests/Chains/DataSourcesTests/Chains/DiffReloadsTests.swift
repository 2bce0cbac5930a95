import Changesets
import DataSources
import TestKit
import Testing

/// Diffs of sources that only reload.
@Suite struct DiffReloadsTests {
  private func updater() -> DeltaUpdater<IdentifiableMatching<SampleItem>> {
    var updater = DeltaUpdater<IdentifiableMatching<SampleItem>>()
    updater.matchesUnnamedSections = true
    return updater
  }

  private final class Log {
    var batches: [UpdateBatch] = []
    init(_ source: any DataSource) {
      _ = source.addObserver(self) { log, event in
        switch event {
        case .willUpdate: break
        case .didUpdate(let batch, _): log.batches.append(batch)
        case .didNotUpdate: log.batches.append(UpdateBatch())
        }
      }
    }
  }

  @Test func everyBatchIsExact() {
    fuzz(seeds: 9) { $0[0].applying(.diffReloads(updater())) }
    fuzz(seeds: 9) { $0[0].applying(.filter { $0.rank % 2 == 0 }).applying(.diffReloads(updater())) }
  }

  @Test func reloadsAreDiffs() {
    for seed in Seeds.fixed(5, fresh: 4) {
      var random = SeededGenerator(seed: seed)
      let leaf = SectionedArraySource<SampleItem>()
      let found = leaf.applying(updater())
      let (log, oracle) = (Log(found), ChainOracle(found))
      for step in 0..<20 {
        // Items stay, are deleted, updated and moved among named sections.
        var sections = ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
          .map { SectionState<String?, SampleItem>($0, items: []) }
        if !sections.isEmpty {
          for id in (0..<6).shuffled(using: &random) where Bool.random(using: &random) {
            sections[Int.random(in: sections.indices, using: &random)].items.append(
              SampleItem(id: id, rank: 0, version: Int.random(in: 0...1, using: &random)))
          }
        }
        leaf.transaction {
          leaf.reload(sections)
          if !sections.isEmpty { leaf.append(SampleItem(id: 9, rank: step), toSection: 0) }
        }
        if !sections.isEmpty { leaf.remove(at: ItemPath(0, 0)) }
        #expect(found.sections == leaf.sections)
        #expect(oracle.failures.isEmpty, "seed \(seed), step \(step)")
      }
      #expect(!log.batches.contains { $0.isReload }, "seed \(seed)")
    }
  }

  @Test func anotherSourceIsADiff() throws {
    let (one, two) = (ArraySource(["a", "b", "c"], name: "x"), ArraySource(["c", "b", "d"], name: "x"))
    let found = one.applying(DeltaUpdater(id: { $0 }, content: ==))
    let log = Log(found)
    try found.setSources([two])
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [path(0)], inserts: [path(2)], moves: [PlacePair(path(2), path(0))]))
      ])
    #expect(found.items == ["c", "b", "d"])
    two.append("e")
    one.append("f")
    #expect(log.batches.dropFirst() == [UpdateBatch(items: Edits(inserts: [path(3)]))])
  }

  @Test func theRotationOfALongListIsOneMove() {
    let leaf = ArraySource(0..<5000, name: "x")
    let found = leaf.applying(DeltaUpdater(id: { $0 }, content: ==))
    let log = Log(found)
    leaf.reload(Array(1..<5000) + [0])
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 4999))]))
      ])
  }

  @Test func batchesPassedThroughUpdateTheState() {
    let leaf = SectionedArraySource([SectionState("s", items: ["a", "b", "c"])])
    let found = leaf.applying(DeltaUpdater(id: { $0 }, content: ==))
    leaf.update("B", at: ItemPath(0, 1))
    leaf.renameSection(at: 0, "t")
    leaf.move(from: ItemPath(0, 0), to: ItemPath(0, 2))
    let log = Log(found)
    leaf.reload([SectionState("t", items: ["B", "c", "a"])])
    #expect(log.batches == [UpdateBatch()])
  }

  @Test func optionsApplyToTheNextReload() {
    let leaf = ArraySource([1, 2], name: "x")
    let found = leaf.applying(DeltaUpdater(id: { $0 }, content: ==))
    let log = Log(found)
    func reload(_ items: [Int], _ change: @escaping (inout DeltaUpdater<ClosureMatching<Int, Int>>) -> Void)
      -> UpdateBatch?
    {
      found.configure { change(&$0.updater) }
      #expect(log.batches.last == UpdateBatch())
      leaf.reload(items)
      defer { log.batches = [] }
      return log.batches.last
    }
    let place = ItemPath(0, 0)
    #expect(reload([1]) { $0.isEnabled = false }?.isReload == true)
    #expect(reload([1]) { $0 = DeltaUpdater(matching: $0.matching) } == UpdateBatch())
    #expect(
      reload([1]) { $0.updatesAllRetainedItems = true } == UpdateBatch(items: Edits(updates: [PlacePair(place, place)]))
    )
    #expect(reload([1, 2]) { $0.itemLimit = 1 }?.isReload == true)
    // A disabled updater passes batches on.
    leaf.append(3)
    #expect(log.batches.last?.items.inserts == [ItemPath(0, 2)])
  }

  @Test func severalSectionsWithoutANameAreNewUnlessMatched() {
    func state(_ items: [Int]) -> [SectionState<String?, Int>] {
      [SectionState(nil, items: items), SectionState(nil, items: [])]
    }
    let leaf = SectionedArraySource(state([1, 2]))
    let found = leaf.applying(DeltaUpdater(id: { $0 }, content: ==))
    let log = Log(found)
    leaf.reload(state([1, 2, 3]))
    #expect(log.batches.last?.sections == Edits(deletes: [0, 1], inserts: [0, 1]))
    found.configure { $0.updater.matchesUnnamedSections = true }
    leaf.reload(state([1, 2]))
    #expect(log.batches.last == UpdateBatch(items: Edits(deletes: [ItemPath(0, 2)])))
  }

  private struct Fruit: Identifiable, Equatable {
    let id: String
    var price = 1
  }

  /// The example of the documentation.
  @Test func anArrayWithoutANameIsCompared() throws {
    let search = ArraySource([Fruit(id: "apple"), Fruit(id: "fig")])
    let otherSearch = ArraySource([Fruit(id: "fig")])
    let found = search.applying(DeltaUpdater<IdentifiableMatching<Fruit>>())
    let log = Log(found)
    search.reload([Fruit(id: "fig", price: 2), Fruit(id: "kiwi")])
    try found.setSources([otherSearch])
    #expect(
      log.batches.map { "\($0)" } == [
        "delete (0, 0); insert (0, 1); update (0, 1)→(0, 0)", "delete (0, 1); update (0, 0)",
      ])
  }
}
