import CatalogKit
import Datasets
import Foundation
import Rendering
import TestKit
import Testing

/// The explanation of a row, compared with the pages and files of the catalog.
@Suite struct ExplanationTests {
  /// A catalog of random rows, chain, indexes and pages.
  private static func catalog(using random: inout SeededGenerator) throws -> CatalogFolder {
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let steps = [
      "{ filter: { field: kind, in: [a, b] } }", "{ group: { field: tags, by: element } }", "{ group: kind }",
      "{ sort: { field: name, order: descending } }", "{ limit: { count: 7, skip: 1 } }", "{ flatten: All }",
      "{ except: { dataset: hidden, on: name } }", "{ distinct: [kind, tags] }", "{ reverse: all }",
    ]
    func chain() -> String {
      "[\((0..<Int.random(in: 0...2, using: &random)).map { _ in any(steps) }.joined(separator: ", "))]"
    }
    let cells = ", { insert: { cell: banner, at: [0, 1] } }"
    let main =
      "[{ concatenate: [fruits, nuts] }, \(any(steps)), \(any(steps))\(Bool.random(using: &random) ? cells : "")]"
    func rows(_ names: [String]) -> String {
      "name,kind,tags,added\n"
        + names.map { "\($0),\(any(["a", "b", "c"])),\(any(["x", "x;y", "y;z;x", ""])),\(any(["2024-01-01", ""]))\n" }
        .joined()
    }
    return try CatalogFolder([
      "catalog.yml": """
      title: Random
      address: https://example.org
      datasets:
        fruits: { file: fruits.csv, key: name, types: { tags: list, added: date } }
        nuts: { file: nuts.csv, key: name, types: { tags: list, added: date } }
        hidden: { file: hidden.csv, key: name }
        roots:
          file: roots.csv
          key: name
          types: { tags: list, added: date }
          chain: \(chain())
          facets: tags
          pages: { preview: \(any(["0", "1", "3"])) }
      home:
        picks: { rows: [fruits/Fruit3, roots/Root1, nuts/Nut2], title: Picked }
        newest: { date: added, limit: 3, title: Newest }
      chain: \(main)
      pages: { size: 2, preview: 1, kind: \(any(["numbered", "stable"])) }
      documents:
        indexes:
          one: { title: One, chain: \(chain()), pages: { size: 3, kind: \(any(["numbered", "stable"])) } }
        facets: [tags]
        feed: { date: added, limit: 3 }
        sitemap: true
        search: true
        json: true
      """,
      "fruits.csv": rows((1...8).map { "Fruit\($0)" }), "nuts.csv": rows((1...4).map { "Nut\($0)" }),
      "roots.csv": rows((1...5).map { "Root\($0)" }),
      "hidden.csv": "name,kind\nFruit3,x\nNut1,x\n", "templates/banner.md": "**{{entries}}**\n",
    ])
  }

  private static let rows =
    (1...8).map { ("fruits", "Fruit\($0)") } + (1...4).map { ("nuts", "Nut\($0)") }
    + (1...5).map { ("roots", "Root\($0)") }

  /// A file that shows a row, and the kind of its appearance there.
  private struct PageAppearance: Hashable, Comparable {
    var kind: String
    var file: String

    static func < (left: Self, right: Self) -> Bool { (left.file, left.kind) < (right.file, right.kind) }
  }

  @Test(arguments: Seeds.fixed(8, fresh: 8))
  func explanationNamesExactlyThePagesThatShowARow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try Self.catalog(using: &random)
    let catalog = try folder.catalog()
    var appearances: [String: [PageAppearance]] = [:]
    for page in catalog.document.pages {
      let file = page.path.file("html")
      if let address = page.article?.path?.file("html") {
        appearances[address, default: []].append(.init(kind: "article", file: file))
      }
      for section in page.sections {
        let isHighlight = ["Picked", "Newest"].contains(section.title)
        let kind = isHighlight ? "highlight" : page.kind == .index ? "preview" : "card"
        for cell in section.cells {
          guard let address = cell.path?.file("html") else { continue }
          appearances[address, default: []].append(.init(kind: kind, file: file))
        }
      }
    }
    for (dataset, name) in Self.rows {
      let explanation = try catalog.explain("\(dataset)/\(name)")
      let explained = explanation.appearances.filter { $0.format == "html" }.map {
        PageAppearance(kind: $0.kind, file: $0.file)
      }
      let expected = appearances["\(dataset)/\(name.lowercased()).html"] ?? []
      #expect(explained.sorted() == expected.sorted(), "seed \(seed), \(name)")
      // The chain agrees with the pages: the row reaches the end, or some link hides it.
      let ways = explanation.routes[0].ways
      #expect(ways.contains(where: \.isShown) == !expected.isEmpty, "seed \(seed), \(name)")
      #expect(ways.allSatisfy { $0.isShown != ($0.hiddenBy != nil) }, "seed \(seed), \(name)")
    }
  }

  @Test(arguments: Seeds.fixed(4, fresh: 4))
  func explanationNamesExactlyTheExportsThatHaveARow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try Self.catalog(using: &random)
    let output = "\(folder.path)/out"
    let builder = CatalogBuilder(at: folder.path, into: output)
    _ = try builder.build()
    let catalog = try #require(builder.catalog)
    let files = try FileManager.default.subpathsOfDirectory(atPath: output).filter { file in
      file == "feed.xml" || file == "catalog.json" || file.hasPrefix("search/shard") || file.hasPrefix("catalog/")
        || file.hasPrefix("sitemap/objects")
    }
    let texts = try files.map { try String(contentsOf: URL(filePath: "\(output)/\($0)"), encoding: .utf8) }
    for (dataset, name) in Self.rows {
      let explained = try catalog.explain("\(dataset)/\(name)").appearances.filter { $0.kind == "export" }.map(\.file)
      let expected = zip(files, texts).filter { $1.contains("\(dataset)/\(name.lowercased()).html") }.map(\.0)
      #expect(explained.sorted() == expected.sorted(), "seed \(seed), \(name)")
    }
  }
}
