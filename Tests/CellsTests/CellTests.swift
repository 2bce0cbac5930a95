import Cells
import Changesets
import DataSources
import Testing

/// A cell that counts how often it has been made ready for reuse.
private final class LabelCell: ReusableCell {
  let identifier: CellIdentifier
  var text = ""
  var reuses = 0

  init(_ identifier: CellIdentifier) { self.identifier = identifier }

  func prepareForReuse() {
    text = ""
    reuses += 1
  }
}

@Suite struct CellTests {
  @Test func objectsAreMappedToIdentifiersAndConfigurators() {
    let pool = CellPool(make: LabelCell.init)
    let cells = CellSource(ArraySource([1, 2, 3], name: "Numbers"), pool: pool) {
      $0.isMultiple(of: 2) ? "even" : "odd"
    }
    cells.register("even") { cell, number in cell.text = "even \(number)" }
    cells.register("odd") { cell, number in cell.text = "odd \(number)" }
    #expect(cells.items.map(\.text) == ["odd 1", "even 2", "odd 3"])
    #expect(cells.items.map(\.identifier) == ["odd", "even", "odd"])
    #expect(cells.sectionNames == ["Numbers"])

    cells.register("odd") { cell, number in cell.text = "strange \(number)" }
    #expect(cells.items.map(\.text) == ["strange 1", "even 2", "strange 3"])
  }

  @Test func cellsAreReusedByKind() {
    let pool = CellPool(make: LabelCell.init)
    let first = pool.dequeue("a")
    first.text = "shown"
    pool.recycle(first)
    #expect(pool.dequeue("b") !== first)
    let second = pool.dequeue("a")
    #expect(second === first)
    #expect(second.text == "")
    #expect(second.reuses == 1)
    #expect(pool.dequeue("a") !== first)
  }

  @Test func showingManyObjectsOneAfterTheOtherNeedsOneCell() {
    var made = 0
    let pool = CellPool { identifier in
      made += 1
      return LabelCell(identifier)
    }
    let cells = CellSource(ArraySource(Array(0..<1000)), pool: pool) { _ in "number" }
    cells.register("number") { cell, number in cell.text = "\(number)" }
    for path in cells.paths { pool.recycle(cells.item(at: path)) }
    #expect(made == 1)
  }

  @Test func cellSourcesChainThroughTheSameTransforms() {
    let pool = CellPool(make: LabelCell.init)
    let fruits = CellSource(ArraySource(["apple", "pear", "fig"]), pool: pool) { _ in "fruit" }
    fruits.register("fruit") { cell, fruit in cell.text = fruit }
    let banner = CellSource(ArraySource([()]), pool: pool) { _ in "banner" }
    banner.register("banner") { cell, _ in cell.text = "*" }
    let chain = Transform(of: [fruits, banner], by: Insert(at: ItemPath(section: 0, item: 2)))
    #expect(chain.items.map(\.text) == ["apple", "pear", "*", "fig"])
  }
}
