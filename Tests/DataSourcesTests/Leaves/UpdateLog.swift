import Changesets
import DataSources

/// Writes down the updates of a source, and lets others wait for them.
final class UpdateLog<Item> {
  private(set) var batches: [UpdateBatch] = []
  private(set) var animated: [Bool] = []
  private(set) var states: [[[Item]]] = []
  private let updates: AsyncStream<Void>.Continuation
  private var told: AsyncStream<Void>.Iterator

  init(_ source: any DataSource<Item>) {
    let (stream, updates) = AsyncStream.makeStream(of: Void.self)
    self.updates = updates
    told = stream.makeAsyncIterator()
    _ = source.addObserver(self) { [unowned source] log, event in
      guard case .didUpdate(let batch, let animated) = event else { return }
      log.batches.append(batch)
      log.animated.append(animated.isAnimated)
      log.states.append(source.itemsBySection)
      log.updates.yield()
    }
  }

  /// Waits for the next update that was not waited for yet.
  nonisolated(nonsending) func next() async { await told.next(isolation: #isolation) }
}
