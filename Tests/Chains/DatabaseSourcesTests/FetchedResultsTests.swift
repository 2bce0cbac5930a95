import Changesets
import DataSources
import DatabaseSources
import GRDB
import TestKit
import Testing

/// The rows of a query, and their updates.
@Suite struct FetchedResultsTests {
  @Test func rowsAreShownInOrder() throws {
    let database = try TestDatabase([pear, kiwi, apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    #expect(fruits.names == [["apple", "kiwi", "pear"]])
    #expect(fruits.sectionNames == [nil])
    #expect(try FetchedResults(FetchedQuery(Fruit.none()), in: database.writer).itemsBySection == [[]])
  }

  @Test func sectionsComeFromAColumn() throws {
    let database = try TestDatabase([plum, apple, pear, kiwi])
    let fruits = try FetchedResults(.byFamily, in: database.writer)
    #expect(fruits.sectionNames == [nil, "pome", "stone"])
    #expect(fruits.names == [["kiwi"], ["apple", "pear"], ["plum"]])
    // A section for each value, also where its rows are scattered.
    let scattered = FetchedQuery<Fruit>(sql: "SELECT * FROM fruit ORDER BY name", key: ["ID"], section: "Family")
    let other = try FetchedResults(scattered, in: database.writer)
    #expect(other.sectionNames == ["pome", nil, "stone"])
    #expect(other.names == [["apple", "pear"], ["kiwi"], ["plum"]])
    let prices = FetchedQuery(Fruit.all(), section: "price")
    #expect(try FetchedResults(prices, in: database.writer).sectionNames == ["0"])
    try database.execute("DELETE FROM fruit")
    try fruits.refresh()
    #expect(fruits.numberOfSections == 0)
  }

  @Test(arguments: [false, true]) func everyChangeIsABatch(pool: Bool) throws {
    let database = try TestDatabase(pool: pool, [apple, kiwi, pear])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    #expect(try !fruits.refreshIfChanged())
    try database.execute("INSERT INTO fruit (id, name) VALUES (9, 'fig')")
    #expect(try fruits.refreshIfChanged())
    try database.execute("UPDATE fruit SET price = 3 WHERE name = 'kiwi'")
    #expect(try fruits.refreshIfChanged())
    try database.execute("UPDATE fruit SET name = 'zucchini' WHERE id = 1; DELETE FROM fruit WHERE id = 2")
    #expect(try fruits.refreshIfChanged())
    #expect(try !fruits.refreshIfChanged())
    #expect(
      log.batches == [
        UpdateBatch(items: Edits(inserts: [ItemPath(0, 1)])),
        UpdateBatch(items: Edits(updates: [PlacePair(ItemPath(0, 2), ItemPath(0, 2))])),
        UpdateBatch(
          items: Edits(
            deletes: [ItemPath(0, 3)], moves: [PlacePair(ItemPath(0, 0), ItemPath(0, 2))],
            updates: [PlacePair(ItemPath(0, 0), ItemPath(0, 2))])),
      ])
    #expect(log.failures.isEmpty)
    #expect(fruits.names == [["fig", "kiwi", "zucchini"]])
  }

  @Test func aRowWithAnotherSectionIsMoved() throws {
    let database = try TestDatabase([apple, pear, plum])
    let fruits = try FetchedResults(.byFamily, in: database.writer) { _, _ in true }
    let log = FruitLog(fruits)
    try database.execute("UPDATE fruit SET family = 'stone' WHERE id = 1")
    try fruits.refreshIfChanged()
    #expect(log.batches == [UpdateBatch(items: Edits(moves: [PlacePair(ItemPath(0, 0), ItemPath(1, 0))]))])
  }

  @Test(arguments: [false, true]) func onlyWritesOfTheQueryAreNoticed(pool: Bool) throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    try database.execute("INSERT INTO other VALUES (1)")
    #expect(try !fruits.refreshIfChanged())
    // A write that is rolled back is no change.
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.writer.write { db in
        try db.execute(sql: "DELETE FROM fruit")
        throw Stop()
      }
    }
    #expect(try !fruits.refreshIfChanged())
  }

  @Test(arguments: [false, true]) func writesOfOtherConnectionsAreNoticed(pool: Bool) throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    let connection = try DatabaseQueue(path: database.path)
    try connection.write { try plum.insert($0) }
    #expect(try fruits.refreshIfChanged())
    try database.executeElsewhere("INSERT INTO fruit (id, name) VALUES (8, 'fig')")
    #expect(try fruits.refreshIfChanged())
    #expect(try !fruits.refreshIfChanged())
    #expect(fruits.names == [["apple", "fig", "plum"]])
    #expect(log.batches.map(\.items.inserts) == [[ItemPath(0, 1)], [ItemPath(0, 1)]])
  }

  @Test func keysMayBeOfSeveralColumns() throws {
    struct Stock: FetchableRecord, Decodable, Equatable, Sendable {
      var shop: String
      var fruit: Int
      var count: Int
    }
    let database = try TestDatabase()
    try database.execute(
      """
      CREATE TABLE stock (shop TEXT, fruit INTEGER, count INTEGER, PRIMARY KEY (shop, fruit));
      INSERT INTO stock VALUES ('a', 1, 5), ('a', 2, 4), ('b', 1, 3);
      """)
    let query = FetchedQuery<Stock>(sql: "SELECT * FROM stock ORDER BY count DESC", key: ["shop", "fruit"])
    let stock = try FetchedResults(query, in: database.writer)
    var batches: [UpdateBatch] = []
    _ = stock.addObserver(database) { _, event in
      if case .didUpdate(let batch, _) = event { batches.append(batch) }
    }
    try database.execute("UPDATE stock SET count = 9 WHERE shop = 'b'")
    try stock.refreshIfChanged()
    #expect(
      batches == [
        UpdateBatch(
          items: Edits(
            moves: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))], updates: [PlacePair(ItemPath(0, 2), ItemPath(0, 0))]))
      ])
  }

  @Test func anotherQueryIsComparedOrReloads() throws {
    let database = try TestDatabase([apple, kiwi, pear])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    try fruits.setQuery(FetchedQuery(Fruit.order(Column("name").desc).filter(Column("id") != 4)))
    #expect(log.batches.last?.items.deletes == [ItemPath(0, 1)])
    #expect(log.batches.last?.items.moves.count == 1)
    try fruits.setQuery(.byFamily, reload: true)
    #expect(log.batches.last == .reload)
    // Writes that affect the new query are noticed, and no others.
    try fruits.setQuery(FetchedQuery(sql: "SELECT id, 'other' AS name, 0 AS price FROM other", key: ["id"]))
    try database.execute("INSERT INTO other VALUES (7)")
    #expect(try fruits.refreshIfChanged())
    #expect(fruits.items.map(\.id) == [7])
    try database.execute("DELETE FROM fruit")
    #expect(try !fruits.refreshIfChanged())
    #expect(log.failures.isEmpty)
  }

  @Test func errorsLeaveTheRowsUnchanged() throws {
    let database = try TestDatabase([apple, kiwi])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    let error = #expect(throws: UpdateError.self) {
      try fruits.setQuery(FetchedQuery(sql: "SELECT name FROM fruit", key: ["id"]))
    }
    #expect(
      error?.message
        == "The query selects no column “id” to identify the rows. It has “name”. Select it, or name another one.")
    #expect(log.batches.isEmpty)
    #expect(throws: UpdateError.self) {
      try FetchedResults(FetchedQuery(Fruit.all(), section: "colour"), in: database.writer)
    }
    #expect(throws: DatabaseError.self) { try fruits.setQuery(FetchedQuery(sql: "SELECT * FROM tree", key: ["id"])) }
    // A row that cannot be read.
    try fruits.setQuery(
      FetchedQuery(sql: "SELECT id, CASE price WHEN 13 THEN NULL ELSE name END AS name, price FROM fruit", key: ["id"]))
    try database.execute("UPDATE fruit SET price = 13 WHERE id = 1")
    #expect(throws: (any Error).self) { try fruits.refreshIfChanged() }
    #expect(throws: (any Error).self, "it still waits to be shown") { try fruits.refreshIfChanged() }
    #expect(fruits.names == [["apple", "kiwi"]])
    #expect(fruits.items.map(\.price) == [0, 0])
    try database.execute("UPDATE fruit SET price = 1 WHERE id = 1")
    #expect(try fruits.refreshIfChanged())
    #expect(fruits.items.map(\.price) == [1, 0])
    #expect(log.failures.isEmpty)
  }

  @Test func duplicateKeysAreShown() throws {
    let database = try TestDatabase([apple, pear, plum])
    let query = FetchedQuery<Fruit>(sql: "SELECT * FROM fruit ORDER BY name", key: ["family"])
    let fruits = try FetchedResults(query, in: database.writer)
    try database.execute("INSERT INTO fruit (id, name, family) VALUES (8, 'fig', NULL), (9, 'quince', 'pome')")
    try fruits.refreshIfChanged()
    #expect(fruits.names == [["apple", "fig", "pear", "plum", "quince"]])
  }

  @Test func itIsALeafOfChains() throws {
    let database = try TestDatabase([apple, pear, plum])
    let fruits = try FetchedResults(.byFamily, in: database.writer)
    let chain = fruits.applying(.filter { $0.price == 0 }).applying(.removeEmptySections())
    let log = FruitLog(chain)
    try database.execute("UPDATE fruit SET price = 1 WHERE family = 'stone'")
    fruits.transaction { _ = try? fruits.refreshIfChanged() }
    #expect(chain.names == [["apple", "pear"]])
    #expect(log.batches == [UpdateBatch(sections: Edits(deletes: [1]))])
  }

  @Test(arguments: [false, true]) func writesThroughTheSourceAreShownWhenTheyReturn(pool: Bool) throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    var animated: [Bool] = []
    _ = fruits.addObserver(log) { _, event in
      if case .didUpdate(_, let isAnimated) = event { animated.append(isAnimated.isAnimated) }
    }
    #expect(try fruits.write { try plum.inserted($0) } == plum)
    #expect(fruits.names == [["apple", "plum"]])
    try fruits.write(animated: false) { _ = try plum.delete($0) }
    #expect(fruits.names == [["apple"]])
    try fruits.write { try $0.execute(sql: "INSERT INTO other VALUES (1)") }
    #expect(animated == [true, false] && log.batches.count == 2)
    #expect(throws: DatabaseError.self) { try fruits.write { try $0.execute(sql: "DELETE FROM trees") } }
    // If the rows cannot be fetched after a write, that is an error of the source, not of the write.
    var errors: [String] = []
    fruits.onError = { errors.append("\($0)") }
    try fruits.write { try $0.execute(sql: "DELETE FROM fruit; ALTER TABLE fruit RENAME TO hidden") }
    #expect(errors.count == 1 && errors[0].contains("no such table: fruit"))
    #expect(fruits.names == [["apple"]])
  }

  @Test func aSourceIsReleasedWithItsOwner() throws {
    let database = try TestDatabase([apple])
    weak var gone: FetchedResults<Fruit>?
    do {
      let fruits = try FetchedResults(.byName, in: database.writer)
      gone = fruits
      try fruits.refresh()
    }
    #expect(gone == nil)
    try database.execute("DELETE FROM fruit")
  }

  @Test(arguments: 0..<12) func randomWritesYieldExactBatches(seed: UInt64) throws {
    var random = Seeds.generator(seed)
    let database = try TestDatabase(pool: seed.isMultiple(of: 2))
    let elsewhere = try DatabaseQueue(path: database.path)
    let fruits = try FetchedResults(seed.isMultiple(of: 3) ? .byName : .byFamily, in: database.writer)
    let log = FruitLog(fruits)
    for step in 0..<25 {
      let writer = Bool.random(using: &random) ? database.writer : elsewhere
      try writer.write { db in
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let id = Int.random(in: 0..<10, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: try Fruit.deleteOne(db, key: id)
          case 1: try db.execute(sql: "UPDATE fruit SET price = price + 1 WHERE id = ?", arguments: [id])
          default:
            let family = ["pome", "stone", nil].randomElement(using: &random)
            try Fruit(id: id, name: "\(Int.random(in: 0..<100, using: &random))", family: family ?? nil).save(db)
          }
        }
      }
      try fruits.refreshIfChanged()
      let expected = try database.writer.read { try Fruit.fetchCount($0) }
      #expect(fruits.numberOfItems == expected, "seed \(seed), step \(step)")
    }
    #expect(log.failures.isEmpty, "seed \(seed)")
  }
}
