import Cells
import DatabaseSources
import TableViews

/// A row of the database.
private struct Species: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
  var name: String
  var family: String
}

/// A cell that shows a fruit or another text.
private final class TextCell: ReusableCell {
  var text = ""
  override func prepareForReuse() { text = "" }
}

/// Creates a database of some fruits in memory.
private func makeDatabase() throws -> DatabaseQueue {
  let families = [
    "Berries": ["Cranberry", "Raspberry", "Strawberry"], "Citrus": ["Lemon", "Orange"], "Stone fruits": ["Cherry"],
  ]
  let database = try DatabaseQueue()
  try database.write { db in
    try db.execute(sql: "CREATE TABLE species (name TEXT PRIMARY KEY, family TEXT NOT NULL)")
    for (family, names) in families {
      for name in names { try Species(name: name, family: family).insert(db) }
    }
  }
  return database
}

extension Screen {
  static let fruitypedia = Screen(
    "fruitypedia", "An encyclopedia: a database, a search, a banner, and a cell that adds what is not found."
  ) { stage in
    // The models: rows in sections, an advertisement, and typed text.
    let rows = FetchedQuery(Species.order(Column("family"), Column("name")), section: "family")
    let fruits = try FetchedResults(rows, in: try makeDatabase())
    let slogans = ArraySource(["Five a day!"])
    let typed = ArraySource([""], name: "Nothing found")

    // The views: a source of cells for each model.
    let found = fruits.applying(.filter { fruit, text in text.isEmpty || fruit.name.lowercased().contains(text) })
    let fruitCells = CellSource<Species, TextCell>(found.applying(.removeEmptySections()))
    fruitCells.register(Species.self) { cell, fruit in cell.text = fruit.name }
    let bannerCells = CellSource<String, TextCell>(slogans)
    bannerCells.register(String.self) { cell, slogan in cell.text = "* \(slogan) *" }
    let addCells = CellSource<String, TextCell>(typed)
    addCells.register(String.self) { cell, name in cell.text = "Add “\(name)”" }

    let listing = Transform(of: [fruitCells, bannerCells], by: .insert(at: ItemPath(0, 2)))
    let table = CellDisplay(Transform(of: [listing, addCells], by: .showPlaceholder()))

    // The controller: each source handles the messages for its own items, at its own paths.
    fruitCells.on(.didSelectItem) { cells, path in stage.note("\(cells.object(at: path).name) is opened, at \(path)") }
    bannerCells.on(.didSelectItem) { _, path in slogans.update("Eat them fresh!", at: path.item) }
    addCells.on(.didSelectItem) { cells, path in
      let name = cells.object(at: path)
      try fruits.write { try Species(name: name, family: "New").insert($0) }
    }
    fruits.on(.canEditItem) { _ in true }
    fruits.on(.commitEdit) { fruits, edit in
      let fruit = fruits.item(at: edit.path)
      try fruits.write { _ = try fruit.delete($0) }
    }
    let search = { (text: String) in
      fruits.transaction {
        found.configure { $0.filterText = text }
        typed.update(text, at: 0)
      }
    }

    stage.show(table, as: \.text)
    try stage.step("“r” is typed") { search("r") }
    try stage.step("The second berry is selected") { try table.select(ItemPath(0, 1)) }
    try stage.step("The banner is selected") { try table.select(ItemPath(0, 2)) }
    try stage.step("The banner is deleted, which it cannot be") { try table.commit(.delete, at: ItemPath(0, 2)) }
    try stage.step("The orange is deleted") { try table.commit(.delete, at: ItemPath(1, 0)) }
    try stage.step("“kiwi” is typed") { search("kiwi") }
    try stage.step("It is added") { try table.select(ItemPath(0, 0)) }
    try stage.step("The search is cleared") { search("") }
  }
}
