import Changesets

/// The statistics of a link since its profiling started.
package struct LinkStatistics: Hashable, Sendable {
  /// The number of turns of the link.
  package private(set) var turns = 0
  /// The number of turns that resulted in a batch.
  package private(set) var batches = 0
  /// The number of batches that were reloads. The edits of a reload are not counted.
  package private(set) var reloads = 0
  /// The number of items and sections that were deleted.
  package private(set) var deletes = 0
  /// The number of items and sections that were inserted.
  package private(set) var inserts = 0
  /// The number of items and sections that were moved.
  package private(set) var moves = 0
  /// The number of items and sections that were updated.
  package private(set) var updates = 0
  /// The number of edits in the last batch.
  package private(set) var lastBatch = 0
  /// The number of edits in the largest batch.
  package private(set) var greatestBatch = 0
  /// The time that the turns took, without those of other links.
  package private(set) var time = Duration.zero

  /// The number of deletions, insertions, moves and updates.
  package var edits: Int { deletes + inserts + moves + updates }

  mutating func add(_ batch: UpdateBatch, _ time: Duration) {
    turns += 1
    self.time += time
    if batch.isEmpty { return }
    batches += 1
    lastBatch = batch.count
    greatestBatch = max(greatestBatch, lastBatch)
    if batch.isReload {
      reloads += 1
    } else {
      deletes += batch.sections.deletes.count + batch.items.deletes.count
      inserts += batch.sections.inserts.count + batch.items.inserts.count
      moves += batch.sections.moves.count + batch.items.moves.count
      updates += batch.sections.updates.count + batch.items.updates.count
    }
  }
}

extension DataSource {
  /// Starts to collect statistics of every link of the chain: they are part of ``chainDescription(withTimes:)``.
  /// Statistics that were collected before are discarded.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func startProfiling() { chain.forEach { $0.link.statistics = LinkStatistics() } }

  /// Stops collecting statistics, and discards them. A link that is not profiled reads no clock.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func stopProfiling() { chain.forEach { $0.link.statistics = nil } }
}
