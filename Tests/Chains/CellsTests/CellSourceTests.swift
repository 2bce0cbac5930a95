import Cells
import Changesets
import DataSources
import TableViews
import Testing

/// The choice of the cell that shows an object.
@Suite struct CellSourceTests {
  private class Food {
    let name: String
    var kind: CellIdentifier { "by key path" }
    init(_ name: String) { self.name = name }
  }
  private class Fruit: Food {}
  private final class Lemon: Fruit, Sour {}
  private final class Vinegar: Food, Sour {}
  private protocol Sour {}
  private struct Stone: Sour {}
  private enum Mineral { struct Stone {} }

  private func cells(
    _ objects: [Any], identifier: ((Any) -> CellIdentifier?)? = nil
  ) -> CellSource<Any, TextCell> {
    CellSource(ArraySource(objects), identifier: identifier)
  }

  private func identifiers<Object, Cell>(_ cells: CellSource<Object, Cell>) -> [String] {
    cells.paths.map { cells.identifier(at: $0).rawValue }
  }

  @Test func objectsAreMappedToIdentifiersAndConfigurators() {
    let cells = CellSource(ArraySource([1, 2, 3], name: "Numbers"), pool: CellPool<TextCell>()) {
      $0.isMultiple(of: 2) ? "even" : "odd"
    }
    cells.register("even") { cell, number in cell.text = "even \(number)" }
    cells.register("odd") { cell, number in cell.text = "odd \(number)" }
    #expect(cells.items.map(\.text) == ["odd 1", "even 2", "odd 3"])
    #expect(cells.items.map(\.identifier) == ["odd", "even", "odd"])
    #expect(cells.sectionNames == ["Numbers"])
    #expect(cells.object(at: ItemPath(0, 2)) == 3)

    cells.register("odd") { cell, number in cell.text = "strange \(number)" }
    #expect(cells.items.map(\.text) == ["strange 1", "even 2", "strange 3"])
  }

  @Test func aKeyPathNamesTheIdentifier() {
    let cells = CellSource(ArraySource([Food("salt")]), pool: CellPool<TextCell>(), identifier: \.kind)
    #expect(identifiers(cells) == ["by key path"])
  }

  @Test func theDefaultIdentifierIsTheQualifiedNameOfTheType() {
    let cells = cells([Stone(), Mineral.Stone(), 1, "text", Lemon("lemon"), Optional(2) as Any])
    #expect(
      identifiers(cells) == [
        String(reflecting: Stone.self), String(reflecting: Mineral.Stone.self), "Swift.Int", "Swift.String",
        String(reflecting: Lemon.self), "Swift.Optional<Swift.Int>",
      ])
    #expect(Set(identifiers(cells)).count == 6)
    #expect(identifiers(CellSource<any Sour, TextCell>(ArraySource([Stone()]))) == [String(reflecting: Stone.self)])
    #expect(identifiers(CellSource<Food, TextCell>(ArraySource([Lemon("l")]))) == [String(reflecting: Lemon.self)])
  }

  @Test func theExactTypePrecedesTheFirstMatchingOne() {
    let cells = cells([Lemon("l"), Fruit("f"), Vinegar("v"), Food("s"), Stone(), 1])
    cells.register(Food.self, as: "food") { cell, food in cell.text = "food \(food.name)" }
    cells.register((any Sour).self, as: "sour") { cell, _ in cell.text = "sour" }
    #expect(identifiers(cells) == ["food", "food", "food", "food", "sour", "Swift.Int"])
    cells.register(Lemon.self) { cell, lemon in cell.text = "lemon \(lemon.name)" }
    cells.register(Int.self) { cell, number in cell.text = "\(number + 1)" }
    #expect(
      identifiers(cells) == [String(reflecting: Lemon.self), "food", "food", "food", "sour", "Swift.Int"])
    #expect(cells.items.map(\.text) == ["lemon l", "food f", "food v", "food s", "sour", "2"])
  }

  @Test func typesMayShareAKindAndHaveTheirOwnConfigurators() {
    let cells = cells([Lemon("l"), Fruit("f"), 3])
    cells.register(Fruit.self, as: "label") { cell, fruit in cell.text = "fruit \(fruit.name)" }
    cells.register(Int.self, as: "label") { cell, number in cell.text = "number \(number)" }
    cells.register(Lemon.self, as: "label") { cell, lemon in cell.text = "lemon \(lemon.name)" }
    #expect(cells.items.map(\.text) == ["lemon l", "fruit f", "number 3"])
    #expect(Set(identifiers(cells)) == ["label"])
    // A configurator of the kind applies to all of them, until one of a type is registered again.
    cells.register("label") { cell, object in cell.text = "any" }
    #expect(cells.items.map(\.text) == ["any", "any", "any"])
    cells.register(Int.self, as: "label") { cell, number in cell.text = "number \(number)" }
    #expect(cells.items.map(\.text) == ["any", "any", "number 3"])
  }

  @Test func theFirstIdentifierIsUsed() {
    let cells = cells([1, 2, 3, 4]) { $0 as? Int == 2 || $0 as? Int == 3 ? "closure" : nil }
    cells.register(Int.self, as: "type") { _, _ in }
    #expect(identifiers(cells) == ["type", "closure", "closure", "type"])
    cells.identifierOverride = { $0 as? Int == 3 || $0 as? Int == 4 ? "override" : nil }
    #expect(identifiers(cells) == ["type", "closure", "override", "override"])
    cells.identifierOverride = nil
    #expect(identifiers(cells) == ["type", "closure", "closure", "type"])
  }

  @Test func aCellMayBeProvidedByAnOverride() {
    let special = TextCell("special")
    let counted = CountedPool()
    let cells = CellSource(ArraySource([1, 2, 3]), pool: counted.pool) { _ in "number" }
    cells.register("number") { cell, number in cell.show("\(number)") }
    cells.cellOverride = { number, path in number == 2 && path.item == 1 ? special : nil }
    #expect(cells.item(at: ItemPath(0, 1)) === special)
    #expect(special.configurations == 0 && counted.created == 0)
    #expect(cells.items.map(\.text) == ["1", "", "3"])
    #expect(counted.created == 2)
  }

  @Test func cellsOfSeveralClassesAreChained() {
    final class Other: ReusableCell { var number = 0 }
    let cells = CellSource<Any, ReusableCell>(ArraySource(["a", 1, "b"]))
    cells.register("Swift.String", TextCell.self) { cell, object in cell.text = "\(object)" }
    cells.register(Int.self, as: "int", Other.self) { cell, number in cell.number = number }
    let shown = cells.applying(.reverse())
    #expect(shown.items.map { ($0 as? TextCell)?.text } == ["b", nil, "a"])
    #expect(shown.items.map { ($0 as? Other)?.number } == [nil, 1, nil])
  }

  @Test func canShowTellsWhetherAnObjectIsShown() {
    let cells = cells([])
    cells.register(Fruit.self, as: "fruit") { _, _ in }
    cells.register("named") { _, _ in }
    #expect(cells.canShow(Lemon("l")))
    #expect(!cells.canShow(Food("f")) && !cells.canShow(1))
    // The kind is registered, but not for this object.
    cells.identifierOverride = { $0 is Int ? "fruit" : "named" }
    #expect(!cells.canShow(1) && cells.canShow("text"))
  }

  @Test func showingManyObjectsInSequenceNeedsOneCell() {
    let counted = CountedPool()
    let cells = CellSource(ArraySource(Array(0..<1000)), pool: counted.pool) { _ in "number" }
    cells.register("number") { cell, number in cell.text = "\(number)" }
    for path in cells.paths { cells.item(at: path).recycle() }
    #expect(counted.created == 1)
  }

  /// Cells that are only read are not returned to the pool.
  @Test func readingManyObjectsInSequenceNeedsAFewCells() {
    let counted = CountedPool()
    let cells = CellSource(ArraySource(Array(0..<1000)), pool: counted.pool) { _ in "number" }
    cells.register("number") { cell, number in cell.text = "\(number)" }
    for _ in 0..<3 { for path in cells.paths { #expect(cells.item(at: path).text == "\(path.item)") } }
    #expect(counted.created <= 2)
    // A filter has all cells of a section at once, and then none.
    for _ in 0..<5 { #expect(cells.applying(.filter { $0.text.count == 3 }).numberOfItems == 900) }
    #expect(counted.created <= 1002)
  }

  @Test func retainedCellsAreNotReused() {
    let counted = CountedPool()
    let source = ArraySource(Array(0..<100))
    let cells = CellSource(source, pool: counted.pool) { _ in "number" }
    cells.register("number") { cell, number in cell.text = "\(number)" }
    for _ in 0..<10 {
      let held = cells.applying(.reverse()).items
      #expect(held.map(\.text) == source.items.reversed().map { "\($0)" })
      #expect(Set(held.map(ObjectIdentifier.init)).count == 100)
    }
    #expect(counted.created <= 200)
    // Cells on display are not reused, whatever else is read.
    let display = CellDisplay(cells)
    display.show(cells.paths)
    for _ in 0..<10 { for path in cells.paths { _ = cells.item(at: path) } }
    #expect(display.displayedPaths.allSatisfy { display.existingCell(at: $0)?.text == "\($0.item)" })
    #expect(counted.created <= 300)
    display.show([])
    #expect(counted.pool.numberOfIdleCells >= 100)
  }

  @Test func cellSourcesChainThroughTheSameTransforms() {
    let pool = CellPool<TextCell>()
    let fruits = CellSource(ArraySource(["apple", "pear", "fig"]), pool: pool) { _ in "fruit" }
    fruits.register("fruit") { cell, fruit in cell.text = fruit }
    let banner = CellSource(ArraySource([()]), pool: pool) { _ in "banner" }
    banner.register("banner") { cell, _ in cell.text = "*" }
    let chain = Transform(of: [fruits, banner], by: .insert(at: ItemPath(0, 2)))
    #expect(chain.items.map(\.text) == ["apple", "pear", "*", "fig"])
  }

  @Test func anObjectWithoutACellIsNamedWithItsType() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let cells = CellSource<Any, TextCell>(ArraySource([7])) { _ in "seven" }
      _ = cells.item(at: ItemPath(0, 0))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("“seven”") && message.contains("Swift.Int"))
    #expect(message.contains("register(\"seven\")") && message.contains("register(Swift.Int.self)"))
  }

  /// Boxed objects are shown by the type of their content.
  @Test func boxedObjectsAreShownByTheTypeOfTheirContent() {
    let boxes = CellSource<AnyHashable, TextCell>(
      ArraySource([AnyHashable("fig"), AnyHashable(1), AnyHashable("kiwi")]))
    boxes.register(String.self, as: "string") { cell, text in cell.show(text) }
    boxes.register(Int.self, as: "number") { cell, number in cell.show("\(number)!") }
    #expect(boxes.paths.map { boxes.identifier(at: $0) } == ["string", "number", "string"])

    let perhaps = CellSource<Any, TextCell>(ArraySource([String?.none as Any, String?.some("fig") as Any]))
    perhaps.register(String.self, as: "string") { cell, text in cell.show(text) }
    perhaps.register(Any.self, as: "other") { cell, _ in cell.show("-") }
    #expect(perhaps.paths.map { perhaps.identifier(at: $0) } == ["other", "string"])
  }
}
