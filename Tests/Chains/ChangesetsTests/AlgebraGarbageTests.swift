import Changesets
import TestKit
import Testing

/// Batches without a meaning throw an error or are applied in a defined way, and never trap.
@Suite struct AlgebraGarbageTests {
  private static let small = [-1, 0, 0, 1, 1, 2, 2, 3]
  private static let wild = [.min, -1, 0, 1, 2, 3, 1 << 40, (1 << 62) - 1, 1 << 62, .max - 1, .max]

  @Test func contradictoryBatchesAreApplied() {
    for seed in Seeds.fixed(21, fresh: 21) {
      var random = SeededGenerator(seed: seed)
      let one = Self.batch(of: Self.small, using: &random), two = Self.batch(of: Self.small, using: &random)
      let three = Self.batch(of: Self.small, using: &random), normal = one.normalized()
      #expect(normal.normalized() == normal, "seed \(seed)")
      #expect(one.inverted().inverted() == normal, "seed \(seed)")
      #expect(one.composed(with: two) == normal.composed(with: two.normalized()), "seed \(seed)")
      #expect(
        one.composed(with: two).composed(with: three) == one.composed(with: two.composed(with: three)), "seed \(seed)")
      var shuffled = one
      shuffled.items.moves.shuffle(using: &random)
      shuffled.sections.moves.shuffle(using: &random)
      #expect(shuffled.normalized() == normal, "seed \(seed)")
    }
  }

  @Test func exactlyApplicableBatchesAreValid() {
    var valid = 0, refused = 0
    let seeds = Seeds.fixed(125, fresh: 125)
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      // A valid batch with one or two wrong edits.
      let right = Trace.random(from: Self.counts(using: &random), using: &random)
      var batch = right.labelled(using: &random)
      if Bool.random(using: &random) { batch.sections.spoil(using: &random) { $0 } }
      if Bool.random(using: &random) {
        batch.items.spoil(using: &random) { ItemPath(section: $0 % 2, item: $0 / 2) }
      }
      let (before, after) = (right.before, right.counts)
      let trace = Trace(start: before).applying(batch, counts: after)
      do {
        try batch.validate(before: before, after: after)
        _ = try batch.applied(to: before.map { Array(repeating: 0, count: $0) }, counts: after) { $0.item }
        #expect(trace != nil, "seed \(seed): \(batch) from \(before) to \(after)")
        #expect(Trace(start: before).applying(batch.normalized(), counts: after) == trace, "seed \(seed)")
        valid += 1
      } catch {
        #expect(trace == nil, "seed \(seed): \(batch) from \(before) to \(after): \(error)")
        refused += 1
      }
    }
    #expect(min(valid, refused) > seeds.count / 5, "\(valid) and \(refused)")
  }

  @Test func nothingTraps() {
    for seed in Seeds.fixed(25, fresh: 25) {
      var random = SeededGenerator(seed: seed)
      var one = Self.batch(of: Self.wild, using: &random), two = Self.batch(of: Self.wild, using: &random)
      if seed % 50 == 0 { one.sections.isReload = true }
      if seed % 70 == 0 { two.items.isReload = true }
      let counts = Self.counts(using: &random), other = Self.counts(using: &random)
      let (old, new) = (Self.shelves(counts), Self.shelves(other))
      let both = one.composed(with: two).composed(with: one.inverted())
      let flat = one.flat.composed(with: two.flat).composed(with: one.flat.inverted())
      for batch in [one, two, both, both.inverted(), one.normalized()] {
        _ = old.refining(batch, to: new).normalized()
        _ = try? batch.validate(before: counts, after: other)
        _ = try? batch.validate(before: [.max, .min, 3], after: [.max, -1, .max])
        _ = try? old.applying(batch, to: new)
      }
      for edits in [one.flat, two.flat, flat, flat.inverted(), one.sections] {
        _ = edits.refined(from: counts, to: other, matching: ClosureMatching(id: { $0 % 2 }, content: ==)).normalized()
        _ = try? edits.validate(before: .max, after: .min)
        _ = try? edits.applied(to: counts, count: other.count) { $0 }
        _ = try? edits.applied(to: counts, count: -1) { $0 }
      }
    }
  }

  private static func counts(using random: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
  }

  private static func shelves(_ counts: [Int]) -> [Shelf] {
    counts.map { count in Shelf(id: count % 2, items: (0..<count).map { Fruit(id: $0 % 2, version: $0) }) }
  }

  /// Any numbers in any lists.
  private static func batch(
    of places: [Int], upTo limit: Int = 4, using random: inout SeededGenerator
  ) -> UpdateBatch {
    func list<Element>(_ element: () -> Element) -> [Element] {
      Int.random(in: 0...2, using: &random) == 0
        ? [] : (0..<Int.random(in: 0...limit, using: &random)).map { _ in element() }
    }
    func place() -> Int { places[Int.random(in: 0..<places.count, using: &random)] }
    func path() -> ItemPath { ItemPath(section: place(), item: place()) }
    return UpdateBatch(
      sections: Bool.random(using: &random)
        ? Edits()
        : Edits(
          deletes: list(place), inserts: list(place), moves: list { PlacePair(place(), place()) },
          updates: list { PlacePair(place(), place()) }),
      items: Edits(
        deletes: list(path), inserts: list(path), moves: list { PlacePair(path(), path()) },
        updates: list { PlacePair(path(), path()) }))
  }
}

extension Edits {
  /// Adds a wrong edit, or removes one.
  fileprivate mutating func spoil(using random: inout SeededGenerator, place: (Int) -> Place) {
    func anywhere() -> Place { place(Int.random(in: 0..<6, using: &random)) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: deletes.append(anywhere())
    case 1: inserts.append(anywhere())
    case 2: moves.append(PlacePair(anywhere(), anywhere()))
    case 3: updates.append(PlacePair(anywhere(), anywhere()))
    case 4: _ = deletes.popLast()
    case 5: _ = inserts.popLast()
    case 6: _ = moves.popLast()
    default: _ = updates.popLast()
    }
  }
}
