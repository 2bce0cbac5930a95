import Cells
import Changesets
import DataSources
import Foundation
import Messages
import TableViews
import TestKit
import Testing

/// Every event of an adapter: that the adapter receives it with its model and path, and its default without a handler.
@Suite struct AdapterEventTests {
  typealias Context = Adapter<Fruit, FruitCell>.Context

  /// An event of a table.
  struct Event: Sendable {
    let name: String
    /// Registers a handler of the event, which records its context.
    let set: @Sendable (Adapter<Fruit, FruitCell>, _ record: @escaping (Context) -> Void) -> Void
    /// Causes the event for the fruit at a path, and returns the result.
    let happen: @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    /// The result without a handler, and with one.
    let (silent, answered): (String, String)

    init(
      _ name: String, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (Adapter<Fruit, FruitCell>, _ record: @escaping (Context) -> Void) -> Void,
      happen: @escaping @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    ) {
      (self.name, self.silent, self.answered, self.set, self.happen) = (name, silent, answered, set, happen)
    }

    /// An event with a single message.
    init<Result>(
      _ name: String, _ selector: MessageSelector<ItemPath, Result>, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (Adapter<Fruit, FruitCell>, _ record: @escaping (Context) -> Void) -> Void
    ) {
      self.init(name, silent, answered, set) { display, path in try display.send(selector, path) }
    }
  }

  private static let action = ItemAction("a", title: "A")
  private static let actions = "\([action])"

  static let events: [Event] = [
    Event("willSelectItem", .willSelectItem, "Optional((2, 1))", "nil") { adapter, record in
      adapter.on(.willSelectItem) {
        record($0)
        return nil
      }
    },
    Event("didSelectItem", .didSelectItem, "()", "()") { adapter, record in
      adapter.on(.didSelectItem) { record($0) }
    },
    Event("willDeselectItem", .willDeselectItem, "Optional((2, 1))", "Optional((2, 0))") { adapter, record in
      adapter.on(.willDeselectItem) {
        record($0)
        return ItemPath(1, 0)
      }
    },
    Event("didDeselectItem", .didDeselectItem, "()", "()") { adapter, record in
      adapter.on(.didDeselectItem) { record($0) }
    },
    Event("shouldHighlightItem", .shouldHighlightItem, "true", "false") { adapter, record in
      adapter.on(.shouldHighlightItem) {
        record($0)
        return false
      }
    },
    Event("didHighlightItem", .didHighlightItem, "()", "()") { adapter, record in
      adapter.on(.didHighlightItem) { record($0) }
    },
    Event("didUnhighlightItem", .didUnhighlightItem, "()", "()") { adapter, record in
      adapter.on(.didUnhighlightItem) { record($0) }
    },
    Event("canFocusItem", .canFocusItem, "true", "false") { adapter, record in
      adapter.on(.canFocusItem) {
        record($0)
        return false
      }
    },
    Event("shouldUpdateFocus", "true", "false") { adapter, record in
      adapter.on(.shouldUpdateFocus) { context, update in
        record(context)
        return !update.isFocused
      }
    } happen: { display, path in
      try display.send(.shouldUpdateFocus, FocusUpdate(isFocused: true, at: path))
    },
    Event("didUpdateFocus", "()", "()") { adapter, record in
      adapter.on(.didUpdateFocus) { context, update in if update.isFocused { record(context) } }
    } happen: { display, path in
      try display.send(.didUpdateFocus, FocusUpdate(isFocused: true, at: path))
    },
    Event("willDisplayItem", "()", "()") { adapter, record in
      adapter.on(.willDisplayItem) { record($0) }
    } happen: { display, path in
      display.show([path])
      return ()
    },
    Event("didEndDisplayingItem", "()", "()") { adapter, record in
      adapter.on(.didEndDisplayingItem) { record($0) }
    } happen: { display, path in
      display.show([path])
      display.show([])
      return ()
    },
    Event("prefetchItems", "false", "true") { adapter, record in
      adapter.on(.prefetchItems) { $0.forEach(record) }
    } happen: { display, path in
      try display.prefetch([path])
    },
    Event("cancelPrefetchingItems", "false", "true") { adapter, record in
      adapter.on(.cancelPrefetchingItems) { $0.forEach(record) }
    } happen: { display, path in
      try display.cancelPrefetching([path])
    },
    Event("sizeOfItem", .sizeOfItem, "nil", "\([ItemSize(width: 1, height: 2)].first as Any)") {
      adapter, record in
      adapter.on(.sizeOfItem) {
        record($0)
        return ItemSize(width: 1, height: 2)
      }
    },
    Event("heightOfRow", .heightOfRow, "nil", "Optional(7.0)") { adapter, record in
      adapter.on(.heightOfRow) {
        record($0)
        return 7
      }
    },
    Event("indentationLevelOfItem", .indentationLevelOfItem, "0", "2") { adapter, record in
      adapter.on(.indentationLevelOfItem) {
        record($0)
        return 2
      }
    },
    Event("estimatedHeightOfRow", .estimatedHeightOfRow, "nil", "Optional(7.0)") { adapter, record in
      adapter.on(.estimatedHeightOfRow) {
        record($0)
        return 7
      }
    },
    Event("canEditItem", .canEditItem, "false", "true") { adapter, record in
      adapter.on(.canEditItem) {
        record($0)
        return true
      }
    },
    Event("commitEdit", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, record in
      adapter.on(.commitEdit) { context, commit in if commit.style == .insert { record(context) } }
    } happen: { display, path in
      try display.deliver(.commitEdit, EditCommit(.insert, at: path))
    },
    Event("shouldIndentWhileEditing", .shouldIndentWhileEditing, "true", "false") { adapter, record in
      adapter.on(.shouldIndentWhileEditing) {
        record($0)
        return false
      }
    },
    Event(
      "editingStyleOfItem", .editingStyleOfItem, "Optional(Messages.EditCommit.Style.delete)",
      "Optional(Messages.EditCommit.Style.insert)"
    ) { adapter, record in
      adapter.on(.editingStyleOfItem) {
        record($0)
        return .insert
      }
    },
    Event("titleOfDeleteConfirmation", .titleOfDeleteConfirmation, "nil", "Optional(\"Bin\")") { adapter, record in
      adapter.on(.titleOfDeleteConfirmation) {
        record($0)
        return "Bin"
      }
    },
    Event("willBeginEditingItem", .willBeginEditingItem, "()", "()") { adapter, record in
      adapter.on(.willBeginEditingItem) { record($0) }
    },
    Event("didEndEditingItem", .didEndEditingItem, "()", "()") { adapter, record in
      adapter.on(.didEndEditingItem) { record($0) }
    },
    Event("editActions", .editActions, "[]", actions) { adapter, record in
      adapter.on(.editActions) {
        record($0)
        return [action]
      }
    },
    Event("deleteItems", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, record in
      adapter.on(.deleteItems) { $0.forEach(record) }
    } happen: { display, path in
      try display.deliver(.deleteItems, [path])
    },
    Event("canMoveItem", .canMoveItem, "false", "true") { adapter, record in
      adapter.on(.canMoveItem) {
        record($0)
        return true
      }
    },
    Event("moveItem", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, record in
      adapter.on(.moveItem) { context, move in if move.to.item == 0 { record(context) } }
    } happen: { display, path in
      try display.deliver(.moveItem, ItemMove(from: path, to: ItemPath(2, 0)))
    },
    Event("targetOfMove", "(2, 0)", "(2, 1)") { adapter, record in
      adapter.on(.targetOfMove) { context, move in
        record(context)
        return MoveTarget(ItemPath(section: move.to.section, item: move.to.item + 1))
      }
    } happen: { display, path in
      try display.send(.targetOfMove, ItemMove(from: path, to: ItemPath(2, 0))).path
    },
    Event("shouldSpringLoadItem", .shouldSpringLoadItem, "true", "false") { adapter, record in
      adapter.on(.shouldSpringLoadItem) {
        record($0)
        return false
      }
    },
    Event("didTapAccessory", "false", "true") { adapter, record in
      adapter.on(.didTapAccessory) { record($0) }
    } happen: { display, path in
      try display.tapAccessory(at: path)
    },
    Event("performPrimaryAction", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, record in
      adapter.on(.performPrimaryAction) { record($0) }
    } happen: { display, path in
      try display.deliver(.performPrimaryAction, path)
    },
    Event("shouldShowMenu", .shouldShowMenu, "false", "true") { adapter, record in
      adapter.on(.shouldShowMenu) {
        record($0)
        return true
      }
    },
    Event("canPerformAction", "false", "true") { adapter, record in
      adapter.on(.canPerformAction) { context, command in
        record(context)
        return command.action == "copy"
      }
    } happen: { display, path in
      try display.send(.canPerformAction, ItemCommand("copy", at: path))
    },
    Event("performAction", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, record in
      adapter.on(.performAction) { context, command in if command.action == "copy" { record(context) } }
    } happen: { display, path in
      try display.deliver(.performAction, ItemCommand("copy", at: path))
    },
    Event("leadingActions", .leadingActions, "[]", actions) { adapter, record in
      adapter.on(.leadingActions) {
        record($0)
        return [action]
      }
    },
    Event("trailingActions", .trailingActions, "[]", actions) { adapter, record in
      adapter.on(.trailingActions) {
        record($0)
        return [action]
      }
    },
    Event("configure", "nil", "Optional(\"kiwi, configured\")") { adapter, _ in
      adapter.configure { cell, fruit in cell.show("\(fruit.name), configured") }
    } happen: { display, path in
      let text = (display.cell(at: path) as? FruitCell)?.text
      return (text?.isEmpty == true ? nil : text) as Any
    },
  ]

  @Test(arguments: events) func anEventReachesItsAdapter(_ event: Event) throws {
    let director = Director()
    let fruits = Adapter<Fruit, FruitCell>()
    try director.register(fruits)
    try director.register(Adapter<Nut, TextCell>(), id: \.self)
    try director.append(DirectorSection("nuts", models: [Nut(name: "almond")]))
    try director.append(DirectorSection("fruits", models: [Fruit(id: 1, name: "fig"), Fruit(id: 2, name: "kiwi")]))
    let ads = CellSource<Int, ReusableCell>(ArraySource([0]))
    ads.register("Swift.Int") { _, _ in }
    let display = CellDisplay(Transform(of: [ads, director], by: .concatenate()))
    #expect("\(try event.happen(display, ItemPath(2, 1)))" == event.silent)
    display.show([])

    var received: [Context] = []
    event.set(fruits) { received.append($0) }
    #expect("\(try event.happen(display, ItemPath(2, 1)))" == event.answered)
    if event.name == "configure" { return }
    #expect(received.count == 1)
    #expect(received.first?.model == Fruit(id: 2, name: "kiwi") && received.first?.path == ItemPath(1, 1))
    #expect(received.first?.container === director && received.first?.delivery.sender === display)
    // Models of other types are not affected.
    received = []
    _ = try event.happen(display, ItemPath(1, 0))
    #expect(received.isEmpty)
  }

  @Test(arguments: events.filter { $0.name != "configure" }) func anEventCallsNoOtherHandler(_ event: Event) throws {
    let fruit = Fruit(id: 1, name: "fig")
    let sections = Array(repeating: SectionState<String?, Fruit>(nil, items: [fruit, fruit]), count: 3)
    let cells = CellSource<Fruit, ReusableCell>(SectionedArraySource(sections))
    let fruits = Adapter<Fruit, FruitCell>()
    cells.register(fruits)
    let display = CellDisplay(cells)
    var received: Set<String> = []
    for other in Self.events where other.name != "configure" { other.set(fruits) { _ in received.insert(other.name) } }
    _ = try event.happen(display, ItemPath(2, 1))
    // A cell that ends has begun.
    #expect(
      received == (event.name == "didEndDisplayingItem" ? ["willDisplayItem", "didEndDisplayingItem"] : [event.name]))
  }

  @Test func everyMessageAboutItemsIsInTheTable() throws {
    let catalog = try text(of: "Sources/Chains/Messages/Selectors/StandardSelectors.swift")
    // Selectors are of the type that they extend. The types of their arguments have other variables.
    let selectors = catalog.matches(of: #/public static var (\w+): Self /#).map { String($0.output.1) }
    let others: Set = [
      "willDisplayHeader", "didEndDisplayingHeader", "willDisplayFooter", "didEndDisplayingFooter", "titleOfHeader",
      "titleOfFooter", "indexTitles", "sectionOfIndexTitle", "didChangeSearchText",
      "heightOfHeader", "heightOfFooter",
      "estimatedHeightOfHeader", "estimatedHeightOfFooter",
    ]
    #expect(Set(selectors) == others.union(Self.events.map(\.name)).subtracting(["configure"]))
  }

  private func text(of file: String) throws -> String {
    return try String(contentsOf: packageFolder.appending(path: file), encoding: .utf8)
  }
}

extension AdapterEventTests.Event: CustomTestStringConvertible {
  var testDescription: String { name }
}
