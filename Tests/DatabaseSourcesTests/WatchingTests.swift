import Changesets
import DataSources
import DatabaseSources
import Dispatch
import GRDB
import Synchronization
import Testing

/// A source that watches its database.
@MainActor @Suite struct WatchingTests {
  private let clock = ManualClock()

  @Test(arguments: [false, true]) func writesOfThisProcessAreShownAtOnce(pool: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    let isOnMain = fruits.addObserver(log) { _, _ in MainActor.assertIsolated() }
    let task = Task { [clock] in try await fruits.watch(every: .seconds(1), clock: clock) }
    let writer = database.writer
    try await Task.detached { try await writer.write { try plum.insert($0) } }.value
    await log.next()
    #expect(fruits.names == [["apple", "plum"]])
    task.cancel()
    try await task.value
    isOnMain.cancel()
    #expect(log.batches.count == 1 && log.failures.isEmpty)
  }

  @Test(arguments: [false, true]) func writesOfOtherProcessesAreLookedFor(pool: Bool) async throws {
    let database = try TestDatabase(pool: pool, [apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    let task = Task { [clock] in try await fruits.watch(every: .seconds(1), clock: clock) }
    for number in 1...3 {
      await clock.whenSomebodySleeps()
      try database.executeElsewhere("INSERT INTO fruit (id, name) VALUES (\(number * 10), 'fruit \(number)')")
      clock.advance(by: .seconds(1))
      await log.next()
      #expect(fruits.numberOfItems == number + 1)
    }
    task.cancel()
    try await task.value
    #expect(log.failures.isEmpty)
  }

  @Test func whatHappenedBeforeIsShownFirst() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    try database.executeElsewhere("DELETE FROM fruit")
    let task = Task { [clock] in try await fruits.watch(every: .seconds(1), clock: clock) }
    await log.next()
    #expect(fruits.isEmpty)
    task.cancel()
    try await task.value
  }

  @Test func aLockedDatabaseIsAskedAgain() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: database.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE; DELETE FROM fruit") }
    #expect(throws: DatabaseError.self) { try refresh(fruits) }
    let task = Task { [clock] in try await fruits.watch(every: .seconds(1), clock: clock) }
    await clock.whenSomebodySleeps()
    clock.advance(by: .seconds(1))
    await clock.whenSomebodySleeps()
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    clock.advance(by: .seconds(1))
    await log.next()
    #expect(fruits.isEmpty)
    task.cancel()
    try await task.value
  }

  @Test func anErrorEndsWatching() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    // SQLite does not report this one; what others write makes it look.
    try database.execute("DROP TABLE fruit")
    await #expect(throws: DatabaseError.self) {
      try database.executeElsewhere("CREATE TABLE more (id)")
      try await fruits.watch(every: .seconds(1), clock: clock)
    }
    #expect(fruits.names == [["apple"]])
  }

  @Test func watchingGoesOnWhereSomebodyHearsOfErrors() async throws {
    let database = try TestDatabase([apple])
    let fruits = try FetchedResults(.byName, in: database.writer)
    let log = FruitLog(fruits)
    try database.execute("ALTER TABLE fruit RENAME TO hidden")
    try database.executeElsewhere("CREATE TABLE more (id)")
    let (errors, heard) = AsyncStream.makeStream(of: String.self)
    let task = Task { [clock] in
      try await fruits.watch(every: .seconds(1), clock: clock) { heard.yield("\($0)") }
    }
    var iterator = errors.makeAsyncIterator()
    let error = await iterator.next(isolation: #isolation)
    #expect(error?.contains("no such table: fruit") == true)
    #expect(fruits.names == [["apple"]] && log.batches.isEmpty)
    try database.execute("ALTER TABLE hidden RENAME TO fruit")
    try database.executeElsewhere("INSERT INTO fruit (id, name) VALUES (7, 'fig')")
    await clock.whenSomebodySleeps()
    clock.advance(by: .seconds(1))
    await log.next()
    #expect(fruits.names == [["apple", "fig"]])
    task.cancel()
    try await task.value
  }

  @Test func anEarlierFetchIsNotShownAfterALaterOne() async throws {
    let database = try TestDatabase(pool: true, [apple])
    let query = FetchedQuery<SlowFruit>(sql: "SELECT * FROM fruit ORDER BY id", key: ["id"])
    let fruits = try FetchedResults(query, in: database.writer)
    try await database.writer.write { try pear.insert($0) }
    SlowFruit.gate.close()
    let early = Task { try await fruits.refreshIfChanged() }
    await SlowFruit.gate.whenSomebodyWaits()
    // It has begun to read: it will not see this one.
    try await database.writer.write { try plum.insert($0) }
    try refresh(fruits)
    #expect(fruits.items.map(\.id) == [1, 2, 3])
    SlowFruit.gate.open()
    _ = try await early.value
    #expect(fruits.items.map(\.id) == [1, 2, 3])
  }

  /// A refresh that nothing else can come in between of.
  private func refresh<Item>(_ fruits: FetchedResults<Item>) throws { try fruits.refresh() }

  /// A fruit whose reading takes as long as a gate is closed.
  private struct SlowFruit: FetchableRecord, Equatable, Sendable {
    static let gate = Gate()
    let id: Int

    init(row: Row) throws {
      Self.gate.pass()
      id = row["id"]
    }
  }

  /// Lets everybody pass but the first one who comes after it was closed: that one waits until it is opened.
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
}
