import Foundation
import PomonaKit

/// Prints the fruits that are ripe, and reports on the catalog of the garden. The plugin writes the type `Fruit` for
/// `Catalog/fruits.csv`, and `Catalog.zip` with the pages of the catalog, whenever the data changes.
@main
enum Garden {
  static var data: String? { Bundle.module.path(forResource: "fruits", ofType: "csv") }
  static var catalog: String? { Bundle.module.path(forResource: "Catalog", ofType: "zip") }

  static func main() throws {
    guard let data, let catalog else { fatalError("both are resources of the package") }
    for line in ripe(in: "August", of: try Fruit.source(contentsOf: data)) { print(line) }
    print("The catalog is in \(catalog)")
  }

  static func ripe(in month: String, of fruits: some DataSource<Fruit>) -> [String] {
    fruits.applying(.filter { $0.months.contains(month) }).applying(.sort(by: \.name)).items.map { fruit in
      let weight = fruit.weight.map { "\($0) g" } ?? "of any weight"
      return "\(fruit.name): \(weight), \(fruit.isSour ? "sour" : "sweet")"
    }
  }
}
