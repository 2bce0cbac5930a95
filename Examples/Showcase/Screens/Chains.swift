import Changesets
import DataSources
import ExampleKit

extension Screen {
  static let chain = Screen("chain", "What a chain looks like, where an item comes from, and why one is hidden.") {
    stage in
    let fruits = SectionedArraySource([section("Citrus", "lemon", "lime"), section("Others", "apple", "fig")])
    let found = fruits.applying(.filter { fruit in fruit.contains("l") }).applying(.removeEmptySections())
    let banner = ArraySource(["* Eat more fruit! *"])
    let shown = Transform(of: [found, banner], by: .insert(at: ItemPath(section: 0, item: 2)))
    stage.show(shown)
    stage.write("\n\(shown.chainDescription())")
    stage.write("\n\(shown.mermaid())")
    let places = shown.provenance(of: ItemPath(section: 1, item: 0))
    stage.write("\n\(places.map(\.description).joined(separator: " ← "))\n")
    for item in 0..<2 { stage.write("\(shown.explain(ItemPath(section: 1, item: item), of: fruits))\n") }
  }
}
