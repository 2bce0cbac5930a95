import Cells
import Snapshots
import TableViews

/// The cell of a table of kittens.
private final class KittyCell: ReusableCell {
  var text = ""
}

extension Screen {
  static let kittens = Screen("kittens", "Changes a model, and what a table shows of it, as one.") { stage in
    let model = Modifier(["Tom", "Tigger"])
    let cells = CellSource<String, KittyCell>(model)
    cells.register(String.self) { cell, name in cell.text = "kitty '\(name)'" }
    stage.show(CellDisplay(cells), as: \.text)

    // Appends a page of kittens, and returns their positions.
    let append = { (kitties: inout [String], page: [String]) in
      let first = kitties.count
      kitties += page
      return (first..<kitties.count).map { ItemPath(0, $0) }
    }
    try stage.step("The next kittens are loaded") {
      try model.modify(insert: { append(&$0, ["Felix", "Garfield", "Sylvester"]) })
    }
    try stage.step("One is renamed, one goes, others come: in this order, whatever the order in which it is said") {
      try model.modify(
        update: { kitties in
          kitties[0] = "Thomas"
          return [ItemPath(0, 0)]
        },
        delete: { kitties in
          kitties.remove(at: 2)
          return [ItemPath(0, 2)]
        },
        insert: { append(&$0, ["Duchess"]) })
    }
    try stage.step("Two change places") {
      try model.modify(move: { kitties in
        kitties.swapAt(0, 1)
        return [PlacePair(ItemPath(0, 0), ItemPath(0, 1))]
      })
    }
    try stage.step("What is returned is not what was done: nothing changes, and there is an error") {
      do {
        try model.modify(delete: { kitties in
          kitties.removeAll()
          return [ItemPath(0, 0)]
        })
      } catch {
        stage.note("\(error)")
      }
    }
    try stage.step("All of them are others, without animation") {
      try model.modifyWithoutAnimation { $0 = ["Simba", "Nala"] }
    }
  }
}
