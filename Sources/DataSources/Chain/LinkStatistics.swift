import Changesets

/// What a link did since it is profiled.
public struct LinkStatistics: Hashable, Sendable {
  /// How often it was the link's turn.
  public private(set) var turns = 0
  /// How many of the turns came to a batch.
  public private(set) var batches = 0
  /// How many of the batches were reloads, which count no edits.
  public private(set) var reloads = 0
  /// How many items and sections were deleted.
  public private(set) var deletes = 0
  /// How many items and sections were inserted.
  public private(set) var inserts = 0
  /// How many items and sections were moved.
  public private(set) var moves = 0
  /// How many items and sections were updated.
  public private(set) var updates = 0
  /// How many edits the last batch had.
  public private(set) var lastBatch = 0
  /// How many edits the greatest batch had.
  public private(set) var greatestBatch = 0
  /// How long the turns took, without those of other links.
  public private(set) var time = Duration.zero

  /// How many deletes, inserts, moves and updates there were.
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
  /// Counts from now on what the link does, from nothing.
  public func startProfiling() { statistics = LinkStatistics() }

  /// Counts no more, and forgets what was counted. A link that is not profiled reads no clock.
  public func stopProfiling() { statistics = nil }
}

extension DataSource {
  /// Counts from now on what every link of the chain up from here does: see ``ChainLink/statistics`` and ``chainDescription(withTimes:)``.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func startProfiling() { chain.forEach { $0.link.startProfiling() } }

  /// Counts no more, and forgets what was counted.
  ///
  /// - Complexity: O(*l*), *l* being the number of links upstream, and of connections between them.
  public func stopProfiling() { chain.forEach { $0.link.stopProfiling() } }
}
