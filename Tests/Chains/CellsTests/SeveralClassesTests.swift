import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Cell sources of different classes in one chain, and with other objects.
@Suite struct SeveralClassesTests {
  private class Card: ReusableCell { var title = "" }
  private final class FruitCell: Card {}
  private final class AdCell: Card {}

  private let fruits = ArraySource(["fig", "kiwi"])
  private let cells: CellSource<String, FruitCell>
  private let ads: CellSource<Int, AdCell>

  init() {
    cells = CellSource(fruits)
    cells.register("Swift.String") { cell, fruit in cell.title = fruit }
    ads = CellSource(ArraySource([1, 2]))
    ads.register { cell, number in cell.title = "ad \(number)" }
  }

  @Test func cellsOfDifferentClassesAreShownTogether() throws {
    let page = Transform(of: [cells.asReusableCells(), ads.asReusableCells()], by: .concatenate())
    let display = CellDisplay(page.applying(.flatten()))
    display.show(display.cells.paths)
    let kiwi = display.cell(at: ItemPath(0, 1))
    #expect((kiwi as? FruitCell)?.title == "kiwi" && (display.cell(at: ItemPath(0, 3)) as? AdCell)?.title == "ad 2")

    var received: [String] = []
    cells.on(.didSelectItem) { _, path, delivery in
      received.append("fruit \(path) \((delivery.cell as? FruitCell)?.title ?? "")")
      let isSelected = delivery.cellOperator?.selectedPaths == [path]
      #expect(isSelected)
    }
    ads.on(.didSelectItem, in: .items(of: Int.self)) { _, path in received.append("ad \(path)") }
    try display.select(ItemPath(0, 3))
    try display.select(ItemPath(0, 1))
    #expect(received == ["ad (0, 1)", "fruit (0, 1) kiwi"])

    // The same cell is configured again, and moves with its item.
    fruits.update("lime", at: 1)
    #expect(display.existingCell(at: ItemPath(0, 1)) === kiwi && (kiwi as? FruitCell)?.title == "lime")
    fruits.move(from: 1, to: 0)
    #expect(display.path(of: kiwi) == ItemPath(0, 0) && display.selectedPaths == [ItemPath(0, 0)])
    #expect(display.upstream(cells).existingCell(at: ItemPath(0, 0)) === kiwi)
  }

  @Test func cellsMayHaveACommonSuperclass() {
    let page = Transform(of: [cells.asCells(of: Card.self), ads.asCells(of: Card.self)], by: .concatenate())
    #expect(page.items.map(\.title) == ["fig", "kiwi", "ad 1", "ad 2"])
  }

  @Test func objectsAreReplaced() throws {
    let display = CellDisplay(cells)
    display.show(cells.paths)
    let log = BatchLog(cells)
    let nuts = SectionedArraySource([SectionState<String?, String>("Nuts", items: ["pecan"])])
    try cells.setObjects(nuts)
    #expect(log.take() == [.reload] && display.displayedPaths.isEmpty)
    #expect(cells.objects === nuts && cells.items.map(\.title) == ["pecan"] && cells.sectionNames == ["Nuts"])
    #expect(cells.cellHost(at: ItemPath(0, 0)) != nil && cells.convert(ItemPath(0, 0), to: nuts) == ItemPath(0, 0))
    fruits.append("lime")
    nuts.append("walnut", toSection: 0)
    #expect(log.take().map(\.items) == [Edits(inserts: [ItemPath(0, 1)])])
    // The same objects stay.
    try cells.setObjects(nuts)
    #expect(log.take().isEmpty)
    // With registrations in the same transaction.
    fruits.append("date")
    cells.transaction {
      try? cells.setObjects(fruits)
      cells.register("Swift.String") { cell, fruit in cell.title = fruit.uppercased() }
    }
    #expect(log.take() == [.reload] && cells.items.map(\.title) == ["FIG", "KIWI", "LIME", "DATE"])
  }

  @Test func objectsMayNotComeFromTheirCells() {
    let texts = CellSource<String, FruitCell>(fruits)
    let titles = texts.applying(.map { $0.title })
    let error = #expect(throws: UpdateError.self) { try texts.setObjects(titles) }
    #expect(error?.code == .cycle && texts.objects === fruits)
  }
}
