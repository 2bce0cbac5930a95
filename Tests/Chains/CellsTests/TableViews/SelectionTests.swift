import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Selecting and deselecting, as in a table view.
@Suite struct SelectionTests {
  private let fruits = ArraySource(["fig", "kiwi", "apple", "lime"])
  private let cells: CellSource<String, TextCell>
  private let display: CellDisplay<TextCell>
  private let log = Log()

  init() {
    cells = CellSource(fruits) { _ in "fruit" }
    cells.register("fruit") { cell, fruit in cell.show(fruit) }
    display = CellDisplay(cells.applying(.reverse()))
    let events = [
      ("highlight", MessageSelector.didHighlightItem), ("unhighlight", MessageSelector.didUnhighlightItem),
      ("select", MessageSelector.didSelectItem), ("deselect", MessageSelector.didDeselectItem),
    ]
    for (name, selector) in events {
      cells.on(selector) { [log] path in log.events.append("\(name) \(path.item)") }
    }
    cells.on(.shouldHighlightItem) { [log] path in
      log.events.append("highlight \(path.item)?")
      return true
    }
    for (name, selector) in [
      ("select", MessageSelector.willSelectItem), ("deselect", MessageSelector.willDeselectItem),
    ] {
      cells.on(selector) { [log] (path: ItemPath) -> ItemPath? in
        log.events.append("\(name) \(path.item)?")
        return path
      }
    }
  }

  @Test func messagesAreSentInTheOrderOfATableView() throws {
    #expect(try display.select(ItemPath(0, 0)) == ItemPath(0, 0))
    let selecting = ["highlight 3?", "highlight 3", "unhighlight 3", "select 3?", "select 3"]
    #expect(log.take() == selecting)
    #expect(try display.select(ItemPath(0, 1)) == ItemPath(0, 1))
    #expect(
      log.take() == [
        "highlight 2?", "highlight 2", "unhighlight 2", "select 2?", "deselect 3?", "deselect 3", "select 2",
      ])
    #expect(display.selectedPaths == [ItemPath(0, 1)])
    #expect(try display.deselect(ItemPath(0, 1)) == ItemPath(0, 1) && display.selectedPaths.isEmpty)
    #expect(log.take() == ["deselect 2?", "deselect 2"])
    #expect(try display.deselect(ItemPath(0, 1)) == nil && log.take().isEmpty)
  }

  @Test func withoutHandlersAnItemIsSelected() throws {
    let display = CellDisplay(ArraySource([TextCell("a")]))
    #expect(try display.select(ItemPath(0, 0)) == ItemPath(0, 0) && display.deselect(ItemPath(0, 0)) == ItemPath(0, 0))
  }

  @Test func anItemThatIsNotHighlightedIsNotSelected() throws {
    cells.on(.shouldHighlightItem) { path in path.item != 0 }
    #expect(try display.select(ItemPath(0, 3)) == nil && log.take().isEmpty && display.selectedPaths.isEmpty)
  }

  @Test func aSelectionIsRefusedOrRedirected() throws {
    cells.on(.willSelectItem) { (path: ItemPath) -> ItemPath? in
      path.item == 0 ? nil : ItemPath(0, 1)
    }
    #expect(try display.select(ItemPath(0, 3)) == nil && display.selectedPaths.isEmpty)
    _ = log.take()
    #expect(try display.select(ItemPath(0, 0)) == ItemPath(0, 2))
    #expect(log.take() == ["highlight 3?", "highlight 3", "unhighlight 3", "select 1"])
    #expect(display.selectedPaths == [ItemPath(0, 2)])
  }

  @Test func anEarlierSelectionMayRefuseToEnd() throws {
    try display.select(ItemPath(0, 0))
    cells.on(.willDeselectItem) { (_: ItemPath) -> ItemPath? in nil }
    #expect(try display.select(ItemPath(0, 1)) == nil && display.selectedPaths == [ItemPath(0, 0)])
    #expect(try display.deselect(ItemPath(0, 0)) == nil)
    display.allowsMultipleSelection = true
    #expect(try display.select(ItemPath(0, 1)) == ItemPath(0, 1))
    #expect(display.selectedPaths == [ItemPath(0, 0), ItemPath(0, 1)])
  }

  @Test func anotherSelectionMayEndInstead() throws {
    display.allowsMultipleSelection = true
    for item in 0..<3 { try display.select(ItemPath(0, item)) }
    cells.on(.willDeselectItem) { (_: ItemPath) -> ItemPath? in ItemPath(0, 2) }
    #expect(try display.deselect(ItemPath(0, 0)) == ItemPath(0, 1))
    #expect(display.selectedPaths == [ItemPath(0, 0), ItemPath(0, 2)])
    // That one is not selected any more.
    #expect(try display.deselect(ItemPath(0, 0)) == nil && display.selectedPaths == [ItemPath(0, 0), ItemPath(0, 2)])
    display.allowsMultipleSelection = false
    #expect(try display.select(ItemPath(0, 3)) == nil && display.selectedPaths == [ItemPath(0, 0), ItemPath(0, 2)])
  }

  @Test func allEarlierSelectionsEndIfOneIsAllowed() throws {
    display.allowsMultipleSelection = true
    for item in 0..<3 { try display.select(ItemPath(0, item)) }
    display.allowsMultipleSelection = false
    #expect(try display.select(ItemPath(0, 1)) == ItemPath(0, 1) && display.selectedPaths == [ItemPath(0, 1)])
    _ = log.take()
    // As in a table view, it is selected once more.
    #expect(try display.select(ItemPath(0, 1)) == ItemPath(0, 1) && display.selectedPaths == [ItemPath(0, 1)])
    #expect(log.take().last == "select 2")
  }

  @Test func aSelectionMovesWithItsItem() throws {
    display.allowsMultipleSelection = true
    for item in 0..<3 { try display.select(ItemPath(0, item)) }
    fruits.move(from: 3, to: 0)
    fruits.insert("nut", at: 4)
    fruits.update("Kiwi", at: 2)
    // Kiwi, apple and lime.
    #expect(display.selectedPaths == [ItemPath(0, 1), ItemPath(0, 2), ItemPath(0, 4)])
    fruits.remove(at: 3)
    #expect(display.selectedPaths == [ItemPath(0, 1), ItemPath(0, 3)])
    fruits.reload(["fig"])
    #expect(display.selectedPaths.isEmpty)
  }

  @Test func handlersMayChangeTheChainInBetween() throws {
    cells.on(.didHighlightItem) { [fruits] _ in fruits.insert("date", at: 0) }
    #expect(try display.select(ItemPath(0, 3)) == ItemPath(0, 3))
    #expect(log.take() == ["highlight 0?", "unhighlight 1", "select 1?", "select 1"])
    cells.on(.didUnhighlightItem) { [fruits] path in fruits.remove(at: path.item) }
    #expect(try display.select(ItemPath(0, 0)) == nil)
    #expect(display.selectedPaths == [ItemPath(0, 2)])
  }

  @Test func placesThatDoNotExistAreNotSelected() throws {
    #expect(try display.select(ItemPath(0, 4)) == nil && display.deselect(ItemPath(1, 0)) == nil && log.take().isEmpty)
    cells.on(.willSelectItem) { [fruits] (path: ItemPath) -> ItemPath? in
      fruits.remove(at: path.item)
      return nil
    }
    #expect(try display.select(ItemPath(0, 0)) == nil && fruits.numberOfItems == 3)
  }

  @Test func anErrorEndsTheSelection() throws {
    struct Failure: Error {}
    try display.select(ItemPath(0, 0))
    cells.on(.didDeselectItem) { (_: ItemPath) throws in throw Failure() }
    #expect(throws: MessageError.self) { try display.select(ItemPath(0, 1)) }
    #expect(display.selectedPaths.isEmpty)
    cells.on(.willSelectItem) { (_: ItemPath) throws -> ItemPath? in throw Failure() }
    #expect(throws: MessageError.self) { try display.select(ItemPath(0, 1)) }
  }
}
