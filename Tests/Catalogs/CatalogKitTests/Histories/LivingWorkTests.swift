import Changesets
import DataSources
import Datasets
import Foundation
import Publishing
import Rendering
import TestKit
import Testing

@testable import CatalogKit

/// The cost of an edit of a live catalog, from its data to the disk: the same in a small catalog and in a large one.
@Suite struct LivingWorkTests {
  /// The cost of an edit.
  private struct Cost {
    /// The part that has to be the same for any number of rows.
    struct Pages: Equatable {
      /// The number of pages and objects that the plan has visited.
      var planWork: Int
      /// The number of objects visited by the files of many objects.
      var exportWork: Int
      /// The numbers of files of pages that were passed to the publisher: possibly changed ones, and deleted ones.
      var named: Int, removed: Int
      /// The numbers of files of pages that were rendered and written.
      var rendered: Int, written: Int
      /// The paths of created and deleted files of pages.
      var created: Set<String>, deleted: Set<String>
      /// The sizes of created and changed files, except pages that show the number of rows.
      var sizes: [String: Int]
      /// The number of bytes appended to the recorded addresses.
      var noted: Int
    }

    var pages: Pages
    /// The number of bytes of those pages.
    var pageBytes: Int
    /// The other files that were created, changed or deleted. The rest of a part of the search, the sitemap or the JSON
    /// depends on all rows, as does the part's name.
    var assets: [String]
    /// The numbers of other files that were rendered, and of their bytes that were written.
    var assetsRendered: Int, assetBytes: Int
    /// The number of bytes that were appended to the list of all files.
    var stored: Int

    /// The other files, without the numbers of their parts.
    var kinds: [String] { assets.map { $0.replacing(/[0-9]+/, with: "") }.sorted() }
  }

  /// A catalog with everything that an edit may affect, followed by a builder.
  ///
  /// The first rows are the same in every catalog, and have their own sections, tags and neighbors. All others share a
  /// fixed number of sections and tags.
  private final class Shop {
    private static let own = 300

    private let folder: CatalogFolder
    private let builder: CatalogBuilder
    private let catalog: Catalog
    /// Exports that follow the catalog like those of the builder, and report their cost.
    private let exports: LiveExports
    private var pendingChanges = DocumentChanges()
    private var isReplanned = false

    init(rows count: Int) throws {
      let rows = (0..<count).map { number in
        let (kind, sections) = number < Self.own ? ("Apple", 2) : ("Zucchini", 8)
        let code = 100_000 + number
        let tags = "\(kind) tag \(number % 20); \(kind) tag \(number % 11)"
        return "\(code),\(kind) \(code),\(kind) section \(number % sections),\(tags),A note.,2020-01-02\n"
      }
      folder = try CatalogFolder([
        "catalog.yml": """
        title: Shop
        address: https://example.org
        datasets:
          items:
            file: items.csv
            key: code
            titles: name
            card: item
            page: whole
            types: { code: text, name: text, section: text, tags: list, note: text, added: date }
        chain: [{ group: { field: section, order: sorted } }]
        pages: { size: 20, preview: 4, kind: stable }
        documents:
          facets: [tags]
          letters: name
          feed: { date: added, limit: 5 }
          search: { fields: [note] }
          sitemap: true
          json: true
        """, "templates/item.md": "Of {{section}}.\n", "templates/whole.md": "{{note}}\n",
        "items.csv": "code,name,section,tags,note,added\n" + rows.joined(),
      ])
      builder = CatalogBuilder(at: folder.path, into: folder.path + "/out")
      _ = try builder.build()
      catalog = try #require(builder.catalog)
      exports = LiveExports(catalog)
      catalog.document.addObserver(self) { shop, changes, objects in
        shop.pendingChanges.append(changes)
        if case .all = objects { shop.isReplanned = true }
        shop.exports.update(changes, objects)
      }
    }

    /// Returns the cost of an edit up to its publication.
    func cost(_ edit: (ArraySource<Record>) -> Void) throws -> Cost {
      pendingChanges = DocumentChanges()
      let (planWork, exportWork) = (catalog.document.planWork, exports.work)
      let (stored, noted) = (try size(".pomona/store"), try size(".pomona/notes/addresses"))
      try #require(catalog.dataset(named: "items")).edit(edit)
      let report = try builder.update()
      #expect(builder.catalog === catalog && !isReplanned)
      _ = exports.takeChanges()
      let named = catalog.changedPageFiles(pendingChanges) { _ in FragmentStore() }
      let (pages, assets) = (report.pages, report.assets)
      let changed = report.created + report.updated
      let counting: Set = ["index.html", "tags/index.html", "letters/index.html"]
      return Cost(
        pages: Cost.Pages(
          planWork: catalog.document.planWork - planWork, exportWork: exports.work - exportWork,
          named: named.changed.count, removed: named.removed.count, rendered: pages.rendered, written: pages.written,
          created: Set(report.created.filter(Self.isPage)), deleted: Set(report.deleted.filter(Self.isPage)),
          sizes: try Dictionary(
            uniqueKeysWithValues: changed.filter { Self.isPage($0) && !counting.contains($0) }.map {
              ($0, try size($0))
            }),
          noted: try size(".pomona/notes/addresses") - noted),
        pageBytes: pages.bytes, assets: (changed + report.deleted).filter { !Self.isPage($0) },
        assetsRendered: assets.rendered,
        assetBytes: assets.bytes, stored: try size(".pomona/store") - stored)
    }

    /// Returns the cost of a new value of a field of a row.
    func cost(of field: String, _ value: Value, at row: Int) throws -> Cost {
      try cost { $0.update($0.item(at: ItemPath(0, row)).replacing(field, with: value), at: row) }
    }

    private static func isPage(_ path: String) -> Bool { path.hasSuffix(".html") }

    /// The size of a file of the catalog.
    private func size(_ path: String) throws -> Int {
      try FileManager.default.attributesOfItem(atPath: "\(folder.path)/out/\(path)")[.size] as? Int ?? 0
    }
  }

  /// The costs of edits, by their names.
  private func costs(rows count: Int) throws -> [(edit: String, cost: Cost)] {
    let shop = try Shop(rows: count)
    var costs: [(edit: String, cost: Cost)] = []
    for row in [3, 200] {
      func note(_ edit: String, _ cost: Cost) { costs.append(("\(edit) of row \(row)", cost)) }
      note("description", try shop.cost(of: "note", .text("Another note."), at: row))
      let tags = ["Apple tag 4", "Apple tag 7"]
      note("tags", try shop.cost(of: "tags", .list(tags.map { .text($0) }), at: row))
      note("section", try shop.cost(of: "section", .text("Apple section \((row + 1) % 2)"), at: row))
      note(
        "title",
        try shop.cost { rows in
          let old = rows.item(at: ItemPath(0, row)).replacing("name", with: .text("Apple 1002\(row)x"))
          rows.update(
            Record(id: old.id, title: "Apple 1002\(row)x", row: old.row, schema: old.schema, values: old.values),
            at: row)
        })
      var record: Record?
      note(
        "removal",
        try shop.cost { rows in
          record = rows.item(at: ItemPath(0, row))
          rows.remove(at: row)
        })
      let removed = try #require(record)
      note("insertion", try shop.cost { $0.insert(removed, at: row) })
    }
    return costs
  }

  @Test func editsCostTheSameInALargeCatalog() throws {
    let (few, many) = (try costs(rows: 900), try costs(rows: 2000))
    for (edit, (few, many)) in zip(few.map(\.edit), zip(few.map(\.cost), many.map(\.cost))) {
      #expect(few.pages == many.pages, "\(edit)")
      #expect((1..<40).contains(few.pages.planWork) && few.pages.written > 0, "\(edit)")
      // Counts of all rows have more digits.
      #expect(abs(few.pageBytes - many.pageBytes) < 100, "\(edit)")
      if edit.hasPrefix("description") {
        #expect(few.kinds == ["catalog/objects-.json", "search/shard-.js"] && many.kinds == few.kinds, "\(edit)")
      }
      for cost in [few, many] {
        // A part may be split or joined, and pages move to other parts of the sitemap.
        #expect(cost.assets.count <= 12 && cost.assetsRendered <= 12, "\(edit): \(cost.assets)")
        #expect(cost.assetBytes < 120_000 * cost.assets.count, "\(edit): \(cost.assetBytes) bytes")
        let files = cost.pages.named + cost.pages.removed + cost.assetsRendered
        #expect(cost.stored < 500 + 150 * files, "\(edit): \(cost.stored) bytes for \(files) files")
      }
      if few.kinds == many.kinds, few.assetsRendered == many.assetsRendered {
        // The numbers of the parts have more digits.
        #expect(abs(few.stored - many.stored) <= 3 * few.assetsRendered, "\(edit): \(few.stored), \(many.stored)")
      }
    }
  }
}
