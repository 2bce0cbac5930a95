import Cells
import Changesets
import DataSources
import Foundation
import Messages
import Testing

/// Every event of an adapter: that it reaches the adapter with its model in its place, and what comes of it without one.
@Suite struct AdapterEventTests {
  typealias Context = Adapter<Fruit, FruitCell>.Context

  /// An event, as a table has it.
  struct Event: Sendable {
    let name: String
    /// Sets the event, so that it says what it heard.
    let set: @Sendable (AdapterEvents<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void
    /// Has the event happen to the fruit at a place, and says what it came to.
    let happen: @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    /// What it comes to where the adapter says nothing, and where it says what is set.
    let (silent, answered): (String, String)

    init(
      _ name: String, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (AdapterEvents<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void,
      happen: @escaping @Sendable (CellDisplay<ReusableCell>, ItemPath) throws -> Any
    ) {
      (self.name, self.silent, self.answered, self.set, self.happen) = (name, silent, answered, set, happen)
    }

    /// An event that is one message.
    init<Result>(
      _ name: String, _ selector: MessageSelector<ItemPath, Result>, _ silent: String, _ answered: String,
      _ set: @escaping @Sendable (AdapterEvents<Fruit, FruitCell>, _ hear: @escaping (Context) -> Void) -> Void
    ) {
      self.init(name, silent, answered, set) { display, path in try display.send(selector, path) }
    }
  }

  private static let action = ItemAction("a", title: "A")
  private static let actions = "\([action])"

  static let events: [Event] = [
    Event("willSelect", .willSelectItem, "Optional((2, 1))", "nil") { on, hear in
      on.willSelect {
        hear($0)
        return nil
      }
    },
    Event("didSelect", .didSelectItem, "()", "()") { on, hear in on.didSelect { hear($0) } },
    Event("willDeselect", .willDeselectItem, "Optional((2, 1))", "Optional((2, 0))") { on, hear in
      on.willDeselect {
        hear($0)
        return ItemPath(section: 1, item: 0)
      }
    },
    Event("didDeselect", .didDeselectItem, "()", "()") { on, hear in on.didDeselect { hear($0) } },
    Event("shouldHighlight", .shouldHighlightItem, "true", "false") { on, hear in
      on.shouldHighlight {
        hear($0)
        return false
      }
    },
    Event("didHighlight", .didHighlightItem, "()", "()") { on, hear in on.didHighlight { hear($0) } },
    Event("didUnhighlight", .didUnhighlightItem, "()", "()") { on, hear in on.didUnhighlight { hear($0) } },
    Event("canFocus", .canFocusItem, "true", "false") { on, hear in
      on.canFocus {
        hear($0)
        return false
      }
    },
    Event("willDisplay", "()", "()") { on, hear in
      on.willDisplay { hear($0) }
    } happen: { display, path in
      display.display([path])
      return ()
    },
    Event("endDisplay", "()", "()") { on, hear in
      on.endDisplay { hear($0) }
    } happen: { display, path in
      display.display([path])
      display.display([])
      return ()
    },
    Event("prefetch", "false", "true") { on, hear in
      on.prefetch { $0.forEach(hear) }
    } happen: { display, path in
      try display.prefetch([path])
    },
    Event("cancelPrefetch", "false", "true") { on, hear in
      on.cancelPrefetch { $0.forEach(hear) }
    } happen: { display, path in
      try display.cancelPrefetching([path])
    },
    Event("itemSize", .sizeOfItem, "nil", "\([ItemSize(width: 1, height: 2)].first as Any)") { on, hear in
      on.itemSize {
        hear($0)
        return ItemSize(width: 1, height: 2)
      }
    },
    Event("rowHeight", .heightOfRow, "nil", "Optional(7.0)") { on, hear in
      on.rowHeight {
        hear($0)
        return 7
      }
    },
    Event("canEdit", .canEditItem, "false", "true") { on, hear in
      on.canEdit {
        hear($0)
        return true
      }
    },
    Event("commitEdit", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { on, hear in
      on.commitEdit { context, style in if style == .insert { hear(context) } }
    } happen: { display, path in
      try display.deliver(.commitEdit, EditCommit(.insert, at: path))
    },
    Event("editActions", .editActions, "[]", actions) { on, hear in
      on.editActions {
        hear($0)
        return [action]
      }
    },
    Event("delete", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { on, hear in
      on.delete { $0.forEach(hear) }
    } happen: { display, path in
      try display.deliver(.deleteItems, [path])
    },
    Event("canMoveRow", .canMoveItem, "false", "true") { on, hear in
      on.canMoveRow {
        hear($0)
        return true
      }
    },
    Event("moveRow", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { on, hear in
      on.moveRow { context, target in if target.item == 0 { hear(context) } }
    } happen: { display, path in
      try display.deliver(.moveItem, Move(from: path, to: ItemPath(section: 2, item: 0)))
    },
    Event("moveAdjustDestination", "(2, 0)", "(2, 1)") { on, hear in
      on.moveAdjustDestination { context, target in
        hear(context)
        return ItemPath(section: target.section, item: target.item + 1)
      }
    } happen: { display, path in
      try display.send(.targetOfMove, Move(from: path, to: ItemPath(section: 2, item: 0))).path
    },
    Event("tapOnAccessory", "false", "true") { on, hear in
      on.tapOnAccessory { hear($0) }
    } happen: { display, path in
      try display.tapAccessory(at: path)
    },
    Event("shouldShowMenu", .shouldShowMenu, "false", "true") { on, hear in
      on.shouldShowMenu {
        hear($0)
        return true
      }
    },
    Event("canPerformAction", "false", "true") { on, hear in
      on.canPerformAction { context, action in
        hear(context)
        return action == "copy"
      }
    } happen: { display, path in
      try display.send(.canPerformAction, ItemCommand("copy", at: path))
    },
    Event("performAction", "unanswered(Messages.UnansweredReason.noHandler)", "answered()") { on, hear in
      on.performAction { context, action in if action == "copy" { hear(context) } }
    } happen: { display, path in
      try display.deliver(.performAction, ItemCommand("copy", at: path))
    },
    Event("leadingActions", .leadingActions, "[]", actions) { on, hear in
      on.leadingActions {
        hear($0)
        return [action]
      }
    },
    Event("trailingActions", .trailingActions, "[]", actions) { on, hear in
      on.trailingActions {
        hear($0)
        return [action]
      }
    },
    Event("configure", "nil", "Optional(\"kiwi, configured\")") { on, _ in
      on.configure { cell, fruit in cell.show("\(fruit.name), configured") }
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
    let display = CellDisplay(Transform(of: [ads, director], by: ConcatenatedSections()))
    #expect("\(try event.happen(display, path(2, 1)))" == event.silent)
    display.display([])

    var heard: [Context] = []
    event.set(fruits.on) { heard.append($0) }
    #expect("\(try event.happen(display, path(2, 1)))" == event.answered)
    if event.name == "configure" { return }
    #expect(heard.count == 1)
    #expect(heard.first?.model == Fruit(id: 2, name: "kiwi") && heard.first?.path == path(1, 1))
    #expect(heard.first?.container === director && heard.first?.delivery.sender === display)
    // Nobody else's concern.
    heard = []
    _ = try event.happen(display, path(1, 0))
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
    for other in Self.events where other.name != "configure" { other.set(fruits.on) { _ in heard.insert(other.name) } }
    _ = try event.happen(display, path(2, 1))
    // A cell that ends has begun.
    #expect(heard == (event.name == "endDisplay" ? ["willDisplay", "endDisplay"] : [event.name]))
  }

  @Test func everyEventIsInTheTable() throws {
    let source = try text(of: "../../Sources/Cells/Adapters/Adapter+Events.swift")
    let names = source.split(separator: "public func ").dropFirst().map { String($0.prefix { $0 != "(" }) }
    #expect(names.count == 28 && Set(names) == Set(Self.events.map(\.name)))
  }

  @Test func everyMessageAboutItemsHasAnEvent() throws {
    let catalog = try text(of: "../../Sources/Messages/Selectors/StandardSelectors.swift")
    let events = try text(of: "../../Sources/Cells/Adapters/Adapter+Events.swift")
    let selectors = catalog.split(separator: "public static var ").dropFirst().map {
      String($0.prefix { !" :".contains($0) })
    }
    let others: Set = [
      "willDisplayHeader", "didEndDisplayingHeader", "willDisplayFooter", "didEndDisplayingFooter", "titleOfHeader",
      "titleOfFooter", "indexTitles", "sectionOfIndexTitle",
    ]
    for selector in selectors where !others.contains(selector) {
      #expect(events.contains("on(.\(selector)"), "\(selector) has no event")
    }
    #expect(others.isSubset(of: selectors))
  }

  private func text(of file: String) throws -> String {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: here.appending(path: file).standardizedFileURL, encoding: .utf8)
  }
}

extension AdapterEventTests.Event: CustomTestStringConvertible {
  var testDescription: String { name }
}
