import DataSources
import Synchronization
import Testing

/// Typing into a filter, with a manual clock.
@Suite @MainActor struct FilterTextTests {
  private let clock = ManualClock()
  private let found = ArraySource(["apple", "fig", "plum"]).applying(
    Mappings.Filter { word, text in word.contains(text) })

  /// Types, and waits until the waiting has begun.
  private func type(_ text: String, after delay: Duration = .seconds(1)) async -> Task<Void, Never> {
    let (count, found, clock) = (clock.waiting, found, clock)
    let task = Task { await found.setFilterText(text, after: delay, clock: clock) }
    while clock.waiting == count { await Task.yield() }
    return task
  }

  @Test func theTextIsSetWhenTheDelayIsOver() async {
    let typing = await type("p")
    clock.advance(by: .milliseconds(999))
    #expect(clock.waiting == 1 && found.items.count == 3)
    clock.advance(by: .milliseconds(1))
    await typing.value
    #expect(found.items == ["apple", "plum"])
  }

  @Test func aLaterCallSupersedes() async {
    let first = await type("p")
    clock.advance(by: .milliseconds(500))
    let second = await type("pl")
    clock.advance(by: .milliseconds(500))
    await first.value
    #expect(found.items.count == 3)
    clock.advance(by: .milliseconds(500))
    await second.value
    #expect(found.mapping.filterText == "pl" && found.items == ["apple", "plum"])
  }

  @Test func aLaterCallSupersedesAlsoWhenItIsDoneSooner() async {
    let slow = await type("f", after: .seconds(5)), quick = await type("pl")
    clock.advance(by: .seconds(1))
    await quick.value
    clock.advance(by: .seconds(4))
    await slow.value
    #expect(found.mapping.filterText == "pl")
  }

  @Test func settingTheTextSupersedesAWaitingCall() async {
    let typing = await type("p")
    found.configure { $0.filterText = "" }
    clock.advance(by: .seconds(1))
    await typing.value
    #expect(found.mapping.filterText == "" && found.items.count == 3)
  }

  @Test func aCancelledCallDoesNothing() async {
    let typing = await type("p")
    typing.cancel()
    await typing.value
    #expect(clock.waiting == 0)
    clock.advance(by: .seconds(1))
    #expect(found.items.count == 3)
    let next = await type("f")
    clock.advance(by: .seconds(1))
    await next.value
    #expect(found.items == ["fig"])
  }
}

/// A clock whose time advances only when `advance(by:)` is called.
private final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.sinceStart < rhs.sinceStart }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var nextID = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }
  /// How many are waiting.
  var waiting: Int { state.withLock(\.sleepers.count) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if !Task.isCancelled {
            state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          }
          return Task.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      wake(throwing: true) { $0.id == id }
    }
  }

  func advance(by duration: Duration) {
    let now = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.now
    }
    wake(throwing: false) { $0.deadline <= now }
  }

  private func wake(throwing: Bool, where isMeant: (Sleeper) -> Bool) {
    let woken = state.withLock { state in
      let woken = state.sleepers.filter(isMeant).map(\.continuation)
      state.sleepers.removeAll(where: isMeant)
      return woken
    }
    for continuation in woken {
      if throwing { continuation.resume(throwing: CancellationError()) } else { continuation.resume() }
    }
  }
}
