import Cells
import DataSources
import DocumentModel
import Rendering

extension Encyclopedia {
  /// What the things of each source look like: in the listing by configurators, in the articles by a template.
  func registerCells(_ articles: CellSource<Fruit, DocumentCell>) throws {
    (fruitCells.link.name, bannerCells.link.name, addCells.link.name) = ("FruitCells", "BannerCells", "AddCells")
    fruitCells.register(Fruit.self, as: "fruit") { cell, fruit in
      cell.title = fruit.name
      cell.target = fruit.objectID
      cell.body = [.paragraph([.text(fruit.note)])]
    }
    bannerCells.register(String.self, as: "banner") { cell, slogan in cell.title = slogan }
    addCells.register(String.self, as: "add") { cell, name in cell.title = "Add “\(name)”" }

    let template = try CellTemplate(
      """
      *{{note}}*

      ```properties
      Family: {{family}}
      ```
      """, file: "article.md", fields: ["note", "family"])
    articles.identifierOverride = { _ in "article" }
    articles.register("article", template: template) { fruit in
      { field in .text(field == "note" ? fruit.note : fruit.family) }
    } configurator: { cell, fruit in
      cell.title = fruit.name
      cell.target = fruit.objectID
    }
  }
}
