import CatalogKit
import Diagnostics
import Foundation
import TestKit
import Testing

/// Catalogs of objects whose parts are in rows and columns of their own.
@Suite struct PartListTests {
  /// A product, and its rows in an export of a shop.
  private struct Product {
    var key: String
    var title: String
    var variants: [(size: String, price: Int)]
    var pictures: Int

    var rows: [String] {
      (0..<max(1, variants.count, pictures)).map { row in
        let object = row == 0 ? "\(title),About \(key),Shop,Size" : ",,,"
        let variant = variants.indices.contains(row) ? "\(variants[row].size),\(variants[row].price)" : ","
        let picture = row < pictures ? "https://example.org/\(key)-\(row).jpg,\(row + 1)" : ","
        return "\(key),\(object),\(variant),\(picture)"
      }
    }
  }

  private static let header =
    "Handle,Title,Body,Vendor,Option1 Name,Variant Size,Variant Price,Image Src,Image Position\n"

  private static func shop(_ count: Int = 8) -> [Product] {
    (1...count).map { number in
      Product(
        key: "p\(number)", title: "Product \(number)", variants: [("S", number), ("M", number + 1), ("L", 9)],
        pictures: 1 + number % 3)
    }
  }

  private static func csv(_ products: [Product]) -> String {
    header + products.flatMap(\.rows).joined(separator: "\n") + "\n"
  }

  @Test func `parts are tables, and found by what exists`() throws {
    let folder = try CatalogFolder([
      "shop.csv": Self.csv(Self.shop()),
      "catalog.yml": """
      datasets: { shop: { file: shop.csv, page: product } }
      chain: [{ filter: { field: Variant.Price, contains: "8" } }]
      """,
      "templates/product.md": "{{Title}}:{{#Variant}} {{Size}}={{Price}}{{/Variant}}",
    ])
    let page = try #require(try folder.pages(of: "shop.csv")["shop/p2.md"])
    #expect(page.contains("## Variant\n"), "\(page)")
    #expect(page.contains("<td>S</td><td class=\"align-right\">2</td>"), "\(page)")
    #expect(page.contains("![Product 2](https://example.org/p2-0.jpg)"), "\(page)")
    let pages = try folder.pages()
    #expect(pages.keys.filter { $0.hasPrefix("shop/p") }.sorted() == ["shop/p7.md", "shop/p8.md"])
    #expect(pages["shop/p7.md"]?.contains("Product 7: S=7 M=8 L=9") == true, "\(pages)")
  }

  @Test func `what all parts have alike stands above their table`() throws {
    let parts = (1...3).map { part in
      "{" + (1...9).map { "\"m\($0)\": \"\($0 < 4 ? "same" : "v\(part)")\"" }.joined(separator: ", ") + "}"
    }
    let json = "[{\"id\": \"a\", \"parts\": [\(parts.joined(separator: ", "))]}]"
    let page = try #require(try CatalogFolder(["things.json": json]).pages(of: "things.json")["things/a.md"])
    #expect(page.contains("**M1:** same"), "\(page)")
    #expect(page.contains("<th scope=\"col\">M4</th>"), "\(page)")
    #expect(!page.contains("<th scope=\"col\">M1</th>"), "\(page)")
  }

  @Test func `another decision than at the last build is reported`() throws {
    let folder = try CatalogFolder(["shop.csv": Self.csv(Self.shop(5))])
    let output = folder.path + "/out"
    func decisions(_ options: CatalogOptions = CatalogOptions()) throws -> [Diagnostic] {
      try folder.build("shop.csv", into: output, options: options).warnings.filter {
        $0.code == "dataset/decision" && $0.message.contains("stands for itself")
      }
    }
    #expect(try decisions().isEmpty)
    try folder.write("shop.csv", Self.csv(Self.shop(4)))
    #expect(
      try decisions().map { $0.message + " / " + ($0.hint ?? "") } == [
        "each row stands for itself; at the last build, rows that repeat “Handle” or leave it empty continue others / "
          + "To keep that, choose it: --continued Handle, or `continued: Handle` at the data set in catalog.yml."
      ])
    var options = CatalogOptions()
    options.reading.continued = .init("Handle")
    #expect(try decisions(options).isEmpty)
    #expect(try folder.pages(of: "shop.csv", options: options).keys.contains("shop/p4.md"))
  }

  @Test func `another decision about families is reported`() throws {
    func csv(_ rows: Int) -> String {
      "name,tag1,tag2,tag3\n" + (1...rows).map { "n\($0),a\($0),\($0 % 2 == 0 ? "b\($0),c\($0)" : ",")\n" }.joined()
    }
    let folder = try CatalogFolder(["books.csv": csv(9)])
    let output = folder.path + "/out"
    try folder.build("books.csv", into: output)
    try folder.write("books.csv", csv(3))
    let reported = try folder.build("books.csv", into: output).warnings.filter { $0.message.contains("families") }
    #expect(
      reported.map(\.message) == ["no columns are families; at the last build, numbered columns are the lists tag"])
    #expect(reported.first?.hint?.contains("`families: tag`") == true)
  }

  @Test(arguments: Seeds.fixed(2, fresh: 1))
  func `incremental builds are clean builds`(seed: UInt64) throws {
    var random = Seeds.generator(seed)
    var products = Self.shop(8)
    let folder = try CatalogFolder([:])
    for step in 0..<10 {
      try folder.write("shop.csv", Self.csv(products))
      let before = try OutputTree(folder.path + "/out")
      try folder.build("shop.csv", into: folder.path + "/out")
      let after = try OutputTree(folder.path + "/out")
      try folder.build("shop.csv", into: folder.path + "/clean-\(step)")
      #expect(after.bytes == (try OutputTree(folder.path + "/clean-\(step)")).bytes, "seed \(seed), step \(step)")
      if step > 0 {
        // An edit of a part changes the page of its product, and nothing else.
        #expect(after.differences(from: before).count <= 1, "seed \(seed), step \(step)")
      }
      let index = Int.random(in: products.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: products[index].variants[0].price += 1
      case 1: products[index].variants.append(("X\(step)", step))
      default: products[index].variants[2].size += "x"
      }
    }
  }
}
