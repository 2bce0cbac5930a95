import CatalogServer
import Foundation
import PomonaKit

/// Fruitypedia, live: a catalog whose sections answer for themselves.
///
///     reader's click ──▶ page ──▶ server ──▶ listing ──▶ group ──▶ concatenation ──▶ fruits      "sweet"
///                                                                               └─▶ vegetables  a page of its own
@main struct FruitypediaLive {
  static func main() async throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "Examples/Live/catalog"
    let catalog = LiveCatalog(at: folder) { catalog in extend(&catalog) }
    let server = try CatalogServer(of: catalog)
    server.start()
    // `print` would keep it until there is more, unless somebody watches a terminal.
    let address = "Fruitypedia is at \(server.address)\nPress Control-C to stop.\n"
    FileHandle.standardOutput.write(Data(address.utf8))
    await catalog.watch { _, update in
      for problem in update.problems { print(problem) }
    }
  }

  static func extend(_ catalog: inout CatalogExtension) {
    addView(to: &catalog)
    addSelection(to: &catalog)
    addEditing(to: &catalog)
  }

  /// Each reader searches for himself, and sees changes move or not.
  private static func addView(to catalog: inout CatalogExtension) {
    let animation = ViewChoice("animation", label: "Animations", options: ["all": "On", "none": "Off"])
    catalog.addView(of: "fruits", search: "Search", choices: [animation])
  }

  /// Fruits, vegetables, the banner among them and the cell for what is not found have handlers of their own.
  private static func addSelection(to catalog: inout CatalogExtension) {
    catalog.handle(.didSelectItem, in: "fruits") { event in
      .say("\(event.row?.title ?? "It") tastes \(event.row?["taste"]?.text ?? "good").")
    }
    // A vegetable turns over, and shows what it tastes of instead of what it is.
    catalog.handle(.didSelectItem, in: "vegetables") { event in
      .replace([.paragraph([.strong([.text(event.row?["taste"]?.text ?? "")])])])
    }
    catalog.handle(.didSelectItem, in: .cells("banner")) { event in
      await event.catalog.edit { catalog in catalog.setCell("banner", isShown: false) }
      return .say("It comes back when somebody adds a fruit.")
    }
    catalog.handle(.didSelectItem, in: .cells("add")) { event in
      let name = event.search.prefix(1).uppercased() + event.search.dropFirst()
      await event.catalog.edit { catalog in
        guard let fruits = catalog.dataset(named: "fruits") else { return }
        let fruit = fruits.record(["name": .text(name), "kind": .text("Newcomers"), "taste": .text("new")])
        fruits.edit { rows in rows.append(fruit) }
        catalog.setCell("banner", isShown: true)
      }
      return .say("\(name) is a fruit now.")
    }
  }

  /// Plants can be deleted and moved. What is moved to another section becomes one of its kind.
  private static func addEditing(to catalog: inout CatalogExtension) {
    for plants in ["fruits", "vegetables"] {
      catalog.handle(.deleteItems, in: .dataset(plants)) { event in
        try await event.edit { plants, paths in
          plants.edit { rows in paths.map(\.item).sorted(by: >).forEach(rows.remove(at:)) }
        }
        return .nothing
      }
      catalog.handle(.moveItem, in: .dataset(plants)) { event in
        try await event.edit { [kind = event.targetSection] plants, move in
          plants.edit { rows in
            rows.move(from: move.from.item, to: move.to.item)
            if let kind { rows.update(at: move.to.item) { $0 = $0.replacing("kind", with: .text(kind)) } }
          }
        }
        return .nothing
      }
    }
  }
}
