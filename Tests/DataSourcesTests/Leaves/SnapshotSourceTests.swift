import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// A leaf that shows snapshots.
@Suite struct SnapshotSourceTests {
  private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

  @Test func itShowsASnapshot() throws {
    let source = SnapshotSource(try Snapshot.of(("a", [1, 2]), ("b", []), ("c", [3])))
    #expect(source.itemsBySection == [[1, 2], [], [3]])
    #expect(source.sectionNames == [nil, nil, nil])
    #expect(SnapshotSource<String, Int>().numberOfSections == 0)
    let named = SnapshotSource<String, Int>(source.snapshot) { $0 == "b" ? nil : "Section \($0)" }
    #expect(named.sectionNames == ["Section a", nil, "Section c"])
  }

  @Test func applyingTellsWhatChanged() throws {
    let source = SnapshotSource(try Snapshot.of(("a", [1, 2]), ("b", [3])))
    let log = UpdateLog(source)
    var snapshot = source.snapshot
    try snapshot.deleteItems([1])
    try snapshot.moveItem(2, afterItem: 3)
    try snapshot.reloadItems([3])
    try snapshot.reloadSections(["b"])
    source.apply(snapshot, animated: false)
    #expect(
      log.batches == [
        UpdateBatch(
          sections: Edits(updates: [Pair(1, 1)]),
          items: Edits(
            deletes: [path(0, 0)], moves: [Pair(path(0, 1), path(1, 1))], updates: [Pair(path(1, 0), path(1, 0))]))
      ])
    #expect(log.animated == [false])
    #expect(source.snapshot.reloadedItemIdentifiers.isEmpty, "what was shown is no longer marked")
    source.apply(source.snapshot)
    #expect(log.batches.last == UpdateBatch())
    #expect(log.animated.last == true)
  }

  @Test func marksOfTheFirstSnapshotAreOfNoUse() throws {
    var snapshot = try Snapshot<String, Int>.of(("a", [1]))
    try snapshot.reloadItems([1])
    let source = SnapshotSource(snapshot)
    let log = UpdateLog(source)
    source.apply(source.snapshot)
    #expect(log.batches == [UpdateBatch()])
  }

  @Test func aReloadIsAReload() throws {
    let source = SnapshotSource(try Snapshot.of(("a", [1])))
    let log = UpdateLog(source)
    source.applyUsingReload(try .of(("a", [2])))
    #expect(log.batches == [.reload])
    #expect(log.animated == [false])
    source.apply(try .of(("a", [2, 3])))
    #expect(log.batches.last == UpdateBatch(items: Edits(inserts: [path(0, 1)])))
  }

  @Test func snapshotsOfATransactionMakeOneBatch() throws {
    let source = SnapshotSource(try Snapshot.of(("a", [1, 2])))
    let log = UpdateLog(source)
    try source.transaction {
      var snapshot = source.snapshot
      try snapshot.reconfigureItems([2])
      source.apply(snapshot)
      source.apply(Snapshot())
      source.apply(try .of(("a", [2]), ("b", [1, 3])), animated: false)
      #expect(source.itemsBySection == [[1, 2]], "until then, the state before is shown")
    }
    // What comes back was never gone, and what was marked has changed.
    #expect(
      log.batches == [
        UpdateBatch(
          sections: Edits(inserts: [1]),
          items: Edits(moves: [Pair(path(0, 0), path(1, 0))], updates: [Pair(path(0, 1), path(0, 0))]))
      ])
    #expect(log.animated == [false])
  }

  @Test func anObserverMayApply() throws {
    let source = SnapshotSource(try Snapshot.of(("a", [1])))
    let log = UpdateLog(source)
    let owner = UpdateLog(source)
    source.addObserver(owner) { [unowned source] _, event in
      guard case .didUpdate = event, source.numberOfItems < 4 else { return }
      var snapshot = source.snapshot
      try? snapshot.appendItems([source.numberOfItems + 1])
      source.apply(snapshot)
    }
    source.apply(try .of(("a", [1, 2])))
    #expect(log.states == [[[1, 2]], [[1, 2, 3]], [[1, 2, 3, 4]]])
  }

  @Test(arguments: 0..<40) func batchesAreExact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = SnapshotSource<String, Int> { $0 }
    let chain = source.applying(.filter { $0 % 3 != 0 })
    let oracles = [source as any DataSource<Int>, chain].map { source in
      ChainOracle(source, id: { $0 }, content: { _, _ in true }, describe: { "\($0)" })
    }
    func snapshot() throws -> Snapshot<String, Int> {
      var items = Array(0..<12).shuffled(using: &random)
      let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      return try Snapshot(
        sections: names.map { name in
          let count = Int.random(in: 0...min(4, items.count), using: &random)
          defer { items.removeFirst(count) }
          return (name, Array(items.prefix(count)))
        })
    }
    for _ in 0..<20 {
      let states = try (0..<Int.random(in: 1...3, using: &random)).map { _ in try snapshot() }
      source.transaction { for state in states { source.apply(state) } }
      #expect(source.snapshot == states.last)
    }
    #expect(oracles.flatMap(\.failures).isEmpty, "seed \(seed)")
    #expect(oracles.allSatisfy { $0.batches == 20 })
  }
}
