import DatabaseSources
import Testing

/// The examples of the documentation comments, run. That each of them stands here word for word is held by the tests of the architecture.
@Suite struct CommentExampleTests {
  struct Fruit: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    var sku: Int
    var name: String
    var family: String
  }

  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(sql: "CREATE TABLE fruit (sku INTEGER PRIMARY KEY, name TEXT NOT NULL, family TEXT NOT NULL)")
      for (index, name) in ["kiwi", "apple"].enumerated() {
        try Fruit(sku: index, name: name, family: index == 0 ? "berries" : "pomes").insert(db)
      }
    }
  }

  @Test func queries() throws {
    let byName = FetchedQuery(Fruit.order(Column("name")))                 // told apart by the table's primary key
    let byFamily = FetchedQuery(Fruit.order(Column("family"), Column("name")), section: "family")
    let inSQL = FetchedQuery<Fruit>(sql: "SELECT * FROM fruit ORDER BY name", key: ["sku"])
    #expect(try FetchedResults(byName, in: database).items.map(\.name) == ["apple", "kiwi"])
    #expect(try FetchedResults(byFamily, in: database).sectionNames == ["berries", "pomes"])
    #expect(try FetchedResults(inSQL, in: database).items.map(\.sku) == [1, 0])
  }
}
