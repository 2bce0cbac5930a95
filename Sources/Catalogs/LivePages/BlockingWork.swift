import Diagnostics
import Foundation
import Synchronization

/// Runs work that blocks its thread, such as waiting for a process, on threads of its own: those that tasks and queues
/// share are few.
///
/// Each user has its own object, so that work that takes long delays no other.
final class BlockingWork: Sendable {
  /// The pieces of work that wait for a thread, and the number of threads.
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var threadCount = 0
  }

  private let state = Mutex(State())
  private let width: Int

  /// - Parameter width: The maximal number of threads. Further work waits.
  init(width: Int) { self.width = width }

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws(DiagnosticsError) -> Value
  ) async throws(DiagnosticsError) -> Value {
    let result = await withCheckedContinuation { continuation in
      let needsThread = state.withLock { state in
        state.waiting.append { continuation.resume(returning: Result(catching: work)) }
        guard state.threadCount < width else { return false }
        state.threadCount += 1
        return true
      }
      if needsThread { Thread.detachNewThread { self.workUntilDone() } }
    }
    return try result.get()
  }

  /// The life of a thread: it ends when nothing waits.
  private func workUntilDone() {
    while true {
      let next: (@Sendable () -> Void)? = state.withLock { state in
        guard !state.waiting.isEmpty else {
          state.threadCount -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      next()
    }
  }
}
