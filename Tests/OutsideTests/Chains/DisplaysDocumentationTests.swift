import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

private final class Banner: ReusableCell { var slogan = "" }

private final class Label: ReusableCell {
  var text = ""
  override func prepareForReuse() { text = "" }
}

/// The examples of the articles CellSources of Cells and Displays of TableViews, and of the pages of both modules.
@Suite struct DisplaysDocumentationTests {
  struct Fruit {
    var name: String
    var isCitrus = false
  }

  @Test func theExamplesHaveTheDocumentedResults() throws {
    let fruits = ArraySource(
      [Fruit(name: "fig"), Fruit(name: "kiwi"), Fruit(name: "lemon", isCitrus: true)], name: "Fruits")

    let cells = CellSource<Fruit, Label>(fruits) { $0.isCitrus ? "citrus" : nil }
    cells.register("citrus") { cell, fruit in cell.text = "\(fruit.name), sour" }
    cells.register(Fruit.self, as: "fruit") { cell, fruit in cell.text = fruit.name }
    #expect(cells.items.map(\.text) == ["fig", "kiwi", "lemon, sour"])

    let ads = CellSource<String, Banner>(ArraySource(["Lemonade!"]))
    ads.register { cell, slogan in cell.slogan = slogan }
    let page = Transform(of: [cells.asReusableCells(), ads.asReusableCells()], by: .concatenate())
    #expect(page.items.map { ($0 as? Banner)?.slogan } == [nil, nil, nil, "Lemonade!"])

    let display = CellDisplay(cells.applying(.reverse()))
    display.show([ItemPath(0, 0), ItemPath(0, 1)])
    let lemon = display.cell(at: ItemPath(0, 0))
    fruits.update(Fruit(name: "Lemon", isCitrus: true), at: 2)
    #expect(display.existingCell(at: ItemPath(0, 0)) === lemon && lemon.text == "Lemon, sour")
    fruits.move(from: 2, to: 0)
    #expect(display.path(of: lemon) == ItemPath(0, 2))

    let seen = display.upstream(cells)
    #expect(seen.path(of: lemon) == ItemPath(0, 0))
    #expect(seen.existingCell(at: ItemPath(0, 0)) === lemon)

    cells.registerHeader("header") { cell, section in cell.text = "\(section.name ?? "")!" }
    cells.footerTitle = { section in section.index == 0 ? "the end" : nil }
    #expect(display.supplementaryCell(.header, ofSection: 0)?.text == "Fruits!")
    #expect(try display.footerTitle(ofSection: 0) == "the end")

    cells.on(.didSelectItem, in: .cells("citrus")) { cells, path, delivery in
      (delivery.cell as? Label)?.text = "\(cells.object(at: path).name), selected"
    }
    try display.select(ItemPath(0, 2))
    #expect(lemon.text == "Lemon, selected" && display.selectedPaths == [ItemPath(0, 2)])
  }

  @Test func overrides() {
    let fruits = ArraySource([Fruit(name: ""), Fruit(name: "Lime"), Fruit(name: "Apple")])
    let cells = CellSource<Fruit, Label>(fruits)
    cells.register("citrus") { cell, fruit in cell.text = "\(fruit.name), sour" }
    cells.register { cell, fruit in cell.text = fruit.name }
    cells.cellOverride = { [pool = cells.pool] fruit, path in
      guard fruit.name.isEmpty else { return nil }
      let cell = pool.dequeue("unnamed")
      cell.text = "fruit number \(path.item + 1)"
      return cell
    }
    cells.identifierOverride = { fruit in fruit.name == "Lime" ? "citrus" : nil }
    #expect(cells.items.map(\.text) == ["fruit number 1", "Lime, sour", "Apple"])
  }

  @Test func aSourceWithAnOverrideIsReleased() {
    weak var released: CellSource<Fruit, Label>?
    do {
      let cells = CellSource<Fruit, Label>(ArraySource([Fruit(name: "")]))
      cells.cellOverride = { [pool = cells.pool] _, _ in pool.dequeue("unnamed") }
      released = cells
      #expect(cells.items.count == 1)
    }
    #expect(released == nil)
  }
}
