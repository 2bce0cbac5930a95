public import Changesets
public import DataSources
public import GRDB
import Synchronization

/// A leaf that shows the rows of a database query, and what becomes of them.
///
/// ```swift
/// let pool = try DatabasePool(path: "fruits.sqlite")
/// let fruits = try FetchedResults(FetchedQuery(Fruit.order(Column("name"))), in: pool)
/// Task { try await fruits.watch(every: .seconds(1)) }
/// ```
///
/// Whenever the database has changed, the query is fetched again and compared with what is shown: every change is one
/// batch, in which a row is the same where its key is, a row that is elsewhere has moved, and one with another content
/// is an update. Who writes does not matter. Writes through the same `DatabaseWriter` are noticed at once, those of
/// other connections and other processes when it is asked for: by ``refreshIfChanged()``, or time and again by
/// ``watch(every:clock:onError:)``. What SQLite does not report, as are writes to a table without row identifiers,
/// needs a ``refresh()``.
///
/// An error leaves everything as it was. The source belongs to the isolation domain of its chain; nothing is shown
/// elsewhere.
public final class FetchedResults<Item: FetchableRecord & Sendable>: DataSource {
  /// The source's place in its chains.
  public let link = ChainLink("FetchedResults")
  /// What is fetched.
  public private(set) var query: FetchedQuery<Item>

  private let database: any DatabaseWriter
  private let rows: SectionedArraySource<FetchedRow<Item>>
  private let updater: DeltaUpdater<ClosureMatching<FetchedRow<Item>, RowKey>>
  let signal = ChangeSignal()
  /// Observes the writes that go through the same writer.
  private var observation: AnyDatabaseCancellable
  /// What the writer's connection said when the rows were fetched: another number where others have written.
  private var dataVersion: Int
  /// How many fetches were begun, and the number of the one that is shown.
  private var lastFetch = 0
  private var shownFetch = 0

  /// Creates a source of the rows that there are now.
  ///
  /// - Parameters:
  ///   - query: What to fetch.
  ///   - database: What to fetch it from, and whose writes to observe.
  ///   - content: Whether a row that is in both states has the same content in both.
  /// - Throws: What the database throws; ``UpdateError`` where the query lacks a column.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  public init(
    _ query: FetchedQuery<Item>, in database: any DatabaseWriter, content: @escaping (Item, Item) -> Bool
  ) throws {
    self.query = query
    self.database = database
    var updater = DeltaUpdater(id: { (row: FetchedRow<Item>) in row.key }, content: { content($0.item, $1.item) })
    updater.matchesUnnamedSections = true
    self.updater = updater
    observation = try query.observe(database, signal)
    dataVersion = try database.writeWithoutTransaction { try $0.dataVersion }
    rows = SectionedArraySource(try database.read(query.fetch), link: link)
  }

  /// Creates a source of the rows that there are now; those that are equal have the same content.
  ///
  /// - Parameters:
  ///   - query: What to fetch.
  ///   - database: What to fetch it from, and whose writes to observe.
  /// - Throws: What the database throws; ``UpdateError`` where the query lacks a column.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  public convenience init(_ query: FetchedQuery<Item>, in database: any DatabaseWriter) throws where Item: Equatable {
    try self.init(query, in: database, content: ==)
  }

  /// The number of sections: one for each value of the query's column; without one, always 1.
  public var numberOfSections: Int { rows.numberOfSections }

  /// The number of rows in a section.
  public func numberOfItems(inSection section: Int) -> Int { rows.numberOfItems(inSection: section) }

  /// The row at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of rows in the section.
  public func item(at path: ItemPath) -> Item { rows.item(at: path).item }

  /// The rows of a section, in order.
  ///
  /// - Complexity: O(*k*), *k* being the number of rows in the section.
  public func items(inSection section: Int) -> [Item] { rows.items(inSection: section).map(\.item) }

  /// The value of the query's column.
  public func name(ofSection section: Int) -> String? { rows.name(ofSection: section) }
}

// MARK: - Changes

extension FetchedResults {
  /// Fetches the rows again, and notifies of what is different.
  ///
  /// - Throws: What the database throws; what is shown stays.
  /// - Complexity: O(*n*) on average, *n* being the number of rows, and O(*m* log *m*) for *m* rows out of order.
  public func refresh() throws {
    signal.putBack()
    try refreshIfChanged()
  }

  /// Fetches the rows again if the database was changed, by whomever, and notifies of what is different.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: What the database throws; what is shown stays.
  /// - Complexity: O(1) if nothing was changed, as ``refresh()`` else.
  @discardableResult
  public func refreshIfChanged() throws -> Bool {
    let isChanged = signal.take()
    do {
      // The version comes first: what is written between the two is fetched now, and looked for once more the next
      // time.
      let version = try database.writeWithoutTransaction { try $0.dataVersion }
      guard isChanged || version != dataVersion else { return false }
      let fetch = beginFetch()
      show(try database.read(query.fetch), of: fetch, version)
      return true
    } catch {
      if isChanged { signal.putBack() }
      throw error
    }
  }

  /// Fetches the rows again if the database was changed, by whomever, and notifies of what is different; the caller waits,
  /// and the isolation domain does not.
  ///
  /// Of several fetches that overlap, one that was begun earlier is not shown after one that was begun later.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: What the database throws, and `CancellationError`; what is shown stays.
  /// - Complexity: O(1) if nothing was changed, as ``refresh()`` else.
  @discardableResult
  public nonisolated(nonsending) func refreshIfChanged() async throws -> Bool {
    let isChanged = signal.take()
    do {
      let version = try await database.writeWithoutTransaction { try $0.dataVersion }
      guard isChanged || version != dataVersion else { return false }
      let (fetch, query) = (beginFetch(), query)
      show(try await database.read { try query.fetch($0) }, of: fetch, version)
      return true
    } catch {
      if isChanged { signal.putBack() }
      throw error
    }
  }

  /// Fetches something else, and notifies of what is different: a row of both queries stays or moves.
  ///
  /// - Parameters:
  ///   - query: What to fetch.
  ///   - reload: Whether nothing is compared, and all rows are said to be new.
  /// - Throws: What the database throws, and ``UpdateError`` where the query lacks a column; the query and what is
  ///   shown stay.
  /// - Complexity: O(*n*) on average, *n* being the number of rows, and O(*m* log *m*) for *m* rows out of order.
  public func setQuery(_ query: FetchedQuery<Item>, reload: Bool = false) throws {
    let fetch = beginFetch()
    let observation = try query.observe(database, signal)
    let version = try database.writeWithoutTransaction { try $0.dataVersion }
    let rows = try database.read(query.fetch)
    self.query = query
    self.observation = observation
    show(rows, of: fetch, version, reload: reload)
  }

  private func beginFetch() -> Int {
    lastFetch += 1
    return lastFetch
  }

  private func show(
    _ sections: [SectionState<String?, FetchedRow<Item>>], of fetch: Int, _ version: Int, reload: Bool = false
  ) {
    guard fetch > shownFetch else { return }
    (shownFetch, dataVersion) = (fetch, version)
    if reload { rows.reload(sections) } else { rows.setSections(sections, by: updater) }
  }
}

extension FetchedQuery {
  /// Observes the writes that concern the query and go through a writer.
  fileprivate func observe(_ database: any DatabaseWriter, _ signal: ChangeSignal) throws -> AnyDatabaseCancellable {
    let region = try database.read(region)
    // The region is known, so that nothing can fail. An observation that has begun sees all writes that are not yet
    // made.
    return DatabaseRegionObservation(tracking: region)
      .start(in: database, onError: { _ in signal.raise() }, onChange: { _ in signal.raise() })
  }
}

extension Database {
  /// A number that is another one when other connections, also of other processes, have written.
  fileprivate var dataVersion: Int {
    get throws { try Int.fetchOne(self, sql: "PRAGMA data_version") ?? 0 }
  }
}

extension FetchedResults {
  /// Shows what becomes of the rows until the task ends, in the isolation domain of the caller.
  ///
  /// ```swift
  /// Task { try await fruits.watch(every: .seconds(1)) }       // on the main actor, if the chain is there
  /// ```
  ///
  /// Writes through the same `DatabaseWriter` are shown at once; for those of others the database is asked in between.
  /// One that is locked by somebody who writes is asked again the next time.
  ///
  /// - Parameters:
  ///   - interval: How long to wait before asking again. To ask takes a few microseconds.
  ///   - clock: What measures the time.
  ///   - onError: Is called with errors, after which watching goes on; without it, the first one ends it.
  /// - Throws: What the database throws, unless there is somebody to hear of it; what is shown stays.
  public nonisolated(nonsending) func watch(
    every interval: Duration, clock: some Clock<Duration> = ContinuousClock(), onError: ((any Error) -> Void)? = nil
  ) async throws {
    let (stream, wakeUp) = signal.wakeUps()
    // Ends with this scope.
    async let _ = tick(every: interval, clock: clock) { wakeUp.yield() }
    wakeUp.yield()
    for await _ in stream {
      do {
        try await refreshIfChanged()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        // Somebody is writing; what it comes to is there the next time.
      } catch {
        if Task.isCancelled { return }
        guard let onError else { throw error }
        onError(error)
      }
    }
  }
}

/// Calls a closure time and again until the task ends.
private func tick(
  every interval: Duration, clock: some Clock<Duration>, _ body: @Sendable () -> Void
) async {
  while (try? await clock.sleep(for: interval)) != nil { body() }
}

/// Whether something was changed that nobody looked at yet: set by the database on its own queue, asked elsewhere.
final class ChangeSignal: Sendable {
  private struct State {
    var isChanged = false
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0
  }

  private let state = Mutex(State())

  /// Something was changed: the watchers wake up.
  func raise() {
    let watchers = state.withLock { state in
      state.isChanged = true
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher.yield() }
  }

  /// Whether something was changed since the last time.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isChanged = false }
      return state.isChanged
    }
  }

  /// What was changed could not be looked at, and still waits for it.
  func putBack() { state.withLock { $0.isChanged = true } }

  /// A sequence that says when to look, from now on, and what lets it say so at other times. Several reasons to look
  /// that come together are one.
  func wakeUps() -> (stream: AsyncStream<Void>, wakeUp: AsyncStream<Void>.Continuation) {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextWatcher += 1
      state.watchers[state.nextWatcher] = continuation
      return state.nextWatcher
    }
    continuation.onTermination = { [weak self] _ in
      let watcher = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
      withExtendedLifetime(watcher) {}
    }
    return (stream, continuation)
  }
}
