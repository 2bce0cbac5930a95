import CatalogKit
import Foundation
import TestKit
import Testing

/// Links between the files of folders of Markdown lead to the pages of their rows, wherever these are.
@Suite struct LinkedFileTests {
  private static let files = [
    "catalog.yml": """
    title: Notes
    datasets: { fruits: fruits, recipes: { file: recipes, key: path } }
    """,
    "fruits/pear.md":
      "---\nid: p\ntitle: Pear\n---\nSee [citrus](citrus/lemon.md#uses), and a [tart](../recipes/tart.md).\n",
    "fruits/citrus/lemon.md": "---\nid: l\ntitle: Lemon\n---\nUnlike [a pear](<../pear.md>), and [a fig](../fig.md).\n",
    "fruits/plum (red).md": "---\nid: r\ntitle: Plum\n---\nSour as [lemon](./citrus/lemon.md).\n",
    "recipes/tart.md": """
    ---
    title: Tart
    ---
    Of [plums](<../fruits/plum (red).md>), [again](../fruits/plum%20\\(red\\).md) and [pears][p]; \
    `[no](../fruits/pear.md)`.

    [p]: ../fruits/pear.md
    """,
  ]

  @Test func linksLeadToPages() throws {
    let pages = try CatalogFolder(Self.files).pages()
    let pear = try #require(pages["fruits/p.md"])
    #expect(pear.contains("[citrus](../fruits/l.md)") && pear.contains("[tart](../recipes/"), "\(pear)")
    let lemon = try #require(pages["fruits/l.md"])
    #expect(lemon.contains("[a pear](../fruits/p.md)"), "\(lemon)")
    let tart = try #require(pages.first { $0.key.hasPrefix("recipes/t") }?.value)
    #expect(tart.contains("[plums](../fruits/r.md), [again](../fruits/r.md) and [pears](../fruits/p.md)"), "\(tart)")
    #expect(tart.contains("`[no](../fruits/pear.md)`"), "\(tart)")
  }

  @Test func linksOnCardsLeadToPages() throws {
    let pages = try CatalogFolder(Self.files.merging(["templates/card.md": "{{body}}\n"]) { $1 }).pages()
    let index = try #require(pages["fruits/index.md"])
    #expect(index.contains("[citrus](../fruits/l.md)") && index.contains("[a pear](../fruits/p.md)"), "\(index)")
  }

  @Test func linksAddNoVisibleField() throws {
    let pages = try CatalogFolder(Self.files).pages()
    #expect(!pages.values.contains { $0.lowercased().contains("linked ") })
  }

  @Test func aLinkToAMissingFileIsFound() throws {
    let folder = try CatalogFolder(Self.files)
    let found = CatalogCheck(at: folder.path).findings
    #expect(found.map(\.code) == ["reference/broken"])
    #expect(found.first?.message.contains("../fig.md") == true, "\(found)")
  }

  @Test func editsOfLinkedFilesYieldACleanBuild() throws {
    let folder = try CatalogFolder(Self.files)
    let output = "\(folder.path)/out"
    _ = try folder.build(into: output)
    // The linked file gets another key, is moved, and is moved back.
    let steps: [(String, String?)] = [
      ("fruits/pear.md", "---\nid: pear\ntitle: Pear\n---\nSee [citrus](citrus/lemon.md).\n"),
      ("fruits/citrus/lemon.md", nil),
      ("fruits/lemon.md", "---\nid: l\ntitle: Lemon\n---\n"),
      ("fruits/fig.md", "---\ntitle: Fig\n---\n[Lemon](lemon.md)\n"),
      ("fruits/citrus/lemon.md", "---\nid: l2\ntitle: Other\n---\n"),
    ]
    for (number, step) in steps.enumerated() {
      if let text = step.1 {
        try folder.write(step.0, text)
      } else {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(step.0)")
      }
      _ = try folder.build(into: output)
      let clean = "\(folder.path)/clean-\(number)"
      _ = try folder.build(into: clean)
      #expect(try contents(of: output) == contents(of: clean), "step \(number)")
    }
  }

  /// The texts of the pages in a folder, by their paths.
  private func contents(of folder: String) throws -> [String: String] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      uniqueKeysWithValues: paths.filter { $0.hasSuffix(".html") }.map {
        ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
      })
  }
}
