import Cells
import Changesets
import DataSources
import TableViews
import Testing

@Suite struct CellDisplayTests {
  private let fruits = SectionedArraySource([
    SectionState("A", items: ["apple", "apricot", "avocado"]), SectionState("B", items: ["banana", "blueberry"]),
  ])
  private let counted = CountedPool()
  private let cells: CellSource<String, TextCell>
  private let display: CellDisplay<TextCell>

  init() {
    cells = CellSource(fruits, pool: counted.pool) { $0.hasPrefix("b") ? "berry" : "fruit" }
    for kind: CellIdentifier in ["berry", "fruit"] {
      cells.register(kind) { cell, fruit in cell.show("\(kind) \(fruit)") }
    }
    display = CellDisplay(cells)
  }

  private var live: Int { display.displayedPaths.count }

  @Test func aCellIsCreatedOnceAndRetained() {
    let cell = display.cell(at: ItemPath(0, 1))
    #expect(cell.text == "fruit apricot" && display.cell(at: ItemPath(0, 1)) === cell && cell.configurations == 1)
    #expect(display.existingCell(at: ItemPath(0, 1)) === cell && display.existingCell(at: ItemPath(0, 0)) == nil)
    #expect(display.path(of: cell) == ItemPath(0, 1) && display.displayedPaths == [ItemPath(0, 1)])
    display.endDisplaying(at: ItemPath(0, 1))
    #expect(display.existingCell(at: ItemPath(0, 1)) == nil && display.path(of: cell) == nil)
    #expect(cell.reuses == 1 && counted.pool.numberOfIdleCells == 1)
    display.endDisplaying(at: ItemPath(0, 1))
    #expect(cell.reuses == 1)
    #expect(display.cell(at: ItemPath(0, 2)) === cell && cell.text == "fruit avocado")
  }

  @Test func visiblePathsAreSetAsAWhole() {
    display.show([ItemPath(0, 0), ItemPath(0, 1)])
    let apricot = display.cell(at: ItemPath(0, 1))
    display.show([ItemPath(0, 1), ItemPath(0, 2)])
    #expect(display.displayedPaths == [ItemPath(0, 1), ItemPath(0, 2)])
    #expect(display.existingCell(at: ItemPath(0, 1)) === apricot && apricot.configurations == 1)
    #expect(counted.created == 2)
    display.show([])
    #expect(display.displayedPaths.isEmpty && counted.pool.numberOfIdleCells == 2)
  }

  @Test func aCellMovesWithItsItem() {
    display.show(cells.paths)
    let (apple, avocado, banana) = (
      display.cell(at: ItemPath(0, 0)), display.cell(at: ItemPath(0, 2)), display.cell(at: ItemPath(1, 0))
    )
    fruits.move(from: ItemPath(0, 0), to: ItemPath(1, 1))
    #expect(display.existingCell(at: ItemPath(1, 1)) === apple && display.path(of: apple) == ItemPath(1, 1))
    #expect(display.existingCell(at: ItemPath(0, 1)) === avocado)
    fruits.remove(at: ItemPath(0, 0))
    #expect(display.path(of: avocado) == ItemPath(0, 0) && counted.pool.numberOfIdleCells == 1)
    fruits.moveSection(from: 1, to: 0)
    #expect(display.path(of: banana) == ItemPath(0, 0) && display.path(of: apple) == ItemPath(0, 1))
    fruits.removeSection(at: 0)
    #expect(display.displayedPaths == [ItemPath(0, 0)] && display.existingCell(at: ItemPath(0, 0)) === avocado)
    #expect(counted.pool.numberOfIdleCells == 4)
    #expect([apple, avocado, banana].map(\.configurations) == [1, 1, 1])
  }

  @Test func anUpdateConfiguresTheExistingCellAgain() {
    display.show(cells.paths)
    let apricot = display.cell(at: ItemPath(0, 1))
    fruits.update("Apricot", at: ItemPath(0, 1))
    #expect(display.existingCell(at: ItemPath(0, 1)) === apricot && apricot.text == "fruit Apricot")
    #expect(apricot.configurations == 2 && apricot.reuses == 0)
    fruits.transaction {
      fruits.update("APRICOT", at: ItemPath(0, 1))
      fruits.move(from: ItemPath(0, 1), to: ItemPath(0, 0))
    }
    #expect(display.existingCell(at: ItemPath(0, 0)) === apricot && apricot.text == "fruit APRICOT")
    #expect(counted.created == 5 && counted.pool.numberOfIdleCells == 0)
    #expect(cells.paths.map { display.cell(at: $0).configurations } == [3, 1, 1, 1, 1])
  }

  @Test func anUpdateToAnotherKindReplacesTheCell() {
    let cell = display.cell(at: ItemPath(0, 0))
    fruits.update("bilberry", at: ItemPath(0, 0))
    let berry = display.existingCell(at: ItemPath(0, 0))
    #expect(berry !== cell && berry?.text == "berry bilberry" && berry?.identifier == "berry")
    #expect(cell.reuses == 1 && display.path(of: cell) == nil && counted.pool.numberOfIdleCells == 1)
  }

  @Test func insertedItemsHaveNoCellUntilTheyAreDisplayed() {
    display.show([ItemPath(0, 0)])
    fruits.insert("acai", at: ItemPath(0, 0))
    #expect(display.displayedPaths == [ItemPath(0, 1)] && counted.created == 1)
    #expect(display.cell(at: ItemPath(0, 0)).text == "fruit acai")
  }

  @Test func afterAReloadNothingIsDisplayed() {
    display.show(cells.paths)
    fruits.reload([SectionState("C", items: ["cherry"])])
    #expect(display.displayedPaths.isEmpty && counted.pool.numberOfIdleCells == 5)
    #expect(display.cell(at: ItemPath(0, 0)).text == "fruit cherry" && counted.created == 5)
  }

  @Test func anotherConfiguratorConfiguresTheCellsOfItsKindAgain() {
    display.show([ItemPath(0, 0), ItemPath(1, 0)])
    let (apple, banana) = (display.cell(at: ItemPath(0, 0)), display.cell(at: ItemPath(1, 0)))
    cells.register("berry") { cell, berry in cell.show("new \(berry)") }
    #expect(banana.text == "new banana" && display.existingCell(at: ItemPath(1, 0)) === banana)
    #expect(apple.configurations == 1 && banana.configurations == 2 && counted.created == 2)
  }

  @Test func anotherClassOfCellsReplacesTheCells() {
    final class Berry: TextCell {}
    display.show([ItemPath(0, 0), ItemPath(1, 0)])
    let banana = display.cell(at: ItemPath(1, 0))
    cells.register("berry", Berry.self) { cell, berry in cell.show("class \(berry)") }
    #expect(display.existingCell(at: ItemPath(1, 0)) is Berry)
    #expect(banana.reuses == 1 && counted.pool.numberOfIdleCells == 0)
  }

  @Test func cellsOfAnOverrideAreShownAndReleased() {
    let special = TextCell("special")
    display.show(cells.paths)
    cells.cellOverride = { fruit, _ in fruit == "banana" ? special : nil }
    #expect(display.existingCell(at: ItemPath(1, 0)) === special && counted.pool.numberOfIdleCells == 1)
    fruits.move(from: ItemPath(1, 0), to: ItemPath(0, 0))
    #expect(display.path(of: special) == ItemPath(0, 0))
    cells.cellOverride = nil
    #expect(display.existingCell(at: ItemPath(0, 0))?.text == "berry banana" && display.path(of: special) == nil)
    #expect(special.configurations == 0 && special.reuses == 0)
  }

  @Test func observersOfTheDisplaySeeUpdatedCells() {
    display.show(cells.paths)
    let observer = BatchLog(cells)
    var seen: [String?] = []
    display.link.addObserver(observer) { [display] _, event in
      if case .didUpdate = event { seen.append(display.existingCell(at: ItemPath(0, 0))?.text) }
    }
    // Also an observer that is notified before the display.
    _ = fruits.addObserver(observer) { [display] _, event in
      if case .didUpdate = event { seen.append(display.existingCell(at: ItemPath(0, 0))?.text) }
    }
    fruits.update("Apple", at: ItemPath(0, 0))
    fruits.remove(at: ItemPath(0, 0))
    #expect(seen == ["fruit Apple", "fruit Apple", "fruit apricot", "fruit apricot"])
  }

  @Test func aConfiguratorMayEditTheSource() {
    cells.register("fruit") { [fruits] cell, fruit in
      cell.show(fruit)
      if fruit == "pear" { fruits.append("quince", toSection: 0) }
    }
    display.show([ItemPath(0, 0), ItemPath(0, 2)])
    fruits.transaction {
      fruits.update("pear", at: ItemPath(0, 2))
      fruits.update("pear", at: ItemPath(0, 0))
    }
    #expect(fruits.items(inSection: 0) == ["pear", "apricot", "pear", "quince", "quince"])
    #expect(display.displayedPaths.map { display.cell(at: $0).text } == ["pear", "pear"])
  }

  @Test func aConfiguratorMayMoveItsItemOrDeleteIt() {
    cells.register("fruit") { [fruits] cell, fruit in
      cell.show(fruit)
      if fruit == "apricot" { fruits.move(from: ItemPath(0, 1), to: ItemPath(1, 0)) }
      if fruit == "avocado" { fruits.remove(at: ItemPath(0, 1)) }
    }
    let apricot = display.cell(at: ItemPath(0, 1))
    #expect(apricot.text == "apricot" && display.path(of: apricot) == ItemPath(1, 0))
    let avocado = display.cell(at: ItemPath(0, 1))
    #expect(avocado.text == "avocado" && display.path(of: avocado) == nil)
    #expect(display.displayedPaths == [ItemPath(1, 0)])
  }

  @Test func aReleasedDisplayRecyclesItsCells() {
    weak var gone: CellDisplay<TextCell>?
    do {
      let display = CellDisplay(cells)
      gone = display
      display.show(cells.paths)
      #expect(counted.created == 5)
    }
    #expect(gone == nil && counted.pool.numberOfIdleCells == 5)
    fruits.update("Apple", at: ItemPath(0, 0))
  }

  @Test func twoDisplaysHaveSeparateCells() {
    let other = CellDisplay(cells)
    let (first, second) = (display.cell(at: ItemPath(0, 0)), other.cell(at: ItemPath(0, 0)))
    #expect(first !== second)
    fruits.update("Apple", at: ItemPath(0, 0))
    #expect(display.existingCell(at: ItemPath(0, 0)) === first && other.existingCell(at: ItemPath(0, 0)) === second)
    #expect(first.text == "fruit Apple" && second.text == "fruit Apple")
  }

  @Test func showingManyItemsInSequenceRetainsOneCell() {
    let counted = CountedPool()
    let cells = CellSource(ArraySource(Array(0..<20_000)), pool: counted.pool) { _ in "number" }
    cells.register("number") { cell, number in cell.show("\(number)") }
    let display = CellDisplay(cells.applying(.reverse()))
    for item in 0..<20_000 {
      if item > 0 { display.endDisplaying(at: ItemPath(0, item - 1)) }
      _ = display.cell(at: ItemPath(0, item))
    }
    #expect(counted.created == 1 && live == 0 && display.displayedPaths.count == 1)
    #expect(display.existingCell(at: ItemPath(0, 19_999))?.text == "0")
  }
}
