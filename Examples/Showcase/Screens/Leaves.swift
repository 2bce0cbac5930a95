import DataSources
import Snapshots

extension Screen {
  static let array = Screen("array", "A list of items: always one section, even when it is empty.") { stage in
    let fruits = ArraySource(["apple", "fig", "kiwi"], name: "Fruits")
    stage.show(fruits)
    try stage.step("A lime is put in, and the fig taken out") {
      fruits.transaction {
        fruits.insert("lime", at: 1)
        fruits.remove(at: 2)
      }
    }
    try stage.step("The kiwi moves to the front") { fruits.move(from: 2, to: 0) }
    try stage.step("Everything is taken out") { fruits.removeAll() }
    try stage.step("Other fruits are loaded") { fruits.reload(["plum", "date"]) }
  }

  static let sectionedArray = Screen("sectioned-array", "Sections of items.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Nuts", "hazel")])
    stage.show(shelves)
    try stage.step("The lime is a nut") {
      shelves.move(from: ItemPath(0, 1), to: ItemPath(1, 0))
    }
    try stage.step("The nuts go up, with another name") {
      shelves.transaction {
        shelves.moveSection(from: 1, to: 0)
        shelves.renameSection(at: 0, "Nuts and more")
      }
    }
    try stage.step("Berries come, the citrus fruits go") {
      shelves.transaction {
        shelves.appendSection(section("Berries", "currant"))
        shelves.removeSection(at: 1)
      }
    }
  }

  static let optional = Screen("optional", "An item, or none.") { stage in
    let selected = OptionalSource<String>(name: "Selected")
    stage.show(selected)
    try stage.step("A fig is selected") { selected.value = "fig" }
    try stage.step("Then a kiwi") { selected.value = "kiwi" }
    try stage.step("Nothing is any more") { selected.value = nil }
  }

  static let snapshots = Screen(
    "snapshots", "States of sections and items, by their identifiers, and what is between them."
  ) {
    stage in
    let fruits = DiffableDataSource<String, String> { $0 }
    stage.show(fruits)
    try stage.step("A first snapshot") {
      var snapshot = fruits.snapshot()
      try snapshot.appendSections(["Citrus", "Nuts"])
      try snapshot.appendItems(["lemon", "lime"], toSection: "Citrus")
      fruits.apply(snapshot)
    }
    try stage.step("The next one: the lime is a nut, and the lemon looks otherwise") {
      var snapshot = fruits.snapshot()
      try snapshot.deleteItems(["lime"])
      try snapshot.appendItems(["hazel", "lime"], toSection: "Nuts")
      try snapshot.reconfigureItems(["lemon"])
      fruits.apply(snapshot)
    }
  }

  static let trees = Screen("trees", "A section that shows a tree, of which branches are expanded and collapsed.") {
    stage in
    let fruits = DiffableDataSource<String, String> { $0 }
    stage.show(fruits)
    try stage.step("A tree of fruits") {
      var tree = SectionSnapshot<String>()
      try tree.append(["Pome fruits", "Stone fruits"])
      try tree.append(["apple", "pear"], to: "Pome fruits")
      try tree.append(["plum"], to: "Stone fruits")
      try fruits.apply(tree, to: "Fruits")
    }
    try stage.step("The pome fruits are expanded") { try fruits.expand("Pome fruits", in: "Fruits") }
    try stage.step("They are collapsed") { try fruits.collapse("Pome fruits", in: "Fruits") }
  }

  static let modifier = Screen("modifier", "A model of your own, which is changed together with what is shown of it.") {
    stage in
    let shelf = Modifier(["apple", "fig"])
    stage.show(shelf)
    try stage.step("The apple goes, a lime comes") {
      try shelf.modify(
        delete: { fruits in
          fruits.remove(at: 0)
          return [ItemPath(0, 0)]
        },
        insert: { fruits in
          fruits.append("lime")
          return [ItemPath(0, 1)]
        })
    }
  }
}
