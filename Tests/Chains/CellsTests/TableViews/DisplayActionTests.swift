import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Actions of a user other than selection: the messages that precede them, and their effects.
@Suite struct DisplayActionTests {
  private let fruits = ArraySource(["fig", "kiwi", "apple"])
  private let nuts = ArraySource(["almond"])
  private let shown: Transform<Mappings.Concatenate<String>>
  private let display: CellDisplay<TextCell>
  private let cells: CellSource<String, TextCell>

  init() {
    shown = Transform(of: [fruits.applying(.reverse()), nuts], by: .concatenate())
    cells = CellSource(shown) { _ in "food" }
    cells.register("food") { cell, food in cell.show(food) }
    display = CellDisplay(cells)
  }

  private func allow(_ selector: MessageSelector<ItemPath, Bool>) {
    fruits.on(selector) { path in path.item != 0 }
  }

  @Test func anAllowedEditIsCommitted() throws {
    #expect(try !display.commit(.delete, at: ItemPath(0, 0)))
    allow(.canEditItem)
    #expect(try !display.commit(.delete, at: ItemPath(0, 0)), "no handler does it")
    var edits: [EditCommit] = []
    fruits.on(.commitEdit) { (edit: EditCommit) in edits.append(edit) }
    fruits.on(.editingStyleOfItem) { path in path.item == 1 ? .insert : .delete }
    #expect(try display.commit(.delete, at: ItemPath(0, 0)) && display.commit(.insert, at: ItemPath(0, 1)))
    #expect(try !display.commit(.insert, at: ItemPath(0, 0)) && !display.commit(.delete, at: ItemPath(0, 1)))
    #expect(try !display.commit(.delete, at: ItemPath(0, 2)) && !display.commit(.delete, at: ItemPath(0, 3)))
    #expect(edits == [EditCommit(.delete, at: ItemPath(0, 2)), EditCommit(.insert, at: ItemPath(0, 1))])
  }

  @Test func itemsAreDeletedByTheirOwners() throws {
    fruits.on(.deleteItems) { [fruits] (paths: [ItemPath]) in
      for path in paths.sorted().reversed() { fruits.remove(at: path.item) }
    }
    #expect(try display.deleteItems([ItemPath(0, 0), ItemPath(1, 0)]).isEmpty)
    allow(.canEditItem)
    nuts.on(.canEditItem) { _ in true }
    // The last fruit may not be edited, and nuts have no handler for deleting.
    let paths = [ItemPath(0, 0), ItemPath(1, 0), ItemPath(0, 2), ItemPath(0, 1), ItemPath(7, 7), ItemPath(0, 0)]
    #expect(try display.deleteItems(paths) == [ItemPath(0, 0), ItemPath(0, 1)])
    #expect(fruits.items == ["fig"] && nuts.items == ["almond"])
  }

  @Test func anItemMovesToTheTargetOfItsOwner() throws {
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 1)) == nil)
    allow(.canMoveItem)
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 1)) == nil, "no handler does it")
    var moves: [ItemMove] = []
    fruits.on(.moveItem) { (move: ItemMove) in moves.append(move) }
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 1)) == ItemPath(0, 1))
    // Among places of others, the target is the nearest of the owner: by default, and by the owner's handler.
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(1, 0)) == ItemPath(0, 2))
    fruits.on(.targetOfMove) { (move: ItemMove) in MoveTarget(move.to) }
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(1, 0)) == ItemPath(0, 2))
    #expect(try display.move(from: ItemPath(0, 2), to: ItemPath(0, 0)) == nil)
    // The end of the item's own section is its last place; a place that does not exist is no target.
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 3)) == ItemPath(0, 2))
    #expect(try display.move(from: ItemPath(0, 0), to: ItemPath(0, 4)) == nil)
    let toTheEnd = ItemMove(from: ItemPath(0, 2), to: ItemPath(0, 0))
    #expect(moves == [ItemMove(from: ItemPath(0, 2), to: ItemPath(0, 1)), toTheEnd, toTheEnd, toTheEnd])
  }

  @Test func anAccessoryIsTouched() throws {
    #expect(try !display.tapAccessory(at: ItemPath(0, 0)))
    var taps: [ItemPath] = []
    fruits.on(.didTapAccessory) { path in taps.append(path) }
    #expect(try display.tapAccessory(at: ItemPath(0, 0)) && !display.tapAccessory(at: ItemPath(1, 0)))
    #expect(taps == [ItemPath(0, 2)])
  }

  @Test func aMenuHasPossibleActions() throws {
    var performed: [ItemCommand] = []
    fruits.on(.performAction) { (command: ItemCommand) in performed.append(command) }
    fruits.on(.canPerformAction) { (command: ItemCommand) in command.action != "cut" }
    #expect(try display.menu(at: ItemPath(0, 0), of: ["copy"]) == nil && !display.perform("copy", at: ItemPath(0, 0)))
    allow(.shouldShowMenu)
    #expect(try display.menu(at: ItemPath(0, 0), of: ["cut", "copy", "paste"]) == ["copy", "paste"])
    #expect(
      try display.menu(at: ItemPath(0, 2), of: ["copy"]) == nil && display.menu(at: ItemPath(4, 0), of: []) == nil)
    #expect(try display.perform("copy", at: ItemPath(0, 0)) && !display.perform("cut", at: ItemPath(0, 0)))
    #expect(performed == [ItemCommand("copy", at: ItemPath(0, 2))])
  }

  @Test func swipeActionsCanBePerformed() throws {
    var performed: [String] = []
    fruits.on(.performAction) { (command: ItemCommand) in performed.append(command.action) }
    let offers = [
      ("pin", MessageSelector.leadingActions), ("share", MessageSelector.trailingActions),
      ("rename", MessageSelector.editActions),
    ]
    for (action, selector) in offers {
      #expect(try !display.perform(action, at: ItemPath(0, 0)))
      fruits.on(selector) { _ in [ItemAction(action, title: action)] }
      #expect(try display.perform(action, at: ItemPath(0, 0)) && !display.perform(action, at: ItemPath(1, 0)))
    }
    #expect(performed == ["pin", "share", "rename"])
    #expect(try !display.perform("eat", at: ItemPath(0, 0)))
  }

  @Test func eachOwnerIsAskedToPrefetchItsItems() throws {
    #expect(try !display.prefetch([ItemPath(0, 0)]) && !display.cancelPrefetching([ItemPath(0, 0)]))
    var received: [String] = []
    for (name, source) in [("fruits", fruits), ("nuts", nuts)] {
      source.on(.prefetchItems) { (paths: [ItemPath]) in received.append("\(name) \(paths.map(\.item))") }
      source.on(.cancelPrefetchingItems) { (paths: [ItemPath]) in
        received.append("not \(name) \(paths.map(\.item))")
      }
    }
    #expect(try display.prefetch([ItemPath(0, 0), ItemPath(1, 0), ItemPath(0, 2)]))
    #expect(try display.cancelPrefetching([ItemPath(1, 0)]))
    #expect(received == ["fruits [2, 0]", "nuts [0]", "not nuts [0]"])
  }
}
