import DataSources

extension Screen {
  static let predicateFilter = Screen(
    "predicate-filter", "Hides the items that do not pass a predicate, which may go by a text that somebody types."
  ) { stage in
    let fruits = ArraySource(["apple", "fig", "grape", "kiwi"], name: "Fruits")
    let found = fruits.applying(.filter { fruit, text in text.isEmpty || fruit.contains(text) })
    stage.show(found)
    try stage.step("“ap” is typed") { found.configure { $0.filterText = "ap" } }
    try stage.step("A kumquat comes, which does not pass") { fruits.insert("kumquat", at: 0) }
    try stage.step("The fig becomes a papaya, which does") { fruits.update("papaya", at: 2) }
    try stage.step("The text is deleted") { found.configure { $0.filterText = "" } }
  }

  static let manualFilter = Screen("manual-filter", "Hides what it is told to hide.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Nuts", "hazel")])
    let shown = shelves.applying(.hide())
    stage.show(shown)
    try stage.step("The lemon is hidden") { shown.configure { $0.hide(ItemPath(0, 0)) } }
    try stage.step("It moves to the nuts, and is still hidden") {
      shelves.move(from: ItemPath(0, 0), to: ItemPath(1, 1))
    }
    try stage.step("The citrus fruits are hidden") { shown.configure { $0.hide(section: 0) } }
    try stage.step("Everything is shown") { shown.configure { $0.showAll() } }
  }

  static let distinct = Screen("distinct", "Shows the first item of each key.") { stage in
    let fruits = ArraySource([Fruit("apple", "red"), Fruit("cherry", "red"), Fruit("lime", "green")])
    stage.show(fruits.applying(.removeDuplicates { $0.colour }))
    try stage.step("The apple goes") { fruits.remove(at: 0) }
  }

  static let window = Screen("window", "Shows a window of each section: the first few items, or a page.") { stage in
    let fruits = ArraySource(["apple", "date", "fig", "kiwi", "lime"])
    let page = fruits.applying(.page(0, size: 2))
    stage.show(page)
    try stage.step("A banana comes, which pushes one out") { fruits.insert("banana", at: 1) }
    try stage.step("The next page") { page.configure { $0.showPage(1, size: 2) } }
  }
}
