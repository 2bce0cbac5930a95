import Changesets
import DataSources
import DatabaseSources
import Dispatch
import GRDB
import Synchronization
import TestKit
import Testing

/// A source that follows its database.
@MainActor @Suite struct FollowingTests {
  @Test(arguments: [false, true]) func writesOfTheMainActorAreShownAtItsNextTurn(pool: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let chain = fruits.applying(.filter { $0.id < 10 })
    let log = FruitLog(chain)
    _ = chain.addObserver(log) { _, _ in MainActor.assertIsolated() }
    try database.insert(plum)
    #expect(log.batches.isEmpty)
    await Task.yield()
    #expect(chain.names == [["apple", "plum"]])
    try database.execute("DELETE FROM fruit WHERE id = 1")
    await Task.yield()
    #expect(chain.names == [["plum"]])
    #expect(log.batches.count == 2 && log.failures.isEmpty)
  }

  @Test(arguments: [false, true]) func awaitedWritesAreShown(pool: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    for _ in 0..<20 {
      try await database.writer.write { try plum.insert($0) }
      #expect(fruits.names == [["apple", "plum"]])
      try await database.writer.write { _ = try plum.delete($0) }
      #expect(fruits.names == [["apple"]])
    }
    #expect(log.batches.count == 40 && log.failures.isEmpty)
  }

  @Test(arguments: [false, true], [false, true])
  func writesOfOtherThreadsAreShown(pool: Bool, inBackground: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    fruits.fetchesInBackground = inBackground
    let log = FruitLog(fruits)
    _ = fruits.addObserver(log) { _, _ in MainActor.assertIsolated() }
    let writer = database.writer
    try await Task.detached { try await writer.write { try plum.insert($0) } }.value
    await log.next()
    #expect(fruits.names == [["apple", "plum"]])
    #expect(log.batches.count == 1 && log.failures.isEmpty)
  }

  @Test(arguments: [false, true]) func severalWritesAreOneFetchAndOthersNone(pool: Bool) async throws {
    let fetches = Fetches()
    let database = try TestDatabase(pool: pool, [apple], trace: fetches.note)
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    #expect(fetches.count == 1)
    for id in 10..<20 { try database.execute("INSERT INTO fruit (id, name) VALUES (\(id), 'fruit \(id)')") }
    await Task.yield()
    #expect(fruits.numberOfItems == 11)
    #expect((fetches.count, log.batches.count) == (2, 1))
    try database.execute("INSERT INTO other VALUES (1)")
    #expect(throws: DatabaseError.self) { try database.execute("DELETE FROM fruit; DELETE FROM nothing") }
    await Task.yield()
    #expect(fetches.count == 2)
    try database.execute("DELETE FROM fruit WHERE id = 1")
    await Task.yield()
    #expect((fetches.count, log.batches.count) == (3, 2))
  }

  @Test(arguments: [false, true]) func writesOfOtherProcessesAreShown(pool: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let deaf = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    fruits.pollingInterval = .milliseconds(2)
    deaf.pollingInterval = nil
    for number in 1...3 {
      try database.executeElsewhere("INSERT INTO fruit (id, name) VALUES (\(number * 10), 'fruit \(number)')")
      await log.next()
      #expect(fruits.numberOfItems == number + 1)
    }
    #expect(deaf.numberOfItems == 1)
    #expect(try await deaf.refreshIfChanged())
    #expect(log.failures.isEmpty)
  }

  @Test func writesOfOtherProcessesAreShownByDefault() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    try database.executeElsewhere("DELETE FROM fruit")
    await log.next()
    #expect(fruits.isEmpty)
  }

  @Test func followingCanBeSwitchedOff() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    fruits.followsWrites = false
    try database.execute("DELETE FROM fruit")
    await Task.yield()
    #expect(log.batches.isEmpty)
    // Meanwhile nothing was shown; the writes are shown when following is switched on again.
    fruits.followsWrites = true
    await log.next()
    #expect(fruits.isEmpty)
  }

  @Test func aLockedDatabaseIsReadAgain() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    fruits.onError = { Issue.record($0) }
    fruits.pollingInterval = .milliseconds(2)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE; DELETE FROM fruit") }
    #expect(throws: DatabaseError.self) { try refresh(fruits) }
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    await log.next()
    #expect(fruits.isEmpty)
  }

  @Test func errorsAreReportedAndTheFetchIsTriedAgain() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    let (errors, reported) = AsyncStream.makeStream(of: String.self)
    fruits.onError = { reported.yield("\($0)") }
    fruits.pollingInterval = .milliseconds(2)
    try database.execute("ALTER TABLE fruit RENAME TO hidden")
    try database.executeElsewhere("CREATE TABLE more (id)")
    var iterator = errors.makeAsyncIterator()
    let error = await iterator.next(isolation: #isolation)
    #expect(error?.contains("no such table: fruit") == true)
    #expect(fruits.names == [["apple"]] && log.batches.isEmpty)
    try database.execute("ALTER TABLE hidden RENAME TO fruit")
    try database.executeElsewhere("INSERT INTO fruit (id, name) VALUES (7, 'fig')")
    await log.next()
    #expect(fruits.names == [["apple", "fig"]])
  }

  @Test func anEarlierFetchIsNotShownAfterALaterOne() async throws {
    let database = try TestDatabase(pool: true, [apple])
    let query = FetchedQuery<SlowFruit>(sql: "SELECT * FROM fruit ORDER BY id", key: ["id"])
    let fruits = try FetchedResults(query, in: database.writer)
    fruits.followsWrites = false
    try await database.writer.write { try pear.insert($0) }
    SlowFruit.gate.close()
    let early = Task { try await fruits.refreshIfChanged() }
    await SlowFruit.gate.whenSomebodyWaits()
    // This fetch has begun to read, and does not include the write.
    try await database.writer.write { try plum.insert($0) }
    try refresh(fruits)
    #expect(fruits.items.map(\.id) == [1, 2, 3])
    SlowFruit.gate.open()
    _ = try await early.value
    #expect(fruits.items.map(\.id) == [1, 2, 3])
  }

  @Test(arguments: 0..<4) func writesOfAllWritersAreShownInTheEnd(seed: UInt64) async throws {
    var random = Seeds.generator(seed)
    let database = try TestDatabase(pool: seed.isMultiple(of: 2), [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    fruits.pollingInterval = .milliseconds(2)
    fruits.fetchesInBackground = seed > 1
    let writer = database.writer
    for _ in 0..<30 {
      let id = Int.random(in: 0..<8, using: &random)
      let sql = "INSERT OR REPLACE INTO fruit (id, name) VALUES (\(id), '\(Int.random(in: 0..<100, using: &random))')"
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try database.executeElsewhere(sql)
      case 1: try database.execute("DELETE FROM fruit WHERE id = \(id)")
      case 2...5: try await writer.write { try $0.execute(sql: sql) }
      default: try database.execute(sql)
      }
    }
    let expected = try await writer.read { try Fruit.order(Column("name")).fetchAll($0) }
    while fruits.items.sorted(by: { $0.id < $1.id }) != expected.sorted(by: { $0.id < $1.id }) { await log.next() }
    #expect(log.failures.isEmpty, "seed \(seed)")
  }

  @Test func theSourceOfAnActorIsUpdatedOnTheActor() async throws {
    let database = try TestDatabase([apple])
    weak var gone: Shelf?
    do {
      let shelf = Shelf()
      gone = shelf
      try await shelf.show(database.writer)
      try await database.writer.write { try plum.insert($0) }
      await shelf.next()
      #expect(await shelf.names == [["apple", "plum"]])
    }
    #expect(gone == nil)
  }

  /// An actor that shows fruits.
  private actor Shelf {
    private var shown: (fruits: FetchedResults<Fruit>, log: FruitLog)?

    func show(_ writer: any DatabaseWriter) throws {
      let fruits = try FetchedResults(.byName, in: writer)
      let log = FruitLog(fruits)
      _ = fruits.addObserver(log) { [weak self] _, _ in self?.assertIsolated() }
      shown = (fruits, log)
    }

    var names: [[String]]? { shown?.fruits.names }
    func next() async { await shown?.log.next() }
  }

  @Test func followingEndsWithTheOwnerOfTheSource() async throws {
    let database = try TestDatabase([apple])
    weak var gone: FetchedResults<Fruit>?
    do {
      let fruits = try FetchedResults(.byName, in: database.writer)
      gone = fruits
      fruits.pollingInterval = .milliseconds(2)
      try database.execute("DELETE FROM fruit")
    }
    #expect(gone == nil)
    await Task.yield()
    try database.execute("INSERT INTO fruit (id, name) VALUES (7, 'fig')")
  }

  /// Refreshes without a suspension, so that nothing can happen in between.
  private func refresh<Item>(_ fruits: FetchedResults<Item>) throws { try fruits.refresh() }

  /// A fruit that is not decoded before a gate opens.
  private struct SlowFruit: FetchableRecord, Equatable, Sendable {
    static let gate = Gate()
    let id: Int

    init(row: Row) throws {
      Self.gate.pass()
      id = row["id"]
    }
  }

  /// A gate: the first thread that passes after it was closed waits until it is opened; all others pass.
  private final class Gate: Sendable {
    private let isClosed = Atomic(false)
    private let opened = DispatchSemaphore(value: 0)
    private let (waiting, arrived) = AsyncStream.makeStream(of: Void.self)

    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }
    func open() { opened.signal() }
    func whenSomebodyWaits() async { for await _ in waiting { return } }

    func pass() {
      guard isClosed.exchange(false, ordering: .sequentiallyConsistent) else { return }
      arrived.yield()
      opened.wait()
    }
  }

  /// The number of statements that read fruits.
  private final class Fetches: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    @Sendable func note(_ statement: String) {
      if statement.hasPrefix("SELECT * FROM \"fruit\"") { number.add(1, ordering: .sequentiallyConsistent) }
    }
  }
}
