import Changesets
import DataSources
import ExampleKit

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
      shelves.move(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
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
}
