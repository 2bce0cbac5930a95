import EPUB
import Foundation
import PomonaKit
import Testing

/// Books rendered by a program that uses the products of Pomona only.
@Suite struct BookTests {
  @Test func aCatalogIsABook() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pomona-book-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("name,taste\nLemon,sour\n".utf8).write(to: folder.appending(path: "fruits.csv"))
    try Data("datasets: { fruits: fruits.csv }\nformats: { epub: { author: Ada Lovelace } }\n".utf8)
      .write(to: folder.appending(path: "catalog.yml"))
    let output = folder.appending(path: "out")
    let builder = CatalogBuilder(
      at: folder.path(percentEncoded: false), into: output.path(percentEncoded: false)
    ) { catalog in
      catalog.register(.epub)
    }
    #expect(try builder.build().created == ["catalog.epub"])
    let book = try Data(contentsOf: output.appending(path: "catalog.epub"))
    #expect(book.starts(with: Data("PK".utf8)))
  }
}
