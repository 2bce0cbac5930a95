import Changesets
import OrderedTrees
import TestKit
import Testing

@testable import DataSources

@Suite struct KeyedItemsTests {
  /// Updates keyed items with the changes of a leaf.
  private final class Follower {
    var items: KeyedItems<Int>

    init(_ leaf: SectionedArraySource<SampleItem>, keys: @escaping (SampleItem) -> [Int]) {
      items = KeyedItems(leaf, keys: keys)
      _ = leaf.addObserver(self) { [unowned leaf] follower, event in
        guard case .didUpdate(let batch, _) = event else { return }
        if batch.isReload {
          follower.items = KeyedItems(leaf, keys: keys)
        } else {
          _ = follower.items.apply(batch, leaf, keys: keys) { $0.contains { $0 % 2 == 0 } }
        }
      }
    }
  }

  /// Keys of a sample: none, one or several, some of them twice, and others where it is updated.
  private static func severalKeys(_ sample: SampleItem) -> [Int] {
    Array([sample.rank, sample.version % 5, 3].prefix(abs(sample.id + sample.version) % 4))
  }

  @Test(arguments: [false, true]) func itemsAreFoundByPlaceAndByKey(areSeveral: Bool) {
    let keys = areSeveral ? Self.severalKeys : { [$0.rank] }
    for seed in 0..<4 as Range<UInt64> {
      var samples = SampleLeaves(1, seed: seed)
      let leaf = samples.leaves[0]
      var random = SeededGenerator(seed: seed)
      // More items than fit into one node of a tree.
      for section in 0..<3 {
        let items = (0..<150).map { SampleItem(id: -1000 * section - $0, rank: Int.random(in: 0..<5, using: &random)) }
        leaf.appendSection(SectionState("large \(section)", items: items))
      }
      let follower = Follower(leaf, keys: keys)
      for step in 0..<30 {
        samples.edit()
        let items = follower.items, wrong = items.violations
        #expect(wrong.isEmpty, "seed \(seed), step \(step)")
        #expect(leaf.paths.allSatisfy { path in items.handle(at: path).flatMap(items.path(of:)) == path })
        #expect(
          leaf.paths.allSatisfy { path in
            items.handle(at: path).map { Set(items.keys(of: $0)) } == Set(keys(leaf.item(at: path)))
          }, "seed \(seed), step \(step)")
        for key in SampleItem.ranks {
          let expected = leaf.paths.filter { keys(leaf.item(at: $0)).contains(key) }
          #expect(items.handles(withKey: key).map(items.path(of:)) == expected, "seed \(seed), step \(step)")
          #expect(items.shownCount(ofKey: key) == items.handles(withKey: key).count(where: items.isShown))
        }
      }
    }
  }

  @Test func anEditReadsOnlyTheKeysOfItsItems() {
    final class Counter { var count = 0 }
    let counter = Counter()
    let (leaf, other) = (ArraySource(0..<1000), ArraySource(0..<500))
    let key = { (item: Int) in
      counter.count += 1
      return item % 10
    }
    let distinct = leaf.applying(.removeDuplicates(by: key))
    let filtered = Transform(of: [leaf, other], by: .filterByKey(.intersect, by: key))
    let joined = leaf.joined(with: other, on: key, equals: key)
    let sources: [AnyObject] = [distinct, filtered, joined]
    counter.count = 0
    leaf.insert(7, at: 500)
    leaf.update(8, at: 3)
    #expect(counter.count == 2 * sources.count)
    leaf.remove(at: 0)
    leaf.move(from: 5, to: 900)
    #expect(counter.count == 2 * sources.count)
    other.update(3, at: 1)
    #expect(counter.count == 2 * sources.count + 2)
  }

  @Test func anEditOfItemsComparesOnlyNeighbours() {
    final class Counter { var count = 0 }
    let counter = Counter()
    let leaf = SectionedArraySource((0..<100).map { SectionState("\($0)" as String?, items: Array(0..<2 * $0)) })
    let sorted = leaf.applying(
      Mappings.SortSections { first, second in
        counter.count += 1
        return first.count < second.count
      })
    counter.count = 0
    leaf.insert(1, at: ItemPath(50, 0))
    leaf.renameSection(at: 20, "twenty")
    #expect(counter.count <= 8 && sorted.name(ofSection: 20) == "twenty")
  }
}

extension KeyedItems {
  /// Descriptions of violated invariants; empty if there are none. Those of the trees are checked in their own tests.
  fileprivate var violations: [String] {
    var wrong: [String] = []
    if counts.total != order.count { wrong.append("the numbers of items differ") }
    if runs.values.reduce(0, { $0 + $1.count }) != groups.count { wrong.append("the runs do not add up") }
    var numberOfEntries = 0
    for item in order {
      var entry = firstEntries[item.offset]
      while entry != Self.end {
        numberOfEntries += 1
        if !groups.contains(entry) { return wrong + ["an entry of item \(item.offset) is in no group"] }
        if entries[entry.offset].item != item { wrong.append("an entry of item \(item.offset) is of another one") }
        if order.weight(of: item) != groups.weight(of: entry) { wrong.append("item \(item.offset) has two weights") }
        entry = entries[entry.offset].next
      }
    }
    if numberOfEntries != groups.count { wrong.append("an entry belongs to no item") }
    for (key, run) in runs {
      let items = handles(withKey: key), entries = groups.dropFirst(groups.rank(of: run.first)).prefix(run.count)
      if items.count != run.count { wrong.append("the run of \(key) ends early") }
      if entries.contains(where: { self.entries[$0.offset].key != key }) {
        wrong.append("the run of \(key) has other keys")
      }
      if zip(items, items.dropFirst()).contains(where: { !order.precedes($0, $1) }) {
        wrong.append("the run of \(key) is not in order")
      }
    }
    return wrong
  }
}
