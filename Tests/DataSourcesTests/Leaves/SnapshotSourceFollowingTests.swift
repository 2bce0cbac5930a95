import Changesets
import DataSources
import Snapshots
import Testing

/// A leaf that shows what a diffable source is told from anywhere.
@MainActor @Suite struct SnapshotSourceFollowingTests {
  @Test func itIsALeafOfChains() async throws {
    let source = try Fruits.showing(("a", [1, 2, 3]), ("b", []), ("c", [4]))
    let leaf = SnapshotSource(showing: source)
    #expect(leaf.itemsBySection == [[1, 2, 3], [], [4]])
    #expect(leaf.sectionNames == [nil, nil, nil])
    let chain = leaf.applying(.filter { $0 != 2 }).applying(.removeEmptySections())
    #expect(chain.itemsBySection == [[1, 3], [4]])

    let log = UpdateLog(chain)
    let isOnMain = leaf.link.addObserver(log) { _, _ in MainActor.assertIsolated() }
    let task = Task { await leaf.follow(source) }
    // From anywhere.
    await Task.detached { try? source.edit { try $0.appendItems([5], toSection: "b") } }.value
    while chain.numberOfItems < 4 { await log.next() }
    #expect(chain.itemsBySection == [[1, 3], [5], [4]])
    #expect(log.batches.last == UpdateBatch(sections: Edits(inserts: [1])))
    task.cancel()
    await task.value
    isOnMain.cancel()
    source.apply(Snapshot(), completion: nil)
    #expect(chain.itemsBySection == [[1, 3], [5], [4]])
  }

  @Test func sectionsAreNamedAsThere() throws {
    let source = DiffableDataSource<Int, Int> { "No. \($0)" }
    source.apply(try Snapshot(sections: [(1, [])]), completion: nil)
    #expect(SnapshotSource(showing: source).sectionNames == ["No. 1"])
  }

  @Test func lateFollowersBeginWithThePresentState() async throws {
    let source = try Fruits.showing(("a", [1]))
    let leaf = SnapshotSource<String, Int>()
    let log = UpdateLog(leaf)
    let task = Task { await leaf.follow(source) }
    await log.next()
    #expect(log.states == [[[1]]])
    task.cancel()
    await task.value
  }

  @Test func marksReloadsAndAnimationsArePassedOn() async throws {
    let source = try Fruits.showing(("a", [1, 2]))
    let leaf = SnapshotSource(showing: source)
    let log = UpdateLog(leaf)
    let task = Task { await leaf.follow(source) }
    var started = source.snapshot()
    try started.appendItems([9])
    source.apply(started, completion: nil)
    await log.next()
    var snapshot = source.snapshot()
    try snapshot.reconfigureItems([2])
    source.apply(snapshot, animated: false, completion: nil)
    await log.next()
    let place = ItemPath(section: 0, item: 1)
    #expect(log.batches.last == UpdateBatch(items: Edits(updates: [Pair(place, place)])))
    #expect(log.animated.last == false)
    source.applyUsingReload(try .of(("b", [3])), completion: nil)
    await log.next()
    #expect(log.batches.last == .reload)
    #expect(leaf.items == [3])
    task.cancel()
    await task.value
  }

  @Test func onlyTheLatestIsFollowed() async throws {
    let (one, two) = (try Fruits.showing(("a", [1])), try Fruits.showing(("a", [2])))
    let leaf = SnapshotSource<String, Int>()
    let log = UpdateLog(leaf)
    let first = Task { await leaf.follow(one) }
    await log.next()
    let second = Task { await leaf.follow(two) }
    await log.next()
    #expect(leaf.items == [2])
    one.apply(try .of(("a", [1, 1_000])), completion: nil)
    // It hears of it, shows nothing, and is done.
    await first.value
    two.apply(try .of(("a", [2, 3])), completion: nil)
    await log.next()
    #expect(log.states == [[[1]], [[2]], [[2, 3]]])
    second.cancel()
    await second.value
  }

  @Test func changesOfManyTasksArriveInOrder() async throws {
    let source = try Fruits.showing(("a", []))
    let leaf = SnapshotSource(showing: source)
    let oracle = ChainOracle(leaf, id: { $0 }, content: { _, _ in true }, describe: { "\($0)" })
    let log = UpdateLog(leaf)
    let task = Task { await leaf.follow(source) }
    await withTaskGroup { group in
      for item in 0..<100 { group.addTask { try? source.edit { try $0.appendItems([item]) } } }
    }
    while leaf.numberOfItems < 100 { await log.next() }
    #expect(log.states.map { $0.joined().count } == (log.states.first?.joined().count).map { Array($0...100) })
    #expect(leaf.snapshot == source.snapshot())
    #expect(oracle.failures.isEmpty)
    task.cancel()
    await task.value
  }
}
