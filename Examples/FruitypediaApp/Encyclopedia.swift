import Cells
import Changesets
import DataSources
import DatabaseSources
import GRDB
import Rendering

/// An encyclopedia of fruit: the chain from the database to the document.
///
///     fruits → found → sections with items → what changed → cells ─┐
///                                              slogans → a banner ─┴─ inserted ─┐
///                                                     what was typed → a cell ──┴─ if nothing is found → document
@MainActor final class Encyclopedia {
  let database: FruitDatabase
  /// All fruits: the rows of a query.
  let fruits: FetchedResults<Fruit>
  /// Those that the search finds.
  let found: Transform<Mappings.Filter<Fruit>>
  let fruitCells: CellSource<Fruit, DocumentCell>
  /// What the banner says.
  let slogans = ArraySource(["Five a day!"])
  let bannerCells: CellSource<String, DocumentCell>
  /// The text of the search, for the cell that adds a fruit of this name.
  let typed = ArraySource([""], name: "Nothing found")
  let addCells: CellSource<String, DocumentCell>
  /// What shows all of it.
  let document: Document<Fruit>

  /// Whether those who show the document are to animate what changes.
  var isAnimated = true
  /// The page that is open beside the listing.
  private(set) var article: Page?
  /// What handlers heard.
  var heard: [Heard] = []

  init(_ database: FruitDatabase) throws {
    self.database = database
    fruits = try FetchedResults(Self.query(), in: database.writer)
    found = fruits.applying(.filter { fruit, text in fruit.matches(text) })
    let shown = found.applying(.removeEmptySections()).applying(DeltaUpdater(id: \.name, content: ==))
    fruitCells = CellSource(shown)
    bannerCells = CellSource(slogans)
    addCells = CellSource(typed)
    let listing = Transform(of: [fruitCells, bannerCells], by: .insert(at: ItemPath(section: 0, item: 2)))
    let articles = CellSource<Fruit, DocumentCell>(fruits)
    document = Document(
      CatalogInfo(title: "Fruitypedia"), listing: Transform(of: [listing, addCells], by: .replaceEmpty()),
      articles: articles)
    try registerCells(articles)
    registerHandlers()
    // All that there is to see is seen, also what comes later.
    document.display.link.addObserver(self) { encyclopedia, event in
      if case .didUpdate = event { encyclopedia.displayAll() }
    }
    displayAll()
  }

  /// The fruits of each family by name.
  private static func query(isDescending: Bool = false) -> FetchedQuery<Fruit> {
    let name = Column("name")
    return FetchedQuery(Fruit.order(Column("family"), isDescending ? name.desc : name.asc), section: "family")
  }

  private func displayAll() { document.display.display(document.cells.paths) }
}

/// What a reader does that is about no cell.
extension Encyclopedia {
  /// Shows the fruits whose names have a text in them.
  func search(_ text: String) {
    fruits.transaction(animated: isAnimated) {
      found.configure { $0.filterText = text }
      typed.update(text, at: 0)
    }
  }

  /// Fetches the fruits in another order. The query does not compare its rows; what changed is found out further down the chain.
  func sort(isDescending: Bool) throws {
    try fruits.transaction(animated: isAnimated) {
      try fruits.setQuery(Self.query(isDescending: isDescending), reload: true)
    }
  }

  /// Changes the database. What others change is shown by itself; what the reader does, with the animation that the reader wants.
  func change(_ change: FruitDatabase.Change) throws {
    try fruits.write(animated: isAnimated) { try database.make(change, in: $0) }
  }

  /// Takes the latest change of the database back.
  func undo() throws {
    try fruits.write(animated: isAnimated) { try database.undo(in: $0) }
  }

  /// Opens the article about a fruit.
  func open(_ fruit: Fruit) {
    article = document.pages.first { $0.kind == .object && $0.title == fruit.title }
  }
}
