import GRDB
import Synchronization

/// A source that fetches the changes of a database on request, in its isolation domain.
protocol ChangeFollower: AnyObject {
  /// Fetches and shows changes until none is pending.
  nonisolated(nonsending) func showChanges() async
}

/// A monitor that determines whether a database was changed since it was read, and wakes up the source that shows it.
///
/// There are two origins of changes. For the writer's own connection, a region observation reports them on the
/// connection's queue. For other connections, a task compares the version of the database with that of the rows at
/// regular intervals:
///
///     own writes    ──▶ reportWrite()   ──┐
///                                         ├─▶ state ──▶ wakeUp, in the source's isolation domain
///     other writes  ──▶ reportVersion() ──┘
///
/// The first report while the source is not awake schedules a task that wakes it up. Reports until that task runs only
/// change the state, and are shown together with the first. The state `isAwake` ends when the source finds no further
/// change (`hasNextChange()`), so that no report is lost and none schedules a second task.
final class ChangeMonitor: Sendable {
  private struct State {
    /// Whether the writer's connection changed the rows since they were fetched.
    var isChanged = false
    /// Whether another connection was found to have changed the database.
    var isChangedByOthers = false
    /// The version of the database when the rows were fetched. The current version differs if other connections have
    /// written since.
    var shownVersion = 0
    /// Whether the source is woken up for writes of its own connection.
    var followsWrites = true
    /// Whether the source has been woken up and has not finished.
    var isAwake = false
    /// The task that polls for the writes of other connections.
    var polling: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let database: any DatabaseWriter
  /// The source that is woken up.
  // It is only accessed in its isolation domain: set when it is created there, and read by a function that is isolated
  // to it.
  nonisolated(unsafe) weak var source: (any ChangeFollower)?
  private weak let isolation: (any Actor)?

  /// Creates a monitor that wakes up its source in the caller's isolation domain. Without an isolation domain, the
  /// source is not woken up.
  init(of database: any DatabaseWriter, isolation: isolated (any Actor)?) {
    self.database = database
    self.isolation = isolation
  }

  deinit { state.withLock { $0.polling }?.cancel() }

  // MARK: - What changed

  /// Reports that the writer's connection has changed the rows.
  func reportWrite() {
    report { state in
      state.isChanged = true
      return state.followsWrites
    }
  }

  private func reportVersion(_ version: Int) {
    report { state in
      // A write that could not be fetched is tried again as well.
      state.isChangedByOthers = version != state.shownVersion || state.isChanged && state.followsWrites
      return state.isChangedByOthers
    }
  }

  private func report(_ note: (inout State) -> Bool) {
    let isNews = state.withLock { state in
      guard note(&state), !state.isAwake else { return false }
      // Decided under the lock, so that of several reports at the same time only one schedules the task.
      state.isAwake = isolation != nil
      return state.isAwake
    }
    guard isNews, let isolation else { return }
    if isolation === MainActor.shared {
      // A task that is isolated to the main actor is enqueued there immediately, in order with its other work.
      Task { @MainActor in await wakeUp(in: isolation) }
    } else {
      Task { await wakeUp(in: isolation) }
    }
  }

  private func wakeUp(in isolation: isolated any Actor) async { await source?.showChanges() }

  /// Returns whether there is a change to show. If not, the source is no longer considered awake.
  func hasNextChange() -> Bool {
    state.withLock { state in
      state.isAwake = state.isChanged && state.followsWrites || state.isChangedByOthers
      return state.isAwake
    }
  }

  /// Ends the work of the source for now, even if changes are pending.
  func pause() { state.withLock { $0.isAwake = false } }

  /// Whether the source is woken up for writes of its own connection.
  var followsWrites: Bool {
    get { state.withLock { $0.followsWrites } }
    set {
      report { state in
        state.followsWrites = newValue
        return newValue && state.isChanged
      }
    }
  }

  /// The version of the database when the rows were fetched.
  var shownVersion: Int {
    get { state.withLock { $0.shownVersion } }
    set { state.withLock { $0.shownVersion = newValue } }
  }

  /// Returns whether the writer's connection changed the rows, and clears all changes, as the rows are about to be
  /// fetched.
  func takeChanges() -> Bool {
    state.withLock { state in
      defer {
        state.isChanged = false
        state.isChangedByOthers = false
      }
      return state.isChanged
    }
  }

  /// Records that the rows have to be fetched: because a fetch failed, or on request.
  func setNeedsFetch() { state.withLock { $0.isChanged = true } }

  // MARK: - Looking for changes

  /// Polls for writes of other connections at an interval, which replaces the previous one. If it is nil, polling ends.
  func poll(every interval: Duration?) {
    let new = isolation == nil ? nil : interval.map(polling)
    let old = state.withLock { state in
      defer { state.polling = new }
      return state.polling
    }
    old?.cancel()
  }

  private func polling(every interval: Duration) -> Task<Void, Never> {
    Task.detached { [weak self, database] in
      while (try? await Task.sleep(for: interval)) != nil {
        // If the database is locked, it is queried again after the next interval.
        guard let version = try? await database.writeWithoutTransaction({ try $0.dataVersion }) else { continue }
        self?.reportVersion(version)
      }
    }
  }
}

extension Database {
  /// A number that changes whenever another connection, of this process or another one, has written.
  var dataVersion: Int {
    get throws { try Int.fetchOne(self, sql: "PRAGMA data_version") ?? 0 }
  }
}
