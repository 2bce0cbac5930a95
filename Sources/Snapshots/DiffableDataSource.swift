public import Changesets
public import DataSources

/// A leaf that shows snapshots, one after the other, and finds what changed between them.
///
/// ```swift
/// let fruits = DiffableDataSource<String, Fruit.ID>()
/// let cells = CellSource<Fruit.ID, FruitCell>(fruits)
///
/// var snapshot = fruits.snapshot()
/// try snapshot.appendSections(["Pome fruits"])
/// try snapshot.appendItems([apple.id, pear.id])
/// fruits.apply(snapshot)                    // observers are notified of one section
/// ```
///
/// Sections and items are identifiers. What an identifier marked as reloaded or reconfigured stands for has changed: it becomes an
/// update of the batch, and the mark is gone from what ``snapshot()`` returns.
///
/// A change is shown at once, or, within a transaction or an observer, when its turn comes. In a transaction all snapshots together make one
/// batch, which leads from the first state to the last; where the transaction fails, they are rolled back.
///
/// A display reaches what a person can do by messages, which the source answers: an item that is dragged is moved if ``reorderingHandlers``
/// allow it, and a tap on the accessory beside a parent expands or collapses it.
///
/// The source belongs to the isolation domain of its chain, as the views that show it do. Snapshots are values: other threads may compute
/// them, and hand them over by ``follow(_:)``; and the comparison of large ones leaves the domain by ``apply(_:animated:)``.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: DataSource {
  /// The source's place in its chains.
  public let link = ChainLink("DiffableDataSource")
  /// The handlers for items that are moved by their places.
  public var reorderingHandlers = ReorderingHandlers<Section, Item>()
  /// The handlers for items that are expanded and collapsed, in all sections that have no handlers of their own.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()

  let content: DraftedContent<DiffableContent<Section, Item>>
  var handlersOfSections: [Section: SectionSnapshotHandlers<Item>] = [:]
  private let sectionName: ((Section) -> String?)?
  private let follower = StateFollower()

  /// Creates a source that shows a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - sectionName: Returns the name of a section; without it, sections have no names. `{ "\($0)" }` names them after their
  ///     identifiers.
  public init(_ snapshot: Snapshot<Section, Item> = Snapshot(), sectionName: ((Section) -> String?)? = nil) {
    var shown = DiffableContent<Section, Item>()
    shown.show(snapshot)
    content = DraftedContent(shown, link: link)
    self.sectionName = sectionName
    link.onUpdate(self) { $0.takeBatch() }
    answerMessages()
  }

  /// The state when all changes are made that were asked for, without marks: where to start a change from.
  public func snapshot() -> Snapshot<Section, Item> { content.draft.snapshot }

  /// What chains see.
  private var shown: Snapshot<Section, Item> { content.shown.snapshot }

  private func takeBatch() -> UpdateBatch {
    // What identifiers are compared by is code of others, which may read the source.
    let changes = content.shown.takeChanges()
    return changes?.batch(to: shown) ?? UpdateBatch()
  }
}

// MARK: - Reading

extension DiffableDataSource {
  /// The number of sections.
  public var numberOfSections: Int { shown.numberOfSections }

  /// The number of items in a section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func numberOfItems(inSection section: Int) -> Int {
    guard let count = shown.numberOfItems(inSectionAt: section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return count
  }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func item(at path: ItemPath) -> Item {
    guard let item = itemIdentifier(for: path) else { fatalError("There is no item at \(path).") }
    return item
  }

  /// The items of a section, in order.
  ///
  /// - Complexity: O(*k* + log *s*), *k* being the number of items in the section and *s* that of sections.
  public func items(inSection section: Int) -> [Item] {
    guard let items = shown.itemIdentifiers(inSectionAt: section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return items
  }

  /// The name of a section, or nil if it has none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { name in sectionIdentifier(for: section).flatMap(name) }
  }

  /// The item at a place, or nil if there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(for path: ItemPath) -> Item? { shown.itemIdentifier(at: path) }

  /// The place of an item, or nil if it is not shown.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(for item: Item) -> ItemPath? { shown.path(ofItem: item) }

  /// The section at an index, or nil if there is none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(for index: Int) -> Section? { shown.sectionIdentifier(at: index) }

  /// The index of a section, or nil if it is not shown.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func index(for section: Section) -> Int? { shown.indexOfSection(section) }
}

// MARK: - Snapshots

extension DiffableDataSource {
  /// Shows a snapshot.
  ///
  /// A section that is shown as a tree keeps the tree if it has the same items as before; otherwise its items are a flat list.
  /// An item that a kept tree hides, and that the snapshot shows elsewhere, leaves the tree, with all its descendants.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when observers were notified, or with false when the change was rolled back.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* out of order.
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) {
    show(snapshot, animated: animated, completion: completion) { _ in nil }
  }

  /// Shows a snapshot, which is compared with what is shown outside of the caller's isolation domain.
  ///
  /// It is shown when this function returns, on top of what others changed meanwhile. To show several in order, await one before the next.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: How observers are to show the change.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public nonisolated(nonsending) func apply(
    _ snapshot: Snapshot<Section, Item>, animated: UpdateAnimations = .automatic
  ) async {
    let base = content.draft
    let batch = await Self.batch(from: base.snapshot, to: snapshot)
    show(snapshot, animated: animated, completion: nil) { $0.version === base.version ? batch : nil }
  }

  @concurrent private static func batch(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) async -> UpdateBatch {
    new.difference(from: old)
  }

  /// Shows a snapshot as something all new: nothing is compared, and observers are notified of a reload, which is not animated.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - completion: Is called once: with true when observers were notified, or with false when the change was rolled back.
  public func applyUsingReload(
    _ snapshot: Snapshot<Section, Item>, completion: ((_ isMade: Bool) -> Void)? = nil
  ) {
    show(snapshot, animated: .automatic, completion: completion) { _ in .reload }
  }

  /// Edits what is shown, when all changes are made that were asked for before.
  ///
  /// - Parameters:
  ///   - animated: How observers are to show the change.
  ///   - completion: Is called once: with true when observers were notified, or with false when the edit failed or was rolled back.
  ///   - change: Edits the snapshot.
  /// - Throws: What the edit throws; then nothing is changed. Where a handler of another change asks for the edit, only the completion
  ///   hears of it.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public func edit(
    animated: UpdateAnimations = .automatic, completion: ((_ isMade: Bool) -> Void)? = nil,
    _ change: @escaping (inout Snapshot<Section, Item>) throws -> Void
  ) throws {
    try makeChange(animated: animated, completion: completion) { content in
      var snapshot = content.snapshot
      try change(&snapshot)
      content.show(snapshot)
      return Change(applied: snapshot)
    }
  }

  /// Shows the snapshots of a sequence, one after the other, in the isolation domain of the caller.
  ///
  /// ```swift
  /// let (snapshots, continuation) = AsyncStream.makeStream(of: Snapshot<String, Fruit.ID>.self)
  /// Task { await fruits.follow(snapshots) }   // on the main actor, if the chain is there
  /// continuation.yield(snapshot)              // from any thread
  /// ```
  ///
  /// Each is compared with what is shown when it arrives, and is one update. Following ends with the sequence, with the task, or when the
  /// source follows another one: only the latest is followed, and what an earlier one still delivers is not shown.
  ///
  /// - Throws: What the sequence throws; the last snapshot stays.
  public nonisolated(nonsending) func follow<Snapshots: AsyncSequence>(
    _ snapshots: Snapshots
  ) async throws(Snapshots.Failure) where Snapshots.Element == Snapshot<Section, Item> {
    try await follower.follow(snapshots) { apply($0) }
  }
}

// MARK: - Changes

extension DiffableDataSource {
  typealias Content = DiffableContent<Section, Item>
  typealias Change = Content.Change

  /// Makes a change in the draft, and in what is shown when its turn comes.
  ///
  /// - Parameter change: Changes the content, and returns what it knows of the difference; nil if there is none.
  func makeChange(
    animated: UpdateAnimations, completion: ((_ isMade: Bool) -> Void)?,
    _ change: @escaping (inout Content) throws -> Change?
  ) throws {
    try content.edit(animated: animated, completion: completion) { draft -> ((inout Content) -> Content)? in
      var new = draft
      guard let change = try change(&new) else { return nil }
      return { [new] content in content.replace(by: new, change) }
    }
  }

  private func show(
    _ snapshot: Snapshot<Section, Item>, animated: UpdateAnimations, completion: ((_ isMade: Bool) -> Void)?,
    batch: @escaping (_ before: Content) -> UpdateBatch?
  ) {
    // Only code of others throws, and here there is none.
    try? makeChange(animated: animated, completion: completion) { content in
      let batch = batch(content)
      content.show(snapshot)
      return Change(batch: batch, applied: snapshot)
    }
  }
}

/// Handlers of messages may be for a section by its identifier.
extension DiffableDataSource: SectionIdentifying {}
