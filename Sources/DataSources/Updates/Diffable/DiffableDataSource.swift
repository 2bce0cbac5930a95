public import Changesets
import Synchronization

/// A source that is told what it is to show, snapshot by snapshot, and finds out itself what changed.
///
/// ```swift
/// let source = DiffableDataSource<String, Fruit.ID>()
/// source.addObserver(page) { page, update in page.show(update.batch, of: update.after) }
///
/// var snapshot = source.snapshot()
/// try snapshot.appendSections(["Pome fruits"])
/// try snapshot.appendItems([apple.id, pear.id])
/// source.apply(snapshot)
/// ```
///
/// Sections and items are identifiers. What an identifier marked as reloaded or reconfigured stands for has changed: it becomes an
/// update of the batch, and the mark is gone from what ``snapshot()`` gives.
///
/// It is no ``DataSource`` itself, because it may change while a chain looks at it: a ``SnapshotSource`` follows it as the leaf of chains.
///
/// Everything may be called from any thread and isolation domain. Changes are made one after the other, in the order that they were
/// asked for: a change is made, its observers hear of it, its completion runs, then comes the next. Whoever asks for a change while
/// no other is under way makes it, and those that are asked for meanwhile, before the call returns. So a change that an observer
/// asks for comes after the present one. Nobody waits for others, but who makes changes makes all that others ask for meanwhile.
/// Completions and ``updates()`` say when a change was made, wherever that was. Observers and handlers run where the change is
/// made, and no lock is held then.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// What observers hear of a change.
  public struct Update: Sendable {
    /// What leads from the state before to the state after; in normal form.
    public var batch: UpdateBatch
    /// The state before, without marks.
    public var before: Snapshot<Section, Item>
    /// The state after, as it was applied: its marks tell what is to be made again from what is to be configured again.
    public var after: Snapshot<Section, Item>
    /// Whether the change is to be shown as one.
    public var animated: Bool
    /// How many changes there have been, with this one.
    let version: Int
  }

  /// What is guarded by the lock. What others gave us is let go outside of it, because that may run code of theirs.
  struct State {
    var content = DiffableContent<Section, Item>()
    /// How many changes there have been.
    var version = 0
    var queue = WorkQueue<Job>()
    var observers = ObserverList<@Sendable (Update) -> Void>()
    var reorderingHandlers = ReorderingHandlers<Section, Item>()
    var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()
    var handlersOfSections: [Section: SectionSnapshotHandlers<Item>] = [:]
  }

  let state = Mutex(State())
  let sectionName: (@Sendable (Section) -> String?)?

  /// Makes a source without sections.
  ///
  /// - Parameter sectionName: The name of a section; without it, sections have no names. `{ "\($0)" }` names them after their
  ///   identifiers.
  public init(sectionName: (@Sendable (Section) -> String?)? = nil) {
    self.sectionName = sectionName
  }

  /// What is shown now, without marks: where to start a change from.
  public func snapshot() -> Snapshot<Section, Item> {
    state.withLock { $0.content.snapshot }
  }

  /// Adds an observer, who is told of every change.
  ///
  /// - Parameters:
  ///   - owner: Whom the observer belongs to, held weakly; when the owner is gone, so is the observer.
  ///   - handler: What is told. It should not hold the owner.
  /// - Returns: What cancels the observer before its owner is gone.
  @discardableResult
  public func addObserver<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ handler: @escaping @Sendable (_ owner: Owner, _ update: Update) -> Void
  ) -> ObserverToken {
    let token = ObserverToken(owner: owner)
    state.withLock { state in
      state.observers.add(token) { [weak owner] update in
        if let owner { handler(owner, update) }
      }
    }
    dropInactiveObservers()
    return token
  }

  /// The changes from now on, one after the other: for those who want to hear of them in an isolation domain of their own.
  ///
  /// ```swift
  /// for await update in source.updates() { page.show(update.batch) }   // on the main actor, if the task is there
  /// ```
  ///
  /// By the time that an update is heard of, later ones may have been made: show what ``Update/after`` has, not what the source has.
  /// The sequence ends with the source, or with the task.
  public func updates() -> AsyncStream<Update> {
    let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
    let end = StreamEnd(continuation)
    let token = addObserver(self) { _, update in end.continuation.yield(update) }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }

  /// What is shown now, and the changes from now on; those that are heard of and not after this version are in it already.
  func present() -> (snapshot: Snapshot<Section, Item>, version: Int, updates: AsyncStream<Update>) {
    let updates = updates()
    return state.withLock { ($0.content.snapshot, $0.version, updates) }
  }

  func tell(_ update: Update) {
    dropInactiveObservers()
    for observer in state.withLock({ $0.observers.entries }) where observer.token.isActive {
      observer.handler(update)
    }
  }

  /// Lets go of observers that have gone: they are looked for, and let go, outside of the lock.
  private func dropInactiveObservers() {
    let gone = state.withLock { $0.observers.entries }.inactive()
    guard !gone.isEmpty else { return }
    let removed = state.withLock { $0.observers.remove(gone) }
    withExtendedLifetime(removed) {}
  }
}

/// Ends a stream when nobody can add to it any more.
private final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
