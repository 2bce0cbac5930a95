import Cells
import Changesets
import DataSources
import Snapshots
import TableViews
import Testing

/// Cells of models and snapshots: when a change is completed, it is displayed.
@MainActor @Suite struct SnapshotCellTests {
  private func display<Object>(_ source: any DataSource<Object>) -> CellDisplay<TextCell> {
    let cells = CellSource<Object, TextCell>(source) { _ in "text" }
    cells.register("text") { cell, object in cell.show("\(object)") }
    return CellDisplay(cells)
  }

  @Test func kittensAreShownAsTheyAreLoaded() throws {
    let kittens = Modifier(["Tom", "Tigger"])
    let display = display(kittens)
    let tigger = display.cell(at: ItemPath(0, 1))
    var shown = ""
    try kittens.modify(
      update: { names in
        names[1] = "Tiger"
        return [ItemPath(0, 1)]
      },
      delete: { names in
        names.removeFirst()
        return [ItemPath(0, 0)]
      },
      insert: { names in
        names += ["Felix"]
        return [ItemPath(0, 1)]
      }, completion: { _ in shown = display.cell(at: ItemPath(0, 1)).text })
    #expect(shown == "Felix")
    #expect(display.path(of: tigger) == ItemPath(0, 0))
    #expect(tigger.text == "Tiger" && tigger.configurations == 2)
    #expect(throws: UpdateError.self) { try kittens.modify(insert: { _ in [ItemPath(0, 0)] }) }
    #expect(display.path(of: tigger) == ItemPath(0, 0))
  }

  @Test func aSnapshotIsOnDisplayWhenItIsApplied() async throws {
    let fruits = DiffableDataSource<String, String>(try Snapshot(sections: [("A", ["apple", "avocado"]), ("B", [])]))
    let display = display(fruits)
    let apple = display.cell(at: ItemPath(0, 0))
    var snapshot = fruits.snapshot()
    try snapshot.moveItem("apple", afterItem: "avocado")
    try snapshot.reconfigureItems(["apple"])
    try snapshot.appendItems(["banana"], toSection: "B")
    var isShown = false
    fruits.apply(snapshot) { isMade in
      isShown = isMade && display.path(of: apple) == ItemPath(0, 1) && display.cell(at: ItemPath(1, 0)).text == "banana"
    }
    #expect(isShown)
    #expect(apple.configurations == 2)
    try snapshot.moveItem("apple", afterItem: "banana")
    await fruits.apply(snapshot)
    #expect(display.path(of: apple) == ItemPath(1, 1))
  }
}
