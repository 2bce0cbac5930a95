import Changesets
import DataSources
import TestKit
import Testing

/// Epochs: which observers are notified, of what, and when.
@Suite struct GraphTests {
  /// Records the batches of a source.
  private final class Log {
    var batches: [UpdateBatch] = []
    var states: [[Int]] = []
    init(_ source: any DataSource<Int>) {
      _ = source.addObserver(self) { [unowned source] log, event in
        if case .didUpdate(let batch, _) = event {
          log.batches.append(batch)
          log.states.append(source.items)
        }
        if event == .didNotUpdate {
          log.batches.append(UpdateBatch())
          log.states.append(source.items)
        }
      }
    }
  }

  @Test func aTransactionIsOneBatchAtEveryLink() {
    let (one, two) = (ArraySource([1, 2]), ArraySource([3]))
    let all = Transform(of: [one, two], by: .concatenate())
    let log = Log(all)
    one.transaction {
      one.append(9)
      two.remove(at: 0)
      #expect(all.items == [1, 2, 3])
    }
    #expect(log.states == [[1, 2, 9]])
    #expect(log.batches.map(\.count) == [2])
  }

  /// So many that a recursive search would overflow the stack, and a repeated one would not end.
  @Test func aTransformMayHaveManyLeaves() {
    let leaves = (0..<30_000).map { ArraySource([$0]) }
    let all = Transform(of: leaves, by: .concatenate())
    let owner = ArraySource([0])
    var inserts: [ItemPath] = []
    _ = all.addObserver(owner) { _, event in
      if case .didUpdate(let batch, _) = event { inserts += batch.items.inserts }
    }
    leaves[0].append(1)
    leaves[29_999].append(1)
    #expect(inserts == [ItemPath(0, 1), ItemPath(29_999, 1)])
  }

  @Test func unconnectedSourcesShareNoTransactions() throws {
    let (one, two) = (ArraySource([1]), ArraySource([2]))
    let shown = Transform(of: [one], by: .concatenate())
    let other = Transform(of: [one, two], by: .concatenate())
    try shown.setSources([two])
    // They are still connected by the other one.
    one.transaction {
      two.append(3)
      #expect(shown.items == [2])
    }
    #expect(shown.items == [2, 3])
    try other.setSources([one])
    one.transaction {
      two.append(4)
      #expect(shown.items == [2, 3, 4])
      one.append(5)
      #expect(other.items == [1])
    }
    #expect(other.items == [1, 5])
    // And connected again.
    try other.setSources([two, one])
    one.transaction {
      two.append(6)
      #expect(shown.items == [2, 3, 4])
    }
    #expect(other.items == [2, 3, 4, 6, 1, 5])
  }

  @Test func sourcesReplacedInATransactionAreDisconnectedAfterIt() throws {
    let (one, two) = (ArraySource([1]), ArraySource([2]))
    let shown = Transform(of: [one, two], by: .concatenate())
    try one.transaction {
      try shown.setSources([two])
      two.append(3)
      #expect(shown.items == [1, 2])
    }
    #expect(shown.items == [2, 3])
    one.transaction {
      two.append(4)
      #expect(shown.items == [2, 3, 4])
    }
  }

  /// Transforms get other sources; a transaction includes the edits of connected sources only.
  @Test func transactionsIncludeConnectedSourcesOnly() throws {
    for seed in Seeds.fixed(5, fresh: 5) {
      var random = SeededGenerator(seed: seed)
      let leaves = (0..<5).map { ArraySource([$0]) }
      var links: [Transform<Mappings.Concatenate<Int>>] = []
      for _ in 0..<5 { links.append(Transform(of: [leaves[0]], by: .concatenate())) }
      var sources = [[Int]](repeating: [0], count: 5)
      for step in 0..<30 {
        // Leaves have the numbers from 0 to 4, and links those from 5 on; the sources of a link are leaves, and links
        // before it.
        let link = Int.random(in: 0..<5, using: &random)
        sources[link] = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Int.random(in: 0..<5 + link, using: &random)
        }
        try links[link].setSources(sources[link].map { $0 < 5 ? leaves[$0] as any DataSource<Int> : links[$0 - 5] })
        var groups = Array(0..<10)
        for (link, sources) in sources.enumerated() {
          for source in sources {
            let (old, new) = (groups[source], groups[link + 5])
            groups = groups.map { $0 == old ? new : $0 }
          }
        }
        for first in leaves.indices {
          for second in leaves.indices where first != second {
            let count = leaves[second].count
            leaves[first].transaction {
              leaves[second].append(step)
              let isHeld = leaves[second].count == count
              #expect(isHeld == (groups[first] == groups[second]), "seed \(seed), step \(step): \(sources)")
            }
            leaves[second].remove(at: count)
          }
        }
      }
    }
  }

  /// Transforms to be released by another task.
  ///
  /// The conformance is unchecked because transforms are not sendable. The content is never read: each parcel has the
  /// only references to its transforms, and one task releases them. The chain itself references them weakly, which is
  /// safe on any thread.
  private struct Parcel: @unchecked Sendable { let content: [AnyObject] }

  /// The last reference to a transform may be released in another isolation domain than that of the chain.
  @Test func transformsMayBeReleasedOnAnyThread() async {
    let source = ArraySource(0..<10)
    let kept = source.applying(.filter { $0 % 2 == 0 })
    for _ in 0..<10 {
      let parcels = (0..<8).map { _ in
        Parcel(content: (0..<50).map { _ in source.applying(.filter { $0 % 2 == 0 }).applying(.reverse()) })
      }
      await withTaskGroup(of: Int.self) { group in
        for parcel in consume parcels { group.addTask { parcel.content.count } }
      }
    }
    source.append(12)
    #expect(kept.items == [0, 2, 4, 6, 8, 12])
  }

  /// The chain may be edited meanwhile.
  @Test func transformsMayBeReleasedOnAnyThreadDuringEdits() async {
    let source = ArraySource(0..<10)
    let kept = source.applying(.filter { $0 % 2 == 0 })
    for round in 0..<(Seeds.isThorough ? 40 : 10) {
      let parcels = (0..<4).map { _ in
        Parcel(content: (0..<200).map { _ in source.applying(.filter { $0 % 2 == 0 }) })
      }
      await withTaskGroup(of: Int.self) { group in
        for parcel in consume parcels { group.addTask { parcel.content.count } }
        for _ in 0..<20 { source.update(round, at: 0) }
      }
    }
    source.append(12)
    #expect(kept.items == [2, 4, 6, 8, 12])
  }

  @Test func aDiamondReportsOneBatch() {
    let source = ArraySource([1, 2, 3])
    let odd = source.applying(.filter { $0 % 2 == 1 }), even = source.applying(.filter { $0 % 2 == 0 })
    let both = Transform(of: [odd, even], by: .concatenate())
    let log = Log(both)
    source.update(4, at: 0)
    #expect(log.states == [[3, 4, 2]])
    source.transaction {
      source.append(5)
      source.append(6)
    }
    #expect(log.states.last == [3, 5, 4, 2, 6])
    #expect(log.batches.count == 2)
  }

  @Test func editsOfObserversJoinTheNextEpoch() {
    let (one, two) = (ArraySource([1]), ArraySource<Int>())
    let all = Transform(of: [one, two], by: .concatenate())
    let log = Log(all)
    final class Echo {}
    let echo = Echo()
    _ = one.addObserver(echo) { [unowned one] _, event in
      guard case .didUpdate = event, one.count < 4 else { return }
      one.append(one.count + 1)
      two.append(-one.count)
      #expect(all.items.count == one.count + two.count)
    }
    one.append(2)
    #expect(log.states == [[1, 2], [1, 2, 3, -2], [1, 2, 3, 4, -2, -3]])
  }

  @Test func aTransactionThatThrowsChangesNothing() {
    struct Stop: Error {}
    let source = ArraySource([1])
    let log = Log(source)
    #expect(throws: Stop.self) {
      try source.transaction {
        source.append(2)
        throw Stop()
      }
    }
    #expect(source.items == [1] && log.batches.isEmpty)
  }

  @Test func cyclesAreRefused() throws {
    let leaf = ArraySource([1])
    let inner = Transform(of: [leaf], by: .concatenate())
    let outer = Transform(of: [inner], by: .concatenate())
    #expect(throws: UpdateError.self) { try inner.setSources([leaf, outer]) }
    #expect(throws: UpdateError.self) { try inner.setSources([inner]) }
    #expect(outer.items == [1])
  }

  @Test func cyclesOfOneTransactionAreRefused() throws {
    let leaf = ArraySource([1])
    let one = Transform(of: [leaf], by: .concatenate()), two = Transform(of: [leaf], by: .concatenate())
    try leaf.transaction {
      try one.setSources([two])
      #expect(throws: UpdateError.self) { try two.setSources([one]) }
    }
    leaf.append(2)
    #expect(one.items == [1, 2])
  }

  @Test func sourcesCanBeReplaced() throws {
    let (one, two, three) = (ArraySource([1]), ArraySource([2, 3]), ArraySource([4]))
    let all = Transform(of: [one, two], by: .concatenate())
    let log = Log(all)
    try all.setSources([two, three])
    #expect(all.items == [2, 3, 4])
    #expect(log.batches == [UpdateBatch(sections: Edits(deletes: [0], inserts: [1]))])
    one.append(8)
    #expect(log.batches.count == 1)
    three.append(5)
    #expect(all.items == [2, 3, 4, 5])
  }

  @Test func chainsAreReleasedWithTheirOwners() {
    let leaf = ArraySource([1])
    weak var transform: Transform<Mappings.Concatenate<Int>>?
    do {
      let made = Transform(of: [leaf], by: .concatenate())
      transform = made
      leaf.append(2)
      #expect(made.items == [1, 2])
    }
    #expect(transform == nil)
    leaf.append(3)
  }
}
