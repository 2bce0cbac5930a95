import Changesets
import DataSources
import Snapshots
import Testing

/// The order of changes that are requested during others.
@Suite struct DiffableDataSourceQueueTests {
  /// Calls a closure with every update of a source.
  private func observe(_ source: Fruits, _ owner: AnyObject, _ handler: @escaping (Snapshot<String, Int>) -> Void) {
    _ = source.addObserver(owner) { [unowned source] _, event in
      if event != .willUpdate { handler(source.shown) }
    }
  }

  @Test func changesOfObserversFollowThePresentOne() throws {
    let source = Fruits()
    let log = Recorder<String>()
    let snapshots = try (0...3).map { try Snapshot<String, Int>.of(("a", Array(0..<$0))) }
    for observer in ["first", "second"] {
      observe(source, log) { [unowned source] shown in
        log.record("\(observer) \(shown.numberOfItems)")
        guard observer == "first", shown.numberOfItems == 1 else { return }
        for count in [2, 3] { source.apply(snapshots[count]) { _ in log.record("done \(count)") } }
      }
    }
    source.apply(snapshots[1]) { _ in log.record("done 1") }
    // A change requested in an epoch is made in the next one, as for any source.
    #expect(log.entries == ["first 1", "second 1", "done 1", "first 3", "second 3", "done 2", "done 3"])
    #expect(source.numberOfItems == 3)
  }

  @Test func changesOfObserversStartFromPendingChanges() throws {
    let source = Fruits()
    let log = Recorder<[Int]>()
    _ = source.addObserver(log) { [unowned source] log, event in
      log.record(source.items)
      guard event == .willUpdate, source.numberOfItems == 0 else { return }
      do {
        for item in [2, 3] { try source.edit { try $0.appendItems([item]) } }
      } catch { Issue.record(error) }
    }
    source.apply(try .of(("a", [1])))
    #expect(log.entries == [[], [1], [1], [1, 2, 3]])
  }

  @Test func completionsMayRequestChanges() throws {
    let source = Fruits()
    let recorder = source.recorder()
    let next = try Snapshot<String, Int>.of(("a", [1, 2]))
    source.apply(try .of(("a", [1]))) { [unowned source] _ in
      source.apply(next)
    }
    #expect(recorder.entries.map(\.after.numberOfItems) == [1, 2])
  }

  @Test func changesOfHandlersFollowThePresentOne() throws {
    let source = try Fruits.showing(("a", [1]))
    let recorder = source.recorder()
    let log = Recorder<String>()
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [unowned source] _, current in
      #expect(throws: Never.self, "it is not made yet") {
        try source.edit(completion: { log.record("appended: \($0)") }) { try $0.appendItems([3]) }
        try source.edit(completion: { log.record("refused: \($0)") }) { try $0.appendItems([1]) }
      }
      var children = current
      try children.append([2])
      return children
    }
    try source.expand(1, in: "a") { log.record("expanded: \($0)") }
    #expect(log.entries == ["refused: false", "expanded: true", "appended: true"])
    #expect(source.items == [1, 2, 3])
    #expect(recorder.entries.count == 1, "they are one update")
    expectContinuity(recorder.entries, from: try .of(("a", [1])), to: source.shown)
  }

  @Test func anErrorIsThrownWhereverAChangeIsRequested() throws {
    let source = try Fruits.showing(("a", [1]))
    let recorder = source.recorder()
    let completed = Recorder<Bool>()
    #expect(throws: UpdateError.self) { try source.collapse(7, in: "a", completion: completed.record) }
    #expect(recorder.entries.isEmpty)
    let owner = Recorder<Int>()
    observe(source, owner) { [unowned source] shown in
      guard shown.numberOfItems == 2 else { return }
      let error = #expect(throws: UpdateError.self) { try source.expand(7, in: "a", completion: completed.record) }
      #expect(error?.message.contains("item 7") == true)
    }
    source.apply(try .of(("a", [1, 2])))
    #expect(completed.entries == [false, false])
    #expect(recorder.entries.count == 1)
  }

  @Test func anEmptyChangeIsCompleted() throws {
    let source = try Fruits.showing(("a", [1]))
    let completed = Recorder<Bool>()
    try source.collapse(1, in: "a", completion: completed.record)
    #expect(completed.entries == [true])
  }

  @Test func aLongChainOfChangesNeedsNoStack() throws {
    let source = Fruits()
    let recorder = Recorder<Int>()
    let snapshots = try ["a", "b"].map { try Snapshot<String, Int>(sections: [($0, [])]) }
    observe(source, recorder) { [unowned source] _ in
      recorder.record(0)
      let count = recorder.entries.count
      if count < 2_000 { source.apply(snapshots[count % 2]) }
    }
    source.apply(snapshots[0])
    #expect(recorder.entries.count == 2_000)
  }
}

/// Snapshots from other isolation domains.
@MainActor @Suite struct DiffableDataSourceThreadTests {
  @Test func awaitingReturnsWhenTheChangeIsMade() async throws {
    let source = Fruits()
    let recorder = source.recorder()
    let isOnMain = source.addObserver(recorder) { _, _ in MainActor.assertIsolated() }
    for count in 1...5 {
      await source.apply(try .of(("a", Array(0..<count))), animated: false)
      #expect(source.numberOfItems == count)
      #expect(recorder.entries.map(\.after.numberOfItems) == Array(1...count))
    }
    #expect(recorder.entries.allSatisfy { !$0.animated })
    expectContinuity(recorder.entries, from: Snapshot(), to: source.shown)
    isOnMain.cancel()
  }

  @Test(arguments: [true, false]) func changesMayBeMadeWhileASnapshotIsCompared(isMarked: Bool) async throws {
    let source = try Fruits.showing(("a", Array(0..<1_000)))
    let recorder = source.recorder()
    let before = source.shown
    var snapshot = source.snapshot()
    try snapshot.appendItems([100_000])
    if isMarked { try snapshot.reloadItems([0]) }
    let task = Task { await source.apply(snapshot) }
    await Task.yield()
    var steps = 0
    while source.path(for: 100_000) == nil, steps < 100 {
      steps += 1
      try source.edit { try $0.deleteItems([$0.itemIdentifiers[1]]) }
      await Task.yield()
    }
    await task.value
    // The update includes the changes made meanwhile.
    #expect(source.items == snapshot.itemIdentifiers)
    #expect(recorder.entries.last?.batch.items.updates.count == (isMarked ? 1 : 0))
    expectContinuity(recorder.entries, from: before, to: source.shown)
  }

  @Test func snapshotsOfASequenceAreShownInTheDomainOfTheChain() async throws {
    let source = try Fruits.showing(("a", []))
    let oracle = ChainOracle(source, id: { $0 }, content: { _, _ in true }, describe: { "\($0)" })
    let log = UpdateLog(source)
    let isOnMain = source.addObserver(log) { _, _ in MainActor.assertIsolated() }
    let (snapshots, continuation) = AsyncStream.makeStream(of: Snapshot<String, Int>.self)
    let task = Task { await source.follow(snapshots) }
    var snapshot = source.snapshot()
    for item in 0..<100 {
      try snapshot.appendItems([item])
      await Task.detached { [snapshot] in _ = continuation.yield(snapshot) }.value
    }
    while source.numberOfItems < 100 { await log.next() }
    #expect(log.states.map { $0.joined().count } == Array(1...100))
    #expect(oracle.failures.isEmpty)
    task.cancel()
    await task.value
    isOnMain.cancel()
  }

  @Test func marksOfASequenceBecomeUpdates() async throws {
    let source = try Fruits.showing(("a", [1, 2]))
    let log = UpdateLog(source)
    var snapshot = source.snapshot()
    try snapshot.reconfigureItems([2])
    let (snapshots, continuation) = AsyncStream.makeStream(of: Snapshot<String, Int>.self)
    continuation.yield(snapshot)
    continuation.finish()
    await source.follow(snapshots)
    let place = ItemPath(0, 1)
    #expect(log.batches == [UpdateBatch(items: Edits(updates: [PlacePair(place, place)]))])
  }

  @Test func onlyTheLatestSequenceIsFollowed() async throws {
    let source = Fruits()
    let log = UpdateLog(source)
    let (one, first) = AsyncStream.makeStream(of: Snapshot<String, Int>.self)
    let (two, second) = AsyncStream.makeStream(of: Snapshot<String, Int>.self)
    let following = Task { await source.follow(one) }
    first.yield(try .of(("a", [1])))
    await log.next()
    let followingNext = Task { await source.follow(two) }
    second.yield(try .of(("a", [2])))
    await log.next()
    #expect(source.items == [2])
    first.yield(try .of(("a", [1, 1_000])))
    // The earlier sequence shows nothing, and its task ends.
    await following.value
    second.yield(try .of(("a", [2, 3])))
    await log.next()
    #expect(log.states == [[[1]], [[2]], [[2, 3]]])
    followingNext.cancel()
    await followingNext.value
  }
}
