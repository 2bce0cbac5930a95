import Diagnostics
import Foundation

/// Threads that make files. What is handed in waits in a short queue, so that memory stays small however many files there are.
///
/// It fails as if the files had been made one after the other: with the error of the first that cannot be made. Files are taken in turn, so
/// that when one fails, all before it are made or being made. Where others are to go on without the group of a file, the group alone fails.
///
/// Checked by hand: `tray` belongs to the thread that hands in, everything else that changes is touched under the lock only.
final class Workshop: @unchecked Sendable {
  private static let batchSize = 16

  private let jobs: Int
  private let keepsGoing: Bool
  private let maker: FileMaker
  /// Files that wait for the batch to be full.
  private var tray: [MakingTask] = []

  private let condition = NSCondition()
  private var batches: [[MakingTask]] = []
  private var running = 0
  private var isClosed = false
  private var failure: (turn: Int, error: DiagnosticsError)?
  private var failures: [String: (turn: Int, error: DiagnosticsError)] = [:]
  private var made: [MadeFile] = []

  /// Opens a workshop; the threads start with the first file.
  ///
  /// - Parameter keepsGoing: Whether other files are made if one of a group cannot be.
  init(jobs: Int, keepsGoing: Bool, maker: FileMaker) {
    self.jobs = max(jobs, 1)
    self.keepsGoing = keepsGoing
    self.maker = maker
  }

  /// How many files were made so far.
  var count: Int { condition.withLock { made.count } }

  /// The groups that have failed so far, and why.
  var failedGroups: [String: DiagnosticsError] { condition.withLock { failures.mapValues(\.error) } }

  /// Hands a file in, and waits as long as the queue is full.
  ///
  /// - Returns: Whether there is any use in handing in more: not if one has failed.
  func make(_ task: MakingTask) -> Bool {
    tray.append(task)
    return tray.count < Self.batchSize || submitTray()
  }

  /// Waits until all files are made.
  ///
  /// - Parameter progress: Is called with the number of files that were made, whenever there are more.
  /// - Returns: The files, in no order.
  func finish(progress: (Int) -> Void = { _ in }) throws(DiagnosticsError) -> [MadeFile] {
    if isIdle {
      // To start a thread would take longer than to make a few files.
      batches = [tray]
      tray = []
      isClosed = true
      running += 1
      work()
    } else {
      _ = submitTray()
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

  /// Deletes staged files that are not published after all.
  func discard(_ paths: [String]) throws(DiagnosticsError) {
    var maker = maker
    for path in paths { try maker.discard(path) }
  }

  /// Whether no thread was started.
  private var isIdle: Bool { condition.withLock { running == 0 } }

  private func submitTray() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard !tray.isEmpty, failure == nil else { return failure == nil }
    if running < jobs {
      running += 1
      Thread { [self] in work() }.start()
    }
    while batches.count >= 2 * jobs, failure == nil { condition.wait() }
    batches.append(tray)
    tray.removeAll(keepingCapacity: true)
    condition.broadcast()
    return failure == nil
  }

  private func work() {
    var maker = maker
    while let batch = nextBatch() {
      var files: [MadeFile] = []
      for run in FileMaker.runs(batch) {
        do {
          files += try maker.make(run)
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

  /// The next files to make; nothing if there will be none.
  private func nextBatch() -> [MakingTask]? {
    condition.lock()
    defer { condition.unlock() }
    while batches.isEmpty, !isClosed { condition.wait() }
    guard let batch = batches.first else { return nil }
    batches.removeFirst()
    condition.broadcast()
    // What comes after a file that failed would be made for nothing.
    return batch.filter { task in
      let failure = failure ?? task.group.flatMap { failures[$0] }
      return failure.map { task.turn < $0.turn } ?? true
    }
  }

  /// Notes that a file cannot be made.
  ///
  /// - Returns: Whether others are made all the same.
  private func fail(_ task: MakingTask, _ error: DiagnosticsError) -> Bool {
    condition.withLock {
      defer { condition.broadcast() }
      if keepsGoing, let group = task.group {
        if failures[group].map({ task.turn < $0.turn }) ?? true { failures[group] = (task.turn, error) }
        return true
      }
      if failure.map({ task.turn < $0.turn }) ?? true { failure = (task.turn, error) }
      return false
    }
  }
}
