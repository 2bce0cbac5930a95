import Changesets

/// The statistics of a link since its profiling started.
public struct LinkStatistics: Hashable, Sendable {
  /// The number of turns of the link.
  public private(set) var turns = 0
  /// The number of turns that resulted in a batch.
  public private(set) var batches = 0
  /// The number of batches that were reloads. The edits of a reload are not counted.
  public private(set) var reloads = 0
  /// The number of items and sections that were deleted.
  public private(set) var deletes = 0
  /// The number of items and sections that were inserted.
  public private(set) var inserts = 0
  /// The number of items and sections that were moved.
  public private(set) var moves = 0
  /// The number of items and sections that were updated.
  public private(set) var updates = 0
  /// The number of edits in the last batch.
  public private(set) var lastBatch = 0
  /// The number of edits in the largest batch.
  public private(set) var greatestBatch = 0
  /// The time that the turns took, without those of other links.
  public private(set) var time = Duration.zero

  /// The number of deletions, insertions, moves and updates.
  public var edits: Int { deletes + inserts + moves + updates }

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

extension ChainLink {
  /// Starts to collect statistics of the link. Statistics that were collected before are discarded.
  public func startProfiling() { statistics = LinkStatistics() }

  /// Stops collecting statistics, and discards them. A link that is not profiled reads no clock.
  public func stopProfiling() { statistics = nil }
}

extension DataSource {
  /// Starts to collect statistics of every link of the chain: see ``ChainLink/statistics`` and ``chainDescription(withTimes:)``.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func startProfiling() { chain.forEach { $0.link.startProfiling() } }

  /// Stops collecting statistics, and discards them.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func stopProfiling() { chain.forEach { $0.link.stopProfiling() } }
}
