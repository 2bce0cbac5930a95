import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

/// The choice of the configurator of an object, and its arguments.
@Suite struct ConfiguratorTests {
  private class Food {
    let name: String
    init(_ name: String) { self.name = name }
  }
  private class Fruit: Food {}
  private final class Lemon: Fruit {}

  private func cells(
    _ objects: [Any], identifier: ((Any) -> CellIdentifier?)? = nil
  ) -> CellSource<Any, TextCell> {
    CellSource(ArraySource(objects), identifier: identifier)
  }

  /// The configurator nearest to the kind and the type is used.
  @Test func configuratorsAreFoundByKindThenByTypeThenByDefault() {
    let cells = cells([Lemon("l"), Fruit("f"), Food("s"), 1, "text"]) { $0 is Food ? "food" : nil }
    #expect(!cells.canShow(1))
    cells.register { cell, object in cell.text = "any" }
    #expect(cells.canShow(1) && cells.items.map(\.text) == ["any", "any", "any", "any", "any"])
    // Of whatever kind: identifiers of `cellIdentifierForObject` are combined with configurators by type.
    cells.register(Fruit.self) { cell, fruit in cell.text = "fruit \(fruit.name)" }
    #expect(cells.items.map(\.text) == ["fruit l", "fruit f", "any", "any", "any"])
    #expect(cells.items.map(\.identifier).prefix(3) == ["food", "food", "food"])
    cells.register(Lemon.self) { cell, lemon in cell.text = "lemon \(lemon.name)" }
    #expect(cells.items.map(\.text) == ["lemon l", "fruit f", "any", "any", "any"])
    cells.register("food") { cell, object in cell.text = "food" }
    #expect(cells.items.map(\.text) == ["food", "food", "food", "any", "any"])
    cells.register(Fruit.self, as: "food") { cell, fruit in cell.text = "both \(fruit.name)" }
    #expect(cells.items.map(\.text) == ["both l", "both f", "food", "any", "any"])
  }

  @Test func someCellsNeedNoConfigurator() {
    final class AddCell: TextCell {
      required init(_ identifier: CellIdentifier) {
        super.init(identifier)
        text = "Add"
      }
    }
    let cells = cells([1, "two"]) { $0 is Int ? "add" : "empty" }
    cells.register("add", AddCell.self)
    cells.register("empty")
    #expect(cells.items.map(\.text) == ["Add", ""] && cells.canShow(1))
  }

  @Test func aConfiguratorMayUseThePlace() {
    let source = SectionedArraySource([
      SectionState<String?, Any>("A", items: ["x", 1]), SectionState(nil, items: ["y", 2, Fruit("f"), 3.5]),
    ])
    let cells = CellSource<Any, TextCell>(source) { $0 is String ? "text" : $0 is Int ? "number" : nil }
    cells.register("text") { cell, text, context in cell.text = "\(text) \(context.path)" }
    cells.register("number", TextCell.self) { cell, number, context in
      cell.text = "\(number) in \(context.sectionName ?? "-") of \(context.source.numberOfSections)"
    }
    cells.register(Fruit.self) { cell, fruit, context in cell.text = "\(fruit.name) \(context.path)" }
    cells.register { cell, object, context in cell.text = "? \(context.path)" }
    #expect(
      cells.items.map(\.text) == [
        "x (0, 0)", "1 in A of 2", "y (1, 0)", "2 in - of 2", "f (1, 2)", "? (1, 3)",
      ])
    cells.register(Double.self, TextCell.self) { cell, number, context in cell.text = "\(number) \(context.path)" }
    #expect(cells.item(at: ItemPath(1, 3)).text == "3.5 (1, 3)")
  }

  @Test func aClosureMayDequeueAndConfigure() {
    let fruits = ArraySource(["fig", "kiwi"])
    let cells = CellSource<String, TextCell>(fruits)
    cells.cellOverride = { [pool = cells.pool] fruit, path in
      let cell = pool.dequeue(fruit == "fig" ? "fig" : "fruit")
      cell.show("\(path.item) \(fruit)")
      return cell
    }
    let display = CellDisplay(cells)
    let kiwi = display.cell(at: ItemPath(0, 1))
    #expect(kiwi.text == "1 kiwi" && kiwi.identifier == "fruit")
    fruits.update("lime", at: 1)
    #expect(display.existingCell(at: ItemPath(0, 1)) === kiwi && kiwi.text == "1 lime" && kiwi.reuses == 0)
  }

  @Test func aCellOfTheWrongClassIsNamedWithARemedy() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Special: TextCell {}
      let cells = CellSource<Int, TextCell>(ArraySource([7])) { _ in "seven" }
      cells.register(Int.self, Special.self) { _, _ in }
      _ = cells.item(at: ItemPath(0, 0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("pool.register(\"seven\", Special.self)"))
  }
}
