import Cells
import Changesets
import DataSources
import Messages
import TableViews
import Testing

private final class Label: ReusableCell {
  var text = ""
  override func prepareForReuse() { text = "" }
}

/// Runs the examples of the article Directors of TableViews.
@Suite struct DirectorsDocumentationTests {
  struct Fruit {
    var name: String
    var isCitrus = false
  }

  @Test func theExamplesHaveTheDocumentedResults() throws {
    let fruits = ArraySource([Fruit(name: "fig"), Fruit(name: "lemon", isCitrus: true)])
    var pictures: [String] = []
    var shown: [String] = []
    var output: [String] = []
    func loadPictures(_ names: [String]) { pictures += names }
    func show(_ name: String) { shown.append(name) }
    func print(_ isMade: Bool) { output.append("\(isMade)") }

    let adapter = Adapter<Fruit, Label> { cell, fruit in cell.text = fruit.name }
    adapter.on(.didHighlightItem) { context in context.cell?.text = "\(context.model.name)!" }
    adapter.on(.canEditItem) { context in !context.model.isCitrus }
    adapter.on(.titleOfDeleteConfirmation) { context in "Eat \(context.model.name)" }
    adapter.on(.prefetchItems) { contexts in loadPictures(contexts.map(\.model.name)) }
    adapter.onTap { context in
      show(context.model.name)
      return .deselect
    }

    let director = Director()
    try director.register(adapter, id: \.name) { $0.isCitrus == $1.isCitrus }
    var section = DirectorSection("fruits", models: fruits.items, headerTitle: "Fruits")
    section.indexTitle = "F"
    try director.append(section)

    try director.firstSection?.append(Fruit(name: "kiwi"))
    let more = try director.append(models: [Fruit(name: "plum"), Fruit(name: "date")])
    try more.remove(at: 0)
    try director.section("fruits")?.update { section in section.footerTitle = "That is all" }
    #expect(more.models.count == 1 && director.path(of: Fruit(name: "date")) == ItemPath(1, 0))

    try director.reload(animated: UpdateAnimations(insertedItems: .left, deletedItems: .fade)) {
      try director.removeAll(inSection: 0)
      try director.append(contentsOf: [Fruit(name: "kiwi"), Fruit(name: "fig")], toSection: 0)
    } completion: { isMade in
      print(isMade)
    }
    #expect(director.sections.map(\.models.count) == [2, 1] && director.numberOfItems == 3)
    let display = CellDisplay(director)
    let fig = display.cell(at: ItemPath(0, 1)) as? Label
    try display.select(ItemPath(0, 1))
    try display.prefetch([ItemPath(0, 0), ItemPath(0, 1)])
    #expect(fig?.text == "fig!" && pictures == ["kiwi", "fig"] && output == ["true"] && shown == ["fig"])
    #expect(try display.selectedPaths.isEmpty && display.deleteConfirmationTitle(at: ItemPath(0, 0)) == "Eat kiwi")
    #expect(try display.commit(.delete, at: ItemPath(0, 0)) == false && display.indexTitles() == ["F"])

    struct Title: Equatable { var text: String }
    let titles = Adapter<Title, Label> { cell, title in cell.text = title.text }
    titles.on(.heightOfSupplement) { context in context.kind == .header ? 40 : 20 }
    titles.on(.willDisplaySupplement) { context in show(context.model.text) }
    try director.registerSupplement(titles)
    try more.update { section in section.header = SupplementaryCell(Title(text: "More")) }
    #expect((display.supplementaryCell(.header, ofSection: 1) as? Label)?.text == "More" && shown == ["fig", "More"])
    #expect(try display.send(.heightOfHeader, 1) == 40 && display.send(.heightOfFooter, 1) == nil)
  }
}
