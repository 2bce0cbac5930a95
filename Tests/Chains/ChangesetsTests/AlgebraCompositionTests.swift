import Changesets
import TestKit
import Testing

/// Composition and inversion of edits and batches.
@Suite struct AlgebraCompositionTests {
  @Test func insertedElementsCanBeDeletedOrUpdated() {
    let insert = Edits(inserts: [2])
    #expect(insert.composed(with: Edits(deletes: [2])) == Edits())
    #expect(insert.composed(with: Edits(updates: [PlacePair(2, 2)])) == insert)
    #expect(insert.composed(with: Edits(moves: [PlacePair(2, 5)])) == Edits(inserts: [5]))
  }

  @Test func updatedOrMovedElementsCanBeDeletedOrUpdated() {
    let update = Edits(updates: [PlacePair(4, 4)]), move = Edits(moves: [PlacePair(4, 1)])
    #expect(
      update.composed(with: Edits(inserts: [0], updates: [PlacePair(4, 5)]))
        == Edits(inserts: [0], updates: [PlacePair(4, 5)]))
    #expect(update.composed(with: Edits(deletes: [4])) == Edits(deletes: [4]))
    #expect(update.composed(with: move) == Edits(moves: [PlacePair(4, 1)], updates: [PlacePair(4, 1)]))
    #expect(
      move.composed(with: Edits(updates: [PlacePair(1, 1)]))
        == Edits(moves: [PlacePair(4, 1)], updates: [PlacePair(4, 1)]))
    #expect(move.composed(with: Edits(moves: [PlacePair(1, 7)])) == Edits(moves: [PlacePair(4, 7)]))
    #expect(move.composed(with: Edits(moves: [PlacePair(1, 4)])) == Edits())
    #expect(move.composed(with: Edits(deletes: [1])) == Edits(deletes: [4]))
  }

  @Test func itemsAreDeletedAndMovedWithTheirSections() {
    let intoSecond = UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 3), ItemPath(1, 0))]))
    // Into a section that is then deleted, or moved.
    #expect(
      intoSecond.composed(with: UpdateBatch(sections: Edits(deletes: [1])))
        == UpdateBatch(sections: Edits(deletes: [1]), items: Edits(deletes: [ItemPath(0, 3)])))
    #expect(
      intoSecond.composed(with: UpdateBatch(sections: Edits(moves: [PlacePair(1, 4)])))
        == UpdateBatch(
          sections: Edits(moves: [PlacePair(1, 4)]), items: Edits(moves: [PlacePair(ItemPath(0, 3), ItemPath(4, 0))])))
    // Into an inserted section that is then deleted, and into one that is deleted after the item has left it.
    let intoNew = UpdateBatch(
      sections: Edits(inserts: [0]), items: Edits(moves: [PlacePair(ItemPath(0, 3), ItemPath(0, 0))]))
    #expect(
      intoNew.composed(with: UpdateBatch(sections: Edits(deletes: [0])))
        == UpdateBatch(items: Edits(deletes: [ItemPath(0, 3)])))
    #expect(
      intoNew.composed(
        with: UpdateBatch(
          sections: Edits(deletes: [0]), items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 3))])))
        == UpdateBatch())
    // Out of a deleted section, and on to another place.
    let saved = UpdateBatch(
      sections: Edits(deletes: [0]), items: Edits(moves: [PlacePair(ItemPath(0, 2), ItemPath(3, 1))]))
    #expect(
      saved.composed(
        with: UpdateBatch(items: Edits(inserts: [ItemPath(3, 0)], updates: [PlacePair(ItemPath(3, 1), ItemPath(3, 2))]))
      )
        == UpdateBatch(
          sections: Edits(deletes: [0]),
          items: Edits(
            inserts: [ItemPath(3, 0)], moves: [PlacePair(ItemPath(0, 2), ItemPath(3, 2))],
            updates: [PlacePair(ItemPath(0, 2), ItemPath(3, 2))])))
  }

  @Test func reloadAbsorbsEverything() {
    let edits = Edits(deletes: [1]), batch = UpdateBatch(sections: edits)
    #expect(edits.composed(with: .reload) == .reload)
    #expect(Edits.reload.composed(with: edits) == .reload)
    #expect(batch.composed(with: .reload) == .reload)
    #expect(UpdateBatch.reload.composed(with: batch) == .reload)
    #expect(Edits<Int>.reload.inverted() == .reload)
    #expect(UpdateBatch.reload.inverted() == .reload)
  }

  @Test func smallListsComposeAsTheyApply() {
    var random = SeededGenerator(seed: 1)
    for count in 0...3 {
      for first in Trace.all(of: count, upTo: 3) {
        let one = first.labelled(using: &random).flat
        for second in Trace.all(of: first.counts[0], upTo: 2) {
          let two = second.labelled(using: &random).flat, both = one.composed(with: two)
          guard
            Trace(start: [count]).applying(both.sectioned, counts: second.counts)
              == first.applying(two.sectioned, counts: second.counts),
            both == both.normalized(), both.inverted() == two.inverted().composed(with: one.inverted())
          else {
            Issue.record("\(one), then \(two), became \(both)")
            return
          }
        }
      }
    }
  }

  @Test func smallListsComposeAssociatively() {
    var random = SeededGenerator(seed: 2)
    for first in Trace.all(of: 2, upTo: 2) {
      let one = first.labelled(using: &random).flat
      for second in Trace.all(of: first.counts[0], upTo: 2) {
        let two = second.labelled(using: &random).flat, oneTwo = one.composed(with: two)
        for third in Trace.all(of: second.counts[0], upTo: 2) {
          let three = third.labelled(using: &random).flat
          #expect(oneTwo.composed(with: three) == one.composed(with: two.composed(with: three)))
        }
      }
    }
  }

  @Test(arguments: [[2], [1, 1]]) func smallStatesOfSectionsComposeAsTheyApply(counts: [Int]) {
    var random = SeededGenerator(seed: 3)
    for first in Trace.all(of: counts, sections: 2, items: 2) {
      let one = first.labelled(using: &random)
      let seconds = Trace.all(of: first.counts, sections: 2, items: 2)
      for _ in 0..<2 {
        guard let second = seconds.randomElement(using: &random) else { continue }
        Self.check(one, first, second.labelled(using: &random), second, "\(counts)")
      }
    }
  }

  @Test func randomBatchesComposeAsTheyApply() {
    for seed in Seeds.fixed(21, fresh: 21) {
      var random = SeededGenerator(seed: seed)
      let first = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      let second = Trace.random(from: first.counts, using: &random)
      let third = Trace.random(from: second.counts, using: &random)
      let (one, two) = (first.labelled(using: &random), second.labelled(using: &random))
      let three = third.labelled(using: &random)
      Self.check(one, first, two, second, "seed \(seed)")
      #expect(
        one.composed(with: two).composed(with: three) == one.composed(with: two.composed(with: three)), "seed \(seed)")
      #expect(one.composed(with: UpdateBatch()) == one.normalized(), "seed \(seed)")
      #expect(UpdateBatch().composed(with: one) == one.normalized(), "seed \(seed)")
      #expect(one.inverted().inverted() == one.normalized(), "seed \(seed)")
    }
  }

  @Test func longChainsOfAListCompose() {
    for seed in Seeds.fixed(3, fresh: 2) {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...20, using: &random)
      var trace = Trace(start: [count])
      var all = Edits<Int>(), parts: [Edits<Int>] = []
      for _ in 0..<12 {
        let step = Trace.random(from: trace.counts, flat: true, using: &random)
        let edits = step.labelled(using: &random).flat
        trace = trace.applying(edits.sectioned, counts: step.counts) ?? trace
        all = all.composed(with: edits)
        parts.append(edits)
      }
      #expect(Trace(start: [count]).applying(all.sectioned, counts: trace.counts) == trace, "seed \(seed)")
      while parts.count > 1 {
        let index = Int.random(in: 1..<parts.count, using: &random)
        parts[index - 1] = parts[index - 1].composed(with: parts.remove(at: index))
      }
      #expect(parts == [all], "seed \(seed)")
    }
  }

  @Test func splittingABatchChangesNothing() {
    for seed in Seeds.fixed(17, fresh: 17) {
      var random = SeededGenerator(seed: seed)
      let whole = Trace.random(from: Trace.randomCounts(using: &random), using: &random)
      // First deletes of items, then all else, then the updates.
      let survivors = Set(whole.items.joined().compactMap(\.origin))
      var goes = Trace(start: whole.before)
      for section in goes.items.indices {
        goes.items[section].removeAll { thing in thing.origin.map { !survivors.contains($0) } ?? true }
      }
      var places: [ItemPath: ItemPath] = [:]
      for section in goes.items.indices {
        for (item, thing) in goes.items[section].enumerated() {
          if let origin = thing.origin { places[origin] = ItemPath(section: section, item: item) }
        }
      }
      var rest = whole
      rest.before = goes.counts
      rest.sections = rest.sections.map { Trace.Thing(origin: $0.origin) }
      rest.items = rest.items.map { things in things.map { Trace.Thing(origin: $0.origin.flatMap { places[$0] }) } }
      var changes = Trace(start: whole.counts)
      for section in changes.items.indices {
        changes.sections[section].isUpdated = whole.sections[section].isUpdated
        for item in changes.items[section].indices {
          changes.items[section][item].isUpdated = whole.items[section][item].isUpdated
        }
      }
      let parts = [goes, rest, changes].map { $0.labelled(using: &random) }
      #expect(
        parts.reduce(UpdateBatch()) { $0.composed(with: $1) } == whole.labelled(using: &random).normalized(),
        "seed \(seed)")
    }
  }

  private static func check(
    _ one: UpdateBatch, _ first: Trace, _ two: UpdateBatch, _ second: Trace, _ name: String
  ) {
    let both = one.composed(with: two)
    guard
      Trace(start: first.before).applying(both, counts: second.counts) == first.applying(two, counts: second.counts),
      both == both.normalized(), both.inverted() == two.inverted().composed(with: one.inverted())
    else {
      Issue.record("\(name): \(one), then \(two), became \(both)")
      return
    }
  }
}
