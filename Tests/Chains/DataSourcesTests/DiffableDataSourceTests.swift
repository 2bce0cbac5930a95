import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// The state of a diffable data source, and its updates.
@Suite struct DiffableDataSourceTests {
  @Test func aNewSourceIsEmpty() {
    let source = Fruits()
    #expect(source.snapshot().numberOfSections == 0)
    #expect(source.snapshot() == Snapshot())
  }

  @Test func applyingShowsASnapshotAndNotifiesOfItsChanges() throws {
    let source = try Fruits.showing(("a", [1, 2]), ("b", [3]))
    let recorder = source.recorder()
    let before = source.snapshot()
    var snapshot = before
    try snapshot.deleteItems([1])
    try snapshot.moveItem(2, afterItem: 3)
    try snapshot.appendItems([4], toSection: "a")
    source.apply(snapshot)
    #expect(source.snapshot() == snapshot)
    let update = try #require(recorder.entries.first)
    #expect(recorder.entries.count == 1)
    #expect(
      update.batch
        == UpdateBatch(
          items: Edits(
            deletes: [ItemPath(0, 0)], inserts: [ItemPath(0, 0)], moves: [PlacePair(ItemPath(0, 1), ItemPath(1, 1))])))
    #expect(update.before == before)
    #expect(update.after == snapshot)
    #expect(update.animated)
  }

  @Test func lookupsGoBothWays() throws {
    let source = try Fruits.showing(("a", [1, 2]), ("b", []), ("c", [3]))
    for (item, place) in [(1, ItemPath(0, 0)), (2, ItemPath(0, 1)), (3, ItemPath(2, 0))] {
      #expect(source.itemIdentifier(for: place) == item)
      #expect(source.path(for: item) == place)
    }
    for (index, section) in ["a", "b", "c"].enumerated() {
      #expect(source.sectionIdentifier(for: index) == section)
      #expect(source.index(for: section) == index)
    }
    for place in [
      ItemPath(0, 2), ItemPath(1, 0), ItemPath(3, 0), ItemPath(-1, 0), ItemPath(0, -1), ItemPath(Int.max, Int.min),
    ] {
      #expect(source.itemIdentifier(for: place) == nil)
    }
    #expect(source.path(for: 4) == nil)
    #expect(source.index(for: "d") == nil)
    for index in [-1, 3, Int.max, Int.min] { #expect(source.sectionIdentifier(for: index) == nil) }
  }

  @Test func sectionsAreNamedIfRequested() throws {
    let source = DiffableDataSource<Int, Int> { $0 == 0 ? nil : "No. \($0)" }
    source.apply(try Snapshot(sections: [(1, []), (0, []), (2, [])]))
    #expect(source.sectionNames == ["No. 1", nil, "No. 2"])
  }

  @Test func marksBecomeUpdatesAndAreRemoved() throws {
    let source = try Fruits.showing(("a", [1, 2, 3]))
    let recorder = source.recorder()
    var snapshot = source.snapshot()
    try snapshot.reloadItems([3])
    try snapshot.reconfigureItems([2])
    try snapshot.reloadSections(["a"])
    try snapshot.deleteItems([1])
    source.apply(snapshot)
    let update = try #require(recorder.entries.first)
    #expect(update.batch.items.deletes == [ItemPath(0, 0)])
    #expect(
      update.batch.items.updates == [
        PlacePair(ItemPath(0, 1), ItemPath(0, 0)), PlacePair(ItemPath(0, 2), ItemPath(0, 1)),
      ])
    #expect(update.batch.sections == Edits(updates: [PlacePair(0, 0)]))
    // The updates are not repeated.
    snapshot.removeAllMarks()
    #expect(update.after == snapshot)
    #expect(source.snapshot() == snapshot)
    source.apply(source.snapshot())
    #expect(recorder.entries.last?.batch.isEmpty == true)
  }

  @Test func applyingUsingReloadIsAReload() throws {
    let source = try Fruits.showing(("a", [1]))
    let recorder = source.recorder()
    var snapshot = source.snapshot()
    try snapshot.reloadItems([1])
    source.applyUsingReload(snapshot)
    #expect(recorder.entries.map(\.batch) == [.reload])
    #expect(recorder.entries.map(\.animated) == [false])
    #expect(source.snapshot().reloadedItemIdentifiers.isEmpty)
  }

  @Test(arguments: [true, false]) func animatedIsPassedOn(animated: Bool) throws {
    let source = try Fruits.showing()
    let recorder = source.recorder()
    source.apply(try .of(("a", [])), animated: UpdateAnimations(animated))
    #expect(recorder.entries.map(\.animated) == [animated])
  }

  @Test func anAppliedSnapshotIsAValue() throws {
    let source = Fruits()
    var snapshot = try Snapshot<String, Int>.of(("a", [1]))
    source.apply(snapshot)
    try snapshot.appendItems([2])
    #expect(source.itemsBySection == [[1]])
    var shown = source.snapshot()
    shown.deleteAllItems()
    #expect(source.itemsBySection == [[1]])
  }

  @Test func observersAreReleasedWithTheirOwnersAndTokens() throws {
    let source = Fruits()
    var first: Recorder<Update>? = source.recorder()
    let second = Recorder<UpdateEvent>()
    let token = source.addObserver(second) { $0.record($1) }
    source.apply(try .of(("a", [])))
    #expect(first?.entries.count == 1)
    #expect(second.entries.count == 2)
    weak let gone = first
    first = nil
    #expect(gone == nil)
    token.cancel()
    source.apply(try .of(("b", [])))
    #expect(second.entries.count == 2)
  }

  /// An object that reads its source in `deinit`.
  private final class Witness {
    let source: Fruits
    init(_ source: Fruits) { self.source = source }
    deinit { _ = source.snapshot() }
  }

  @Test func releasedObjectsMayReadTheSource() throws {
    let source = Fruits()
    let owner = Recorder<Int>()
    // Each is retained by one closure alone.
    func witness() -> (Int) -> Void {
      let witness = Witness(source)
      return { _ in _ = witness }
    }
    for _ in 0..<2 {
      let (observer, mover) = (witness(), witness())
      source.addObserver(owner) { _, _ in observer(0) }.cancel()
      source.reorderingHandlers.canReorderItem = {
        mover($0)
        return true
      }
      source.sectionSnapshotHandlers.willExpandItem = witness()
      var handlers = SectionSnapshotHandlers<Int>()
      handlers.willExpandItem = witness()
      source.setSectionSnapshotHandlers(handlers, for: "a")
    }
    source.apply(try .of(("a", [])))
    source.reorderingHandlers = ReorderingHandlers()
    source.sectionSnapshotHandlers = SectionSnapshotHandlers()
    source.setSectionSnapshotHandlers(nil, for: "a")
  }

  @Test(arguments: Seeds.fixed(3, fresh: 2)) func aMirrorThatOnlyAppliesBatchesShowsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = Fruits()
    let recorder = source.recorder()
    for round in 0..<20 {
      var items = Array(0..<12).shuffled(using: &random)
      let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      let sections = names.map { name in
        let count = Int.random(in: 0...min(4, items.count), using: &random)
        defer { items.removeFirst(count) }
        return (name, Array(items.prefix(count)))
      }
      var snapshot = try Snapshot(sections: sections)
      let marked = snapshot.itemIdentifiers.filter { _ in Bool.random(using: &random) }
      try snapshot.reloadItems(marked)
      source.apply(snapshot)
      let update = try #require(recorder.entries.last)
      let places = marked.compactMap { item in
        update.before.path(ofItem: item).flatMap { before in snapshot.path(ofItem: item).map { PlacePair(before, $0) } }
      }
      #expect(Array(update.batch.items.updates) == places.sorted(), "seed \(seed), round \(round)")
      #expect(source.itemsBySection == sections.map(\.1), "seed \(seed), round \(round)")
    }
    #expect(recorder.entries.count == 20)
    expectContinuity(recorder.entries, from: Snapshot(), to: source.snapshot(), "seed \(seed)")
  }

  @Test func editsStartFromThePresentSnapshot() throws {
    let source = try Fruits.showing(("a", [1]))
    try source.edit { try $0.appendItems([2]) }
    #expect(source.itemsBySection == [[1, 2]])
    #expect(throws: UpdateError.self) {
      try source.edit {
        try $0.appendItems([3])
        try $0.appendItems([2])
      }
    }
    #expect(source.itemsBySection == [[1, 2]])
  }

  @Test func aReleasedOwnerMayReadTheSource() throws {
    /// Reads the source in `deinit`.
    final class Owner {
      let source: Fruits
      init(_ source: Fruits) { self.source = source }
      deinit { _ = source.snapshot() }
    }
    let source = Fruits()
    for count in 0..<20 {
      let owner = Owner(source)
      _ = source.addObserver(owner) { _, _ in }
      let held = Owner(source)
      _ = source.addObserver(owner) { [held] _, _ in withExtendedLifetime(held) {} }
      source.apply(try .of(("a", Array(0..<count))))
    }
    source.apply(Snapshot())
    #expect(source.snapshot().numberOfSections == 0)
  }
}

/// A diffable data source as a leaf of chains, with others, alone and in transactions.
@Suite struct DiffableDataSourceChainTests {
  @Test func aSourceShowsItsFirstSnapshot() throws {
    let source = Fruits(try Snapshot.of(("a", [1, 2]), ("b", []), ("c", [3])))
    #expect(source.itemsBySection == [[1, 2], [], [3]])
    #expect(source.sectionNames == [nil, nil, nil])
    let named = Fruits(source.snapshot()) { $0 == "b" ? nil : "Section \($0)" }
    #expect(named.sectionNames == ["Section a", nil, "Section c"])
  }

  @Test func marksOfTheFirstSnapshotHaveNoEffect() throws {
    var snapshot = try Snapshot<String, Int>.of(("a", [1]))
    try snapshot.reloadItems([1])
    let source = Fruits(snapshot)
    let log = UpdateLog(source)
    source.apply(source.snapshot())
    #expect(log.batches == [UpdateBatch()])
  }

  @Test func aChainShowsAppliedSnapshots() throws {
    let source = try Fruits.showing(("a", [1, 2, 3]), ("b", []), ("c", [4]))
    let chain = source.applying(.filter { $0 != 2 }).applying(.removeEmptySections())
    let log = UpdateLog(chain)
    #expect(chain.itemsBySection == [[1, 3], [4]])
    try source.edit { try $0.appendItems([5], toSection: "b") }
    #expect(chain.itemsBySection == [[1, 3], [5], [4]])
    #expect(log.batches == [UpdateBatch(sections: Edits(inserts: [1]))])
    var isShown = false
    source.apply(Snapshot()) { [unowned chain] isMade in isShown = isMade && chain.numberOfSections == 0 }
    #expect(isShown, "what is completed is shown by the whole chain")
  }

  @Test func snapshotsOfATransactionAreOneBatch() throws {
    let source = try Fruits.showing(("a", [1, 2]))
    let log = UpdateLog(source)
    try source.transaction {
      var snapshot = source.snapshot()
      try snapshot.reconfigureItems([2])
      source.apply(snapshot)
      source.apply(Snapshot())
      #expect(source.snapshot() == Snapshot(), "the next change starts from here")
      source.apply(try .of(("a", [2]), ("b", [1, 3])), animated: false)
      #expect(source.itemsBySection == [[1, 2]], "until then, the state before is shown")
    }
    // Reinserted items were never removed, and marked ones have changed.
    #expect(
      log.batches == [
        UpdateBatch(
          sections: Edits(inserts: [1]),
          items: Edits(
            moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 0))], updates: [PlacePair(ItemPath(0, 1), ItemPath(0, 0))]))
      ])
    #expect(log.animated == [false])
  }

  @Test func aTransactionThatFailsIsRolledBack() throws {
    struct Stop: Error {}
    let source = try Fruits.showing(("a", [1, 2]))
    source.reorderingHandlers.canReorderItem = { _ in true }
    let log = UpdateLog(source)
    let completed = Recorder<Bool>()
    source.reorderingHandlers.didReorder = { _ in Issue.record("It was rolled back.") }
    #expect(throws: Stop.self) {
      try source.transaction {
        try source.edit(completion: completed.record) { try $0.appendItems([3]) }
        try source.reorder(from: ItemPath(0, 0), to: ItemPath(0, 1), completion: completed.record)
        source.apply(Snapshot(), completion: completed.record)
        throw Stop()
      }
    }
    #expect(completed.entries == [false, false, false])
    #expect(log.batches.isEmpty)
    #expect(source.shown == source.snapshot())
    try source.edit { try $0.appendItems([4]) }
    #expect(source.items == [1, 2, 4])
    #expect(log.batches == [UpdateBatch(items: Edits(inserts: [ItemPath(0, 2)]))])
  }

  @Test func anErrorOfAnEditRollsBackItsTransaction() throws {
    let source = try Fruits.showing(("a", [1]))
    let other = ArraySource([7])
    let log = UpdateLog(Transform(of: [source, other] as [any DataSource<Int>], by: .concatenate()))
    #expect(throws: UpdateError.self) {
      try source.transaction {
        source.apply(try .of(("a", [1, 2])))
        other.append(8)
        try source.expand(9, in: "a")
      }
    }
    #expect(source.items == [1])
    #expect(other.count == 1)
    #expect(log.batches.isEmpty)
  }

  @Test func differentChangesOfATransactionAreOneBatch() throws {
    let source = try Fruits.showing(("a", [1, 2]), ("z", [9]))
    source.reorderingHandlers.canReorderItem = { _ in true }
    let recorder = source.recorder()
    let before = source.shown
    var tree = SectionSnapshot<Int>()
    try tree.append([5])
    try tree.append([6], to: 5)
    try source.transaction {
      try source.apply(tree, to: "t")
      try source.expand(5, in: "t")
      try source.reorder(from: ItemPath(0, 0), to: ItemPath(1, 0))
    }
    #expect(recorder.entries.count == 1)
    #expect(source.itemsBySection == [[2], [1, 9], [5, 6]])
    expectContinuity(recorder.entries, from: before, to: source.shown)
    try source.transaction {
      source.applyUsingReload(try .of(("a", [1])))
      try source.edit { try $0.appendItems([2]) }
    }
    #expect(recorder.entries.last?.batch == .reload)
    #expect(source.items == [1, 2])
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3)) func batchesAreExact(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = Fruits { $0 }
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
      #expect(source.shown == states.last)
    }
    #expect(oracles.flatMap(\.failures).isEmpty, "seed \(seed)")
    #expect(oracles.allSatisfy { $0.batches == 20 })
  }
}
