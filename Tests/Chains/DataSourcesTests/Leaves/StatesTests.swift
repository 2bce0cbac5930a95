import Changesets
import DataSources
import Testing

/// Leaves that show the states of a sequence.
@MainActor @Suite struct StatesTests {
  private let updater = DeltaUpdater<ClosureMatching<Int, Int>>(id: { $0 }, content: ==)
  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func everyStateIsABatch() async {
    let source = ArraySource([1, 2], name: "Numbers")
    let log = UpdateLog(source)
    let isOnMain = source.addObserver(log) { _, _ in MainActor.assertIsolated() }
    let (states, continuation) = AsyncStream.makeStream(of: [Int].self)
    for state in [[2, 1], [2, 1], [], [3]] { continuation.yield(state) }
    continuation.finish()
    await source.follow(states, by: updater)
    isOnMain.cancel()
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(moves: [PlacePair(path(1), path(0))])), UpdateBatch(),
        UpdateBatch(items: Edits(deletes: [path(0), path(1)])), UpdateBatch(items: Edits(inserts: [path(0)])),
      ])
    #expect(source.name == "Numbers")
  }

  @Test func statesOfSections() async {
    let source = SectionedArraySource<Int>()
    let log = UpdateLog(source)
    let (states, continuation) = AsyncStream.makeStream(of: [SectionState<String?, Int>].self)
    continuation.yield([SectionState("a", items: [1]), SectionState("b", items: [])])
    continuation.yield([SectionState("b", items: [1])])
    continuation.finish()
    await source.follow(states, by: updater)
    #expect(
      log.batches == [
        UpdateBatch(sections: Edits(inserts: [0, 1])),
        UpdateBatch(
          sections: Edits(deletes: [0]),
          items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])),
      ])
  }

  @Test func anErrorEndsFollowingAndTheLastStateStays() async {
    struct Stop: Error {}
    let source = ArraySource<Int>()
    let (states, continuation) = AsyncThrowingStream.makeStream(of: [Int].self)
    continuation.yield([1])
    continuation.finish(throwing: Stop())
    await #expect(throws: Stop.self) { try await source.follow(states, by: updater) }
    #expect(source.items == [1])
  }

  @Test func followingEndsWithTheTask() async {
    let source = ArraySource<Int>()
    let log = UpdateLog(source)
    let (states, continuation) = AsyncStream.makeStream(of: [Int].self)
    let task = Task { await source.follow(states, by: updater) }
    continuation.yield([1])
    await log.next()
    task.cancel()
    await task.value
    continuation.yield([2])
    #expect(source.items == [1])
  }

  @Test func onlyTheLatestSequenceIsFollowed() async {
    let source = ArraySource<Int>()
    let log = UpdateLog(source)
    let (early, earlier) = AsyncStream.makeStream(of: [Int].self)
    let (late, later) = AsyncStream.makeStream(of: [Int].self)
    earlier.yield([1])
    let first = Task { await source.follow(early, by: updater) }
    await log.next()
    later.yield([2])
    let second = Task { await source.follow(late, by: updater) }
    await log.next()
    earlier.yield([3])
    // The earlier sequence yields, shows nothing, and its task ends.
    await first.value
    #expect(source.items == [2])
    later.yield([4])
    later.finish()
    await second.value
    #expect(log.states == [[[1]], [[2]], [[4]]])
  }

  @Test func statesAreComparedWithEditsInBetween() async {
    let source = ArraySource<Int>()
    let log = UpdateLog(source)
    let (states, continuation) = AsyncStream.makeStream(of: [Int].self)
    let task = Task { await source.follow(states, by: updater) }
    continuation.yield([1])
    await log.next()
    source.append(2)
    await log.next()
    continuation.yield([2, 3])
    continuation.finish()
    await task.value
    #expect(log.batches.last == UpdateBatch(items: Edits(deletes: [path(0)], inserts: [path(1)])))
  }
}
