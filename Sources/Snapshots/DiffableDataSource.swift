public import Changesets
public import DataSources
import Synchronization

/// Shows snapshots, one after the other, and computes what changed between them.
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
/// asked for: a change is made, its observers are notified of it, its completion runs, then comes the next. The caller that asks for a
/// change while no other is under way makes it, and those that are asked for meanwhile, before the call returns. So a change that an
/// observer asks for comes after the present one. Nobody waits for others, but who makes changes makes all that others ask for
/// meanwhile. Completions and ``updates()`` say when a change was made, wherever that was. Observers and handlers run where the change
/// is made, and no lock is held then.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  /// What observers are notified of a change.
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

  /// What is guarded by the lock. What others gave us is released outside of it, because that may run code of theirs.
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

  /// Creates a source without sections.
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

  /// Adds an observer, which is notified of every change.
  ///
  /// - Parameters:
  ///   - owner: The object that the observer belongs to, held weakly; when it is deallocated, the observer is removed.
  ///   - handler: Is called for each of them. It should not hold the owner.
  /// - Returns: A token that cancels the observer.
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
  /// When an update arrives, later ones may have been made: show what ``Update/after`` has, not what the source has.
  /// The sequence ends with the source, or with the task.
  public func updates() -> AsyncStream<Update> {
    let (stream, continuation) = AsyncStream.makeStream(of: Update.self)
    let end = StreamEnd(continuation)
    let token = addObserver(self) { _, update in end.continuation.yield(update) }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }

  /// What is shown now, and the changes from now on; those that arrive and are not after this version are in it already.
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

  /// Releases observers whose owners are gone: they are looked for, and released, outside of the lock.
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

extension DiffableDataSource {
  /// The item at a path, or nil where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(for path: ItemPath) -> Item? { snapshot().itemIdentifier(at: path) }

  /// The path of an item, or nil where it is not shown.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(for item: Item) -> ItemPath? { snapshot().path(ofItem: item) }

  /// The section at an index, or nil where there is none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(for index: Int) -> Section? { snapshot().sectionIdentifier(at: index) }

  /// The index of a section, or nil where it is not shown.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func index(for section: Section) -> Int? { snapshot().indexOfSection(section) }

  /// The name of a section, or nil where it has none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { sectionIdentifier(for: section).flatMap($0) }
  }
}

extension DiffableDataSource {
  /// Shows a snapshot.
  ///
  /// A section that is shown as a tree keeps the tree if it has the same items as before; otherwise its items are a flat list.
  /// An item that a kept tree hides, and that the snapshot shows elsewhere, leaves the tree, with all its descendants.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Runs once, when the snapshot is shown and the observers were notified.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* out of order.
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animated: Bool = true, completion: (@Sendable () -> Void)? = nil
  ) {
    runAlways(animated: animated, completion: completion) { Change(batch: $0.show(snapshot), applied: snapshot) }
  }

  /// Shows a snapshot, and returns when it is shown and the observers were notified.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public nonisolated(nonsending) func apply(_ snapshot: Snapshot<Section, Item>, animated: Bool = true) async {
    await withCheckedContinuation { continuation in
      apply(snapshot, animated: animated) { continuation.resume() }
    }
  }

  /// Edits what is shown, starting from what is shown when the edit's turn comes: no change that others make is lost.
  ///
  /// - Parameters:
  ///   - animated: Whether the change is to be shown as one; passed on to the observers.
  ///   - completion: Is called with the result of the edit, whether or not it was made at once.
  ///   - change: Edits the snapshot. If it throws, nothing is shown.
  /// - Throws: What the edit throws. One that has to wait for others passes its errors to the completion alone.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public func edit(
    animated: Bool = true, completion: Completion? = nil,
    _ change: @escaping @Sendable (inout Snapshot<Section, Item>) throws -> Void
  ) throws {
    try run(animated: animated, completion: completion) { content in
      var snapshot = content.snapshot
      try change(&snapshot)
      return Change(batch: content.show(snapshot), applied: snapshot)
    }
  }

  /// Shows a snapshot as something all new: the batch is a reload, not animated, and nothing is compared.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - completion: Runs once, when the snapshot is shown and the observers were notified.
  public func applyUsingReload(_ snapshot: Snapshot<Section, Item>, completion: (@Sendable () -> Void)? = nil) {
    runAlways(animated: false, completion: completion) {
      $0.replace(by: snapshot)
      return Change(batch: .reload, applied: snapshot)
    }
  }

  /// Shows a snapshot as something all new, and returns when it is shown and the observers were notified.
  ///
  /// - Parameter snapshot: What to show.
  public nonisolated(nonsending) func applyUsingReload(_ snapshot: Snapshot<Section, Item>) async {
    await withCheckedContinuation { continuation in
      applyUsingReload(snapshot) { continuation.resume() }
    }
  }

  private func runAlways(
    animated: Bool, completion: (@Sendable () -> Void)?,
    change: @escaping @Sendable (inout DiffableContent<Section, Item>) -> Change
  ) {
    // The change does not throw, and so nothing is lost here.
    try? run(animated: animated, completion: { _ in completion?() }, change: change)
  }
}

extension DiffableDataSource {
  /// Is called once with the result of a change, before the next one is made: the batch, which is empty if nothing changed, or the
  /// error.
  public typealias Completion = @Sendable (Result<UpdateBatch, any Error>) -> Void

  /// A change that was asked for.
  struct Job: Sendable {
    /// Makes the change.
    let change: @Sendable (inout DiffableContent<Section, Item>) throws -> Change?
    let animated: Bool
    let completion: Completion?
  }

  /// A change that was made. If there is none, no observer is notified.
  struct Change {
    let batch: UpdateBatch
    /// The snapshot with its marks, where one was applied.
    var applied: Snapshot<Section, Item>?
    /// What is to happen after the observers were notified.
    var afterwards: () -> Void = {}
  }

  /// Creates a change now, or after those that are under way.
  ///
  /// - Throws: The change's error, if it was made now.
  func run(
    animated: Bool, completion: Completion?,
    change: @escaping @Sendable (inout DiffableContent<Section, Item>) throws -> Change?
  ) throws {
    let job = Job(change: change, animated: animated, completion: completion)
    guard state.withLock({ $0.queue.add(job) }) else { return }
    var outcome: Result<UpdateBatch, any Error>?
    while let job = state.withLock({ $0.queue.next() }) {
      let result = Result { try perform(job) }
      job.completion?(result)
      // The first job is the one that was asked for here.
      if outcome == nil { outcome = result }
    }
    _ = try outcome?.get()
  }

  /// Makes one change. Only who works on the queue gets here, one at a time, so nobody else changes the content meanwhile.
  private func perform(_ job: Job) throws -> UpdateBatch {
    let before = state.withLock { $0.content }
    var content = before
    guard let change = try job.change(&content) else { return UpdateBatch() }
    let version = state.withLock { [content] state in
      state.content = content
      state.version += 1
      return state.version
    }
    tell(
      Update(
        batch: change.batch, before: before.snapshot, after: change.applied ?? content.snapshot,
        animated: job.animated && !change.batch.isReload, version: version))
    change.afterwards()
    return change.batch
  }
}
