public import Changesets
public import DataSources
public import GRDB

/// A leaf that shows the rows of a database query, and what becomes of them.
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
/// There is nothing to call and nothing to keep. When the database has changed, the query is fetched again and compared with what is shown:
/// every change is one batch, in which a row is the same where its key is, a row that is elsewhere has moved, and one with another
/// content is an update. It does not matter who writes:
///
/// - A transaction of the same `DatabaseWriter` that concerns the rows, from any thread, is shown at the next turn of the source's isolation
///   domain: on the main actor, after `try database.write { … }` as soon as the main actor is free, and after `try await database.write { … }`
///   before anything else is done there. Several transactions until then are shown as one change.
/// - Writes of other connections and other processes are looked for every second: ``pollingInterval``.
///
/// ``write(animated:_:)`` shows what it has written when it returns. What SQLite does not report, as are writes to a table without row
/// identifiers, needs a ``refresh()``. A fetch that fails leaves everything as it was, calls ``onError``, and is tried again.
///
/// The source belongs to the isolation domain in which it is created, with its chain; nothing is shown elsewhere. Where that is no actor, as in a
/// nonisolated function or the initializer of an actor, nobody can be woken up: changes are then shown by ``write(animated:_:)`` and
/// ``refreshIfChanged()`` alone.
public final class FetchedResults<Item: FetchableRecord & Sendable>: DataSource {
  /// The source's place in its chains.
  public let link = ChainLink("FetchedResults")
  /// What is fetched.
  public private(set) var query: FetchedQuery<Item>
  /// Whether transactions of the same `DatabaseWriter` are shown by themselves.
  public var followsWrites = true {
    didSet { monitor.followsWrites = followsWrites }
  }
  /// How often to ask the database whether other connections and other processes have written; nil for never.
  ///
  /// To ask takes a few microseconds on the writer's connection; the rows are fetched only where somebody has written.
  public var pollingInterval: Duration? = .seconds(1) {
    didSet { monitor.poll(every: pollingInterval) }
  }
  /// Whether rows that are shown by themselves are fetched while the isolation domain does something else. They are shown a little later, then.
  ///
  /// It is for queries that take long, and for a `DatabaseQueue` that others write to at length: its reads wait for them.
  public var fetchesInBackground = false
  /// Is called when rows that are shown by themselves could not be fetched, in the isolation domain of the source. What is shown stays.
  ///
  /// A database that is locked by somebody else is no error: it is asked again the next time.
  public var onError: ((any Error) -> Void)?

  private let database: any DatabaseWriter
  private let rows: SectionedArraySource<FetchedRow<Item>>
  private let updater: DeltaUpdater<ClosureMatching<FetchedRow<Item>, RowKey>>
  private let monitor: ChangeMonitor
  /// Observes the writes that go through the same writer.
  private var observation: AnyDatabaseCancellable
  /// The number of fetches that were begun, and the number of the one that is shown.
  private var lastFetch = 0
  private var shownFetch = 0

  /// Creates a source of the rows that there are now.
  ///
  /// - Parameters:
  ///   - query: What to fetch.
  ///   - database: What to fetch it from, and whose writes to observe.
  ///   - isolation: The caller's isolation domain, in which changes are shown. It is there by itself.
  ///   - content: Whether a row that is in both states has the same content in both.
  /// - Throws: What the database throws; ``UpdateError`` where the query lacks a column.
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
    observation = try query.observe(database, monitor)
    monitor.shownVersion = try database.writeWithoutTransaction { try $0.dataVersion }
    rows = SectionedArraySource(try database.read(query.fetch), link: link)
    monitor.source = self
    monitor.poll(every: pollingInterval)
  }

  /// Creates a source of the rows that there are now; those that are equal have the same content.
  ///
  /// - Parameters:
  ///   - query: What to fetch.
  ///   - database: What to fetch it from, and whose writes to observe.
  ///   - isolation: The caller's isolation domain, in which changes are shown. It is there by itself.
  /// - Throws: What the database throws; ``UpdateError`` where the query lacks a column.
  /// - Complexity: O(*n*) on average, *n* being the number of rows.
  public convenience init(
    _ query: FetchedQuery<Item>, in database: any DatabaseWriter, isolation: isolated (any Actor)? = #isolation
  ) throws where Item: Equatable {
    try self.init(query, in: database, isolation: isolation, content: ==)
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
  /// Writes to the database, and shows what came of it before it returns.
  ///
  /// ```swift
  /// func add(_ fruit: Fruit, to fruits: FetchedResults<Fruit>) throws {
  ///   try fruits.write { try fruit.insert($0) }
  ///   print(fruits.items)    // with the new one
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - animated: How observers are to show the change.
  ///   - updates: Writes, in a transaction.
  /// - Returns: What the closure returns.
  /// - Throws: What the database and the closure throw; then nothing is written. Where it is written and cannot be fetched, ``onError`` is called.
  /// - Complexity: As ``refresh()``, if the rows are concerned.
  public func write<Result>(animated: UpdateAnimations = .automatic, _ updates: (Database) throws -> Result) throws
    -> Result
  {
    let result = try database.write(updates)
    do {
      try transaction(animated: animated) { _ = try refreshIfChanged() }
    } catch {
      report(error)
    }
    return result
  }

  /// Fetches the rows again, and notifies of what is different.
  ///
  /// - Throws: What the database throws; what is shown stays.
  /// - Complexity: O(*n*) on average, *n* being the number of rows, and O(*m* log *m*) for *m* rows out of order.
  public func refresh() throws {
    monitor.setNeedsFetch()
    try refreshIfChanged()
  }

  /// Fetches the rows again if the database was changed, by whomever, and notifies of what is different.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: What the database throws; what is shown stays.
  /// - Complexity: O(1) if nothing was changed, as ``refresh()`` else.
  @discardableResult
  public func refreshIfChanged() throws -> Bool {
    let isChanged = monitor.takeChanges()
    do {
      // The version comes first: what is written between the two is fetched now, and looked for once more the next time.
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

  /// Fetches the rows again if the database was changed, by whomever, and notifies of what is different; the caller waits, and the isolation domain
  /// does not.
  ///
  /// Of several fetches that overlap, one that was begun earlier is not shown after one that was begun later.
  ///
  /// - Returns: Whether the rows were fetched again.
  /// - Throws: What the database throws, and `CancellationError`; what is shown stays.
  /// - Complexity: O(1) if nothing was changed, as ``refresh()`` else.
  @discardableResult
  public nonisolated(nonsending) func refreshIfChanged() async throws -> Bool {
    let isChanged = monitor.takeChanges()
    do {
      let version = isChanged ? nil : try await database.writeWithoutTransaction { try $0.dataVersion }
      guard isChanged || version != monitor.shownVersion else { return false }
      let (fetch, query) = (beginFetch(), query)
      show(try await database.read { try query.fetch($0) }, of: fetch, version)
      return true
    } catch {
      if isChanged { monitor.setNeedsFetch() }
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

  /// Shows what was fetched.
  ///
  /// - Parameter version: The version of the database that was asked for before; nil if it was not.
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
        // It waits for the next change, or until the database is asked the next time.
        monitor.pause()
        return report(error)
      }
    }
  }

  /// The refresh that does not wait, for a function that may.
  private func refreshAtOnce() throws { try refreshIfChanged() }

  private func report(_ error: any Error) {
    if (error as? DatabaseError)?.resultCode != .SQLITE_BUSY { onError?(error) }
  }
}

extension FetchedQuery {
  /// Observes the writes that concern the query and go through a writer.
  fileprivate func observe(_ database: any DatabaseWriter, _ monitor: ChangeMonitor) throws -> AnyDatabaseCancellable {
    let region = try database.read(region)
    // The region is known, so that nothing can fail. An observation that has begun sees all writes that are not yet
    // made.
    return DatabaseRegionObservation(tracking: region)
      .start(
        in: database, onError: { [weak monitor] _ in monitor?.reportWrite() },
        onChange: { [weak monitor] _ in monitor?.reportWrite() })
  }
}
