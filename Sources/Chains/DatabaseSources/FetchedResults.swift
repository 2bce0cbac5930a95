public import Changesets
public import DataSources
public import GRDB

/// A leaf that shows the rows of a database query, and keeps them up to date.
///
/// ```swift
/// @MainActor final class FruitList {
///   let fruits: FetchedResults<Fruit>
///   private var observation: ObserverToken?
///
///   init(_ database: any DatabaseWriter) throws {
///     fruits = try FetchedResults(FetchedQuery(Fruit.order(Column("name"))), in: database)
///     observation = fruits.addObserver(self) { list, event in list.show(event) }
///   }
///
///   private func show(_ event: UpdateEvent) { print(event) }
/// }
/// ```
///
/// No further call is needed, and no object has to be retained except the source. When the database has changed, the
/// query is fetched again and compared with the rows shown. Every change is one batch: rows with the same key are the
/// same, a row at another path has moved, and a row with other content is an update. It does not matter which
/// connection writes:
///
/// - A transaction of the same `DatabaseWriter` that affects the rows, from any thread, is shown at the next turn of
///   the source's isolation domain: on the main actor, after `try database.write { … }` as soon as the main actor is
///   free, and after `try await database.write { … }` before anything else runs there. Several transactions until then
///   are shown as one change.
/// - Writes of other connections and other processes are polled for every second: ``pollingInterval``.
///
/// ``write(animated:_:)`` has shown its changes when it returns. Changes that SQLite does not report, such as writes to
/// a table without row identifiers, need a ``refresh()``. A fetch that fails changes nothing, calls ``onError``, and is
/// tried again.
///
/// - Important: After `try database.write { … }`, the source shows the former rows until the next turn of its
///   isolation domain. Code that reads the source right after a write uses ``write(animated:_:)`` instead.
///
/// The source and its chain belong to the isolation domain in which the source is created; nothing is shown outside of
/// it. If there is no actor, as in a nonisolated function or the initializer of an actor, the source cannot be woken
/// up: changes are then shown only by ``write(animated:_:)``, ``refresh()`` and `refreshIfChanged()`.
public final class FetchedResults<Item: FetchableRecord & Sendable>: DataSource {
  public let link = ChainLink("FetchedResults")
  /// The query whose rows are shown.
  public private(set) var query: FetchedQuery<Item>
  /// Whether transactions of the same `DatabaseWriter` are shown automatically.
  public var followsWrites = true { didSet { monitor.followsWrites = followsWrites } }
  /// The interval at which the database is polled for writes of other connections and other processes, or nil to never
  /// poll.
  ///
  /// A poll takes a few microseconds on the writer's connection. The rows are fetched only if there was a write.
  public var pollingInterval: Duration? = .seconds(1) { didSet { monitor.poll(every: pollingInterval) } }
  /// Whether automatic fetches leave the isolation domain free for other work. Changes are then shown a little later.
  ///
  /// Use this for slow queries, and for a `DatabaseQueue` with long writes, which its reads wait for.
  public var fetchesInBackground = false
  /// Called in the isolation domain of the source when an automatic fetch failed. The rows shown do not change.
  ///
  /// It is not called if the database is locked by another connection: the fetch is then tried again later.
  /// Without it, a failure is not noticed.
  public var onError: ((any Error) -> Void)?

  private let database: any DatabaseWriter
  private let rows: SectionedArraySource<FetchedRow<Item>>
  private let updater: DeltaUpdater<ClosureMatching<FetchedRow<Item>, RowKey>>
  private let monitor: ChangeMonitor
  /// The observation of writes by the same writer.
  private var observation: AnyDatabaseCancellable
  /// The number of fetches that were begun, and the number of the fetch whose rows are shown.
  private var lastFetch = 0
  private var shownFetch = 0

  /// Creates a source with the current rows of a query.
  ///
  /// - Parameters:
  ///   - query: The query to fetch.
  ///   - database: The database to fetch from, whose writes are observed.
  ///   - isolation: The caller's isolation domain, in which changes are shown. The default argument is correct.
  ///   - content: Returns whether two states of a row have the same content.
  /// - Throws: Errors of the database; `UpdateError` if the query lacks a column.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  public init(
    _ query: FetchedQuery<Item>, in database: any DatabaseWriter, isolation: isolated (any Actor)? = #isolation,
    content: @escaping (Item, Item) -> Bool
  ) throws {
    self.query = query
    self.database = database
    var updater = DeltaUpdater(id: { (row: FetchedRow<Item>) in row.key }, content: { content($0.item, $1.item) })
    updater.matchesUnnamedSections = true
    self.updater = updater
    monitor = ChangeMonitor(of: database, isolation: isolation)
    // First the observation, then the version, then the rows: a write in between is in the rows already, and is
    // fetched once more at worst. In another order it could be lost.
    observation = try query.observe(database, monitor)
    monitor.shownVersion = try database.writeWithoutTransaction { try $0.dataVersion }
    rows = SectionedArraySource(try database.read(query.fetch), link: link)
    monitor.source = self
    monitor.poll(every: pollingInterval)
  }

  /// Creates a source with the current rows of a query, whose content is compared by `==`.
  ///
  /// - Parameters:
  ///   - query: The query to fetch.
  ///   - database: The database to fetch from, whose writes are observed.
  ///   - isolation: The caller's isolation domain, in which changes are shown. The default argument is correct.
  /// - Throws: Errors of the database; `UpdateError` if the query lacks a column.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  public convenience init(
    _ query: FetchedQuery<Item>, in database: any DatabaseWriter, isolation: isolated (any Actor)? = #isolation
  ) throws where Item: Equatable {
    try self.init(query, in: database, isolation: isolation, content: ==)
  }

  /// The number of sections: one for each value of the query's section column, or 1 if it has none.
  public var numberOfSections: Int { rows.numberOfSections }

  public func numberOfItems(inSection section: Int) -> Int { rows.numberOfItems(inSection: section) }

  /// - Complexity: O(log *n*), *n* being the number of rows in the section.
  public func item(at path: ItemPath) -> Item { rows.item(at: path).item }

  public func items(inSection section: Int) -> [Item] { rows.items(inSection: section).map(\.item) }

  /// Returns the value of the query's section column, or nil if the section has no name.
  public func name(ofSection section: Int) -> String? { rows.name(ofSection: section) }

  // MARK: - Changes

  /// Writes to the database, and shows the changes before it returns.
  ///
  /// ```swift
  /// func add(_ fruit: Fruit, to fruits: FetchedResults<Fruit>) throws {
  ///   try fruits.write { try fruit.insert($0) }
  ///   print(fruits.items)    // with the new one
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - animated: How observers should animate the change.
  ///   - updates: Writes to the database, in a transaction.
  /// - Returns: The result of the closure.
  /// - Throws: Errors of the database and of the closure; nothing is written then. If the write succeeds and the fetch
  ///   fails, ``onError`` is called instead.
  /// - Complexity: As ``refresh()``, if the rows are affected.
  public func write<Result>(animated: UpdateAnimations = .automatic, _ updates: (Database) throws -> Result) throws
    -> Result
  {
    let result = try database.write(updates)
    do {
      // The write is committed by now, so a failure of the fetch must not look like a failure of the write.
      try transaction(animated: animated) { _ = try refreshIfChanged() }
    } catch {
      report(error)
    }
    return result
  }

  /// Fetches the rows again, and notifies observers of the differences.
  ///
  /// - Throws: Errors of the database. The rows shown do not change then.
  /// - Complexity: O(*n*) on average, *n* being the number of rows, and O(*m* log *m*) for *m* rows out of order.
  public func refresh() throws {
    monitor.setNeedsFetch()
    try refreshIfChanged()
  }

  /// Fetches the rows again if any connection changed the database, and notifies observers of the differences.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: Errors of the database. The rows shown do not change then.
  /// - Complexity: O(1) if the database was not changed; otherwise as ``refresh()``.
  @discardableResult
  public func refreshIfChanged() throws -> Bool {
    let isChanged = monitor.takeChanges()
    do {
      // The version is read first: a write between the two reads is fetched now, and compared once more the next time.
      let version = isChanged ? nil : try database.writeWithoutTransaction { try $0.dataVersion }
      guard isChanged || version != monitor.shownVersion else { return false }
      let fetch = beginFetch()
      show(try database.read(query.fetch), of: fetch, version)
      return true
    } catch {
      if isChanged { monitor.setNeedsFetch() }
      throw error
    }
  }

  /// Fetches the rows again if any connection changed the database, and notifies observers of the differences. The
  /// caller is suspended, and the isolation domain stays free for other work.
  ///
  /// If several fetches overlap, one that was begun earlier is not shown after one that was begun later.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: Errors of the database, and `CancellationError`. The rows shown do not change then.
  /// - Complexity: O(1) if the database was not changed; otherwise as ``refresh()``.
  @discardableResult
  public nonisolated(nonsending) func refreshIfChanged() async throws -> Bool {
    let isChanged = monitor.takeChanges()
    do {
      let version = isChanged ? nil : try await database.writeWithoutTransaction { try $0.dataVersion }
      guard isChanged || version != monitor.shownVersion else { return false }
      let fetch = beginFetch()
      let query = query
      show(try await database.read { try query.fetch($0) }, of: fetch, version)
      return true
    } catch {
      if isChanged { monitor.setNeedsFetch() }
      throw error
    }
  }

  /// Replaces the query, and notifies observers of the differences: a row of both queries stays or moves.
  ///
  /// - Parameters:
  ///   - query: The new query.
  ///   - reload: Whether observers are notified of a reload, without a comparison of the rows.
  /// - Throws: Errors of the database, and `UpdateError` if the query lacks a column. The query and the rows shown do
  ///   not change then.
  /// - Complexity: O(*n*) on average, *n* being the number of rows, and O(*m* log *m*) for *m* rows out of order.
  public func setQuery(_ query: FetchedQuery<Item>, reload: Bool = false) throws {
    let fetch = beginFetch()
    // All that may fail comes before the first change.
    let observation = try query.observe(database, monitor)
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

  /// Shows fetched rows, unless a fetch that was begun later has been shown already.
  ///
  /// - Parameter version: The version of the database that was read before the fetch, or nil if it was not read.
  private func show(
    _ sections: [SectionState<String?, FetchedRow<Item>>], of fetch: Int, _ version: Int?, reload: Bool = false
  ) {
    guard fetch > shownFetch else { return }
    shownFetch = fetch
    if let version { monitor.shownVersion = version }
    if reload { rows.reload(sections) } else { rows.setSections(sections, by: updater) }
  }
}

extension FetchedResults: ChangeFollower {
  nonisolated(nonsending) func showChanges() async {
    while monitor.hasNextChange() {
      do {
        if fetchesInBackground { try await refreshIfChanged() } else { try refreshAtOnce() }
      } catch {
        // The fetch is tried again at the next change or poll.
        monitor.pause()
        return report(error)
      }
    }
  }

  /// Calls the synchronous `refreshIfChanged()`, which an async function could not select by itself.
  private func refreshAtOnce() throws { try refreshIfChanged() }

  private func report(_ error: any Error) {
    if (error as? DatabaseError)?.resultCode != .SQLITE_BUSY { onError?(error) }
  }
}

extension FetchedQuery {
  /// Observes writes by a writer that affect the query.
  fileprivate func observe(_ database: any DatabaseWriter, _ monitor: ChangeMonitor) throws -> AnyDatabaseCancellable {
    let region = try database.read(region)
    // With a known region, the start cannot fail. An observation that has started sees all later writes.
    return DatabaseRegionObservation(tracking: region)
      .start(
        in: database, onError: { [weak monitor] _ in monitor?.reportWrite() },
        onChange: { [weak monitor] _ in monitor?.reportWrite() })
  }
}
