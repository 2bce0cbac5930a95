import DataSources

extension Screen {
  static let concatenatedSections = Screen(
    "concatenated-sections", "The sections of several sources, one source after the other."
  ) { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon"), section("Berries", "currant")])
    let nuts = ArraySource(["hazel"], name: "Nuts")
    stage.show(Transform(of: [shelves, nuts], by: .concatenate()))
    try stage.step("A walnut") { nuts.append("walnut") }
    try stage.step("The citrus fruits go, and the walnut changes, at once") {
      nuts.transaction {
        shelves.removeSection(at: 0)
        nuts.update("black walnut", at: 1)
      }
    }
  }

  static let flattener = Screen("flattener", "All items in a single section, as long as there is one.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Nuts", "hazel")])
    stage.show(shelves.applying(.flatten(name: "All")))
    try stage.step("The sections change places") { shelves.moveSection(from: 0, to: 1) }
    try stage.step("Both sections go") {
      shelves.transaction {
        shelves.removeSection(at: 1)
        shelves.removeSection(at: 0)
      }
    }
  }

  static let emptySectionFilter = Screen("empty-section-filter", "Hides the sections without items.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon"), section("Berries"), section("Nuts", "hazel")])
    stage.show(shelves.applying(.removeEmptySections()))
    try stage.step("The last citrus fruit goes") { shelves.remove(at: ItemPath(0, 0)) }
    try stage.step("The first berry comes") { shelves.append("currant", toSection: 1) }
  }

  static let sectionSort = Screen("section-sort", "Sorts sections, by their names or by what they have.") { stage in
    let shelves = SectionedArraySource([section("Nuts", "hazel"), section("Berries"), section("Citrus", "lemon")])
    stage.show(shelves.applying(.sortSectionsByName()))
    try stage.step("The berries are called soft fruits") { shelves.renameSection(at: 1, "Soft fruits") }
  }

  static let collapse = Screen("collapse", "Hides the items of single sections.") { stage in
    let shelves = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Nuts", "hazel")])
    let shown = shelves.applying(.collapse())
    stage.show(shown)
    try stage.step("The citrus fruits are collapsed") { shown.configure { $0.collapse(0) } }
    try stage.step("They move down, and are still collapsed") { shelves.moveSection(from: 0, to: 1) }
    try stage.step("They are expanded") { shown.configure { $0.expand(1) } }
  }
}
