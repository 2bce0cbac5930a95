import Changesets
import DataSources
import Testing

@Suite struct JoinTests {
  private typealias Pairs = Joined<SampleItem, SampleItem>

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  @Test func everyItemIsJoinedWithAllMatches() {
    for shape in smallShapes(3) {
      for other in smallShapes(3) {
        let (left, right) = (sectioned(shape), sectioned(other))
        let all = left.joined(with: right, on: { $0 % 2 }, equals: { ($0 + 1) % 2 })
        let joined = shape.map { items in
          items.map { item in Joined(item, other.flatMap(\.self).filter { ($0 + 1) % 2 == item % 2 }) }
        }
        #expect(all.itemsBySection == joined)
        let matched = left.joined(with: right, on: { $0 % 2 }, equals: { ($0 + 1) % 2 }, requiresMatch: true)
        #expect(matched.itemsBySection == joined.map { $0.filter { !$0.right.isEmpty } })
        expectLaws(all)
        expectLaws(matched)
      }
    }
  }

  @Test func aChangeOfTheRightSourceUpdatesItsMatches() {
    let (names, prices) = (ArraySource(["fig", "kiwi"], name: "Fruits"), ArraySource([("kiwi", 3)]))
    let transform = names.joined(with: prices, on: \.self, equals: \.0)
    let log = EventLog(transform)
    prices.append(("fig", 4))
    prices.append(("fig", 5))
    prices.move(from: 0, to: 1)  // the matches of each item are in the same order as before
    prices.move(from: 0, to: 2)
    prices.append(("nut", 6))
    names.append("nut")
    #expect(transform.sectionNames == ["Fruits"])
    #expect(transform.items.map(\.left) == ["fig", "kiwi", "nut"])
    #expect(transform.items.map { $0.right.map(\.1) } == [[5, 4], [3], [6]])
    let update = UpdateBatch(items: Edits(updates: [PlacePair(path(0), path(0))]))
    #expect(
      log.batches == [
        update, update, UpdateBatch(), update, UpdateBatch(), UpdateBatch(items: Edits(inserts: [path(2)])),
      ])
  }

  @Test func itemsWithoutARequiredMatchAreHidden() {
    let (left, right) = (ArraySource([1, 2, 11]), ArraySource([1]))
    let transform = left.joined(with: right, on: { $0 % 10 }, equals: \.self, requiresMatch: true)
    let log = EventLog(transform)
    right.update(2, at: 0)
    transform.configure { $0.requiresMatch = false }
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: [path(0), path(1)], inserts: [path(0)])),
        UpdateBatch(items: Edits(inserts: [path(0), path(2)])),
      ])
    transform.configure { $0.rightKeys = { [3 - $0] } }
    #expect(transform.items == [Joined(1, [2]), Joined(2, []), Joined(11, [2])])
    #expect(log.batches.last?.items.updates == EditList([0, 1, 2].map { PlacePair(path($0), path($0)) }))
  }

  private func oracle<Key>(_ transform: Transform<Mappings.Join<SampleItem, SampleItem, Key>>) -> ChainOracle<Pairs> {
    ChainOracle(transform, id: \.left.id, content: ==, describe: { "\($0.left)+\($0.right)" })
  }

  @Test(arguments: [false, true]) func joinsAtRandom(requiresMatch: Bool) {
    fuzz(leaves: 2, seeds: 5, hasOwnItems: false, oracle: oracle) {
      $0[0].joined(with: $0[1], on: \.rank, equals: \.rank, requiresMatch: requiresMatch)
    }
    fuzz(leaves: 2, seeds: 4, hasOwnItems: false, oracle: oracle) { leaves in
      let filtered = leaves.map { $0.applying(.filter { $0.rank != 2 }) }
      return filtered[0].joined(
        with: filtered[1], on: { $0.rank / 2 }, equals: { $0.rank / 2 }, requiresMatch: requiresMatch)
    }
    fuzz(seeds: 4, hasOwnItems: false, oracle: oracle) { leaves in
      let low = leaves[0].applying(.filter { $0.rank < 3 })
      return leaves[0].joined(with: low, on: \.rank, equals: { $0.rank + 1 }, requiresMatch: requiresMatch)
    }
    fuzz(
      leaves: 2, seeds: 4,
      change: { transform, step in
        transform.configure { join in
          switch step % 3 {
          case 0: join.requiresMatch.toggle()
          case 1: join.rightKeys = { [$0.rank / (step + 1)] }
          default: join.leftKeys = { [$0.rank / 2] }
          }
        }
      }, hasOwnItems: false, oracle: oracle
    ) { $0[0].joined(with: $0[1], on: { $0.rank }, equals: { $0.rank }, requiresMatch: requiresMatch) }
  }

  /// Keys of a sample: none, one or several, in another order and some of them twice, and others where it is updated.
  private func keys(_ sample: SampleItem) -> [Int] {
    switch (sample.id + sample.version) % 4 {
    case 0: []
    case 1: [sample.rank]
    case 2: [sample.rank, (sample.rank + 1) % 5, sample.rank]
    default: [4, sample.rank / 2, sample.rank % 3]
    }
  }

  @Test(arguments: [false, true]) func joinsByAnyOfSeveralKeysAtRandom(requiresMatch: Bool) {
    fuzz(leaves: 2, seeds: 10, hasOwnItems: false, oracle: oracle) {
      $0[0].joined(with: $0[1], onAny: self.keys, equals: self.keys, requiresMatch: requiresMatch)
    }
    fuzz(leaves: 2, seeds: 5, hasOwnItems: false, oracle: oracle) {
      $0[0].joined(with: $0[1], onAny: self.keys, equals: { [$0.rank] }, requiresMatch: requiresMatch)
    }
    fuzz(seeds: 4, hasOwnItems: false, oracle: oracle) { leaves in
      let low = leaves[0].applying(.filter { $0.rank < 3 })
      return leaves[0].joined(with: low, onAny: self.keys, equals: self.keys, requiresMatch: requiresMatch)
    }
    fuzz(
      leaves: 2, seeds: 4,
      change: { transform, step in
        transform.configure { join in
          switch step % 3 {
          case 0: join.requiresMatch.toggle()
          case 1: join.rightKeys = { Array(0..<($0.rank + step) % 4) }
          default: join.leftKeys = { [$0.rank / 2, step] }
          }
        }
      }, hasOwnItems: false, oracle: oracle
    ) { $0[0].joined(with: $0[1], onAny: self.keys, equals: self.keys, requiresMatch: requiresMatch) }
  }

  @Test func itemsMatchByAnyOfTheirKeys() {
    let lists = [[], [0], [1], [0, 1], [1, 0, 1], [2, 0]]
    for left in lists {
      for first in lists {
        for second in lists {
          let leaf = ArraySource([left, []]), rows = ArraySource([first, second])
          let expected = [first, second].filter { !Set($0).isDisjoint(with: left) }
          let all = leaf.joined(with: rows, onAny: \.self, equals: \.self)
          #expect(all.items == [Joined(left, expected), Joined([], [])])
          let matched = leaf.joined(with: rows, onAny: \.self, equals: \.self, requiresMatch: true)
          #expect(matched.items == (expected.isEmpty ? [] : [Joined(left, expected)]))
          expectLaws(all)
          expectLaws(matched)
        }
      }
    }
  }

  @Test func matchesAreInTheOrderOfTheSourceAcrossKeys() {
    let dishes = ArraySource([["fig", "kiwi"], ["kiwi", "fig"], ["kiwi"]])
    let fruits = ArraySource(["kiwi", "plum", "fig"])
    let transform = dishes.joined(with: fruits, onAny: \.self, equals: { [$0] })
    let log = EventLog(transform)
    fruits.move(from: 1, to: 0)  // the plum has no match
    fruits.move(from: 2, to: 1)
    #expect(transform.items.map(\.right) == [["fig", "kiwi"], ["fig", "kiwi"], ["kiwi"]])
    #expect(
      log.batches == [
        UpdateBatch(), UpdateBatch(items: Edits(updates: [0, 1].map { PlacePair(path($0), path($0)) })),
      ])
  }

  @Test func sourcesOfJoinsCanBeReplaced() throws {
    let (left, right) = (ArraySource([1, 2]), ArraySource([1, 2]))
    let transform = left.joined(with: right, on: \.self, equals: \.self)
    let log = EventLog(transform)
    let other = ArraySource([2, 2]).applying(.map { Either<Int, Int>.right($0) })
    try transform.setSources([transform.sources[0], other])
    #expect(transform.items == [Joined(1, []), Joined(2, [2, 2])])
    #expect(log.batches == [UpdateBatch(items: Edits(updates: [0, 1].map { PlacePair(path($0), path($0)) }))])
  }
}
