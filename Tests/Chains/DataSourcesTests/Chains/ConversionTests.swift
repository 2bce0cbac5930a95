import Changesets
import DataSources
import TestKit
import Testing

/// Places of one source of a chain in another one.
@Suite struct ConversionTests {
  @Test func aSourceHasItsOwnPlaces() {
    let source = ArraySource([1, 2])
    #expect(source.convert(ItemPath(0, 1), to: source) == ItemPath(0, 1))
    #expect(source.convert(ItemPath(0, 1), from: source) == ItemPath(0, 1))
    #expect(source.convert(section: 0, to: source) == 0)
    #expect(source.convert(section: 0, from: source) == 0)
  }

  @Test func placesAreConvertedOverSeveralLinks() {
    let fruits = ArraySource(["fig", "kiwi", "apple", "lime"]), nuts = ArraySource(["hazel"])
    let all = Transform(of: [nuts, fruits], by: .concatenate())
    let sorted = all.applying(.filter { $0 != "kiwi" }).applying(.sort { $0 < $1 })
    // hazel; apple, fig, lime
    #expect(sorted.convert(ItemPath(1, 0), to: fruits) == ItemPath(0, 2))
    #expect(sorted.convert(ItemPath(1, 0), to: all) == ItemPath(1, 2))
    #expect(sorted.convert(ItemPath(0, 0), to: nuts) == ItemPath(0, 0))
    #expect(sorted.convert(ItemPath(0, 2), from: fruits) == ItemPath(1, 0))
    #expect(sorted.convert(ItemPath(1, 2), from: all) == ItemPath(1, 0))
    #expect(sorted.convert(section: 1, to: fruits) == 0)
    #expect(sorted.convert(section: 0, from: fruits) == 1)
  }

  @Test func itemsOfOtherSourcesHaveNoPlace() {
    let fruits = ArraySource(["fig", "kiwi"]), nuts = ArraySource(["hazel"]), stranger = ArraySource(["fig", "kiwi"])
    let all = Transform(of: [fruits, nuts], by: .concatenate())
    let filtered = all.applying(.filter { $0 != "kiwi" })
    // Hidden, owned by a sibling, unattached, downstream, and not there.
    #expect(filtered.convert(ItemPath(0, 1), from: fruits) == nil)
    #expect(filtered.convert(ItemPath(1, 0), to: fruits) == nil)
    #expect(filtered.convert(ItemPath(0, 0), to: stranger) == nil)
    #expect(filtered.convert(ItemPath(0, 0), from: stranger) == nil)
    #expect(fruits.convert(ItemPath(0, 0), to: filtered) == nil)
    #expect(fruits.convert(ItemPath(0, 0), from: filtered) == nil)
    #expect(nuts.convert(ItemPath(0, 0), from: fruits) == nil)
    for nowhere in [ItemPath(0, 1), ItemPath(2, 0), ItemPath(-1, 0), ItemPath(0, -1)] {
      #expect(filtered.convert(nowhere, to: fruits) == nil, "\(nowhere)")
    }
    #expect(filtered.convert(ItemPath(0, 2), from: fruits) == nil)
    #expect(filtered.convert(section: 1, to: fruits) == nil)
    #expect(filtered.convert(section: 1, from: fruits) == nil)
    #expect(filtered.convert(section: 2, to: nuts) == nil)
  }

  @Test func sectionsWithoutASingleOriginHaveNone() {
    let source = ArraySource([1, 2, 3])
    let groups = source.applying(.group { "\($0 % 2)" })
    #expect(groups.convert(section: 0, to: source) == nil)
    #expect(groups.convert(section: 0, from: source) == nil)
    #expect(groups.convert(ItemPath(0, 1), to: source) == ItemPath(0, 2))
  }

  @Test func theFirstRouteThatShowsAnItemIsTaken() {
    let source = ArraySource([1, 2, 3])
    let odd = source.applying(.filter { $0 % 2 == 1 }), large = source.applying(.filter { $0 > 1 })
    let both = Transform(of: [odd, large], by: .concatenate())
    #expect(both.convert(ItemPath(0, 1), from: source) == ItemPath(1, 0))
    #expect(both.convert(ItemPath(0, 2), from: source) == ItemPath(0, 1))
    #expect(both.convert(ItemPath(1, 1), to: source) == ItemPath(0, 2))
    #expect(both.convert(ItemPath(1, 1), to: odd) == nil)
  }

  /// The first route is hidden further down, and so are two of four routes in the end.
  @Test func otherRoutesAreTriedIfOneIsHidden() {
    let all = ArraySource([1, 2, 3])
    let recent = all.applying(.filter { $0 > 2 })
    let both = Transform(of: [recent, all], by: .concatenate())
    let shown = both.applying(.collapse([0]))
    #expect(shown.convert(ItemPath(0, 2), from: all) == ItemPath(1, 2))
    #expect(shown.convert(ItemPath(0, 0), from: all) == ItemPath(1, 0))
    #expect(both.convert(ItemPath(0, 2), from: all) == ItemPath(0, 0))
    let twice = Transform(of: [both, both], by: .concatenate())
    let top = twice.applying(.collapse([0, 1, 2])).applying(.reverse())
    #expect(twice.convert(ItemPath(0, 2), from: all) == ItemPath(0, 0))
    #expect(top.convert(ItemPath(0, 2), from: all) == ItemPath(3, 0))
    #expect(top.convert(ItemPath(0, 0), from: recent) == nil)
    #expect(top.convert(ItemPath(0, 2), from: both) == nil)
    #expect(top.convert(ItemPath(1, 2), from: both) == ItemPath(3, 0))
  }

  /// Of 2¹⁰ routes, each of which shows the item, one is searched.
  @Test func noMoreRoutesAreSearchedThanNeeded() {
    let leaf = ArraySource([1])
    var top: any DataSource<Int> = leaf
    for _ in 0..<10 { top = Transform(of: [top, top], by: .concatenate()) }
    var conversions = 0
    let counted = Transform(of: [top], by: Counted { conversions += 1 })
    let last = Transform(of: [counted, ArraySource([2])], by: .concatenate())
    #expect(last.convert(ItemPath(0, 0), from: leaf) == ItemPath(0, 0))
    #expect(last.numberOfSections == 1 << 10 + 1 && conversions == 1)
  }

  /// Shows its source unchanged, and counts how often an item of it is looked up.
  private struct Counted: Mapping {
    let count: () -> Void
    private var base = Mappings.Notify<Int>()

    init(_ count: @escaping () -> Void) { self.count = count }

    mutating func refresh(from sources: [any DataSource<Int>]) { base.refresh(from: sources) }
    var numberOfSections: Int { base.numberOfSections }
    func numberOfItems(inSection section: Int) -> Int { base.numberOfItems(inSection: section) }
    func sourcePath(for path: ItemPath) -> SourcePath? { base.sourcePath(for: path) }
    func path(for sourcePath: SourcePath) -> ItemPath? {
      count()
      return base.path(for: sourcePath)
    }
    func sourceSection(for section: Int) -> SourceSection? { base.sourceSection(for: section) }
    func section(for sourceSection: SourceSection) -> Int? { base.section(for: sourceSection) }
  }

  @Test func conversionsFollowReplacedSources() throws {
    let (one, two) = (ArraySource([1]), ArraySource([2]))
    let shown = Transform(of: [one], by: .concatenate())
    try shown.setSources([two])
    #expect(shown.convert(ItemPath(0, 0), to: two) == ItemPath(0, 0))
    #expect(shown.convert(ItemPath(0, 0), to: one) == nil)
    #expect(shown.convert(ItemPath(0, 0), from: one) == nil)
  }

  /// Shows its second source only.
  private struct Second: Mapping {
    var numberOfSections = 0
    func numberOfItems(inSection section: Int) -> Int { 1 }
    mutating func refresh(from sources: [any DataSource<Int>]) { numberOfSections = 1 }
    func sourcePath(for path: ItemPath) -> SourcePath? { SourcePath(source: 1, path: path) }
    func path(for sourcePath: SourcePath) -> ItemPath? { sourcePath.source == 1 ? sourcePath.path : nil }
    func sourceSection(for section: Int) -> SourceSection? { SourceSection(source: 1, section: section) }
    func section(for sourceSection: SourceSection) -> Int? { sourceSection.source == 1 ? sourceSection.section : nil }
  }

  /// The number of routes is a power of two here.
  @Test func nestedDiamondsAreSearchedOnce() {
    let leaf = ArraySource([1])
    var top: any DataSource<Int> = leaf
    for _ in 0..<200 { top = Transform(of: [top, top], by: Second()) }
    #expect(top.convert(ItemPath(0, 0), from: leaf) == ItemPath(0, 0))
    #expect(top.convert(ItemPath(0, 0), to: leaf) == ItemPath(0, 0))
    #expect(top.convert(section: 0, from: leaf) == 0)
    #expect(top.chain.count == 201)
    #expect(top.convert(ItemPath(0, 0), from: ArraySource([1])) == nil)
  }

  /// Conversions agree with the mappings in sequence, and with the items, after any edit.
  @Test func randomEdits() {
    for seed in Seeds.fixed(4, fresh: 3) {
      var samples = SampleLeaves(2, seed: seed)
      let filtered = samples.leaves[0].applying(.filter { $0.rank > 0 })
      let all = Transform(of: [filtered, samples.leaves[1], samples.leaves[0]], by: .concatenate())
      let top = all.applying(.removeEmptySections()).applying(.sort { $0.rank < $1.rank })
      for step in 0..<20 {
        samples.edit()
        let places = Set(top.paths)
        for leaf in samples.leaves {
          let shown = places.filter { top.convert($0, to: leaf) != nil }
          for path in shown {
            let origin = top.convert(path, to: leaf)
            #expect(origin.map(leaf.item(at:)) == top.item(at: path), "seed \(seed), step \(step), \(path)")
            #expect(top.provenance(of: path).last?.path == origin)
          }
          for path in leaf.paths {
            let image = top.convert(path, from: leaf)
            let routes = top.explain(path, of: leaf).routes
            #expect(image.map(top.item(at:)) == leaf.item(at: path), "seed \(seed), step \(step), \(path)")
            #expect(routes.first(where: \.isShown)?.places.last?.path == image)
            #expect(routes.filter(\.isShown).count == shown.count { top.convert($0, to: leaf) == path })
          }
        }
        #expect(places.allSatisfy { path in samples.leaves.count { top.convert(path, to: $0) != nil } == 1 })
      }
    }
  }
}
