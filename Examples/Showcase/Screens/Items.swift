import DataSources

extension Screen {
  static let map = Screen("map", "Makes of every item another one.") { stage in
    let fruits = ArraySource(["apple", "fig"], name: "Fruits")
    stage.show(fruits.applying(.map { "\($0.uppercased())!" }))
    try stage.step("The fig becomes a kiwi") { fruits.update("kiwi", at: 1) }
  }

  static let repetition = Screen("repeat", "Every item once for each of its keys.") { stage in
    let fruits = ArraySource(["lime": ["green", "sour"], "fig": ["sweet"]].sorted { $0.key < $1.key }, name: "Fruits")
    let byTaste = fruits.applying(.repeat { $0.value }).applying(.group { $0.key })
    stage.show(byTaste) { $0.item.key }
    try stage.step("Figs can be green, too") { fruits.update((key: "fig", value: ["sweet", "green"]), at: 0) }
    try stage.step("The lime goes") { fruits.remove(at: 1) }
  }

  static let separators = Screen("separators", "Puts something between items: headings, dates.") { stage in
    let words = ArraySource(["apple", "apricot", "fig"], name: "Fruits")
    let listed = words.applying(
      .insertSeparators { before, after in after?.first == before?.first ? nil : after?.first })
    stage.show(listed) { line in
      switch line {
      case .item(let word): word
      case .separator(let letter): "-- \(letter)"
      }
    }
    try stage.step("A banana comes") { words.insert("banana", at: 2) }
    try stage.step("The fig goes") { words.remove(at: 3) }
  }

  static let fold = Screen("fold", "What items come to: how many there are, their sum, the smallest.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Nuts", "hazel")])
    stage.show(shelves.applying(.count(.eachSection)))
    try stage.step("A walnut comes") { shelves.append("walnut", toSection: 1) }
  }

  static let join = Screen("join", "The items of one source, each with those of another one that have the same key.") {
    stage in
    let fruits = ArraySource([Fruit("apple", "red"), Fruit("lime", "green")], name: "Fruits")
    let uses = ArraySource([("apple", "cider"), ("lime", "juice")])
    let joined = fruits.joined(with: uses, on: { $0.name }, equals: { $0.0 })
    stage.show(joined) { "\($0.left.name): \($0.right.map(\.1).joined(separator: ", "))" }
    try stage.step("Apples can be baked") { uses.append(("apple", "pie")) }
    try stage.step("The lime goes") { fruits.remove(at: 1) }
  }

  static let combinations = Screen("combinations", "What is in one source and in another one, or is not.") { stage in
    let mine = ArraySource(["apple", "fig", "kiwi"], name: "Mine"), yours = ArraySource(["fig"], name: "Yours")
    stage.show(Transform(of: [mine, yours], by: .filterByKey(.intersect) { $0 }))
    try stage.step("You have an apple, too") { yours.append("apple") }
    stage.show(Transform(of: [mine, yours], by: .filterByKey(.except) { $0 }))
    try stage.step("Your fig goes") { yours.remove(at: 0) }
  }

  static let deltaUpdater = Screen(
    "delta-updater", "Says what changed where its source says that everything is new."
  ) { stage in
    let fruits = ArraySource([Fruit("apple", "green"), Fruit("fig", "purple"), Fruit("kiwi", "brown")], name: "Fruits")
    stage.show(fruits.applying(DeltaUpdater<IdentifiableMatching<Fruit>>()))
    try stage.step("All fruits are loaded again") {
      fruits.reload([Fruit("kiwi", "brown"), Fruit("apple", "red"), Fruit("lime", "green")])
    }
  }
}
