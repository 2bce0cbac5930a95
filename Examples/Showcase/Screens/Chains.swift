import DataSources

extension Screen {
  static let chain = Screen("chain", "What a chain looks like, where an item comes from, and why one is hidden.") {
    stage in
    let fruits = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Others", "apple", "fig")])
    let found = fruits.applying(.filter { fruit in fruit.contains("l") }).applying(.removeEmptySections())
    let banner = ArraySource(["* Eat more fruit! *"])
    let shown = Transform(of: [found, banner], by: .insert(at: ItemPath(0, 2)))
    stage.show(shown)
    stage.write("\n\(shown.chainDescription())")
    stage.write("\n\(shown.mermaid())")
    let places = shown.provenance(of: ItemPath(1, 0))
    stage.write("\n\(places.map(\.description).joined(separator: " ← "))\n")
    for item in 0..<2 { stage.write("\(shown.explain(ItemPath(section: 1, item: item), of: fruits))\n") }
  }

  static let notifier = Screen("notifier", "A place in a chain to listen at, and to put another source in.") { stage in
    let fruits = ArraySource(["apple", "fig"], name: "Fruits"), nuts = ArraySource(["hazel"], name: "Nuts")
    let shown = fruits.applying(.filter { $0.count > 3 }).applying(.notify())
    stage.show(shown)
    let observation = shown.whenUpdated(stage) { stage, batch in stage.note("heard at the notifier: \(batch)") }
    try stage.step("A kiwi comes") { fruits.append("kiwi") }
    try stage.step("A nut, which is too short, comes unnoticed") { fruits.append("nut") }
    observation.cancel()
    try stage.step("It shows nuts from now on, and nobody listens any more") { try shown.setSources([nuts]) }
  }
}
