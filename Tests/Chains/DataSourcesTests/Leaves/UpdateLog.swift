import Changesets
import DataSources

/// Records the updates of a source, and lets others wait for them.
final class UpdateLog<Item> {
  private(set) var batches: [UpdateBatch] = []
  private(set) var animated: [Bool] = []
  private(set) var states: [[[Item]]] = []
  private let updates: AsyncStream<Void>.Continuation
  private var iterator: AsyncStream<Void>.Iterator

  init(_ source: any DataSource<Item>) {
    let (stream, updates) = AsyncStream.makeStream(of: Void.self)
    self.updates = updates
    iterator = stream.makeAsyncIterator()
    _ = source.addObserver(self) { [unowned source] log, event in
      switch event {
      case .willUpdate: return
      case .didUpdate(let batch, let animated):
        log.batches.append(batch)
        log.animated.append(animated.isAnimated)
      case .didNotUpdate:
        log.batches.append(UpdateBatch())
        log.animated.append(true)
      }
      log.states.append(source.itemsBySection)
      log.updates.yield()
    }
  }

  /// Waits for the next update that was not waited for yet.
  nonisolated(nonsending) func next() async { await iterator.next(isolation: #isolation) }
}
