import Changesets
import TestKit
import Testing

@testable import DataSources

/// A transform translates successive edits as its mapping translates their batches.
@Suite struct SingleEditTests {
  /// The number of comparisons, and the failures.
  private class Comparison {
    var wrong: [String] = []
    var edits = 0
  }

  /// A mapping and its twin, a copy that is updated with every batch.
  private final class Twins<M: IncrementalMapping>: Comparison where M.SourceItem == Int {
    let transform: Transform<M>
    private var expected: (batch: UpdateBatch, mapping: M)?

    init(_ mapping: M, over sources: [SectionedArraySource<Int>]) {
      transform = Transform(of: sources, by: mapping)
      super.init()
      for source in sources {
        // A source that occurs twice is inspected twice, with the same result.
        source.link.inspect(for: self) { [unowned source] twins, batch in
          twins.expect(batch, of: source)
          return batch
        }
      }
      _ = transform.addObserver(self) { twins, event in
        if case .didUpdate(let batch, _) = event { twins.compare(batch) }
        if event == .didNotUpdate { twins.compare(UpdateBatch()) }
      }
    }

    private func expect(_ batch: UpdateBatch, of source: SectionedArraySource<Int>) {
      let batches = transform.sources.map { $0 === source ? batch : UpdateBatch() }
      guard batches.contains(where: { !$0.isEmpty }) else { return }
      var mapping = transform.mapping
      let counts = transform.sources.map(\.link.countsBefore)
      let changes = SourceChanges<Int>(
        sources: transform.sources,
        batches: SourceBatches(count: batches.count) { .init(batch: batches[$0], counts: counts[$0]) })
      expected = (mapping.update(changes).normalized(), mapping)
    }

    private func compare(_ batch: UpdateBatch) {
      guard let (batch: other, mapping: twin) = expected else { return }
      expected = nil
      edits += 1
      let mapping = transform.mapping
      if batch != other { wrong.append("\(M.self): \(batch) is \(other) by the twin") }
      if mapping.numberOfSections != twin.numberOfSections { return wrong.append("\(M.self): the sections differ") }
      for section in 0..<mapping.numberOfSections {
        let count = mapping.numberOfItems(inSection: section)
        let paths = (0..<count).map { ItemPath(section: section, item: $0) }
        if count != twin.numberOfItems(inSection: section)
          || paths.map(mapping.sourcePath(for:)) != paths.map(twin.sourcePath(for:))
        {
          wrong.append("\(M.self): section \(section) differs")
        }
      }
      let counts = transform.sources.map { source in
        (0..<source.numberOfSections).map(source.numberOfItems(inSection:))
      }
      if transform.sources.map(\.link.countsBefore.all) != counts { wrong.append("\(M.self): the counts differ") }
    }
  }

  /// Creates the twins of a mapping.
  private func twins<M: IncrementalMapping>(_ mapping: M) -> ([SectionedArraySource<Int>]) -> Comparison
  where M.SourceItem == Int {
    { Twins(mapping, over: $0) }
  }

  /// Makes random edits of two sources, most of them of one item, and lets all twins compare.
  private func compare(
    _ makers: [([SectionedArraySource<Int>]) -> Comparison], sourceCount: Int, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let pair = (0..<2).map { _ in
      SectionedArraySource((0..<3).map { _ in SectionState(nil, items: (0..<6).map { _ in random.number() }) })
    }
    let sources = Array((pair + pair).prefix(sourceCount))
    let comparisons = makers.map { $0(sources) }
    for _ in 0..<200 { edit(sources[Int.random(in: 0..<min(sourceCount, 2), using: &random)], using: &random) }
    for comparison in comparisons {
      #expect(comparison.wrong.isEmpty, "seed \(seed): \(comparison.wrong.prefix(2))")
      #expect(comparison.edits > 50, "seed \(seed)")
    }
  }

  private func edit(_ source: SectionedArraySource<Int>, using random: inout SeededGenerator) {
    let section = Int.random(in: 0..<source.numberOfSections, using: &random)
    let count = source.numberOfItems(inSection: section)
    let place = ItemPath(section: section, item: Int.random(in: 0...count, using: &random))
    let number = random.number()
    if place.item == count { return source.insert(number, at: place) }
    let target = ItemPath(section: section, item: Int.random(in: 0..<count, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: source.insert(number, at: place)
    case 2, 3: source.remove(at: place)
    case 4, 5: source.update(number, at: place)
    case 6: source.move(from: place, to: target)
    case 7:
      source.transaction {
        source.move(from: place, to: target)
        source.update(number, at: target)
      }
    default: source.moveSection(from: section, to: 0)
    }
  }

  @Test(arguments: Seeds.fixed(1, fresh: 1)) func ofOneSource(seed: UInt64) {
    let makers = [
      twins(Mappings.Filter { $0 % 2 == 0 }), twins(Mappings.Sort<Int, Int>(by: { $0 % 5 })),
      twins(Mappings.Group { "\($0 % 4)" }),
      twins(Mappings.Group(order: .sorted(by: <)) { $0 % 3 == 0 ? nil : "\($0 % 4)" }), twins(Mappings.Flatten()),
      twins(Mappings.Reverse()),
      twins(Mappings.Window(offset: 1, count: 3)), twins(Mappings.RemoveDuplicates()),
      twins(Mappings.Collapse([0, 2], showing: 2)),
      twins(Mappings.RemoveEmptySections()), twins(Mappings.Switch()),
    ]
    compare(makers, sourceCount: 1, seed: seed)
  }

  @Test(arguments: Seeds.fixed(1, fresh: 1)) func ofSeveralSources(seed: UInt64) {
    let concatenated = twins(Mappings.Concatenate())
    let makers = [
      concatenated, twins(Mappings.Select(selection: 1)), twins(Mappings.FilterByKey(.except) { $0 % 6 }),
      twins(Mappings.FilterByKey(.intersect) { $0 % 6 }),
      twins(Mappings.Insert(at: ItemPath(0, 2), clampsToEnd: true)),
    ]
    compare(makers, sourceCount: 2, seed: seed)
    // A mapping is also updated with changes of sources that it does not show, and a source may occur twice.
    compare(
      [twins(Mappings.Filter { $0 % 2 == 0 }), twins(Mappings.Sort<Int, Int>(by: { $0 % 5 }))], sourceCount: 2,
      seed: seed)
    compare([concatenated], sourceCount: 3, seed: seed)
    compare([concatenated], sourceCount: 4, seed: seed)
  }
}

extension SeededGenerator {
  fileprivate mutating func number() -> Int { Int.random(in: 0..<30, using: &self) }
}
