import Cells
import Changesets
import DataSources
import TableViews
import Testing

/// Runs the examples of the article OwnConfigurator of Cells.
@Suite struct OwnConfiguratorDocumentationTests {
  protocol Product {
    var isOffer: Bool { get }
  }

  struct Fruit: Product {
    var name: String
    var isOffer: Bool { false }
  }

  struct Coupon: Product {
    var isOffer: Bool { true }
  }

  final class FruitCell: ReusableCell {
    var name = ""
    var badge: String?

    override func prepareForReuse() { (name, badge) = ("", nil) }
  }

  final class BannerCell: ReusableCell {
    private(set) var width = 0

    convenience init(_ identifier: CellIdentifier, width: Int) {
      self.init(identifier)
      self.width = width
    }
  }

  private let fruits = ArraySource([Fruit(name: "Apple"), Fruit(name: "Fig")])
  private let products = ArraySource([Fruit(name: "Apple"), Coupon()] as [any Product])

  @Test func configuratorsOfATypeAreReplaced() {
    let cells = CellSource<Fruit, FruitCell>(fruits)
    cells.register(Fruit.self) { cell, fruit in cell.name = fruit.name }
    #expect(cells.items.map(\.name) == ["Apple", "Fig"])

    let display = CellDisplay(cells)
    let apple = display.cell(at: ItemPath(0, 0))
    cells.register(Fruit.self) { cell, fruit in (cell.name, cell.badge) = (fruit.name, "new") }
    #expect(apple.badge == "new" && display.cell(at: ItemPath(0, 0)) === apple)
  }

  @Test func kindsHaveClassesOfTheirOwn() {
    let shelf = CellSource<any Product, ReusableCell>(products) { $0.isOffer ? "offer" : nil }
    shelf.register("offer", BannerCell.self)
    shelf.register(Fruit.self, as: "fruit", FruitCell.self) { cell, fruit in cell.name = fruit.name }
    shelf.pool.register("offer") { BannerCell($0, width: 60) }
    #expect(shelf.items.map(\.identifier) == ["fruit", "offer"])
    #expect((shelf.items[1] as? BannerCell)?.width == 60)
  }

  @Test func aConfiguratorUsesThePath() {
    let numbered = CellSource<Fruit, FruitCell>(fruits)
    numbered.register { cell, fruit, context in cell.name = "\(context.path.item + 1). \(fruit.name)" }
    #expect(numbered.items.map(\.name) == ["1. Apple", "2. Fig"])
  }

  @Test func missingConfiguratorsAreFound() {
    let food = CellSource<any Product, FruitCell>(products)
    food.register(Fruit.self) { cell, fruit in cell.name = fruit.name }
    #expect(food.canShow(Fruit(name: "Fig")) && !food.canShow(Coupon()))
  }
}
