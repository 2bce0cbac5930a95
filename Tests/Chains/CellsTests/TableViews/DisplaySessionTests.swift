import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// The focus and the edits of a display, which move with their items.
@Suite struct DisplaySessionTests {
  private let fruits = ArraySource([Fruit(id: 1, name: "fig"), Fruit(id: 2, name: "kiwi"), Fruit(id: 3, name: "lime")])
  private let adapter = Adapter<Fruit, TextCell> { cell, fruit in cell.show(fruit.name) }
  private let display: CellDisplay<TextCell>
  private let log = Log()

  init() {
    let cells = CellSource<Fruit, TextCell>(fruits)
    cells.register(adapter)
    display = CellDisplay(cells.applying(.reverse()))
    adapter.on(.didUpdateFocus) { [log] context, update in
      log.events.append("\(update.isFocused ? "+" : "-")\(context.model.name)")
    }
    adapter.on(.willBeginEditingItem) { [log] in log.events.append("begin \($0.model.name)") }
    adapter.on(.didEndEditingItem) { [log] in log.events.append("end \($0.model.name)") }
  }

  @Test func theFocusMovesFromItemToItem() throws {
    #expect(try display.focus(ItemPath(0, 0)) && display.focusedPath == ItemPath(0, 0) && log.take() == ["+lime"])
    #expect(try display.focus(ItemPath(0, 2)) && log.take() == ["-lime", "+fig"])
    #expect(try display.focus(ItemPath(0, 2)) && log.take().isEmpty)
    #expect(try display.focus(nil) && log.take() == ["-fig"] && display.focusedPath == nil)
    #expect(try !display.focus(ItemPath(0, 3)) && display.focusedPath == nil)
  }

  @Test func theFocusMovesWithItsItem() throws {
    try display.focus(ItemPath(0, 0))
    fruits.move(from: 2, to: 0)
    #expect(display.focusedPath == ItemPath(0, 2))
    fruits.remove(at: 0)
    #expect(display.focusedPath == nil)
  }

  @Test func anItemMayRetainTheFocusOrRefuseIt() throws {
    try display.focus(ItemPath(0, 0))
    adapter.on(.shouldUpdateFocus) { context, update in update.isFocused || context.model.name != "lime" }
    #expect(try !display.focus(ItemPath(0, 1)) && !display.focus(nil) && display.focusedPath == ItemPath(0, 0))
    adapter.on(.shouldUpdateFocus) { context, update in !update.isFocused || context.model.name != "kiwi" }
    #expect(try !display.focus(ItemPath(0, 1)) && display.focus(ItemPath(0, 2)))
    adapter.on(.canFocusItem) { _ in false }
    #expect(try !display.focus(ItemPath(0, 0)) && display.focusedPath == ItemPath(0, 2))
  }

  @Test func theFocusDoesNotMoveToADeletedItem() throws {
    adapter.on(.shouldUpdateFocus) { [fruits] _, _ in
      fruits.remove(at: 2)
      return true
    }
    #expect(try !display.focus(ItemPath(0, 0)) && display.focusedPath == nil && log.take().isEmpty)
  }

  @Test func anEditMovesWithItsItemUntilItEnds() throws {
    #expect(try !display.beginEditing(at: ItemPath(0, 0)) && display.editedPath == nil)
    adapter.on(.canEditItem) { $0.model.name != "kiwi" }
    #expect(try display.beginEditing(at: ItemPath(0, 0)) && display.beginEditing(at: ItemPath(0, 0)))
    fruits.move(from: 2, to: 0)
    #expect(display.editedPath == ItemPath(0, 2) && log.take() == ["begin lime"])
    #expect(try !display.beginEditing(at: ItemPath(0, 0)) && display.beginEditing(at: ItemPath(0, 1)))
    #expect(log.take() == ["end lime", "begin fig"] && display.editedPath == ItemPath(0, 1))
    try display.endEditing()
    try display.endEditing()
    #expect(log.take() == ["end fig"] && display.editedPath == nil)
  }

  @Test func theDefaultStyleOfAnEditIsToDelete() throws {
    #expect(try display.editingStyle(at: ItemPath(0, 0)) == nil)
    adapter.on(.canEditItem) { _ in true }
    #expect(try display.editingStyle(at: ItemPath(0, 0)) == .delete)
    adapter.on(.editingStyleOfItem) { $0.model.name == "lime" ? .insert : nil }
    #expect(try display.editingStyle(at: ItemPath(0, 0)) == .insert && display.editingStyle(at: ItemPath(0, 1)) == nil)
    #expect(try display.deleteConfirmationTitle(at: ItemPath(0, 0)) == "Delete")
    adapter.on(.titleOfDeleteConfirmation) { "Bin \($0.model.name)" }
    #expect(try display.deleteConfirmationTitle(at: ItemPath(0, 0)) == "Bin lime")
  }
}
