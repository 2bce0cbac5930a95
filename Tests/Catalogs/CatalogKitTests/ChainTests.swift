import CatalogKit
import Diagnostics
import TestKit
import Testing

/// The effects of the steps of a chain on the data, and their possible orders.
@Suite struct ChainTests {
  private func folder(_ chain: String) throws -> CatalogFolder {
    try CatalogFolder([
      "fruits.csv": "name,kind,grams\nPlum,stone,50\nApple,pome,150\nCherry,stone,8\nFig,,50\n",
      "nuts.csv": "name,shell\nHazel,hard\n", "empty.csv": "name,kind\n",
      "templates/banner.md": "{{entries}} of {{sections}} in {{title}}\n", "templates/nothing.md": "Nothing.\n",
      "catalog.yml": "title: Shop\ndatasets: { fruits: fruits.csv, nuts: nuts.csv, empty: empty.csv }\nchain:\n"
        + chain,
    ])
  }

  /// The sections of the home page, each with its entries.
  private func sections(_ chain: String) throws -> [[String]] {
    let home = try #require(try folder(chain).pages()["index.md"])
    return home.split(separator: "\n## ").dropFirst().map { section in
      [String(section.drop { $0 == "[" }.prefix { $0 != "]" })] + links(3, in: String(section))
    }
  }

  @Test(arguments: [
    ("  - concatenate: [nuts, fruits]", [["Nuts", "Hazel"], ["Fruits", "Plum", "Apple", "Cherry", "Fig"]]),
    ("  - sort: name", [["Fruits", "Apple", "Cherry", "Fig", "Plum"], ["Nuts", "Hazel"]]),
    (
      "  - sort: { field: grams, order: descending }",
      [["Fruits", "Apple", "Plum", "Fig", "Cherry"], ["Nuts", "Hazel"]]
    ),
    ("  - filter: { field: shell, exists: true }", [["Nuts", "Hazel"]]),
    ("  - filter: { field: kind, in: [pome, none] }", [["Fruits", "Apple"]]),
    ("  - group: kind", [["stone", "Plum", "Cherry"], ["pome", "Apple"], ["Other", "Fig", "Hazel"]]),
    (
      "  - group: { field: kind, order: sorted }",
      [["pome", "Apple"], ["stone", "Plum", "Cherry"], ["Other", "Fig", "Hazel"]]
    ),
    (
      "  - group: { field: kind, order: [pome, none] }",
      [["pome", "Apple"], ["stone", "Plum", "Cherry"], ["Other", "Fig", "Hazel"]]
    ),
    (
      "  - concatenate: [fruits]\n  - filter: { field: kind, exists: true }\n  - sort: grams\n  - group: grams",
      [["8", "Cherry"], ["50", "Plum"], ["150", "Apple"]]
    ),
  ])
  func steps(chain: String, sections: [[String]]) throws {
    #expect(try self.sections(chain) == sections)
  }

  @Test(arguments: [
    ("", "sort: name", [["Copy 9", "Copy 10", "Copy 11"]]),
    ("", "sort: { field: name, order: text }", [["Copy 10", "Copy 11", "Copy 9"]]),
    ("", "sort: { field: name, order: text descending }", [["Copy 9", "Copy 11", "Copy 10"]]),
    ("", "group: { field: shelf, order: sorted }", [["A 2", "Copy 11"], ["A 10", "Copy 10", "Copy 9"]]),
    ("", "group: { field: shelf, order: text }", [["A 10", "Copy 10", "Copy 9"], ["A 2", "Copy 11"]]),
    ("  - group: shelf\n", "sort_sections: name", [["A 2", "Copy 11"], ["A 10", "Copy 10", "Copy 9"]]),
    (
      "  - group: shelf\n", "sort_sections: { by: name, order: text descending }",
      [["A 2", "Copy 11"], ["A 10", "Copy 10", "Copy 9"]]
    ),
    ("", "filter: { field: name, range: { from: Copy 9, below: copy 11 } }", [["Copy 10", "Copy 9"]]),
  ])
  func numbersInTextsAreSortedByValue(before: String, step: String, expected: [[String]]) throws {
    let folder = try CatalogFolder([
      "copies.csv": "name,shelf\nCopy 10,A 10\nCopy 9,A 10\nCopy 11,A 2\n",
      "catalog.yml": "title: Shop\ndatasets: { copies: copies.csv }\nchain:\n\(before)  - \(step)\n",
    ])
    let home = try #require(try folder.pages()["index.md"])
    let sections = home.split(separator: "\n## ").dropFirst().map { section in
      [String(section.drop { $0 == "[" }.prefix { $0 != "]" })] + links(3, in: String(section))
    }
    #expect(sections.map { expected[0][0].hasPrefix("A") ? $0 : Array($0.dropFirst()) } == expected)
  }

  @Test func aRowInSeveralSectionsHasOnePage() throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name,tags,shelf\nPlum,sweet;blue,A\nSloe,sour;blue,A\nFig,,B\n",
      "catalog.yml": """
      title: Shop
      datasets: { fruits: { file: fruits.csv, types: { tags: list } } }
      chain:
        - group: { field: tags, by: element, order: sorted }
      """,
    ])
    let pages = try folder.pages()
    #expect(links(2, in: pages["index.md"]) == ["blue", "sour", "sweet", "Other"])
    #expect(links(2, in: pages["blue/index.md"]) == ["Plum", "Sloe"])
    #expect(links(2, in: pages["sweet/index.md"]) == ["Plum"])
    #expect(
      pages.keys.filter { $0.hasPrefix("fruits/") }.sorted() == ["fruits/fig.md", "fruits/plum.md", "fruits/sloe.md"])
  }

  @Test(arguments: [
    ("key: nme", "datasets/unknown-field 1:46"), ("titles: nme", "datasets/unknown-field 1:49"),
    ("types: { name: text, nme: text }", "datasets/unknown-field 1:62"),
  ])
  func missingFieldsOfADataSetAreLocated(line: String, finding: String) throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name\nPlum\n", "catalog.yml": "datasets: { fruits: { file: fruits.csv, \(line) } }",
    ])
    let found = try findings { _ = try folder.catalog() }
    #expect(found.map(\.brief) == [finding])
    #expect(found.map(\.hint) == ["Did you mean “name”?"])
  }

  @Test(arguments: [
    ("documents: { search: { fields: [name, nme] } }", "chain/unknown-field 2:39"),
    ("documents: { json: { fields: [nme] } }", "chain/unknown-field 2:31"),
    ("address: https://example.org\ndocuments: { feed: { date: nme } }", "chain/unknown-field 3:28"),
    ("cells: [{ when: { field: nme, equals: x }, card: card }]", "chain/unknown-field 2:26"),
    ("cells: [{ when: { dataset: nuts }, card: card }]", "chain/unknown-dataset 2:28"),
  ])
  func missingFieldsOfDocumentsAndRulesAreLocated(lines: String, finding: String) throws {
    let folder = try CatalogFolder([
      "fruits.csv": "name\nPlum\n", "catalog.yml": "datasets: { fruits: fruits.csv }\n\(lines)",
    ])
    #expect(try findings { _ = try folder.catalog() }.map(\.brief) == [finding])
  }

  @Test func insertedCellNamesFactsOfTheCatalog() throws {
    let pages = try folder("  - concatenate: [fruits]\n  - insert: { cell: banner, at: [0, 1] }").pages()
    let section = try #require(pages["fruits/index.md"])
    #expect(section.contains(/\[Plum\][^\[]*4 of 1 in Shop[^\[]*\[Apple\]/), "\(section)")
  }

  @Test func anInsertedCellBeyondTheEndIsLast() throws {
    let pages = try folder("  - concatenate: [nuts]\n  - insert: { cell: banner, at: [7, 7] }").pages()
    let section = try #require(pages["nuts/index.md"])
    #expect(section.contains(/\[Hazel\][^\[]*1 of 1 in Shop/), "\(section)")
  }

  @Test(arguments: [
    ("  - concatenate: [empty]\n  - placeholder: nothing", true),
    ("  - concatenate: [nuts]\n  - placeholder: nothing", false),
    (
      "  - filter: { field: name, equals: x }\n  - insert: { cell: banner, at: [0, 0] }\n  - placeholder: nothing", true
    ),
  ])
  func placeholder(chain: String, isShown: Bool) throws {
    let home = try #require(try folder(chain).pages()["index.md"])
    #expect(home.contains("Nothing.") == isShown)
  }

  @Test func emptyDataWithoutPlaceholder() throws {
    #expect(try folder("  - concatenate: [empty]").pages() == ["index.md": "# Shop\n"])
  }

  @Test(arguments: [
    ("  - sort: name\n  - concatenate: [nuts]", ["chain/order 5:19"]),
    ("  - insert: { cell: banner, at: [0, 0] }\n  - sort: name", ["chain/order 4:21"]),
    // Only rows have a default layout.
    ("  - insert: { cell: card }\n  - placeholder: page", ["cell/no-template 4:21", "cell/no-template 5:18"]),
    ("  - placeholder: nothing\n  - filter: { field: name, exists: true }", ["chain/order 4:18"]),
    (
      "  - placeholder: nothing\n  - insert: { cell: banner }\n  - group: kind",
      ["chain/order 4:18", "chain/order 5:21"]
    ),
    ("  - concatenate: [nuts, seeds, nuts]", ["chain/unknown-dataset 4:25", "chain/duplicate-dataset 4:32"]),
    (
      "  - filter: { field: a, exists: true }\n  - group: b\n  - sort: c\n  - placeholder: d",
      ["chain/unknown-field 4:22", "chain/unknown-field 5:12", "chain/unknown-field 6:11", "cell/no-template 7:18"]
    ),
  ])
  func mistakes(chain: String, codes: [String]) throws {
    let folder = try folder(chain)
    #expect(try findings { _ = try folder.catalog() }.map(\.brief) == codes)
  }

  @Test func stepsForCellsMayBeInAnyOrder() throws {
    let folder = try folder("  - sort: name\n  - placeholder: nothing\n  - insert: { cell: banner }")
    #expect(try folder.catalog().warnings.isEmpty)
  }
}
