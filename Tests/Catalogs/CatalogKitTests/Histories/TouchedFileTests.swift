import CatalogKit
import Changesets
import Datasets
import Foundation
import TestKit
import Testing

/// The number of files that an edit of one row writes: with stable pages it does not grow with the catalog.
@Suite struct TouchedFileTests {
  private struct Row {
    var name: String
    var section: Int
    var note = "the same"
  }

  /// A catalog with everything that a change of a row may affect, followed by a builder.
  private final class Shop {
    let folder: CatalogFolder
    let builder: CatalogBuilder
    var rows: [Row]
    private let hasNotesInSearch: Bool

    init(rows count: Int, hasNotesInSearch: Bool = false) throws {
      self.hasNotesInSearch = hasNotesInSearch
      rows = (0..<count).map { Row(name: "Item \($0 * 7919 % 100_003)", section: $0 % 5) }
      folder = try CatalogFolder([
        "catalog.yml": """
        address: https://example.org
        datasets: { items: { file: items.csv, key: name, card: item, page: whole } }
        chain: [{ group: { field: section, order: sorted } }]
        pages: { size: 20, kind: stable }
        documents: { sitemap: true, search: { fields: [\(hasNotesInSearch ? "note" : "section")] } }
        """, "templates/item.md": "Of {{section}}.\n", "templates/whole.md": "{{note}}\n",
      ])
      builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      try save()
      _ = try builder.build()
    }

    func save() throws {
      let lines = rows.map { "\($0.name),Section \($0.section),\($0.note)\n" }
      try folder.write("items.csv", "name,section,note\n" + lines.joined())
    }

    /// Updates the catalog with the changes of the rows.
    func update() throws -> BuildReport {
      try save()
      return try builder.update([folder.path + "/items.csv"])
    }
  }

  /// The number of files that each of several random edits writes.
  private func touched(rows count: Int, edits: Int, seed: UInt64) throws -> [Int] {
    let shop = try Shop(rows: count)
    var random = SeededGenerator(seed: seed)
    return try (0..<edits).map { edit in
      let place = Int.random(in: 0..<shop.rows.count, using: &random)
      switch edit % 3 {
      case 0: shop.rows.insert(Row(name: "New \(edit)", section: Int.random(in: 0..<5, using: &random)), at: place)
      case 1: shop.rows.remove(at: place)
      default: shop.rows[place].name = "Renamed \(edit)"
      }
      let report = try shop.update()
      // Unnecessary renderings are no more than written files.
      #expect(report.pages.rendered == report.pages.written)
      return report.created.count + report.updated.count + report.deleted.count
    }
  }

  /// The numbers of rendered and written pages, and of other rendered files.
  private func renderings(_ report: BuildReport) -> [Int] {
    [report.pages.rendered, report.pages.written, report.assets.rendered]
  }

  /// A page with fields of other rows is rendered if one of these fields has changed, and not for other changes of the
  /// rows.
  @Test(arguments: [true, false]) func pagesOfJoinedRowsAreRenderedForShownFieldsOnly(isLiving: Bool) throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        items: { file: items.csv, key: name, card: item, page: item }
        makers:
          file: makers.csv
          key: name
          card: item
          page: maker
          join: { items: { dataset: items, on: name, equals: maker } }
      chain: [{ concatenate: [items, makers] }]
      """,
      "templates/item.md": "{{name}}\n", "templates/maker.md": "{{#items}}\n- {{name}}: {{price}}\n{{/items}}\n",
      "makers.csv": "name\nAnn\n", "items.csv": "name,maker,price,note\nCup,Ann,1,old\nDish,Ann,2,old\n",
    ])
    let builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
    _ = try builder.build()
    func edit(_ field: String, _ value: Value) throws -> [String] {
      if isLiving {
        let items = try #require(builder.catalog?.dataset(named: "items"))
        items.edit { $0.update($0.item(at: ItemPath(0, 0)).replacing(field, with: value), at: 0) }
        let report = try builder.update()
        #expect(report.pages.rendered == report.pages.written)
        return report.updated
      }
      let row = ["price", "note"].map { $0 == field ? value.text : $0 == "price" ? "1" : "old" }
      try folder.write("items.csv", "name,maker,price,note\nCup,Ann,\(row.joined(separator: ","))\nDish,Ann,2,old\n")
      let report = try builder.update([folder.path + "/items.csv"])
      #expect(report.pages.rendered == report.pages.written)
      return report.updated
    }
    #expect(try edit("note", .text("new")) == [])
    #expect(try edit("price", .text("3")) == ["makers/ann.html"])
    #expect(try String(contentsOfFile: folder.path + "/out/makers/ann.html", encoding: .utf8).contains("Cup: 3"))
  }

  @Test func numberOfFilesDoesNotGrowWithTheCatalog() throws {
    let small = try touched(rows: 300, edits: 12, seed: 1)
    let large = try touched(rows: 1000, edits: 12, seed: 1)
    // A renamed row has two pages, two places in the search and the sitemap; and a page of its section may be split or
    // joined.
    #expect(small.allSatisfy { $0 <= 16 }, "\(small)")
    #expect(large.allSatisfy { $0 <= 16 }, "\(large)")
  }

  @Test func anEditOfTheFirstRowOfASectionWritesEightFiles() throws {
    for count in [300, 1500] {
      let shop = try Shop(rows: count)
      /// If no page was split.
      var counts: [Int] = []
      for section in 0..<5 {
        let place = try #require(shop.rows.firstIndex { $0.section == section })
        shop.rows.insert(Row(name: "Top \(section)", section: section), at: place)
        let report = try shop.update()
        // Now and then a page becomes too long: then another one is created, which the next page and the sitemap list.
        let isSplit = report.created.count > 1
        #expect(report.created.first == "items/top-\(section).html")
        #expect(report.deleted == [])
        let count = report.created.count + report.updated.count
        #expect(count <= (isSplit ? 11 : 8), "\(report.created), \(report.updated)")
        if !isSplit { counts.append(count) }
      }
      #expect(counts.count >= 2, "most rows find room")
    }
  }

  @Test(arguments: [300, 1500])
  func aChangedNoteWritesItsPage(count: Int) throws {
    let shop = try Shop(rows: count)
    shop.rows[count / 2].note = "another"
    let name = shop.rows[count / 2].name.split(separator: " ")[1]
    let report = try shop.update()
    #expect(report.updated == ["items/item-\(name).html"])
    #expect(report.created + report.deleted == [])
    #expect(renderings(report) == [1, 1, 0])
    #expect(report.changes?.updated == 1)
  }

  @Test func aChangedNoteWritesItsShardOfTheSearch() throws {
    let shop = try Shop(rows: 2500, hasNotesInSearch: true)
    shop.rows[1000].note = "another"
    let report = try shop.update()
    #expect(report.updated.count == 2)
    #expect(report.updated.filter { $0.hasPrefix("search/") }.count == 1)
    #expect(renderings(report) == [1, 1, 1])
  }

  @Test func aChangedNoteWritesItsPageInAnotherProcess() throws {
    let shop = try Shop(rows: 300)
    shop.rows[7].note = "another"
    try shop.save()
    let folder = shop.folder
    // A builder with no memory but the disk, in a copy, since the other one has locked the folder.
    try FileManager.default.copyItem(atPath: folder.path + "/out", toPath: folder.path + "/copy")
    let report = try folder.build(into: folder.path + "/copy")
    #expect(report.updated.count == 1)
    #expect(renderings(report) == [1, 1, 0])
  }
}
