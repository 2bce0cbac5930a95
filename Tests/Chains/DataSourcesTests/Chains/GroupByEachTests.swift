import Changesets
import DataSources
import TestKit
import Testing

/// Items that occur in the section of each of their keys.
@Suite struct GroupByEachTests {
  /// The first letters of the words in a text, each of them a key.
  private static func initials(_ text: String) -> [String] { text.split(separator: " ").map { String($0.prefix(1)) } }

  @Test func anItemIsInTheSectionOfEachKey() {
    let words = ArraySource(["bog alder", "", "aspen ash", "cedar"])
    let initials = words.applying(.group(order: .sorted(by: <), nameOfRest: "none", byEach: Self.initials))
    #expect(initials.sectionNames == ["a", "b", "c", "none"])
    #expect(initials.itemsBySection == [["bog alder", "aspen ash"], ["bog alder"], ["cedar"], [""]])

    #expect(initials.allPaths(of: ItemPath(0, 0), from: words) == [ItemPath(0, 0), ItemPath(1, 0)])
    #expect(initials.convert(ItemPath(0, 0), from: words) == ItemPath(0, 0))
    #expect(initials.convert(ItemPath(0, 0), to: words) == ItemPath(0, 0))
    #expect(initials.convert(ItemPath(1, 0), to: words) == ItemPath(0, 0))
    #expect(initials.explain(ItemPath(0, 0), of: words).routes.count == 2)
    let second = initials.applying(.filter { _ in true }).applying(.window(offset: 1))
    #expect(second.convert(ItemPath(0, 0), from: words) == nil)
    let last = initials.applying(.flatten()).applying(.window(offset: 2))
    #expect(last.convert(ItemPath(0, 0), from: words) == ItemPath(0, 0))
    #expect(initials.provenance(of: ItemPath(1, 0)).map(\.path) == [ItemPath(1, 0), ItemPath(0, 0)])
    #expect(initials.places(in: words)?.map { $0.map { $0?.item } } == [[0, 2], [0], [3], [1]])
  }

  @Test func sectionsAreInsertedAndDeletedWithKeys() {
    let words = ArraySource(["a b", "b"])
    let initials = words.applying(.group(byEach: Self.initials))
    let log = UpdateLog(initials)
    words.update("b c", at: 0)
    #expect(initials.sectionNames == ["b", "c"])
    #expect(log.batches.last?.sections == Edits(deletes: [0], inserts: [1]))
    #expect(log.batches.last?.items == Edits(updates: [PlacePair(ItemPath(1, 0), ItemPath(0, 0))]))
    words.move(from: 0, to: 1)
    #expect(log.batches.last?.items == Edits(moves: [PlacePair(ItemPath(0, 1), ItemPath(0, 0))]))
    // An item of one section moves to another one.
    words.update("c", at: 0)
    #expect(log.batches.last?.items.deletes.isEmpty == true)
    #expect(initials.itemsBySection == [["c", "b c"], ["b c"]])
    words.remove(at: 1)
    #expect(initials.itemsBySection == [["c"]])
  }

  @Test func aSectionIsNamedByItsFirstItem() {
    let words = ArraySource(["e\u{301}", "x", "\u{e9} y"])
    let initials = words.applying(.group(byEach: Self.initials))
    #expect(initials.sectionNames.map { $0?.unicodeScalars.count } == [2, 1, 1])
    words.remove(at: 0)
    #expect(initials.sectionNames.map { $0?.unicodeScalars.count } == [1, 1, 1])
    words.insert("y e\u{301} \u{e9}", at: 0)
    #expect(initials.sectionNames.map { $0?.unicodeScalars.count } == [1, 2, 1])
    #expect(initials.itemsBySection.map(\.count) == [2, 2, 1])
  }

  @Test func theKeysOfAnItemAreReadOnce() {
    let words = ArraySource(["a b", "b", "c a"])
    var asked: [String] = []
    let initials = words.applying(
      .group(byEach: { text in
        asked.append(text)
        return Self.initials(text)
      }))
    #expect(asked == ["a b", "b", "c a"])
    asked = []
    words.transaction {
      words.update("b a", at: 0)
      words.append("d")
    }
    #expect(asked.sorted() == ["b a", "d"])
    #expect(initials.items.count == 6)
  }

  /// The expected state after a batch: an item that occurs once before and after keeps its identity everywhere, and
  /// others are identified with their sections.
  private func expect(
    _ batch: UpdateBatch, from old: [SectionState<String?, SampleItem>], to new: [SectionState<String?, SampleItem>],
    _ comment: @autoclosure () -> String
  ) {
    func counts(_ state: [SectionState<String?, SampleItem>]) -> [Int: Int] {
      state.flatMap(\.items).reduce(into: [:]) { $0[$1.id, default: 0] += 1 }
    }
    let (before, after) = (counts(old), counts(new))
    func labelled(_ state: [SectionState<String?, SampleItem>]) -> [SectionState<String?, LabeledItem>] {
      state.map { section in
        SectionState(
          section.value,
          items: section.items.map { item in
            let isSingle = before[item.id] == 1 && after[item.id] == 1
            return LabeledItem(id: isSingle ? "\(item.id)" : "\(item.id) \(section.value ?? "-")", text: "\(item)")
          })
      }
    }
    var updater = DeltaUpdater<ClosureMatching<LabeledItem, AnyHashable>>(id: { $0.id }, content: ==)
    updater.matchesUnnamedSections = true
    let expected = updater.batch(from: labelled(old), to: labelled(new)).normalized()
    #expect(batch == expected || batch.isReload, "\(comment()): \(batch), expected \(expected)")
  }

  /// Follows a transform, and compares its state and its batches with a naive model.
  private func follow(
    _ groups: Transform<Mappings.GroupByEach<SampleItem>>, _ leaf: any DataSource<SampleItem>, _ comment: String,
    by edit: () -> Void
  ) {
    let old = groups.sections
    let log = UpdateLog(groups)
    edit()
    let new = groups.sections
    let fresh = leaf.applying(
      .group(order: groups.mapping.order, nameOfRest: groups.mapping.nameOfRest, byEach: groups.mapping.keys))
    #expect(new == fresh.sections, "\(comment)")
    expect(log.batches.last ?? UpdateBatch(), from: old, to: new, comment)
    #expect(groups.brokenLaw() == nil, "\(comment)")
    #expect(groups.brokenConversion() == nil, "\(comment)")
  }

  private static var orders: [Mappings.Group<SampleItem>.Order] {
    [.firstAppearance, .sorted(by: >), .listed(["3", "1"]), .sorted { Int($0).map { -$0 / 2 } ?? 0 }]
  }

  @Test(arguments: 0..<4) func everyBatchIsExact(_ order: Int) {
    for seed in Seeds.fixed(5, fresh: 5) {
      var samples = SampleLeaves(2, seed: seed)
      let source = Transform(of: samples.leaves, by: .concatenate()).applying(.filter { $0.rank != 3 })
      let groups = source.applying(
        .group(order: Self.orders[order], nameOfRest: "rest") { sample in
          [sample.rank, sample.id % 3, sample.version].prefix(sample.rank % 5).map { "\($0)" }
        })
      for step in 0..<20 {
        follow(groups, source, "seed \(seed), step \(step)") {
          switch step {
          case 9: groups.configure { $0.keys = { ["\($0.rank)", "\($0.version % 2)"] } }
          case 14: groups.configure { $0.order = Self.orders[(order + 1) % 4] }
          default: samples.edit()
          }
        }
      }
    }
  }

  @Test func sectionsAreSortedByAValueCreatedOncePerKey() {
    let words = ArraySource(["fig", "", "apple", "kiwi", "date"])
    var asked: [String] = []
    let order = Mappings.Group<String>.Order.sorted { key in
      asked.append(key)
      return key.count
    }
    let groups = words.applying(.group(order: order, nameOfRest: "none") { $0.isEmpty ? nil : $0 })
    // Keys of one length are in the order of their first occurrence, and the others come last.
    #expect(groups.sectionNames == ["fig", "kiwi", "date", "apple", "none"])
    #expect(Set(asked).count == asked.count)
    words.update("banana", at: 0)
    words.append("pea")
    #expect(groups.sectionNames == ["pea", "kiwi", "date", "apple", "banana", "none"])
  }

  @Test func withOneKeyPerItemTheResultIsThatOfGroup() {
    for seed in Seeds.fixed(5, fresh: 5) {
      var samples = SampleLeaves(1, seed: seed)
      let leaf = samples.leaves[0]
      let each = leaf.applying(.group(nameOfRest: "rest") { $0.rank == 2 ? [] : ["\($0.rank)"] })
      let one = leaf.applying(.group(nameOfRest: "rest") { $0.rank == 2 ? nil : "\($0.rank)" })
      for step in 0..<20 {
        let logs = [UpdateLog(each), UpdateLog(one)]
        samples.edit()
        #expect(each.itemsBySection == one.itemsBySection && each.sectionNames == one.sectionNames)
        #expect(logs[0].batches == logs[1].batches, "seed \(seed), step \(step)")
      }
    }
  }

  /// All edits of an item in all sources of up to two items, in `make fuzz` three, each of which has any of two keys in
  /// any order.
  @Test(arguments: 0..<2) func allSmallCases(_ order: Int) {
    let keys = [[], ["1"], ["3"], ["1", "3"], ["3", "1"]]
    func tryAll(_ ranks: [Int]) {
      func follow(_ name: String, _ edit: (ArraySource<SampleItem>) -> Void) {
        let leaf = ArraySource(ranks.enumerated().map { SampleItem(id: $0, rank: $1) })
        let groups = leaf.applying(.group(order: Self.orders[order], byEach: { keys[$0.rank] }))
        self.follow(groups, leaf, "\(ranks) \(name)") { edit(leaf) }
      }
      for index in ranks.indices {
        follow("remove \(index)") { $0.remove(at: index) }
        for rank in keys.indices {
          follow("update \(index) \(rank)") { $0.update(SampleItem(id: index, rank: rank, version: 1), at: index) }
        }
        for target in ranks.indices where target != index {
          follow("move \(index) \(target)") { $0.move(from: index, to: target) }
        }
      }
      for index in 0...ranks.count {
        for rank in keys.indices {
          follow("insert \(index) \(rank)") { $0.insert(SampleItem(id: 9, rank: rank), at: index) }
        }
      }
      if ranks.count < (Seeds.isThorough ? 3 : 2) { for rank in keys.indices { tryAll(ranks + [rank]) } }
    }
    tryAll([])
  }

  /// The places of items behind several links are those that a scan finds.
  @Test func placesAreThoseOfAScan() {
    for seed in Seeds.fixed(4, fresh: 3) {
      var samples = SampleLeaves(2, seed: seed)
      let all = Transform(of: samples.leaves, by: .concatenate())
      let groups = all.applying(.group(order: .sorted(by: <)) { sample in (0...sample.rank).map { "\($0)" } })
      let copies = groups.applying(.repeat { Array(0..<$0.rank % 3) })
      let items = copies.applying(.filter { ($0.key ?? 0) + $0.item.rank != 3 }).applying(.sort { $0.item.rank })
      let both = Transform(of: [items, copies], by: .concatenate()).applying(.map(\.item)).applying(.reverse())
      for step in 0..<6 {
        samples.edit()
        for leaf in samples.leaves {
          for path in leaf.paths {
            let scan = both.paths.filter { both.convert($0, to: leaf) == path }
            #expect(both.allPaths(of: path, from: leaf) == scan, "seed \(seed), step \(step)")
            #expect(both.convert(path, from: leaf).map(scan.contains) ?? scan.isEmpty, "seed \(seed), step \(step)")
          }
        }
      }
    }
  }
}
