import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// Adapters on cell sources: types to cells, and handlers with contexts.
@Suite struct AdapterTests {
  private let foods = ArraySource<Any>([Fruit(id: 1, name: "fig"), Nut(name: "almond"), Fruit(id: 2, name: "kiwi")])
  private let cells: CellSource<Any, ReusableCell>
  private let display: CellDisplay<ReusableCell>
  private let fruits = Adapter<Fruit, FruitCell> { cell, fruit in cell.show(fruit.name) }
  private let nuts = Adapter<Nut, TextCell> { cell, nut in cell.show(nut.name) }

  init() {
    cells = CellSource(foods)
    cells.register(fruits)
    cells.register(nuts)
    display = CellDisplay(cells.applying(.reverse()))
  }

  private func texts() -> [String?] { display.cells.paths.map { (display.cell(at: $0) as? TextCell)?.text } }

  @Test func modelsAreShownByTheCellsOfTheirAdapters() {
    #expect(texts() == ["kiwi", "almond", "fig"])
    #expect(display.cell(at: ItemPath(0, 0)) is FruitCell && !(display.cell(at: ItemPath(0, 1)) is FruitCell))
    #expect(fruits.identifier != nuts.identifier && fruits.identifier.rawValue.contains("FruitCell"))
    #expect(cells.cellIdentifier(at: ItemPath(0, 0)) == fruits.identifier)
    let named = Adapter<Fruit, FruitCell>(as: "fruit")
    #expect(named.identifier == "fruit")
  }

  @Test func cellsMayBeCreatedByAClosure() {
    var created = 0
    let adapter = Adapter<Nut, TextCell>(Nut.self, TextCell.self) { identifier in
      created += 1
      return FruitCell(identifier)
    } configure: { cell, nut in
      cell.show("a \(nut.name)")
    }
    let cells = CellSource<Any, TextCell>(foods)
    cells.register(adapter)
    #expect(cells.item(at: ItemPath(0, 1)).text == "a almond" && created == 1)
  }

  @Test func aContextHasAllProperties() throws {
    display.show([ItemPath(0, 0)])
    var contexts: [Adapter<Fruit, FruitCell>.Context] = []
    fruits.on(.didSelectItem) { contexts.append($0) }
    for item in 0..<3 { try display.select(ItemPath(0, item)) }
    #expect(contexts.map(\.model.name) == ["kiwi", "fig"] && contexts.map(\.path) == [ItemPath(0, 2), ItemPath(0, 0)])
    #expect(contexts[0].cell === display.cell(at: ItemPath(0, 0)) && contexts[1].cell == nil)
    #expect(contexts.allSatisfy { $0.container === cells && $0.delivery.sender === display })
  }

  @Test func anotherConfiguratorConfiguresTheCellsOfItsModelsAgain() {
    _ = texts()
    let (kiwi, almond) = (display.cell(at: ItemPath(0, 0)) as? TextCell, display.cell(at: ItemPath(0, 1)) as? TextCell)
    fruits.configure { cell, fruit in cell.show("\(fruit.name)!") }
    #expect(texts() == ["kiwi!", "almond", "fig!"])
    #expect(display.cell(at: ItemPath(0, 0)) === kiwi && kiwi?.configurations == 2 && almond?.configurations == 1)
  }

  @Test func anEventMayBeSetAgainAndRemoved() throws {
    var received: [String] = []
    fruits.on(.didSelectItem) { _ in received.append("first") }
    fruits.on(.didSelectItem) { _ in received.append("second") }
    try display.select(ItemPath(0, 0))
    fruits.off(.didSelectItem)
    try display.select(ItemPath(0, 0))
    #expect(received == ["second"] && !display.cells.responds(to: .didSelectItem))
  }

  @Test func oneAdapterServesSeveralSources() throws {
    let others = CellSource<Fruit, TextCell>(ArraySource([Fruit(id: 3, name: "lime")]))
    others.register(fruits)
    var names: [String] = []
    fruits.on(.didTapAccessory) { context in names.append(context.model.name) }
    #expect(try CellDisplay(others).tapAccessory(at: ItemPath(0, 0)) && display.tapAccessory(at: ItemPath(0, 2)))
    #expect(names == ["lime", "fig"] && others.item(at: ItemPath(0, 0)).text == "lime")
  }

  @Test func ofTwoAdaptersForATypeTheLaterIsUsed() throws {
    var received: [String] = []
    fruits.on(.didSelectItem) { _ in received.append("old") }
    let other = Adapter<Fruit, FruitCell>(as: "other") { cell, fruit in cell.show("other \(fruit.name)") }
    cells.register(other)
    #expect(texts() == ["other kiwi", "almond", "other fig"])
    try display.select(ItemPath(0, 0))
    #expect(received.isEmpty)
    other.on(.didSelectItem) { _ in received.append("new") }
    try display.select(ItemPath(0, 0))
    #expect(received == ["new"])
  }

  @Test func theAdapterOfAClassAppliesToSubclassesWithoutOne() throws {
    class Base {}
    final class Special: Base {}
    final class Other: Base {}
    let cells = CellSource<Base, TextCell>(ArraySource([Base(), Special(), Other()]))
    let (base, special) = (Adapter<Base, TextCell>(), Adapter<Special, TextCell>())
    cells.register(base)
    cells.register(special)
    var received: [Int] = []
    base.on(.didSelectItem) { received.append($0.path.item) }
    for item in 0..<3 { try cells.send(.didSelectItem, ItemPath(0, item)) }
    // An event without a handler in the more special adapter has its default, and does not reach the other adapter.
    #expect(received == [0, 2])
  }

  @Test func typesWithTheSameNameAreDistinct() {
    enum One { struct Model: Equatable { var id = 1 } }
    enum Two { struct Model: Equatable { var id = 1 } }
    let cells = CellSource<Any, TextCell>(ArraySource<Any>([One.Model(), Two.Model()]))
    cells.register(Adapter<One.Model, TextCell> { cell, _ in cell.show("one") })
    cells.register(Adapter<Two.Model, TextCell> { cell, _ in cell.show("two") })
    #expect(cells.items.map(\.text) == ["one", "two"])
  }

  @Test func theEndOfACellIsReportedWithItsModel() {
    var ended: [String] = []
    fruits.on(.didEndDisplayingItem) { context in
      ended.append("\(context.model.name) \(context.path) \(context.cell?.text ?? "?")")
    }
    display.show(display.cells.paths)
    foods.remove(at: 0)
    display.show([])
    #expect(ended == ["fig (0, 0) fig", "kiwi (0, 1) kiwi"])
  }

  @Test func eventsOfManyItemsAreReportedAtOnce() throws {
    display.show([ItemPath(0, 0)])
    var calls: [[String]] = []
    var cells: [Bool] = []
    fruits.on(.prefetchItems) { contexts in
      calls.append(contexts.map(\.model.name))
      cells = contexts.map { $0.cell != nil }
    }
    nuts.on(.prefetchItems) { contexts in calls.append(contexts.map(\.model.name)) }
    try display.prefetch([ItemPath(0, 2), ItemPath(0, 1), ItemPath(0, 0)])
    #expect(calls == [["fig", "kiwi"], ["almond"]] && cells == [false, true])
  }

  @Test func anyMessageCanBeAnswered() throws {
    let price = MessageSelector<ItemPath, Int>("adapterTests:priceOfItemAtPath:", default: { _ in 0 })
    let rename = MessageSelector<ItemCommand, String>("adapterTests:rename:", default: { _ in "" })
    fruits.on(price) { context in context.model.name.count }
    fruits.on(rename) { context, command in "\(context.model.name) → \(command.action)" }
    #expect(try (0..<3).map { try display.send(price, ItemPath(0, $0)) } == [4, 0, 3])
    #expect(try display.send(rename, ItemCommand("pear", at: ItemPath(0, 0))) == "kiwi → pear")
  }

  @Test func aConfiguratorMayUseThePlace() throws {
    let numbered = Adapter<Nut, TextCell>(as: "numbered") { cell, nut, context in
      cell.show("\(context.path.item) \(nut.name) \(context.source === self.cells)")
    }
    cells.register(numbered)
    #expect(texts() == ["kiwi", "1 almond true", "fig"])
    numbered.configure { cell, nut, context in cell.show("\(nut.name) \(context.path.section)") }
    #expect(texts() == ["kiwi", "almond 0", "fig"])
    let director = Director()
    try director.register(numbered, id: \.self)
    try director.registerSupplement(numbered)
    numbered.configure { cell, nut, context in cell.show("\(nut.name) \(context.path) \(context.source === director)") }
    try director.append(contentsOf: [DirectorSection("a"), DirectorSection("b", models: [Nut(name: "cashew")])])
    try director.lastSection?.update { $0.header = SupplementaryCell(Nut(name: "nuts")) }
    let display = CellDisplay(director)
    #expect((display.cell(at: ItemPath(1, 0)) as? TextCell)?.text == "cashew (1, 0) true")
    #expect((display.supplementaryCell(.header, ofSection: 1) as? TextCell)?.text == "nuts (1, 0) true")
  }

  @Test func theResultOfATapDeterminesTheSelection() throws {
    var tapped: [String] = []
    fruits.onTap { context in
      tapped.append(context.model.name)
      return context.model.name == "fig" ? .none : .deselect
    }
    try display.select(ItemPath(0, 0))
    #expect(display.selectedPaths.isEmpty)
    try display.select(ItemPath(0, 2))
    #expect(display.selectedPaths == [ItemPath(0, 2)] && tapped == ["kiwi", "fig"])
    // The item moves in the meantime.
    _ = texts()
    fruits.onTap { [foods] _ in
      foods.move(from: 2, to: 0)
      return .deselect
    }
    try display.select(ItemPath(0, 0))
    #expect(display.selectedPaths.isEmpty && texts() == ["almond", "fig", "kiwi"])
  }

  @Test func errorsOfAnEventReachTheSender() {
    struct Failure: Error {}
    fruits.on(.didSelectItem) { _ in throw Failure() }
    #expect(throws: MessageError.self) { try display.select(ItemPath(0, 0)) }
  }

  @Test func nothingLeaks() {
    weak var adapter: Adapter<Fruit, FruitCell>?
    weak var source: CellSource<Any, ReusableCell>?
    weak var cell: ReusableCell?
    do {
      let fruits = Adapter<Fruit, FruitCell> { cell, fruit in cell.show(fruit.name) }
      let cells = CellSource<Any, ReusableCell>(ArraySource<Any>([Fruit(id: 1, name: "fig")]))
      fruits.on(.didSelectItem) { _ in }
      cells.register(fruits)
      let display = CellDisplay(cells)
      (adapter, source, cell) = (fruits, cells, display.cell(at: ItemPath(0, 0)))
    }
    #expect(adapter == nil && source == nil && cell == nil)
  }
}

struct Fruit: Identifiable, Equatable {
  let id: Int
  var name: String
}

struct Nut: Hashable {
  var name: String
}

final class FruitCell: TextCell {}
