import Changesets
import DataSources
import TestKit
import Testing

/// Edits of lists, and their batches.
@Suite struct ArraySourceTests {
  private func places(_ items: Int...) -> [ItemPath] { items.map { ItemPath(section: 0, item: $0) } }

  @Test func editsOfSeveralItems() {
    let source = ArraySource(["a", "b", "c", "d"])
    let log = UpdateLog(source)
    source.replaceSubrange(1..<3, with: ["x", "y", "z"])
    source.append(contentsOf: ["e", "f"])
    source.removeAll { $0 < "d" || $0 == "z" }
    source.update(at: 0) { $0 += "!" }
    #expect(source[0] == "x!" && source.items == ["x!", "y", "d", "e", "f"])
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(deletes: places(1, 2), inserts: places(1, 2, 3))),
        UpdateBatch(items: Edits(inserts: places(5, 6))),
        UpdateBatch(items: Edits(deletes: places(0, 3))),
        UpdateBatch(items: Edits(updates: [PlacePair(places(0)[0], places(0)[0])])),
      ])
  }

  @Test func editsOfATransactionBuildOnEachOther() {
    let source = ArraySource([1, 2])
    source.transaction {
      for _ in 0..<3 { source.update(at: 0) { $0 *= 2 } }
      source.append(contentsOf: [9])
      source.removeAll { $0 == 8 }
    }
    #expect(source.items == [2, 9])
  }

  @Test func sortingIsStableAndMovesFew() {
    let source = ArraySource([(1, "a"), (2, "b"), (1, "c"), (0, "d"), (2, "e")])
    let log = UpdateLog(source)
    source.sort { $0.0 < $1.0 }
    #expect(source.items.map(\.1) == ["d", "a", "c", "b", "e"])
    #expect(log.batches.map(\.count) == [2])
    source.sort { $0.0 < $1.0 }
    #expect(log.batches.last == UpdateBatch())
  }

  @Test func itemsCanBeSet() {
    let source = ArraySource([SampleItem(id: 1, rank: 0), SampleItem(id: 2, rank: 0), SampleItem(id: 3, rank: 0)])
    let log = UpdateLog(source)
    source.setItems(
      [SampleItem(id: 3, rank: 0), SampleItem(id: 1, rank: 4), SampleItem(id: 4, rank: 0)], by: DeltaUpdater())
    let path = places(0, 1, 2)
    #expect(
      log.batches == [
        UpdateBatch(
          items: Edits(
            deletes: [path[1]], inserts: [path[2]], moves: [PlacePair(path[2], path[0])],
            updates: [PlacePair(path[0], path[1])]))
      ])
    source.setItems(source.items, by: DeltaUpdater())
    #expect(log.batches.last == UpdateBatch())
  }

  @Test func anUpdaterThatIsOffReloads() {
    let source = ArraySource([SampleItem(id: 1, rank: 0)])
    let log = UpdateLog(source)
    var updater = DeltaUpdater<IdentifiableMatching<SampleItem>>()
    updater.isEnabled = false
    source.transaction {
      source.append(SampleItem(id: 2, rank: 0))
      source.setItems([], by: updater)
      source.append(SampleItem(id: 3, rank: 0))
    }
    #expect(log.batches == [.reload])
    #expect(source.items.map(\.id) == [3])
  }

  @Test func aTransactionThatThrowsIsRolledBack() {
    struct Failure: Error {}
    let (source, other) = (ArraySource([1, 2]), OptionalSource(0))
    let both = Transform(of: [source, other], by: .concatenate())
    let log = UpdateLog(both)
    #expect(throws: Failure.self) {
      try source.transaction {
        source.append(3)
        other.value = nil
        throw Failure()
      }
    }
    #expect(both.itemsBySection == [[1, 2], [0]] && log.batches.isEmpty)
    source.transaction {
      source.append(3)
      try? source.transaction {
        source.removeAll()
        throw Failure()
      }
      other.value = 1
    }
    #expect(both.itemsBySection == [[1, 2, 3], [1]] && log.batches.map(\.count) == [2])
  }

  @Test func aPlaceThatDoesNotExistStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = ArraySource([1, 2])
      source.link.name = "stock"
      source.insert(3, at: 3)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("stock: There is no place 3 in section 0. Give one in 0..<3."))
  }

  @Test(arguments: [-1, 2]) func anItemThatDoesNotExistStopsTheProgram(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      let source = ArraySource([1, 2])
      source.link.name = "stock"
      _ = source[index]
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("stock: There is no item \(index) in section 0. Give one in 0..<2."))
  }

  @Test func anItemThatIsReplacedMayReadTheSource() {
    final class Reader {
      weak var source: ArraySource<Reader>?
      deinit { _ = source?.items.count }
    }
    let source = ArraySource([Reader(), Reader(), Reader(), Reader()])
    for reader in source.items { reader.source = source }
    source.update(Reader(), at: 0)
    source.remove(at: 1)
    source.replaceSubrange(1..<2, with: [])
    source.reload([])
    #expect(source.isEmpty)
  }

  @Test(arguments: Seeds.fixed(4, fresh: 3)) func batchesAreExact(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var nextID = 0
    func new(_ count: Int) -> [SampleItem] {
      (0..<count).map { _ in
        nextID += 1
        return SampleItem(id: nextID, rank: Int.random(in: SampleItem.ranks, using: &random))
      }
    }
    var model = new(4)
    let source = ArraySource(model)
    let chain = source.applying(.filter { $0.rank % 2 == 0 })
    let oracles = [ChainOracle(source), ChainOracle(chain)]
    func edit() {
      let few = Int.random(in: 0...3, using: &random)
      let start = Int.random(in: 0...model.count, using: &random)
      let range = start..<Int.random(in: start...model.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let samples = new(few)
        model += samples
        source.append(contentsOf: samples)
      case 1:
        let samples = new(few)
        model.insert(contentsOf: samples, at: start)
        source.insert(contentsOf: samples, at: start)
      case 2:
        model.removeSubrange(range)
        source.removeSubrange(range)
      case 3:
        let samples = new(few)
        model.replaceSubrange(range, with: samples)
        source.replaceSubrange(range, with: samples)
      case 4:
        model.removeAll { $0.rank == few }
        source.removeAll { $0.rank == few }
      case 5:
        guard start < model.count else { return }
        model[start].version += 1
        source.update(at: start) { $0.version += 1 }
      case 6:
        let sorted = model.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
        model = sorted.map(\.element)
        source.sort { $0.rank < $1.rank }
      default:
        model.shuffle(using: &random)
        model.removeFirst(min(few, model.count))
        model.insert(contentsOf: new(few), at: model.count / 2)
        if !model.isEmpty { model[0].version += 1 }
        source.setItems(model, by: DeltaUpdater())
      }
    }
    for step in 0..<30 {
      let edits = step.isMultiple(of: 3) ? 3 : 1
      source.transaction { for _ in 0..<edits { edit() } }
      #expect(source.items == model, "seed \(seed), step \(step)")
    }
    #expect(oracles.flatMap(\.failures).isEmpty, "seed \(seed)")
  }
}
