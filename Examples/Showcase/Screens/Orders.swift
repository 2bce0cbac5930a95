import DataSources

extension Screen {
  static let sort = Screen("sort", "Sorts the items of each section.") { stage in
    let fruits = ArraySource(["lime", "apple", "fig"], name: "Fruits")
    let sorted = fruits.applying(.sort(by: <))
    stage.show(sorted)
    try stage.step("A date comes") { fruits.append("date") }
    try stage.step("The apple becomes a quince, and moves") { fruits.update("quince", at: 1) }
    try stage.step("The other way round") { sorted.configure { $0.areInIncreasingOrder = (>) } }
  }

  static let group = Screen("group", "Makes a section for each key.") { stage in
    let fruits = ArraySource([Fruit("lime", "green"), Fruit("cherry", "red"), Fruit("kiwi", "green")])
    stage.show(fruits.applying(.group { $0.colour }), as: \.name)
    try stage.step("A lemon comes") { fruits.append(Fruit("lemon", "yellow")) }
    try stage.step("The lime ripens") { fruits.update(Fruit("lime", "yellow"), at: 0) }
    try stage.step("The cherry goes") { fruits.remove(at: 1) }
  }

  static let reverse = Screen("reverse", "Shows the items of each section the other way round.") { stage in
    let fruits = ArraySource(["apple", "fig", "kiwi"], name: "Fruits")
    stage.show(fruits.applying(.reverse()))
    try stage.step("A lime comes") { fruits.append("lime") }
  }
}
