import Cells
import Snapshots
import TableViews

/// A card, identified by its name; the detail is content.
private struct Card: Hashable, Sendable {
  var name: String
  var detail: String

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class CardCell: ReusableCell {
  var text = ""
  var detail = ""
}

extension Screen {
  static let diffableTable = Screen("diffable-table", "Shows snapshots of a table, and what changed between them.") {
    stage in
    let cards = DiffableDataSource<String, Card> { section in section }
    let cells = CellSource<Card, CardCell>(cards)
    cells.register(Card.self) { cell, card in
      cell.text = card.name
      cell.detail = card.detail
    }
    let table = CellDisplay(cells)
    stage.show(table) { "\($0.text), \($0.detail)" }

    try stage.step("Credit and debit cards come") {
      var snapshot = Snapshot<String, Card>()
      try snapshot.appendSections(["Credit", "Debit"])
      let visa = Card(name: "Visa", detail: "gold"), amex = Card(name: "Amex", detail: "green")
      try snapshot.appendItems([visa, amex], toSection: "Credit")
      try snapshot.appendItems([Card(name: "Maestro", detail: "blue")], toSection: "Debit")
      cards.apply(snapshot) { isMade in stage.note(isMade ? "done" : "rolled back") }
    }
    try stage.step("One goes") {
      var snapshot = cards.snapshot()
      try snapshot.deleteItems([Card(name: "Amex", detail: "")])
      cards.apply(snapshot)
    }
    try stage.step("The debit cards go up, and a new one comes, without animation") {
      var snapshot = cards.snapshot()
      try snapshot.moveSection("Debit", beforeSection: "Credit")
      try snapshot.insertItems([Card(name: "Giro", detail: "red")], beforeItem: Card(name: "Maestro", detail: ""))
      cards.apply(snapshot, animated: false)
    }
    try stage.step("A card that is there already cannot be appended: the snapshot stays as it was") {
      var snapshot = cards.snapshot()
      do {
        try snapshot.appendItems([Card(name: "Visa", detail: "black")], toSection: "Debit")
      } catch {
        stage.note("\(error)")
      }
    }
    cards.reorderingHandlers.canReorderItem = { $0.name != "Visa" }
    cards.reorderingHandlers.didReorder = {
      stage.note("the model is to be: \($0.finalSnapshot.itemIdentifiers.map(\.name))")
    }
    try stage.step("A card is dragged to the end") { try table.move(from: ItemPath(0, 0), to: ItemPath(0, 2)) }
    try stage.step("Another one may not be") { try table.move(from: ItemPath(1, 0), to: ItemPath(0, 0)) }
  }
}
