import Changesets
import DataSources
import TestKit
import Testing

/// The batches of a delta updater between two states.
@Suite struct DeltaUpdaterTests {
  private typealias State = [SectionState<String?, Item>]

  private struct Item: Identifiable, Hashable {
    var id: Int
    var version = 0
  }

  private var updater = DeltaUpdater<IdentifiableMatching<Item>>()

  private func state(_ sections: (String?, [Int])...) -> State {
    sections.map { SectionState($0, items: $1.map { Item(id: $0) }) }
  }

  @Test func unchangedItemsAreNotReloaded() throws {
    var updater = updater
    updater.itemLimit = 1
    updater.updatesAllRetainedItems = true
    let same = state(("a", [1, 2]))
    #expect(updater.batch(from: same, to: same).items.updates.count == 2)
  }

  @Test func sectionsAreMatchedByName() throws {
    let batch = updater.batch(
      from: state(("a", [1]), ("b", [2, 3]), ("c", [])), to: state(("c", []), ("b", [3]), ("d", [4])))
    #expect(batch.sections.deletes == [0])
    #expect(batch.sections.inserts == [2])
    #expect(batch.sections.moves == [PlacePair(2, 0)])
    #expect(batch.items == Edits(deletes: [ItemPath(1, 0)]))
  }

  @Test func anItemInAnotherSectionIsMoved() throws {
    let batch = updater.batch(from: state(("a", [1, 2]), ("b", [])), to: state(("a", [1]), ("b", [2])))
    #expect(
      batch == UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 1), ItemPath(1, 0))])))
  }

  @Test func differentContentIsAnUpdate() throws {
    let before = state(("a", [1, 2, 3]))
    var after = state(("a", [2, 3]))
    after[0].items[1].version = 1
    let batch = updater.batch(from: before, to: after)
    #expect(batch.items.deletes == [ItemPath(0, 0)])
    #expect(batch.items.updates == [PlacePair(ItemPath(0, 2), ItemPath(0, 1))])
    #expect(batch.count == 2)
  }

  @Test func anotherNameIsAnotherSection() throws {
    let batch = updater.batch(from: state(("a", [1])), to: state(("b", [1])))
    #expect(batch.sections == Edits(deletes: [0], inserts: [0]))
    #expect(batch.items.moves == [PlacePair(ItemPath(0, 0), ItemPath(0, 0))])
  }

  @Test func closuresMatchAndCompare() throws {
    let updater = DeltaUpdater<ClosureMatching<Item, Int>>(id: \.id) { $0.version <= $1.version }
    var after = state(("a", [1]))
    after[0].items[0].version = 7
    #expect(updater.batch(from: state(("a", [1])), to: after).isEmpty)
    #expect(updater.batch(from: after, to: state(("a", [1]))).items.updates.count == 1)
  }

  @Test func oneUnnamedSectionMatchesAnother() {
    let (before, after) = (state((nil, [1, 2]), ("a", [3])), state((nil, [2]), ("a", [3])))
    #expect(updater.batch(from: before, to: after) == UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])))
  }

  @Test func severalUnnamedSectionsMatchOnlyWhenAskedTo() {
    let (before, after) = (state((nil, [1, 2]), (nil, [3])), state((nil, [2]), (nil, [3])))
    let apart = updater.batch(from: before, to: after)
    #expect(apart.sections == Edits(deletes: [0, 1], inserts: [0, 1]))
    #expect(
      apart.items.moves == [PlacePair(ItemPath(0, 1), ItemPath(0, 0)), PlacePair(ItemPath(1, 0), ItemPath(1, 0))])
    var matching = updater
    matching.matchesUnnamedSections = true
    let together = matching.batch(from: before, to: after)
    #expect(together == UpdateBatch(items: Edits(deletes: [ItemPath(0, 0)])))
  }

  @Test func unnamedSectionsAreMatchedInOrder() throws {
    var updater = updater
    updater.matchesUnnamedSections = true
    let batch = updater.batch(from: state((nil, [1]), (nil, [2])), to: state((nil, [1]), (nil, [2]), (nil, [3])))
    #expect(batch.sections == Edits(inserts: [2]))
    #expect(batch.items.moves.isEmpty)
  }

  @Test func everySurvivorCanBeUpdated() throws {
    var updater = updater
    updater.updatesAllRetainedItems = true
    let batch = updater.batch(from: state(("a", [1, 2, 3])), to: state(("a", [3, 1, 4])))
    #expect(
      batch.items.updates == [
        PlacePair(ItemPath(0, 0), ItemPath(0, 1)),
        PlacePair(ItemPath(0, 2), ItemPath(0, 0)),
      ])
    let same = state(("a", [1]), (nil, [2]))
    let still = updater.batch(from: same, to: same)
    #expect(
      still.items.updates
        == EditList([ItemPath(0, 0), ItemPath(1, 0)].map { PlacePair($0, $0) }))
    #expect(still.count == 2)
  }

  @Test func aDisabledUpdaterReloads() throws {
    var updater = updater
    updater.isEnabled = false
    #expect(updater.batch(from: state(("a", [1])), to: state(("a", [2]))).isReload)
  }

  @Test func overTheLimitItReloadsWhatChanged() throws {
    var updater = updater
    updater.itemLimit = 3
    let (small, large) = (state(("a", [1]), ("b", [2, 3])), state(("a", [1, 4]), ("b", [2, 3])))
    #expect(updater.batch(from: small, to: large).isReload)
    #expect(updater.batch(from: large, to: small).isReload)
    #expect(updater.batch(from: large, to: large).isEmpty)
    updater.itemLimit = 4
    #expect(updater.batch(from: small, to: large).items.inserts == [ItemPath(0, 1)])
  }

  @Test func noChangeIsAnEmptyBatch() throws {
    for same in [state(), state((nil, [])), state((nil, [1, 1]), ("a", [2]), ("a", []))] {
      #expect(updater.batch(from: same, to: same).isEmpty)
    }
  }

  @Test func aSourceCanBeAState() throws {
    let source = sections(["x", "y"], [], names: ["a"])
    #expect(
      source.sections == [SectionState("a", items: ["x", "y"]), SectionState(nil, items: [])])
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3)) func theBatchLeadsFromTheOldStateToTheNew(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var updater = updater
    for round in 0..<25 {
      updater.matchesUnnamedSections = Bool.random(using: &random)
      updater.updatesAllRetainedItems = Bool.random(using: &random)
      // Few names and identities, so that many repeat.
      let (before, after) = (randomState(&random), randomState(&random))
      let batch = updater.batch(from: before, to: after)
      #expect(!batch.isReload)
      #expect(mirrored(before, batch, after) == after, "seed \(seed), round \(round): \(batch) from \(before)")
      let same = Set(batch.items.updates.map(\.before))
      if updater.updatesAllRetainedItems {
        let survivors = survivors(of: batch, before: before)
        #expect(same == survivors, "seed \(seed), round \(round): \(batch) from \(before)")
      }
    }
  }

  private func randomState(_ random: inout SeededGenerator) -> State {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in
      SectionState(
        [nil, "a", "b", "c"].randomElement(using: &random) ?? nil,
        items: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Item(id: Int.random(in: 0...5, using: &random), version: Int.random(in: 0...1, using: &random))
        })
    }
  }

  /// The places before of all items that a batch retains.
  private func survivors(of batch: UpdateBatch, before: State) -> Set<ItemPath> {
    var survivors = Set(batch.items.moves.map(\.before))
    for (section, content) in before.enumerated() where !batch.sections.deletes.contains(section) {
      for item in content.items.indices { survivors.insert(ItemPath(section: section, item: item)) }
    }
    return survivors.subtracting(batch.items.deletes)
  }
}
