import Changesets
import TestKit
import Testing

@testable import DataSources

/// Compares the counts of sections with an array of them.
@Suite struct SectionCountsTests {
  private func expectEqual(
    _ counts: SectionCounts, _ model: [Int], _ context: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ expected: Value) {
      if value != expected { found.append("\(name) is \(value), not \(expected)") }
    }
    compare("all", counts.all, model)
    compare("count", counts.count, model.count)
    compare("total", counts.total, model.reduce(0, +))
    var sum = 0
    for (section, items) in model.enumerated() where section < counts.count {
      compare("section \(section)", counts[section], items)
      compare("sum before \(section)", counts.sum(before: section), sum)
      for item in 0..<items {
        compare("section at \(sum + item)", counts.section(at: sum + item)?.section, section)
        compare("item at \(sum + item)", counts.section(at: sum + item)?.item, item)
      }
      for item in [-1, 0, items - 1, items, items + 1] {
        let path = ItemPath(section: section, item: item)
        compare("contains \(path)", counts.contains(path), item >= 0 && item < items)
      }
      sum += items
    }
    compare("sum before the end", counts.sum(before: counts.count), sum)
    for offset in [-1, sum, .min, .max] { compare("section at \(offset)", counts.section(at: offset)?.section, nil) }
    for section in [-1, model.count] {
      compare("contains \(section)", counts.contains(ItemPath(section: section, item: 0)), false)
    }
    #expect(found.isEmpty, "\(found.prefix(3)): \(context())", sourceLocation: sourceLocation)
  }

  @Test func everyShortList() {
    for number in 0..<3 * 3 * 3 * 3 {
      let model = [number % 3, number / 3 % 3, number / 9 % 3, number / 27]
      expectEqual(SectionCounts(model), model, "\(model)")
      for section in 0...4 {
        var (inserted, expected) = (SectionCounts(model), model)
        inserted.insert(2, at: section)
        expected.insert(2, at: section)
        expectEqual(inserted, expected, "2 inserted at \(section) of \(model)")
        guard section < 4 else { continue }
        var (removed, rest) = (SectionCounts(model), model)
        #expect(removed.remove(at: section) == rest.remove(at: section))
        expectEqual(removed, rest, "\(section) of \(model) removed")
        for items in 0..<3 {
          (removed, rest) = (SectionCounts(model), model)
          removed.add(items - model[section], to: section)
          rest[section] = items
          expectEqual(removed, rest, "\(section) of \(model) brought to \(items)")
        }
      }
    }
    expectEqual(SectionCounts(), [], "no section")
  }

  @Test func manySections() {
    let model = (0..<500).map { $0 % 7 == 0 ? 4 : 0 }
    expectEqual(SectionCounts(model), model, "\(model.count) sections")
  }

  // MARK: - Batches

  @Test func aReloadReadsEveryCount() {
    var counts = SectionCounts([1, 2, 3])
    counts.apply(.reload, sectionsAfter: 2) { [5, 0][$0] }
    expectEqual(counts, [5, 0], "reloaded")
    counts.apply(UpdateBatch(items: .reload), sectionsAfter: 0) { $0 }
    expectEqual(counts, [], "reloaded")
  }

  /// Edits of the items of deleted and inserted sections are valid and have no effect.
  @Test func itemsOfDeletedAndInsertedSections() {
    var counts = SectionCounts([2, 3, 4])
    let batch = UpdateBatch(
      sections: Edits(deletes: [1, 1], inserts: [0], moves: [PlacePair(2, 1)]),
      items: Edits(
        deletes: [ItemPath(1, 0), ItemPath(2, 0)], inserts: [ItemPath(0, 0)],
        moves: [PlacePair(ItemPath(1, 1), ItemPath(2, 0)), PlacePair(ItemPath(0, 1), ItemPath(0, 1))]))
    counts.apply(batch, sectionsAfter: -1) { [0: 7][$0] ?? -1 }
    expectEqual(counts, [7, 3, 2], "edited")
  }

  /// Random batches, in normal form and with all possible moves named.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func randomBatches(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      let editsSections = round % 3 != 0
      // The sections and items before, and where each is after: numbers for survivors, new ones for inserted elements.
      let before = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
      var order = Array(before.indices)
      if editsSections {
        order.removeAll { _ in Int.random(in: 0..<4, using: &random) == 0 }
        order.shuffle(using: &random)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          order.insert(-1, at: .random(in: 0...order.count, using: &random))
        }
      }
      var after: [[ItemPath?]] = order.map { _ in [] }
      var batch = UpdateBatch()
      for section in before.indices where !order.contains(section) { batch.sections.deletes.append(section) }
      for (target, section) in order.enumerated() {
        if section < 0 {
          batch.sections.inserts.append(target)
        } else {
          batch.sections.moves.append(PlacePair(section, target))
        }
      }
      if !editsSections { batch.sections = Edits() }
      for (section, count) in before.enumerated() {
        for item in 0..<count {
          let path = ItemPath(section, item)
          if after.isEmpty || Bool.random(using: &random) && Bool.random(using: &random) {
            batch.items.deletes.append(path)
          } else {
            let target = Int.random(in: after.indices, using: &random)
            after[target].insert(path, at: .random(in: 0...after[target].count, using: &random))
          }
        }
      }
      for target in after.indices {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          after[target].insert(nil, at: .random(in: 0...after[target].count, using: &random))
        }
      }
      for (section, items) in after.enumerated() {
        for (item, source) in items.enumerated() {
          let path = ItemPath(section, item)
          if let source { batch.items.moves.append(PlacePair(source, path)) } else { batch.items.inserts.append(path) }
        }
      }
      let expected = after.map(\.count)
      try batch.validate(before: before, after: expected)
      for batch in [batch, batch.normalized()] {
        var counts = SectionCounts(before)
        counts.apply(batch, sectionsAfter: expected.count) { section in
          #expect(batch.isReload || batch.sections.inserts.contains(section), "seed \(seed), round \(round)")
          return expected[section]
        }
        expectEqual(counts, expected, "seed \(seed), round \(round), \(before) with \(batch)")
      }
    }
  }
}
