import Synchronization

/// Whether something was changed that nobody looked at yet: told by the database on its own queue, asked elsewhere.
final class ChangeSignal: Sendable {
  private struct State {
    var isChanged = false
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0
  }

  private let state = Mutex(State())

  /// Something was changed: the watchers wake up.
  func raise() {
    let watchers = state.withLock { state in
      state.isChanged = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  /// Whether something was changed since the last time.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged
    }
  }

  /// What was changed could not be looked at, and still waits for it.
  func putBack() { state.withLock { $0.isChanged = true } }

  /// A sequence that says when to look, from now on, and what lets it say so at other times. Several reasons to look
  /// that come together are one.
  func wakeUps() -> (stream: AsyncStream<Void>, wakeUp: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = continuation
      return state.nextWatcher
    }
    continuation.onTermination = { [weak self] _ in
      let watcher = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
      withExtendedLifetime(watcher) {}
    }
    return (stream, continuation)
  }
}
