public import Changesets
import Synchronization

extension DiffableDataSource {
  /// Hears how a change ended, once, before the next one is made: the batch, which is empty if there was nothing to do, or why
  /// nothing was done.
  public typealias Completion = @Sendable (Result<UpdateBatch, any Error>) -> Void

  /// A change that was asked for.
  struct Job: Sendable {
    /// Makes the change.
    let change: @Sendable (inout DiffableContent<Section, Item>) throws -> Change?
    let animated: Bool
    let completion: Completion?
  }

  /// A change that was made. If there is none, nobody is told.
  struct Change {
    let batch: UpdateBatch
    /// The snapshot with its marks, where one was applied.
    var applied: Snapshot<Section, Item>?
    /// What is to happen after the observers were told.
    var afterwards: () -> Void = {}
  }

  /// Makes a change now, or after those that are under way.
  ///
  /// - Throws: The change's error, if it was made now.
  func run(
    animated: Bool, completion: Completion?,
    change: @escaping @Sendable (inout DiffableContent<Section, Item>) throws -> Change?
  ) throws {
    let job = Job(change: change, animated: animated, completion: completion)
    guard state.withLock({ $0.queue.add(job) }) else { return }
    var outcome: Result<UpdateBatch, any Error>?
    while let job = state.withLock({ $0.queue.next() }) {
      let result = Result { try perform(job) }
      job.completion?(result)
      // The first job is the one that was asked for here.
      if outcome == nil { outcome = result }
    }
    _ = try outcome?.get()
  }

  /// Makes one change. Only who works on the queue gets here, one at a time, so nobody else changes the content meanwhile.
  private func perform(_ job: Job) throws -> UpdateBatch {
    let before = state.withLock { $0.content }
    var content = before
    guard let change = try job.change(&content) else { return UpdateBatch() }
    let version = state.withLock { [content] state in
      state.content = content
      state.version += 1
      return state.version
    }
    tell(
      Update(
        batch: change.batch, before: before.snapshot, after: change.applied ?? content.snapshot,
        animated: job.animated && !change.batch.isReload, version: version))
    change.afterwards()
    return change.batch
  }
}
