import Changesets
import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Degenerate arguments: places that do not exist, inconsistent orders, closures with changing results. Nothing traps,
/// every loop ends, and every batch leads from the state before to the state after.
@Suite struct DegenerateTests {
  /// Transforms of every kind over one source, or over it and another one.
  private func transforms(
    over source: any DataSource<SampleItem>, _ other: any DataSource<SampleItem>,
    key: @escaping (SampleItem) -> Int = \.rank
  ) -> [any DataSource<SampleItem>] {
    let both = [source, other]
    return [
      source.applying(.filter { key($0) % 2 == 0 }), source.applying(.hide()),
      source.applying(.sort(by: key)), source.applying(.sort { key($0) <= key($1) }),
      source.applying(.group { "\(key($0))" }), source.applying(.group(order: .sorted(by: <=)) { "\(key($0))" }),
      Transform(of: both, by: .concatenate()), source.applying(.flatten()),
      source.applying(.removeEmptySections()),
      Transform(of: both, by: .insert(at: ItemPath(.max, .max), clampsToEnd: true)),
      Transform(of: both, by: .insert(at: ItemPath(.min, .min), clampsToEnd: true)),
      Transform(of: both, by: .showPlaceholder()), source.applying(.switch()),
      Transform(of: both, by: .select(selection: 1)), Transform(of: both, by: .select(selection: .min)),
      source.applying(.notify()), source.applying(.window(offset: .min, count: .max)),
      source.applying(.window(offset: .max, count: .min)), source.applying(.page(.max, size: .max)),
      source.applying(.collapse([.min, 0, .max], showing: .min)), source.applying(.reverse(reversesSections: true)),
      source.applying(.map { $0 }), source.applying(.removeDuplicates(by: key)),
      Transform(of: both, by: .filterByKey(.except, by: key)),
      Transform(of: both, by: .filterByKey(.intersect, by: key)),
      source.applying(.sortSections { $0.count <= $1.count }), source.applying(.sortSections { _, _ in true }),
      source.applying(DeltaUpdater(id: \.id, content: ==)),
    ]
  }

  /// Follows sources by their batches.
  private final class Follower {
    let source: any DataSource<SampleItem>
    var state: [[Int]]
    var failure: String?

    init(_ source: any DataSource<SampleItem>) {
      self.source = source
      state = source.itemsBySection.map { $0.map(\.id) }
      _ = source.addObserver(self) { follower, event in
        if case .didUpdate(let batch, _) = event { follower.follow(batch) }
      }
    }

    func follow(_ batch: UpdateBatch) {
      let new = source.itemsBySection.map { $0.map(\.id) }
      let replayed = try? batch.applied(to: state, counts: new.map(\.count)) { new[$0.section][$0.item] }
      if replayed != new { failure = failure ?? "\(batch) does not lead from \(state) to \(new)" }
      state = new
    }
  }

  @Test func invalidPlacesAreNotFound() {
    let source = SectionedArraySource<SampleItem>([
      SectionState("a", items: [SampleItem(id: 1, rank: 1)]), SectionState("b", items: [SampleItem(id: 2, rank: 2)]),
    ])
    let other = ArraySource([SampleItem(id: 3, rank: 1)])
    let extremes = [Int.min, -1, 7, Int(Int32.max), Int(UInt32.max), Int(UInt32.max) + 1, Int.max]
    for transform in transforms(over: source, other) {
      for one in extremes {
        for two in extremes + [0] {
          for path in [ItemPath(one, two), ItemPath(two, one)] {
            if transform.sourcePath(for: path) != nil { Issue.record("\(path) of \(transform.link.name)") }
            for source in [Int.min, -1, 0, 1, 2, .max] {
              let place = transform.path(for: SourcePath(source: source, path: path))
              if place != nil { Issue.record("\(path) of source \(source) in \(transform.link.name)") }
            }
          }
        }
        #expect(transform.sourceSection(for: one) == nil, "\(transform.link.name)")
        for source in [Int.min, -1, 0, 1, 2, .max] {
          #expect(
            transform.section(for: SourceSection(source: source, section: one)) == nil, "\(transform.link.name)")
        }
      }
    }
  }

  @Test func emptySourcesAndEmptiedOnes() {
    let (source, other) = (SectionedArraySource<SampleItem>(), SectionedArraySource<SampleItem>())
    let transforms = transforms(over: source, other)
    let followers = transforms.map { Follower($0) }
    for _ in 0..<2 {
      source.appendSection(SectionState("a", items: []))
      source.append(SampleItem(id: 1, rank: 1), toSection: 0)
      other.appendSection(SectionState("b", items: [SampleItem(id: 2, rank: 2)]))
      source.removeAll(inSection: 0)
      source.removeAll()
      other.removeAll()
      source.reload([])
    }
    for (transform, follower) in zip(transforms, followers) {
      #expect(follower.failure == nil, "\(transform.link.name)")
      #expect(transform.numberOfItems == 0)
    }
  }

  @Test func inconsistentOrders() {
    let orders: [(SampleItem, SampleItem) -> Bool] = [
      { _, _ in true }, { $0.rank <= $1.rank }, { $0.rank != $1.rank }, { ($0.rank + 2) % 5 < $1.rank },
    ]
    for seed in 0..<8 as Range<UInt64> {
      var samples = SampleLeaves(1, seed: seed)
      let leaf = samples.leaves[0]
      var transforms: [any DataSource<SampleItem>] = orders.map { leaf.applying(.sort(by: $0)) }
      var random = SeededGenerator(seed: seed)
      transforms.append(leaf.applying(.sort { _, _ in Bool.random(using: &random) }))
      transforms.append(leaf.applying(.group(order: .sorted { _, _ in true }) { "\($0.rank)" }))
      transforms.append(leaf.applying(.group(order: .sorted(by: !=)) { "\($0.rank)" }))
      transforms.append(leaf.applying(.sortSections { $0.count != $1.count }))
      transforms.append(leaf.applying(.sortSections { _, _ in true }))
      let followers = transforms.map { Follower($0) }
      for _ in 0..<40 { samples.edit() }
      for (index, follower) in followers.enumerated() {
        #expect(follower.failure == nil, "seed \(seed), transform \(index)")
      }
    }
  }

  @Test func closuresWithChangingResults() {
    for seed in 0..<8 as Range<UInt64> {
      var samples = SampleLeaves(2, seed: seed)
      var shift = 0
      let key = { (sample: SampleItem) in (sample.rank + shift) % 5 }
      let transforms = transforms(over: samples.leaves[0], samples.leaves[1], key: key)
      let followers = transforms.map { Follower($0) }
      for _ in 0..<40 {
        shift += 1
        samples.edit()
      }
      for (transform, follower) in zip(transforms, followers) {
        #expect(follower.failure == nil, "seed \(seed), \(transform.link.name)")
      }
    }
  }

  @Test func equalKeysWithDifferentSpellings() {
    let spelling = { (sample: SampleItem) in (sample.id + sample.version) % 2 == 0 ? "\u{E9}" : "e\u{301}" }
    for seed in Seeds.fixed(2, fresh: 2) {
      var samples = SampleLeaves(1, seed: seed)
      let transform = samples.leaves[0].applying(.group { "\(spelling($0))\($0.rank % 2)" })
      let (follower, log) = (Follower(transform), EventLog(transform))
      for step in 0..<40 {
        let count = log.batches.count
        let old = transform.sectionNames.map { $0.map { Array($0.utf8) } }
        samples.edit()
        let new = transform.sectionNames.map { $0.map { Array($0.utf8) } }
        let fresh = Transform(of: transform.sources, by: transform.mapping)
        #expect(new == fresh.sectionNames.map { $0.map { Array($0.utf8) } }, "seed \(seed), step \(step)")
        guard log.batches.count == count + 1, let batch = log.batches.last, !batch.isReload else { continue }
        let map = PathMap(batch)
        for (section, name) in old.enumerated() {
          guard let after = map.newIndex(ofSection: section), new[after] != name else { continue }
          #expect(batch.sections.updates.contains(PlacePair(section, after)), "seed \(seed), step \(step)")
        }
      }
      #expect(follower.failure == nil, "seed \(seed)")
    }
  }

  @Test func surplusSourcesAreNotShown() throws {
    let one = SectionedArraySource<SampleItem>([
      SectionState("a", items: [SampleItem(id: 1, rank: 1), SampleItem(id: 2, rank: 2)])
    ])
    let two = SectionedArraySource<SampleItem>([SectionState("b", items: [SampleItem(id: 3, rank: 2)])])
    try expect(one, two, Mappings.Filter { _ in true })
    try expect(one, two, Mappings.Hide())
    try expect(one, two, Mappings.Sort(by: \.rank))
    try expect(one, two, Mappings.Flatten())
    try expect(one, two, Mappings.RemoveEmptySections())
    try expect(one, two, Mappings.Switch())
    try expect(one, two, Mappings.Notify())
    try expect(one, two, Mappings.Window<SampleItem>.limit(9))
    try expect(one, two, Mappings.Collapse())
    try expect(one, two, Mappings.Map { $0 })
    try expect(one, two, Mappings.RemoveDuplicates(by: \.id))
    try expect(one, two, Mappings.SortSections { $0.count < $1.count })
    try expect(one, two, Mappings.DiffReloads(DeltaUpdater(id: \.id, content: ==)))
  }

  /// Shows the first of two sources, then the second one alone, while both are edited.
  private func expect<M: Mapping>(
    _ one: SectionedArraySource<SampleItem>, _ two: SectionedArraySource<SampleItem>, _ mapping: M
  ) throws where M.SourceItem == SampleItem, M.Item == SampleItem {
    let transform = Transform(of: [one, two], by: mapping)
    let follower = Follower(transform)
    two.append(SampleItem(id: 4, rank: 4), toSection: 0)
    #expect(transform.items == one.items, "\(transform.link.name)")
    try two.transaction {
      two.insertSection(SectionState("c", items: []), at: 0)
      two.append(SampleItem(id: 5, rank: 5), toSection: 1)
      try transform.setSources([two])
    }
    #expect(transform.items == two.items, "\(transform.link.name)")
    two.remove(at: ItemPath(1, 2))
    try transform.setSources([one, two])
    #expect(transform.items == one.items, "\(transform.link.name)")
    two.removeSection(at: 0)
    two.remove(at: ItemPath(0, 1))
    #expect(follower.failure == nil, "\(transform.link.name)")
  }
}
