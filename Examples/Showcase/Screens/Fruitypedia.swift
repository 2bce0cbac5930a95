import Cells
import Changesets
import DataSources

/// What shows a fruit.
private final class Card: ReusableCell {
  let identifier: CellIdentifier
  var title = ""

  init(_ identifier: CellIdentifier) { self.identifier = identifier }

  func prepareForReuse() { title = "" }
}

/// An encyclopedia of fruit: search → filter → sections with items → what changed → cells → banner → placeholder.
private struct Fruitypedia {
  let fruits = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Others", "apple", "fig", "grape")])
  let found: Transform<PredicateFilter<String>>
  let shown: any DataSource<Card>
  private let typed = ArraySource(["Add a fruit"], name: "Nothing found")
  private let pool = CellPool(make: Card.init)

  init() {
    let pool = pool
    found = fruits.applying(PredicateFilter { $1.isEmpty || $0.contains($1) })
    let updates = found.applying(EmptySectionFilter()).applying(
      DeltaUpdater(id: { $0 }, content: ==))
    func cells(_ texts: any DataSource<String>, _ identifier: CellIdentifier) -> CellSource<String, Card> {
      let cells = CellSource(texts, pool: pool) { _ in identifier }
      cells.register(identifier) { $0.title = $1 }
      cells.link.name = identifier.rawValue
      return cells
    }
    let banner = cells(ArraySource(["* Eat more fruit! *"]), "banner")
    let listed = Transform(
      of: [cells(updates, "fruit"), banner], by: Insert(at: ItemPath(section: 0, item: 2)))
    shown = Transform(of: [listed, cells(typed, "add")], by: Placeholder())
  }

  func search(_ text: String) {
    fruits.transaction {
      found.configure { $0.filterText = text }
      typed.update("Add “\(text)”", at: 0)
    }
  }

  func title(_ card: Card) -> String {
    defer { pool.recycle(card) }
    return "\(card.identifier): \(card.title)"
  }
}

extension Screen {
  static let fruitypedia = Screen(
    "fruitypedia",
    "An encyclopedia of fruit: a search, sections, cells, a banner, and a cell to add what was not found."
  ) { stage in
    let page = Fruitypedia()
    stage.show(page.shown, as: page.title)
    try stage.step("“p” is typed") { page.search("p") }
    try stage.step("“pl” is typed") { page.search("pl") }
    try stage.step("“plum” is typed") { page.search("plum") }
    try stage.step("The cell is selected, which adds a plum") { page.fruits.append("plum", toSection: 1) }
    try stage.step("The text is deleted") { page.search("") }
    try stage.step("The lime is deleted") { page.fruits.remove(at: ItemPath(section: 0, item: 1)) }
  }

  static let chain = Screen("chain", "What a chain looks like, where an item comes from, and why one is hidden.") {
    stage in
    let page = Fruitypedia()
    page.search("l")
    stage.show(page.shown, as: page.title)
    stage.write("\n\(page.shown.chainDescription())")
    stage.write("\n\(page.shown.mermaid())")
    let places = page.shown.provenance(of: ItemPath(section: 1, item: 0))
    stage.write("\n\(places.map(\.description).joined(separator: " ← "))\n")
    for item in 0..<2 {
      stage.write("\(page.shown.explain(ItemPath(section: 1, item: item), of: page.fruits))\n")
    }
  }
}
