import Changesets
import DataSources
import Snapshots
import TestKit
import Testing

/// Sections that are read as a whole, and not item by item.
@Suite struct SectionReadingTests {
  /// The items of all sections, one by one.
  private func single<Item>(_ source: any DataSource<Item>) -> [[Item]] {
    (0..<source.numberOfSections).map { section in
      (0..<source.numberOfItems(inSection: section)).map { source.item(at: ItemPath(section: section, item: $0)) }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func longLeavesAreReadAsItemByItem(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let array = ArraySource<Int>()
    let sections = SectionedArraySource([SectionState("A", items: [Int]()), SectionState("B", items: [])])
    var snapshot = Snapshot<String, Int>()
    try snapshot.appendSections(["A", "B"])
    let snapshots = DiffableDataSource(snapshot)
    for step in 0..<400 {
      let position = Int.random(in: 0...array.count, using: &random)
      if position < array.count, Int.random(in: 0..<4, using: &random) == 0 {
        array.remove(at: position)
      } else {
        array.insert(contentsOf: [step, -step], at: position)
      }
      let section = Int.random(in: 0..<2, using: &random)
      let item = Int.random(in: 0...sections.numberOfItems(inSection: section), using: &random)
      sections.insert(step, at: ItemPath(section: section, item: item))
      try snapshot.appendItems([step], toSection: section == 0 ? "A" : "B")
      snapshots.apply(snapshot)
      guard step % 20 == 0 else { continue }
      #expect(array.itemsBySection == single(array), "seed \(seed), step \(step)")
      #expect(sections.itemsBySection == single(sections), "seed \(seed), step \(step)")
      #expect(snapshots.itemsBySection == single(snapshots), "seed \(seed), step \(step)")
    }
  }

  @Test func longSectionsAreReadThroughTransforms() {
    let leaves = (0..<3).map { leaf in
      ArraySource((0..<500).map { SampleItem(id: leaf * 500 + $0, rank: ($0 * 7 + leaf) % 5) }, name: "\(leaf)")
    }
    let all = Transform(of: leaves, by: .concatenate())
    let groups = all.applying(.group { "\($0.rank)" })
    let sorted = all.applying(.flatten()).applying(.sort(by: \.rank))
    func expectSame() {
      for source in [all, groups, groups.applying(.removeEmptySections()), sorted] as [any DataSource<SampleItem>] {
        #expect(source.itemsBySection == single(source))
        #expect(source.items == single(source).flatMap(\.self))
      }
    }
    expectSame()
    for step in 0..<100 {
      let leaf = leaves[step % 3]
      leaf.remove(at: step * 31 % leaf.count)
      leaf.insert(SampleItem(id: 5000 + step, rank: step % 5), at: step * 17 % leaf.count)
    }
    expectSame()
  }

  @Test func hiddenItemsAreNotRead() {
    let leaf = SectionedArraySource([SectionState("A", items: Array(0..<10)), SectionState("B", items: [10])])
    var asked: [Int] = []
    let items = leaf.applying(
      Mappings.Map { item in
        asked.append(item)
        return item
      })
    let more = ArraySource([20, 21])
    func expectOnlyShown(_ source: any DataSource<Int>, sourceLocation: SourceLocation = #_sourceLocation) {
      asked = []
      let shown = source.items
      #expect(asked.sorted() == shown.filter { $0 < 20 }.sorted(), sourceLocation: sourceLocation)
    }
    expectOnlyShown(items)
    expectOnlyShown(items.applying(.window(offset: 3, count: 4)))
    expectOnlyShown(items.applying(.collapse([0], showing: 2)))
    expectOnlyShown(items.applying(.flatten()).applying(.limit(5)))
    expectOnlyShown(items.applying(.filter { $0 % 3 == 0 }))
    expectOnlyShown(items.applying(.group { "\($0 % 3)" }).applying(.limit(2)))
    expectOnlyShown(Transform(of: [items, more], by: .insert(at: ItemPath(0, 4))))
    expectOnlyShown(Transform(of: [more, items], by: .insert(at: ItemPath(0, 1))))
    expectOnlyShown(Transform(of: [more, items], by: .select(selection: 0)))
  }
}
