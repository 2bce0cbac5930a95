import Cells
import Changesets
import DataSources
import Foundation
import Messages
import TableViews
import TestKit
import Testing

/// Every event of an adapter: that it reaches the adapter with its model in its place, and what comes of it without one.
@Suite struct AdapterEventTests {
  typealias Context = Adapter<Fruit, FruitCell>.Context

  /// An event, as a table has it.
  struct Event: Sendable {
    let name: String
    /// Sets the event, so that it says what it heard.
    let set: @Sendable (Adapter<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void
    /// Has the event happen to the fruit at a place, and says what it came to.
    let happen: @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    /// What it comes to where the adapter says nothing, and where it says what is set.
    let (silent, answered): (String, String)

    init(
      _ name: String, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (Adapter<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void,
      happen: @escaping @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    ) {
      (self.name, self.silent, self.answered, self.set, self.happen) = (name, silent, answered, set, happen)
    }

    /// An event that is one message.
    init<Result>(
      _ name: String, _ selector: MessageSelector<ItemPath, Result>, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (Adapter<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void
    ) {
      self.init(name, silent, answered, set) { display, path in try display.send(selector, path) }
    }
  }

  private static let action = ItemAction("a", title: "A")
  private static let actions = "\([action])"

  static let events: [Event] = [
    Event("willSelectItem", .willSelectItem, "Optional((2, 1))", "nil") { adapter, hear in
      adapter.on(.willSelectItem) {
        hear($0)
        return nil
      }
    },
    Event("didSelectItem", .didSelectItem, "()", "()") { adapter, hear in
      adapter.on(.didSelectItem) { hear($0) }
    },
    Event("willDeselectItem", .willDeselectItem, "Optional((2, 1))", "Optional((2, 0))") { adapter, hear in
      adapter.on(.willDeselectItem) {
        hear($0)
        return ItemPath(1, 0)
      }
    },
    Event("didDeselectItem", .didDeselectItem, "()", "()") { adapter, hear in
      adapter.on(.didDeselectItem) { hear($0) }
    },
    Event("shouldHighlightItem", .shouldHighlightItem, "true", "false") { adapter, hear in
      adapter.on(.shouldHighlightItem) {
        hear($0)
        return false
      }
    },
    Event("didHighlightItem", .didHighlightItem, "()", "()") { adapter, hear in
      adapter.on(.didHighlightItem) { hear($0) }
    },
    Event("didUnhighlightItem", .didUnhighlightItem, "()", "()") { adapter, hear in
      adapter.on(.didUnhighlightItem) { hear($0) }
    },
    Event("canFocusItem", .canFocusItem, "true", "false") { adapter, hear in
      adapter.on(.canFocusItem) {
        hear($0)
        return false
      }
    },
    Event("shouldUpdateFocus", "true", "false") { adapter, hear in
      adapter.on(.shouldUpdateFocus) { context, update in
        hear(context)
        return !update.isFocused
      }
    } happen: { display, path in
      try display.send(.shouldUpdateFocus, FocusUpdate(isFocused: true, at: path))
    },
    Event("didUpdateFocus", "()", "()") { adapter, hear in
      adapter.on(.didUpdateFocus) { context, update in if update.isFocused { hear(context) } }
    } happen: { display, path in
      try display.send(.didUpdateFocus, FocusUpdate(isFocused: true, at: path))
    },
    Event("willDisplayItem", "()", "()") { adapter, hear in
      adapter.on(.willDisplayItem) { hear($0) }
    } happen: { display, path in
      display.display([path])
      return ()
    },
    Event("didEndDisplayingItem", "()", "()") { adapter, hear in
      adapter.on(.didEndDisplayingItem) { hear($0) }
    } happen: { display, path in
      display.display([path])
      display.display([])
      return ()
    },
    Event("prefetchItems", "false", "true") { adapter, hear in
      adapter.on(.prefetchItems) { $0.forEach(hear) }
    } happen: { display, path in
      try display.prefetch([path])
    },
    Event("cancelPrefetchingItems", "false", "true") { adapter, hear in
      adapter.on(.cancelPrefetchingItems) { $0.forEach(hear) }
    } happen: { display, path in
      try display.cancelPrefetching([path])
    },
    Event("sizeOfItem", .sizeOfItem, "nil", "\([ItemSize(width: 1, height: 2)].first as Any)") {
      adapter, hear in
      adapter.on(.sizeOfItem) {
        hear($0)
        return ItemSize(width: 1, height: 2)
      }
    },
    Event("heightOfRow", .heightOfRow, "nil", "Optional(7.0)") { adapter, hear in
      adapter.on(.heightOfRow) {
        hear($0)
        return 7
      }
    },
    Event("indentationLevelOfItem", .indentationLevelOfItem, "0", "2") { adapter, hear in
      adapter.on(.indentationLevelOfItem) {
        hear($0)
        return 2
      }
    },
    Event("estimatedHeightOfRow", .estimatedHeightOfRow, "nil", "Optional(7.0)") { adapter, hear in
      adapter.on(.estimatedHeightOfRow) {
        hear($0)
        return 7
      }
    },
    Event("canEditItem", .canEditItem, "false", "true") { adapter, hear in
      adapter.on(.canEditItem) {
        hear($0)
        return true
      }
    },
    Event("commitEdit", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, hear in
      adapter.on(.commitEdit) { context, commit in if commit.style == .insert { hear(context) } }
    } happen: { display, path in
      try display.deliver(.commitEdit, EditCommit(.insert, at: path))
    },
    Event("shouldIndentWhileEditing", .shouldIndentWhileEditing, "true", "false") { adapter, hear in
      adapter.on(.shouldIndentWhileEditing) {
        hear($0)
        return false
      }
    },
    Event(
      "editingStyleOfItem", .editingStyleOfItem, "Optional(Messages.EditCommit.Style.delete)",
      "Optional(Messages.EditCommit.Style.insert)"
    ) { adapter, hear in
      adapter.on(.editingStyleOfItem) {
        hear($0)
        return .insert
      }
    },
    Event("titleOfDeleteConfirmation", .titleOfDeleteConfirmation, "nil", "Optional(\"Bin\")") { adapter, hear in
      adapter.on(.titleOfDeleteConfirmation) {
        hear($0)
        return "Bin"
      }
    },
    Event("willBeginEditingItem", .willBeginEditingItem, "()", "()") { adapter, hear in
      adapter.on(.willBeginEditingItem) { hear($0) }
    },
    Event("didEndEditingItem", .didEndEditingItem, "()", "()") { adapter, hear in
      adapter.on(.didEndEditingItem) { hear($0) }
    },
    Event("editActions", .editActions, "[]", actions) { adapter, hear in
      adapter.on(.editActions) {
        hear($0)
        return [action]
      }
    },
    Event("deleteItems", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, hear in
      adapter.on(.deleteItems) { $0.forEach(hear) }
    } happen: { display, path in
      try display.deliver(.deleteItems, [path])
    },
    Event("canMoveItem", .canMoveItem, "false", "true") { adapter, hear in
      adapter.on(.canMoveItem) {
        hear($0)
        return true
      }
    },
    Event("moveItem", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, hear in
      adapter.on(.moveItem) { context, move in if move.to.item == 0 { hear(context) } }
    } happen: { display, path in
      try display.deliver(.moveItem, Move(from: path, to: ItemPath(2, 0)))
    },
    Event("targetOfMove", "(2, 0)", "(2, 1)") { adapter, hear in
      adapter.on(.targetOfMove) { context, move in
        hear(context)
        return MoveTarget(ItemPath(section: move.to.section, item: move.to.item + 1))
      }
    } happen: { display, path in
      try display.send(.targetOfMove, Move(from: path, to: ItemPath(2, 0))).path
    },
    Event("shouldSpringLoadItem", .shouldSpringLoadItem, "true", "false") { adapter, hear in
      adapter.on(.shouldSpringLoadItem) {
        hear($0)
        return false
      }
    },
    Event("didTapAccessory", "false", "true") { adapter, hear in
      adapter.on(.didTapAccessory) { hear($0) }
    } happen: { display, path in
      try display.tapAccessory(at: path)
    },
    Event("shouldShowMenu", .shouldShowMenu, "false", "true") { adapter, hear in
      adapter.on(.shouldShowMenu) {
        hear($0)
        return true
      }
    },
    Event("canPerformAction", "false", "true") { adapter, hear in
      adapter.on(.canPerformAction) { context, command in
        hear(context)
        return command.action == "copy"
      }
    } happen: { display, path in
      try display.send(.canPerformAction, ItemCommand("copy", at: path))
    },
    Event("performAction", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { adapter, hear in
      adapter.on(.performAction) { context, command in if command.action == "copy" { hear(context) } }
    } happen: { display, path in
      try display.deliver(.performAction, ItemCommand("copy", at: path))
    },
    Event("leadingActions", .leadingActions, "[]", actions) { adapter, hear in
      adapter.on(.leadingActions) {
        hear($0)
        return [action]
      }
    },
    Event("trailingActions", .trailingActions, "[]", actions) { adapter, hear in
      adapter.on(.trailingActions) {
        hear($0)
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
    display.display([])

    var heard: [Context] = []
    event.set(fruits) { heard.append($0) }
    #expect("\(try event.happen(display, ItemPath(2, 1)))" == event.answered)
    if event.name == "configure" { return }
    #expect(heard.count == 1)
    #expect(heard.first?.model == Fruit(id: 2, name: "kiwi") && heard.first?.path == ItemPath(1, 1))
    #expect(heard.first?.container === director && heard.first?.delivery.sender === display)
    // Nobody else's concern.
    heard = []
    _ = try event.happen(display, ItemPath(1, 0))
    #expect(heard.isEmpty)
  }

  @Test(arguments: events.filter { $0.name != "configure" }) func anEventIsNoOther(_ event: Event) throws {
    let fruit = Fruit(id: 1, name: "fig")
    let sections = Array(repeating: SectionState<String?, Fruit>(nil, items: [fruit, fruit]), count: 3)
    let cells = CellSource<Fruit, ReusableCell>(SectionedArraySource(sections))
    let fruits = Adapter<Fruit, FruitCell>()
    cells.register(fruits)
    let display = CellDisplay(cells)
    var heard: Set<String> = []
    for other in Self.events where other.name != "configure" { other.set(fruits) { _ in heard.insert(other.name) } }
    _ = try event.happen(display, ItemPath(2, 1))
    // A cell that ends has begun.
    #expect(
      heard == (event.name == "didEndDisplayingItem" ? ["willDisplayItem", "didEndDisplayingItem"] : [event.name]))
  }

  @Test func everyMessageAboutItemsIsInTheTable() throws {
    let catalog = try text(of: "Sources/Chains/Messages/Selectors/StandardSelectors.swift")
    let selectors = catalog.split(separator: "public static var ").dropFirst().map {
      String($0.prefix { !" :".contains($0) })
    }
    let others: Set = [
      "willDisplayHeader", "didEndDisplayingHeader", "willDisplayFooter", "didEndDisplayingFooter", "titleOfHeader",
      "titleOfFooter", "indexTitles", "sectionOfIndexTitle", "heightOfHeader", "heightOfFooter",
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
