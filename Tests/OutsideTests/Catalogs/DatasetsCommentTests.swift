import Changesets
import DataSources
import Datasets
import Foundation
import TestKit
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
@Suite struct DatasetsCommentTests {
  private func read(csv: String, _ options: Dataset.Options) throws -> [Record] {
    let folder = try CatalogFolder(["fruits.csv": csv])
    return try Dataset(contentsOf: "\(folder.path)/fruits.csv", options: options).source.items
  }

  @Test func aJoin() throws {
    let fruits = ArraySource(try read(csv: "name\nFig\nKiwi\n", .init(name: "fruits", key: "name")))
    let recipes = ArraySource(try read(csv: "title,ingredients\nTart,Fig\n", .init(name: "recipes", key: "title")))
    let path = ItemPath(0, 0)
    let joined = fruits.joined(with: recipes, as: "recipes", on: "name", equals: "ingredients")
    let value = joined.item(at: path)["recipes"]  // the recipes with the fruit among their ingredients
    #expect(value?.text == "Tart")
  }

  @Test func keys() throws {
    let books = Dataset.Options(key: "isbn")
    let columns = Dataset.Options(key: ["table", "column"])  // columns of several tables may be called alike
    let numbered = Dataset.Options(key: .rowNumbers)
    let csv = "isbn,table,column\n1-2,orders,id\n"
    let keys = try [books, columns, numbered].map { try read(csv: csv, $0).map(\.id.key) }
    #expect(keys == [["1-2"], ["orders,id"], ["2"]])
  }

  @Test func aFile() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "datasets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "fruits.csv")
    try Data("name,price\nKiwi,2\nFig,3\n".utf8).write(to: file)
    func RecordFileSource(contentsOf name: String) throws -> RecordFileSource {
      defer { try? Data("name,price\nKiwi,2\nFig,4\n".utf8).write(to: file) }
      return try .init(contentsOf: folder.appending(path: name).path())
    }
    let fruits = try RecordFileSource(contentsOf: "fruits.csv")
    let list = fruits.applying(.sort { $0.title < $1.title })
    try fruits.reload()  // a price was changed: observers are notified of one update
    #expect(list.items.map { $0["price"]?.text } == ["4", "2"])
  }

  /// New records have the keys that those of the file would have.
  @Test func newRecords() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "datasets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "fruits.csv")
    try Data("name,taste,origin\nFig,sweet,Asia\n".utf8).write(to: file)
    func open(_ options: Dataset.Options) throws -> RecordFileSource {
      try RecordFileSource(contentsOf: file.path(), options: options)
    }
    let fruits = try open(Dataset.Options(key: "name"))
    let kiwi = fruits.record(["name": .text("Kiwi"), "taste": .text("sweet")])
    fruits.edit { rows in rows.append(kiwi) }
    #expect(fruits.items.map(\.title) == ["Fig", "Kiwi"])
    #expect(kiwi.id.key == "Kiwi" && kiwi.id.dataset == fruits.item(at: ItemPath(0, 0)).id.dataset)
    #expect(kiwi["origin"] == .missing && kiwi.row == 3)
    let several = try open(Dataset.Options(key: ["name", "taste"]))
    #expect(several.record(["name": .text("Kiwi"), "taste": .text("sweet")]).id.key == "Kiwi,sweet")
    let numbered = try open(Dataset.Options(key: .rowNumbers))
    #expect(numbered.record(["name": .text("Kiwi")]).id.key == "3")
  }
}
