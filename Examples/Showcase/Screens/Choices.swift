import DataSources

extension Screen {
  static let insert = Screen("insert", "Inserts the items of one source into another one, at a place.") { stage in
    let fruits = ArraySource(["apple", "fig", "kiwi"], name: "Fruits"), banner = ArraySource(["* Buy plums! *"])
    let shown = Transform(of: [fruits, banner], by: .insert(at: ItemPath(0, 2)))
    stage.show(shown)
    try stage.step("The apple goes: another one stands before the banner") { fruits.remove(at: 0) }
    try stage.step("The kiwi goes, too: the banner has no place") { fruits.remove(at: 1) }
    try stage.step("It goes to the end, if need be") { shown.configure { $0.clampsToEnd = true } }
  }

  static let placeholder = Screen("placeholder", "Shows another source where the first one has no items.") { stage in
    let fruits = ArraySource(["fig"], name: "Fruits"), placeholder = ArraySource(["Nothing found"], name: "Placeholder")
    stage.show(Transform(of: [fruits, placeholder], by: .showPlaceholder()))
    try stage.step("The last fruit goes") { fruits.remove(at: 0) }
    try stage.step("A fruit comes") { fruits.append("kiwi") }
  }

  static let toggle = Screen("switch", "Shows a source, or nothing.") { stage in
    let fruits = ArraySource(["apple", "fig"], name: "Fruits")
    let shown = fruits.applying(.switch())
    stage.show(shown)
    try stage.step("Off") { shown.configure { $0.isOn = false } }
    try stage.step("A kiwi comes, unseen") { fruits.append("kiwi") }
    try stage.step("On") { shown.configure { $0.isOn = true } }
  }

  static let segmented = Screen("segmented", "Shows one of several sources.") { stage in
    let fruits = ArraySource(["apple", "fig"], name: "Fruits"), nuts = ArraySource(["hazel"], name: "Nuts")
    let shown = Transform(of: [fruits, nuts], by: .select())
    stage.show(shown)
    try stage.step("The nuts are chosen") { shown.configure { $0.selection = 1 } }
    try stage.step("A lime comes, unseen") { fruits.append("lime") }
  }
}
