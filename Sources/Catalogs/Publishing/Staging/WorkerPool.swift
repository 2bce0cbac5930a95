import Diagnostics
import Foundation

/// A pool of threads that make files. Tasks wait in a short queue, so that memory use stays small however many files
/// there are.
///
///     planning thread                       worker threads
///     make(_:) ──▶ pendingTasks ──16 tasks──▶ batches ──▶ work() ──▶ made
///                       (blocks while 2 × jobs   │
///                        batches are waiting)    └─ error ──▶ failure / failures
///
/// Tasks are collected in `pendingTasks`, and submitted as a batch, which costs one lock per batch and lets
/// neighbouring tasks of one ``ContentMaker`` be made together. Each batch starts another thread until there are `jobs`
/// of them. When the queue is full, the planning thread waits.
///
/// The error is the same as if the files had been made one after the other: that of the first file of the plan that
/// cannot be made. Batches are taken in the order of the plan, so that all files before a failed one are made or being
/// made; later tasks are skipped, and an earlier failure replaces a later one. With `keepsGoing`, a failure concerns
/// only the group of the file, and the other files are made.
///
/// The `Sendable` conformance is unchecked: only the planning thread uses `pendingTasks`, and all other mutable state
/// is protected by `condition`.
final class WorkerPool: @unchecked Sendable {
  private static let batchSize = 16

  private let jobs: Int
  private let keepsGoing: Bool
  private let stager: FileStager
  /// The tasks of the next batch.
  private var pendingTasks: [FileTask] = []

  private let condition = NSCondition()
  private var batches: [[FileTask]] = []
  private var running = 0
  private var isClosed = false
  private var failure: (position: Int, error: DiagnosticsError)?
  private var failures: [String: (position: Int, error: DiagnosticsError)] = [:]
  private var made: [FinishedFile] = []

  /// Creates a pool. Its threads start with the first full batch.
  ///
  /// - Parameter keepsGoing: Whether other files are made if one of a group cannot be made.
  init(jobs: Int, keepsGoing: Bool, stager: FileStager) {
    self.jobs = max(jobs, 1)
    self.keepsGoing = keepsGoing
    self.stager = stager
  }

  /// The number of files that were made so far.
  var count: Int { condition.withLock { made.count } }

  /// The groups that have failed so far, with the error of the first file of each that failed.
  var failedGroups: [String: DiagnosticsError] { condition.withLock { failures.mapValues(\.error) } }

  /// Adds a task, and waits while the queue is full.
  ///
  /// - Returns: Whether to add more tasks; `false` if a file has failed.
  func make(_ task: FileTask) -> Bool {
    pendingTasks.append(task)
    return pendingTasks.count < Self.batchSize || submitPendingTasks()
  }

  /// Submits the remaining tasks, and waits until all files are made.
  ///
  /// - Parameter progress: A closure that is called with the number of files that were made, whenever it has grown.
  /// - Returns: The files that were made, in no particular order.
  func finish(progress: (Int) -> Void = { _ in }) throws(DiagnosticsError) -> [FinishedFile] {
    if isIdle {
      // A few files are made on this thread: starting another one would take longer.
      batches = [pendingTasks]
      pendingTasks = []
      isClosed = true
      running += 1
      work()
    } else {
      _ = submitPendingTasks()
    }
    condition.lock()
    isClosed = true
    condition.broadcast()
    var seen = made.count
    while running > 0 {
      condition.wait()
      guard made.count > seen else { continue }
      seen = made.count
      condition.unlock()
      progress(seen)
      condition.lock()
    }
    defer { condition.unlock() }
    if let failure { throw failure.error }
    return made
  }

  /// Deletes staged files that are not going to be published.
  func discard(_ paths: [String]) throws(DiagnosticsError) {
    var stager = stager
    for path in paths { try stager.discard(path) }
  }

  /// Whether no thread was started. The threads run until the pool is closed.
  private var isIdle: Bool { condition.withLock { running == 0 } }

  private func submitPendingTasks() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !pendingTasks.isEmpty, failure == nil else { return failure == nil }
    if running < jobs {
      running += 1
      Thread { [self] in work() }.start()
    }
    while batches.count >= 2 * jobs, failure == nil { condition.wait() }
    batches.append(pendingTasks)
    pendingTasks.removeAll(keepingCapacity: true)
    condition.broadcast()
    return failure == nil
  }

  private func work() {
    var stager = stager
    while let batch = nextBatch() {
      var files: [FinishedFile] = []
      for run in FileStager.runs(batch) {
        do {
          files += try stager.make(run)
        } catch {
          guard !fail(run[run.startIndex], error) else { continue }
          break
        }
      }
      condition.withLock {
        made += files
        condition.broadcast()
      }
    }
    condition.withLock {
      running -= 1
      condition.broadcast()
    }
  }

  /// Waits for the next batch, and returns it, or `nil` if the pool is closed and the queue is empty.
  private func nextBatch() -> [FileTask]? {
    condition.lock()
    defer { condition.unlock() }
    while batches.isEmpty, !isClosed { condition.wait() }
    guard let batch = batches.first else { return nil }
    batches.removeFirst()
    condition.broadcast()
    // Tasks after a failed file need not be made.
    return batch.filter { task in
      let failure = failure ?? task.group.flatMap { failures[$0] }
      return failure.map { task.position < $0.position } ?? true
    }
  }

  /// Records that a file cannot be made.
  ///
  /// - Returns: Whether the thread continues with other files.
  private func fail(_ task: FileTask, _ error: DiagnosticsError) -> Bool {
    condition.withLock {
      defer { condition.broadcast() }
      if keepsGoing, let group = task.group {
        if failures[group].map({ task.position < $0.position }) ?? true { failures[group] = (task.position, error) }
        return true
      }
      if failure.map({ task.position < $0.position }) ?? true { failure = (task.position, error) }
      return false
    }
  }
}
