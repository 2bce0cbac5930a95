import DatabaseSources
import Testing

/// Runs the examples of the documentation comments. `DocumentationTests` of the architecture checks that they are here
/// as text.
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
    let byName = FetchedQuery(Fruit.order(Column("name")))  // identified by the primary key
    let byFamily = FetchedQuery(Fruit.order(Column("family"), Column("name")), section: "family")
    let inSQL = FetchedQuery<Fruit>(sql: "SELECT * FROM fruit ORDER BY name", key: ["sku"])
    #expect(try FetchedResults(byName, in: database).items.map(\.name) == ["apple", "kiwi"])
    #expect(try FetchedResults(byFamily, in: database).sectionNames == ["berries", "pomes"])
    #expect(try FetchedResults(inSQL, in: database).items.map(\.sku) == [1, 0])
  }

  @MainActor final class FruitList {
    let fruits: FetchedResults<Fruit>
    private var observation: ObserverToken?

    init(_ database: any DatabaseWriter) throws {
      fruits = try FetchedResults(FetchedQuery(Fruit.order(Column("name"))), in: database)
      observation = fruits.addObserver(self) { list, event in list.show(event) }
    }

    /// The printed events.
    private(set) var events: [UpdateEvent] = []

    private func print(_ event: UpdateEvent) { events.append(event) }

    private func show(_ event: UpdateEvent) { print(event) }
  }

  @MainActor @Test func aList() throws {
    let list = try FruitList(database)
    try list.fruits.write { try Fruit(sku: 3, name: "fig", family: "figs").insert($0) }
    #expect(list.fruits.items.map(\.name) == ["apple", "fig", "kiwi"] && list.events.count == 2)
  }

  @Test func aWrite() throws {
    let fruits = try FetchedResults(FetchedQuery(Fruit.order(Column("name"))), in: database)
    var printed: [Fruit] = []
    func print(_ fruits: [Fruit]) { printed = fruits }
    func add(_ fruit: Fruit, to fruits: FetchedResults<Fruit>) throws {
      try fruits.write { try fruit.insert($0) }
      print(fruits.items)  // with the new one
    }
    try add(Fruit(sku: 3, name: "fig", family: "figs"), to: fruits)
    #expect(printed.map(\.name) == ["apple", "fig", "kiwi"])
  }
}
