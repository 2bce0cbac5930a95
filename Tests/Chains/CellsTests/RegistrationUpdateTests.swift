import Cells
import Changesets
import DataSources
import Testing

/// Registrations while cells are shown update the items that they affect, and no others.
@Suite struct RegistrationUpdateTests {
  private let numbers = ArraySource([1, 2, 3, 4, 5])
  private let objects: CountingSource<Int>
  private let cells: CellSource<Int, TextCell>
  private let log: BatchLog

  init() {
    objects = CountingSource(numbers)
    cells = CellSource(objects) { $0.isMultiple(of: 2) ? "even" : nil }
    cells.register("even") { cell, number in cell.show("even \(number)") }
    cells.register(Int.self, as: "odd") { cell, number in cell.show("odd \(number)") }
    log = BatchLog(cells)
  }

  private func showAll() -> [String] { cells.items.map(\.text) }

  @Test func withoutObserversNothingIsCompared() {
    let cells = CellSource<Int, TextCell>(objects)
    cells.register("even") { cell, number in cell.show("even \(number)") }
    cells.register(Int.self, as: "odd") { cell, number in cell.show("odd \(number)") }
    cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
    cells.identifierOverride = { $0.isMultiple(of: 2) || $0 == 1 ? "even" : nil }
    cells.registerHeader("header") { _, _ in }
    #expect(objects.reads == 0)
    #expect(cells.items.map(\.text) == ["2 · 0", "2 · 1", "odd 3", "2 · 2", "odd 5"])
  }

  @Test func theFirstRegistrationComparesNothing() {
    let cells = CellSource<Int, TextCell>(objects)
    let log = BatchLog(cells)
    cells.register("even") { cell, number in cell.show("even \(number)") }
    #expect(log.batches.isEmpty && objects.reads == 0)
  }

  /// Updates do not depend on earlier reads.
  @Test(arguments: [false, true]) func readingHasNoEffectOnUpdates(_ reads: Bool) {
    if reads { _ = showAll() }
    cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
    #expect(log.batches == [updates(ItemPath(0, 1), ItemPath(0, 3))])
  }

  @Test func anotherConfiguratorUpdatesTheItemsOfItsKind() {
    _ = showAll()
    cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
    #expect(log.batches == [updates(ItemPath(0, 1), ItemPath(0, 3))])
    #expect(showAll() == ["odd 1", "2 · 1", "odd 3", "2 · 2", "odd 5"])
    cells.register(Int.self, as: "odd") { cell, number in cell.show("-\(number)") }
    #expect(log.batches.last == updates(ItemPath(0, 0), ItemPath(0, 2), ItemPath(0, 4)))
    #expect(showAll() == ["-1", "2 · 1", "-3", "2 · 2", "-5"])
  }

  @Test func aNewKindUpdatesNothingAndReadsNoObject() {
    _ = showAll()
    let reads = objects.reads
    cells.register("prime") { cell, number in cell.show("prime \(number)") }
    #expect(log.batches.isEmpty && objects.reads == reads)
  }

  @Test func aKindWithAnotherConfiguratorIsUpdated() {
    let cells = CellSource<Int, TextCell>(objects) { $0 > 3 ? "large" : nil }
    let log = BatchLog(cells)
    cells.register { cell, number in cell.show("any \(number)") }
    #expect(log.batches.isEmpty && cells.items.map(\.text) == (1...5).map { "any \($0)" })
    cells.register("large") { cell, number in cell.show("large \(number)") }
    #expect(log.take() == [updates(ItemPath(0, 3), ItemPath(0, 4))])
    cells.register { cell, number in cell.show("some \(number)") }
    #expect(log.take() == [updates(ItemPath(0, 0), ItemPath(0, 1), ItemPath(0, 2))])
    cells.register(Int.self, as: "number") { cell, number in cell.show("\(number)") }
    #expect(log.take() == [updates(ItemPath(0, 0), ItemPath(0, 1), ItemPath(0, 2))])
    #expect(cells.items.map(\.text) == ["1", "2", "3", "large 4", "large 5"])
  }

  @Test func anOverrideUpdatesTheItemsItAffects() {
    _ = showAll()
    cells.register("prime") { cell, number in cell.show("prime \(number)") }
    cells.identifierOverride = { [2, 3, 5].contains($0) ? "prime" : $0 == 4 ? "even" : nil }
    #expect(log.batches == [updates(ItemPath(0, 1), ItemPath(0, 2), ItemPath(0, 4))])
    #expect(showAll() == ["odd 1", "prime 2", "prime 3", "even 4", "prime 5"])
    cells.identifierOverride = { [3, 5].contains($0) ? "prime" : nil }
    #expect(log.batches.last == updates(ItemPath(0, 1)))
    cells.identifierOverride = nil
    #expect(log.batches.last == updates(ItemPath(0, 2), ItemPath(0, 4)))
  }

  @Test func aTypeUpdatesTheItemsThatGetAnotherKind() {
    let mixed = CellSource<Any, TextCell>(ArraySource([1, "a", 2.5, 2]))
    mixed.register((any Numeric).self, as: "number") { cell, number in cell.show("\(number)") }
    mixed.register("Swift.String") { cell, text in cell.show("“\(text)”") }
    let log = BatchLog(mixed)
    #expect(mixed.items.map(\.text) == ["1", "“a”", "2.5", "2"])
    mixed.register(Int.self, as: "int") { cell, number in cell.show("\(number).0") }
    #expect(log.batches == [updates(ItemPath(0, 0), ItemPath(0, 3))])
    mixed.register(String.self, as: "text") { cell, text in cell.show(text) }
    #expect(log.batches.last == updates(ItemPath(0, 1)))
    #expect(mixed.items.map(\.text) == ["1.0", "a", "2.5", "2.0"])
  }

  @Test func anOverrideOfCellsUpdatesTheItemsWithAnotherCell() {
    _ = showAll()
    let (first, second) = (TextCell("x"), TextCell("x"))
    cells.cellOverride = { number, _ in number == 2 ? first : number == 3 ? second : nil }
    #expect(log.batches == [updates(ItemPath(0, 1), ItemPath(0, 2))])
    cells.cellOverride = { number, _ in number == 2 ? first : number == 4 ? second : nil }
    #expect(log.batches.last == updates(ItemPath(0, 2), ItemPath(0, 3)))
    // Items with a cell of the override are not affected by configurators.
    cells.register("even") { cell, number in cell.show("\(number)") }
    #expect(log.batches.count == 2)
    cells.identifierOverride = { $0 == 1 || $0 == 2 ? "even" : nil }
    #expect(log.batches.last == updates(ItemPath(0, 0)))
    cells.cellOverride = nil
    #expect(log.batches.last == updates(ItemPath(0, 1), ItemPath(0, 3)))
  }

  @Test func registrationsAndEditsAreOneBatch() {
    _ = showAll()
    var next = [1, 2, 3, 4, 5]
    cells.transaction {
      numbers.remove(at: 1)
      cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
      numbers.insert(6, at: 0)
      numbers.move(from: 3, to: 1)
      #expect(showAll() == ["odd 1", "even 2", "odd 3", "even 4", "odd 5"])
    }
    next = [6, 4, 1, 3, 5]
    #expect(numbers.items == next)
    #expect(
      log.batches == [
        UpdateBatch(
          items: Edits(
            deletes: [ItemPath(0, 1)], inserts: [ItemPath(0, 0)], moves: [PlacePair(ItemPath(0, 3), ItemPath(0, 1))],
            updates: [PlacePair(ItemPath(0, 3), ItemPath(0, 1))]))
      ])
    #expect(showAll() == ["2 · 3", "2 · 2", "odd 1", "odd 3", "odd 5"])
  }

  @Test func aReloadIncludesRegistrations() {
    _ = showAll()
    cells.transaction {
      cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
      numbers.reload([8])
    }
    #expect(log.batches == [.reload])
    #expect(showAll() == ["2 · 4"])
  }

  @Test func registrationsOfAThrowingTransactionAreRolledBack() {
    struct Failure: Error {}
    _ = showAll()
    #expect(throws: Failure.self) {
      try cells.transaction {
        cells.register("even") { cell, number in cell.show("never") }
        throw Failure()
      }
    }
    #expect(log.batches.isEmpty && showAll()[1] == "even 2")
  }

  @Test func updatesArePropagatedDownTheChain() {
    let shown = cells.applying(.reverse()).applying(.window(offset: 1, count: 2))
    let log = BatchLog(shown)
    #expect(shown.items.map(\.text) == ["even 4", "odd 3"])
    cells.register("even") { cell, number in cell.show("2 · \(number / 2)") }
    #expect(log.batches == [updates(ItemPath(0, 0))])
  }
}
