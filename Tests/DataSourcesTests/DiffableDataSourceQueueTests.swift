import Changesets
import DataSources
import Snapshots
import Testing

/// In which order changes are made, whoever asks for them.
@Suite struct DiffableDataSourceQueueTests {
  @Test func changesOfObserversComeAfterThePresentOne() throws {
    let source = Fruits()
    let log = Recorder<String>()
    let snapshots = try (0...3).map { try Snapshot<String, Int>.of(("a", Array(0..<$0))) }
    for observer in ["first", "second"] {
      source.addObserver(log) { [unowned source] log, update in
        log.record("\(observer) \(update.after.numberOfItems)")
        guard observer == "first", update.after.numberOfItems == 1 else { return }
        for count in [2, 3] { source.apply(snapshots[count]) { log.record("done \(count)") } }
      }
    }
    source.apply(snapshots[1]) { log.record("done 1") }
    #expect(
      log.entries == [
        "first 1", "second 1", "done 1", "first 2", "second 2", "done 2", "first 3", "second 3", "done 3",
      ])
    #expect(source.snapshot().numberOfItems == 3)
  }

  @Test func completionsMayAskForChanges() throws {
    let source = Fruits()
    let recorder = source.recorder()
    let next = try Snapshot<String, Int>.of(("a", [1, 2]))
    source.apply(try .of(("a", [1]))) { [unowned source] in
      source.apply(next)
    }
    #expect(recorder.entries.map(\.after.numberOfItems) == [1, 2])
  }

  @Test func errorsOfChangesThatWaitReachTheirCompletion() throws {
    let source = Fruits()
    let log = Recorder<String>()
    source.addObserver(log) { [unowned source] log, update in
      guard update.after.numberOfItems == 1 else { return }
      do {
        try source.expand(7, in: "a") { result in
          let error = #expect(throws: UpdateError.self) { try result.get() }
          log.record(error?.message.contains("item 7") == true ? "failed" : "?")
        }
      } catch {
        log.record("thrown")
      }
      var next = update.after
      next.deleteAllItems()
      source.apply(next) { log.record("done") }
    }
    source.apply(try .of(("a", [1])))
    #expect(log.entries == ["failed", "done"])
  }

  @Test func anErrorIsThrownWhereTheChangeWasMadeAtOnce() throws {
    let source = try Fruits.showing(("a", [1]))
    let recorder = source.recorder()
    let log = Recorder<Bool>()
    #expect(throws: UpdateError.self) {
      try source.collapse(7, in: "a") { log.record((try? $0.get()) == nil) }
    }
    #expect(log.entries == [true])
    #expect(recorder.entries.isEmpty)
  }

  @Test func onlyTheErrorOfTheChangeItselfIsThrown() throws {
    let source = try Fruits.showing(("a", [1]))
    let next = try Snapshot<String, Int>.of(("a", [2]))
    #expect(throws: UpdateError.self) {
      try source.expand(7, in: "a") { [unowned source] _ in source.apply(next) }
    }
    #expect(source.items == [2])
    try source.expand(2, in: "a") { [unowned source] _ in
      // It waits, so it does not throw here either.
      #expect(throws: Never.self) { try source.expand(7, in: "a") }
    }
  }

  @Test func awaitingReturnsWhenTheChangeIsMade() async throws {
    let source = Fruits()
    let recorder = source.recorder()
    for count in 1...5 {
      await source.apply(try .of(("a", Array(0..<count))), animated: false)
      #expect(source.snapshot().numberOfItems == count)
      #expect(recorder.entries.map(\.after.numberOfItems) == Array(1...count))
    }
    await source.applyUsingReload(Snapshot())
    #expect(recorder.entries.last?.batch == .reload)
    var tree = SectionSnapshot<Int>()
    try tree.append([1])
    try await source.apply(tree, to: "t")
    #expect(source.snapshot() == (try .of(("t", [1]))))
    await #expect(throws: UpdateError.self) { try await source.apply(tree, to: "u") }
  }

  @Test func awaitingFromATaskOfAnObserverDoesNotBlock() async throws {
    let source = Fruits()
    let next = try Snapshot<String, Int>.of(("a", [1, 2]))
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let owner = Recorder<Int>()
    source.addObserver(owner) { [source] _, update in
      guard update.after.numberOfItems == 1 else { return }
      Task {
        await source.apply(next)
        continuation.yield(source.snapshot().numberOfItems)
        continuation.finish()
      }
    }
    await source.apply(try .of(("a", [1])))
    var counts: [Int] = []
    for await count in stream { counts.append(count) }
    #expect(counts == [2])
  }

  @Test @MainActor func changesOfAnActorAreMadeOnIt() async throws {
    let source = Fruits()
    let recorder = Recorder<Int>()
    source.addObserver(recorder) { recorder, update in
      MainActor.assertIsolated()
      recorder.record(update.after.numberOfItems)
    }
    await source.apply(try .of(("a", [1])))
    source.apply(try .of(("a", [1, 2])), completion: nil)
    #expect(recorder.entries == [1, 2])
  }

  /// Every task gives the section of its own one item more at a time; nothing may be lost, doubled or out of order.
  @Test func manyTasksAskAtOnce() async throws {
    let (tasks, rounds) = (8, 40)
    let source = Fruits()
    let recorder = source.recorder()
    let completed = Recorder<[Int]>()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for round in 0..<rounds {
            var tree = SectionSnapshot<Int>()
            do { try tree.append((0...round).map { task * 1000 + $0 }) } catch { Issue.record(error) }
            if round.isMultiple(of: 4) {
              do { try await source.apply(tree, to: "\(task)") } catch { Issue.record(error) }
              completed.record([task, round])
              #expect((try? source.snapshot(for: "\(task)").items.count) == round + 1)
            } else {
              do {
                try source.apply(tree, to: "\(task)") { _ in completed.record([task, round]) }
              } catch { Issue.record(error) }
            }
          }
        }
      }
    }
    // One of the tasks did the work, so nothing is under way any more.
    let updates = recorder.entries
    #expect(updates.count == tasks * rounds)
    expectContinuity(updates, from: Snapshot(), to: source.snapshot())
    #expect(completed.entries.count == tasks * rounds)
    for task in 0..<tasks {
      #expect(completed.entries.filter { $0[0] == task }.map { $0[1] } == Array(0..<rounds), "task \(task)")
      let lengths = updates.compactMap { try? $0.after.numberOfItems(inSection: "\(task)") }
      #expect(lengths == lengths.sorted() && lengths.last == rounds, "task \(task)")
    }
  }

  @Test func manyTasksApplyWholeSnapshots() async throws {
    let source = Fruits()
    let recorder = source.recorder()
    let completed = Recorder<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for round in 0..<30 {
            let snapshot = try Snapshot<String, Int>.of(
              ("\(task)", [round, 100 + task]), ("all", Array(200..<200 + round)))
            await source.apply(snapshot)
            completed.record(task * 100 + round)
          }
        }
      }
      try await group.waitForAll()
    }
    let updates = recorder.entries
    #expect(updates.count == 180)
    let everyRound = (0..<6).flatMap { task in (0..<30).map { round in task * 100 + round } }
    #expect(completed.entries.sorted() == everyRound)
    expectContinuity(updates, from: Snapshot(), to: source.snapshot())
    for task in 0..<6 {
      let rounds = updates.filter { $0.after.contains(section: "\(task)") }.compactMap {
        $0.after.itemIdentifiers.first
      }
      #expect(rounds == Array(0..<30), "task \(task)")
    }
  }

  @Test func aLongChainOfChangesNeedsNoStack() throws {
    let source = DiffableDataSource<Int, Int>()
    let recorder = Recorder<Int>()
    let snapshots = try (0...1).map { try Snapshot<Int, Int>(sections: [($0, [])]) }
    source.addObserver(recorder) { [unowned source] recorder, _ in
      recorder.record(0)
      let count = recorder.entries.count
      if count < 2_000 { source.apply(snapshots[count % 2]) }
    }
    source.apply(snapshots[0])
    #expect(recorder.entries.count == 2_000)
  }
}
