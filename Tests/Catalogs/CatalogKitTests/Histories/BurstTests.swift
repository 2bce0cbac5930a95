import CatalogKit
import Diagnostics
import Foundation
import Rendering
import TestKit
import Testing

/// Several data sets that change at once are several batches for the catalog that follows them, any of which may cause
/// a new plan of the pages. The result equals a clean build.
@Suite struct BurstTests {
  /// A format of one file, which shows the fields of the rows, as formats of plugins do.
  private struct Book: CollectingRenderer {
    let format = "book"
    let showsFields = true
    let fingerprint: Fingerprint? = Fingerprint("book")

    func render(_ page: Page) -> [UInt8] { JSONRenderer().render(page) }

    func collect(_ fragments: some Sequence<Artifact>, to write: ([UInt8]) throws -> Void) throws {
      for fragment in fragments { try write(Array(fragment.path.utf8) + fragment.bytes) }
    }
  }

  private func builder(_ folder: CatalogFolder, into output: String) -> CatalogBuilder {
    var settings = CatalogBuilder.Settings()
    settings.allowsLosses = true
    return CatalogBuilder(at: folder.path, into: "\(folder.path)/\(output)", settings: settings) { $0.register(Book()) }
  }

  /// Writes the files that have changed.
  private func write(_ catalog: BurstCatalog, after old: BurstCatalog?, to folder: CatalogFolder) throws -> Set<String>
  {
    var changed: Set<String> = []
    for (number, dataset) in catalog.datasets.enumerated() where old?.datasets[number].rows != dataset.rows {
      changed.insert("\(folder.path)/\(dataset.file)")
      if dataset.isTable { continue }
      let lines = [BurstCatalog.Row.fields] + dataset.rows.map(\.texts)
      try folder.write(
        dataset.file, lines.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined())
    }
    // All tables of a database change in one transaction.
    let tables = catalog.datasets.filter { $0.isTable && changed.contains("\(folder.path)/\($0.file)") }
    guard let file = tables.first?.file else { return changed }
    let database = try SQLiteFile("\(folder.path)/\(file)")
    let columns = BurstCatalog.Row.fields.joined(separator: ", ")
    try database.execute("BEGIN")
    for table in tables {
      try database.execute("CREATE TABLE IF NOT EXISTS \(table.name) (\(columns)); DELETE FROM \(table.name)")
      for row in table.rows {
        try database.execute(
          "INSERT INTO \(table.name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row.texts.map { $0.isEmpty ? nil : $0 })
      }
    }
    try database.execute("COMMIT")
    return changed
  }

  /// The address of a redirect is that of another page now, so that no file is created or deleted.
  @Test func aSectionReplacesARedirect() throws {
    let folder = try CatalogFolder([
      "catalog.yml": """
      datasets:
        things: { file: things.csv, key: id, titles: name, aliases: tags, chain: [{ group: kind }] }
      addresses: { pretty: true, redirects: [nginx] }
      """, "things.csv": "id,name,kind,tags\na,A,One,red\nb,B,Two,\n",
    ])
    let builder = builder(folder, into: "out")
    _ = try builder.build()
    let changed = try folder.paths(
      changedBy: builder, writing: "id,name,kind,tags\na,A,One,red\nb,B,Red,\n", to: "things.csv")
    #expect(changed.contains("things/red/index.html") && changed.contains("redirects.map"))
  }

  @Test(arguments: Seeds.fixed(7, fresh: 3))
  func aBurstIsFollowed(seed: UInt64) throws {
    var catalog = BurstCatalog(seed: seed)
    let folder = try CatalogFolder(["catalog.yml": catalog.configuration])
    var changed = try write(catalog, after: nil, to: folder)
    let builder = builder(folder, into: "out")
    _ = try builder.build()
    var steps = 0
    for step in 0..<(Seeds.isThorough ? 30 : 6) {
      let old = catalog
      let comment: Comment = "seed \(seed), step \(step): \(catalog.burst())\n\(catalog.configuration)"
      changed.formUnion(try write(catalog, after: old, to: folder))
      let before = try OutputTree(folder.path + "/out")
      let outcome = Result { () throws(DiagnosticsError) in try builder.update(changed) }
      let after = try OutputTree(folder.path + "/out")
      let clean = self.builder(folder, into: "clean")
      let expected = Result { () throws(DiagnosticsError) in try clean.build() }
      defer { try? FileManager.default.removeItem(atPath: folder.path + "/clean") }
      switch (outcome, expected) {
      case (.success(let report), .success):
        steps += 1
        changed = []
        try #require(after.differences(from: OutputTree(folder.path + "/clean")) == [], comment)
        report.expectToTell(from: before, to: after, comment)
      case (.failure(let error), .failure(let other)):
        #expect(error.description == other.description, comment)
        try #require(after.differences(from: before) == [], comment)
      default: Issue.record("\(comment): \(outcome), and not \(expected)")
      }
    }
    if Seeds.isThorough { print("seed \(seed): \(steps) bursts were built") }
    // The bursts have to cover all kinds of changes.
    #expect(steps > 0, "seed \(seed): no catalog was built\n\(catalog.configuration)")
  }
}
