import GRDB
import Synchronization

/// A source that shows the changes of a database when it is asked to, in its isolation domain.
protocol ChangeFollower: AnyObject {
  /// Shows what was changed, until nothing is left that waits.
  nonisolated(nonsending) func showChanges() async
}

/// Knows whether a database was changed since it was read, and wakes up the source that shows it.
///
/// Two report changes: the observation of the writer's own connection, on the connection's queue, and a task that compares the
/// version of the database with that of the rows, for the writes of others. The first report that comes while none waits has the
/// source woken up in its isolation domain; what is reported until it has its turn is shown with it.
final class ChangeMonitor: Sendable {
  private struct State {
    /// Whether the writer's connection has changed the rows.
    var isChanged = false
    /// Whether another connection was found to have written.
    var isChangedByOthers = false
    /// The version of the database when the rows were fetched: another one where other connections have written since.
    var shownVersion = 0
    /// Whether the source is woken up for the writes of its own connection.
    var followsWrites = true
    /// Whether the source was woken up, and has not finished.
    var isAwake = false
    /// The task that looks for the writes of others.
    var polling: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let database: any DatabaseWriter
  /// What is woken up.
  // It is touched in its isolation domain alone: set when it is created there, and read by a function that is isolated to it.
  nonisolated(unsafe) weak var source: (any ChangeFollower)?
  private weak let isolation: (any Actor)?

  /// Creates a monitor that wakes up its source in the caller's isolation domain; without one, it is not woken up.
  init(of database: any DatabaseWriter, isolation: isolated (any Actor)?) {
    self.database = database
    self.isolation = isolation
  }

  deinit { state.withLock { $0.polling }?.cancel() }
}

// MARK: - What changed

extension ChangeMonitor {
  /// Reports that the writer's connection has changed the rows.
  func reportWrite() {
    report { state in
      state.isChanged = true
      return state.followsWrites
    }
  }

  private func reportVersion(_ version: Int) {
    report { state in
      // A write that could not be fetched is tried again, too.
      state.isChangedByOthers = version != state.shownVersion || state.isChanged && state.followsWrites
      return state.isChangedByOthers
    }
  }

  private func report(_ note: (inout State) -> Bool) {
    let isNews = state.withLock { state in
      guard note(&state), !state.isAwake else { return false }
      state.isAwake = isolation != nil
      return state.isAwake
    }
    guard isNews, let isolation else { return }
    if isolation === MainActor.shared {
      // This gets in line at once, with all that the main actor is to do.
      Task { @MainActor in await wakeUp(in: isolation) }
    } else {
      Task { await wakeUp(in: isolation) }
    }
  }

  private func wakeUp(in isolation: isolated any Actor) async { await source?.showChanges() }

  /// Whether there is a change for the source, which is awake, to show; where there is none, it is not awake any more.
  func hasNextChange() -> Bool {
    state.withLock { state in
      state.isAwake = state.isChanged && state.followsWrites || state.isChangedByOthers
      return state.isAwake
    }
  }

  /// Notes that the source stops for now, whatever there is to show.
  func pause() { state.withLock { $0.isAwake = false } }

  /// Whether the source is woken up for the writes of its own connection.
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

  /// Returns whether the writer's connection has changed the rows, and forgets all changes, because the rows are to be fetched.
  func takeChanges() -> Bool {
    state.withLock { state in
      defer {
        state.isChanged = false
        state.isChangedByOthers = false
      }
      return state.isChanged
    }
  }

  /// Notes that the rows have to be fetched, because they could not be, or because somebody says so.
  func setNeedsFetch() { state.withLock { $0.isChanged = true } }
}

// MARK: - Looking for changes

extension ChangeMonitor {
  /// Looks for writes of other connections from time to time, in place of what was looked for before; nil for never.
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
        // Where it is locked, it is asked again the next time.
        guard let version = try? await database.writeWithoutTransaction({ try $0.dataVersion }) else { continue }
        self?.reportVersion(version)
      }
    }
  }
}

extension Database {
  /// A number that is another one when other connections, also of other processes, have written.
  var dataVersion: Int {
    get throws { try Int.fetchOne(self, sql: "PRAGMA data_version") ?? 0 }
  }
}
