import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Actions of a user with asynchronous handlers.
@Suite struct AsyncActionTests {
  private let fruits = ArraySource(["fig", "kiwi", "apple", "lime"])
  private let display: CellDisplay<TextCell>
  private let log = Log()

  init() {
    let cells = CellSource<String, TextCell>(fruits.applying(.reverse()))
    display = CellDisplay(cells)
  }

  /// Registers a handler that suspends before it returns, so that the source can be changed meanwhile.
  private func wait<Arguments, Result>(
    _ selector: MessageSelector<Arguments, Result>, _ name: String, inserting: Bool = false, _ result: Result
  ) {
    fruits.onAsync(selector) { [log] fruits, arguments, _ in
      await Task.yield()
      log.events.append("\(name) \(arguments)")
      if inserting { fruits.insert("date", at: 0) }
      return result
    }
  }

  @Test func synchronousActionsWithAsynchronousHandlersChangeNothing() throws {
    display.allowsMultipleSelection = false
    fruits.on(.didHighlightItem) { [log] _ in log.events.append("highlight") }
    fruits.on(.didDeselectItem) { [log] _ in log.events.append("deselect") }
    try display.select(ItemPath(0, 0))
    _ = log.take()
    wait(.didSelectItem, "select", ())
    let error = #expect(throws: MessageError.self) { try display.select(ItemPath(0, 1)) }
    #expect(error?.code == .asynchronous && log.take().isEmpty && display.selectedPaths == [ItemPath(0, 0)])
    #expect(error?.message.contains("Call “selectAsync”, and wait for it.") == true)
    wait(.willDeselectItem, "will deselect", nil)
    let other = #expect(throws: MessageError.self) { try display.deselect(ItemPath(0, 0)) }
    #expect(other?.message.contains("“deselectAsync”") == true)
    #expect(display.selectedPaths == [ItemPath(0, 0)])
  }

  /// Also if the handler of the earlier selection, or of the item that the selection is redirected to, is the
  /// asynchronous one.
  @Test func asynchronousHandlersOfOtherItemsChangeNothing() throws {
    let nuts = ArraySource(["almond"])
    let both = Transform(of: [fruits, nuts], by: .concatenate())
    let display = CellDisplay(CellSource<String, TextCell>(both))
    try display.select(ItemPath(1, 0))
    nuts.onAsync(.didDeselectItem) { _, _, _ in }
    fruits.on(.didHighlightItem) { [log] _ in log.events.append("highlight") }
    #expect(throws: MessageError.self) { try display.select(ItemPath(0, 0)) }
    #expect(display.selectedPaths == [ItemPath(1, 0)] && log.take().isEmpty)
    display.allowsMultipleSelection = true
    nuts.onAsync(.didSelectItem) { _, _, _ in }
    both.on(.willSelectItem) { (_: ItemPath) -> ItemPath? in ItemPath(1, 0) }
    #expect(throws: MessageError.self) { try display.select(ItemPath(0, 1)) }
    #expect(display.selectedPaths == [ItemPath(1, 0)])
  }

  @Test func aSelectionIsAwaited() async throws {
    try await display.selectAsync(ItemPath(0, 1))
    #expect(display.selectedPaths == [ItemPath(0, 1)])
    wait(.shouldHighlightItem, "highlight?", true)
    wait(.didHighlightItem, "highlight", inserting: true, ())
    wait(.didSelectItem, "select", inserting: true, ())
    fruits.onAsync(.willDeselectItem) { [log] fruits, path, _ in
      log.events.append("deselect? \(fruits.item(at: path))")
      return path
    }
    wait(.didDeselectItem, "deselect", ())
    // Lime is selected, while two dates are inserted before it.
    let selected = try await display.selectAsync(ItemPath(0, 0))
    #expect(selected == ItemPath(0, 0) && fruits.items == ["date", "date", "fig", "kiwi", "apple", "lime"])
    #expect(
      log.take() == [
        "highlight? (0, 3)", "highlight (0, 3)", "deselect? apple", "deselect (0, 3)", "select (0, 4)",
      ])
    #expect(display.selectedPaths == [ItemPath(0, 0)])
    let deselected = try await display.deselectAsync(ItemPath(0, 0))
    #expect(deselected == ItemPath(0, 0) && display.selectedPaths.isEmpty)
  }

  @Test func aSelectionMayBeRefused() async throws {
    try display.select(ItemPath(0, 0))
    wait(.willDeselectItem, "deselect?", nil)
    let selected = try await display.selectAsync(ItemPath(0, 1))
    #expect(selected == nil && display.selectedPaths == [ItemPath(0, 0)])
    // An item that is deleted meanwhile is not selected.
    display.allowsMultipleSelection = true
    fruits.onAsync(.didUnhighlightItem) { fruits, path, _ in fruits.remove(at: path.item) }
    let gone = try await display.selectAsync(ItemPath(0, 1))
    #expect(gone == nil && display.selectedPaths == [ItemPath(0, 0)] && fruits.items == ["fig", "kiwi", "lime"])
  }

  @Test func editsAreAwaited() async throws {
    wait(.canEditItem, "edit?", inserting: true, true)
    wait(.commitEdit, "commit", ())
    wait(.deleteItems, "delete", ())
    let isDone = try await display.commitAsync(.delete, at: ItemPath(0, 3))
    #expect(isDone && log.take() == ["edit? (0, 0)", "commit \(EditCommit(.delete, at: ItemPath(0, 1)))"])
    let deleted = try await display.deleteItemsAsync([ItemPath(0, 0), ItemPath(0, 1), ItemPath(0, 0)])
    #expect(deleted == [ItemPath(0, 0), ItemPath(0, 1)])
    #expect(log.take() == ["edit? (0, 4)", "edit? (0, 4)", "delete [(0, 6), (0, 5)]"])
  }

  @Test func aMoveIsAwaited() async throws {
    wait(.canMoveItem, "move?", inserting: true, true)
    fruits.onAsync(.moveItem) { fruits, move, _ in fruits.move(from: move.from.item, to: move.to.item) }
    let place = try await display.moveAsync(from: ItemPath(0, 0), to: ItemPath(0, 2))
    #expect(place == ItemPath(0, 2) && fruits.items == ["date", "fig", "lime", "kiwi", "apple"])
    let nowhere = try await display.moveAsync(from: ItemPath(7, 0), to: ItemPath(0, 2))
    #expect(nowhere == nil)
  }

  @Test func actionsAndPrefetchingAreAwaited() async throws {
    wait(.trailingActions, "offer", inserting: true, [ItemAction("pin", title: "Pin")])
    wait(.performAction, "perform", ())
    wait(.prefetchItems, "prefetch", ())
    let isDone = try await display.performAsync("pin", at: ItemPath(0, 0))
    let isUnknown = try await display.performAsync("eat", at: ItemPath(0, 0))
    #expect(isDone && !isUnknown)
    #expect(log.take().prefix(2) == ["offer (0, 3)", "perform \(ItemCommand("pin", at: ItemPath(0, 4)))"])
    wait(.shouldShowMenu, "menu?", true)
    wait(.canPerformAction, "can?", true)
    let isInMenu = try await display.performAsync("copy", at: ItemPath(0, 0))
    let isHeard = try await display.prefetchAsync([ItemPath(0, 0)])
    #expect(isInMenu && isHeard)
    #expect(throws: MessageError.self) { try display.perform("copy", at: ItemPath(0, 0)) }
  }
}
