public import Changesets
public import DataSources
import Messages

/// A leaf that shows snapshots, one after the other, and determines the differences between them.
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
/// Sections and items are represented by identifiers. Marking an identifier as reloaded or reconfigured means that its
/// content changed: it becomes an update of the batch, and the mark is removed from the snapshot that ``snapshot()``
/// returns.
///
/// - Important: Only identifiers are compared. An item whose content changed is updated if it is marked, with
///   `reconfigureItems(_:)` for example, and not otherwise.
///
/// A change is shown immediately or, within a transaction or an observer, when its turn comes. The snapshots of a
/// transaction lead to one batch, from the first state to the last. If the transaction fails, they are rolled back.
///
/// Displays send messages for the actions of a person, and the source handles them: a dragged item is moved if
/// ``reorderingHandlers`` allow it, and a tap on the accessory next to a parent expands or collapses it.
///
/// The source belongs to the isolation domain of its chain, as do the views that show it. Snapshots are values: other
/// threads may compute them and send them to ``follow(_:)``, and ``apply(_:animated:)`` compares large ones outside of
/// the isolation domain.
public final class DiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: DataSource {
  public let link = ChainLink("DiffableDataSource")
  /// The handlers for items that are moved from place to place.
  public var reorderingHandlers = ReorderingHandlers<Section, Item>()
  /// The handlers for items that are expanded and collapsed, in all sections without handlers of their own.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<Item>()

  let content: DraftedContent<DiffableContent<Section, Item>>
  var handlersOfSections: [Section: SectionSnapshotHandlers<Item>] = [:]
  private let sectionName: ((Section) -> String?)?
  private let follower = StateFollower()

  /// Creates a source that shows a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show.
  ///   - sectionName: Returns the name of a section. Without it, sections have no names. `{ "\($0)" }` names them after
  ///     their identifiers.
  public init(_ snapshot: Snapshot<Section, Item> = Snapshot(), sectionName: ((Section) -> String?)? = nil) {
    var shown = DiffableContent<Section, Item>()
    shown.show(snapshot)
    content = DraftedContent(shown, link: link)
    self.sectionName = sectionName
    link.onUpdate(self) { $0.takeBatch() }
    answerMessages()
  }

  /// Returns the state after all requested changes, without marks. Use it as the starting point of a change.
  ///
  /// It is a value: its edits have no effect on the source until it is applied. Within a transaction it is ahead of
  /// the paths and items of the source, which are those that chains see.
  public func snapshot() -> Snapshot<Section, Item> { content.draft.snapshot }

  /// The snapshot that chains see.
  private var shown: Snapshot<Section, Item> { content.shown.snapshot }

  private func takeBatch() -> UpdateBatch {
    // Identifiers are compared by code of clients, which may read the source, so the changes are taken first.
    let changes = content.shown.takeChanges()
    return changes?.batch(to: shown) ?? UpdateBatch()
  }

  // MARK: - Reading

  public var numberOfSections: Int { shown.numberOfSections }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func numberOfItems(inSection section: Int) -> Int {
    guard let count = shown.numberOfItems(inSectionAt: section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return count
  }

  /// - Complexity: O(log *n*), *n* being the number of items.
  public func item(at path: ItemPath) -> Item {
    guard let item = itemIdentifier(for: path) else { fatalError("There is no item at \(path).") }
    return item
  }

  /// - Complexity: O(*k* + log *s*), *k* being the number of items in the section and *s* the number of sections.
  public func items(inSection section: Int) -> [Item] {
    guard let items = shown.itemIdentifiers(inSectionAt: section) else {
      fatalError("There is no section \(section): the source has \(numberOfSections).")
    }
    return items
  }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { name in sectionIdentifier(for: section).flatMap(name) }
  }

  /// Returns the item at a place, or `nil` if there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func itemIdentifier(for path: ItemPath) -> Item? { shown.itemIdentifier(at: path) }

  /// Returns the place of an item, or `nil` if it is not shown.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func path(for item: Item) -> ItemPath? { shown.path(ofItem: item) }

  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func sectionIdentifier(for index: Int) -> Section? { shown.sectionIdentifier(at: index) }

  /// Returns the index of a section, or `nil` if it is not shown.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func index(for section: Section) -> Int? { shown.indexOfSection(section) }

  // MARK: - Snapshots

  /// Shows a snapshot.
  ///
  /// A section that is shown as a tree keeps the tree if it has the same items as before; otherwise its items become a
  /// flat list. If a kept tree hides an item that the snapshot shows in another section, the item is removed from the
  /// tree, with all its descendants.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show. Its marks become updates.
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true after observers were notified, or with false if the change was rolled back.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* of them
  ///   out of order.
  public func apply(
    _ snapshot: Snapshot<Section, Item>, animated: UpdateAnimations = .automatic,
    completion: ((_ isMade: Bool) -> Void)? = nil
  ) { show(snapshot, animated: animated, completion: completion) { _ in nil } }

  /// Shows a snapshot, after comparing it with the current one outside of the caller's isolation domain.
  ///
  /// It is shown when this function returns, on top of changes that were made in the meantime. To show several
  /// snapshots in order, await each call before the next.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show. Its marks become updates.
  ///   - animated: How observers show the change.
  /// - Complexity: As ``apply(_:animated:completion:)``.
  public nonisolated(nonsending) func apply(
    _ snapshot: Snapshot<Section, Item>, animated: UpdateAnimations = .automatic
  ) async {
    let base = content.draft
    let batch = await Self.batch(from: base.snapshot, to: snapshot)
    // If the state changed during the comparison, the batch is not used, and the snapshot is compared once more.
    show(snapshot, animated: animated, completion: nil) { $0.version === base.version ? batch : nil }
  }

  @concurrent private static func batch(
    from old: Snapshot<Section, Item>, to new: Snapshot<Section, Item>
  ) async -> UpdateBatch { new.difference(from: old) }

  /// Shows a snapshot without comparing it. Observers are notified of a reload, which is not animated.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show.
  ///   - completion: Called once: with true after observers were notified, or with false if the change was rolled back.
  public func applyUsingReload(
    _ snapshot: Snapshot<Section, Item>, completion: ((_ isMade: Bool) -> Void)? = nil
  ) { show(snapshot, animated: .automatic, completion: completion) { _ in .reload } }

  /// Edits the state after all changes that were requested before.
  ///
  /// - Parameters:
  ///   - animated: How observers show the change.
  ///   - completion: Called once: with true after observers were notified, or with false if the edit failed or was
  ///     rolled back.
  ///   - change: Edits the snapshot.
  /// - Throws: The error of `change`, after which the source is unchanged. If the edit is requested by a handler of
  ///   another change, only the completion receives the failure.
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
  /// Each snapshot is compared with the current one when it arrives, and is one update. Following ends with the
  /// sequence, with the task, or when the source follows another sequence: only the latest one is followed, and
  /// snapshots that an earlier one still delivers are not shown.
  ///
  /// - Throws: The error of the sequence; the last snapshot stays.
  public nonisolated(nonsending) func follow<Snapshots: AsyncSequence>(
    _ snapshots: Snapshots
  ) async throws(Snapshots.Failure) where Snapshots.Element == Snapshot<Section, Item> {
    try await follower.follow(snapshots) { apply($0) }
  }

  // MARK: - Changes

  typealias Content = DiffableContent<Section, Item>
  typealias Change = Content.Change

  /// Changes the draft, and the shown content when its turn comes.
  ///
  /// - Parameter change: Changes the content and returns the known difference, or `nil` if there is no change.
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
    // Only handlers of clients throw, and there are none here.
    try? makeChange(animated: animated, completion: completion) { content in
      let batch = batch(content)
      content.show(snapshot)
      return Change(batch: batch, applied: snapshot)
    }
  }
}

/// A section may have message handlers, which are registered by its identifier.
extension DiffableDataSource: SectionIdentifying {}

/// The default handling of messages from a display: moves, by the reordering handlers, and taps on the accessory next
/// to an item, which expand and collapse the item. Handlers that are registered with the source have priority.
extension DiffableDataSource {
  func answerMessages() {
    on(.canMoveItem) { source, path in source.canReorder(at: path) }
    on(.moveItem) { source, move in try source.reorder(from: move.from, to: move.to) }
    // Weak, because the source retains its handlers with their scopes.
    let parents = HandlerScope.items(.everything, named: "parents of a tree") { [weak self] _, path in
      self?.parent(at: path) != nil
    }
    on(.didTapAccessory, in: parents) { source, path in try source.toggle(at: path) }
  }

  private func canReorder(at path: ItemPath) -> Bool {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section) else { return false }
    return !content.shown.hasNestedItems(section) && reorderingHandlers.canReorderItem?(item) == true
  }

  /// Returns the item at a place if it has children, or may load some when it is expanded; otherwise `nil`.
  private func parent(at path: ItemPath) -> (item: Item, section: Section, isExpanded: Bool)? {
    guard let item = itemIdentifier(for: path), let section = sectionIdentifier(for: path.section),
      let tree = content.shown.existingTree(of: section), let isExpanded = try? tree.isExpanded(item)
    else { return nil }
    let loadsChildren = sectionSnapshotHandlers(for: section).snapshotForExpandingParent != nil
    return loadsChildren || tree.hasChildren(item) ? (item, section, isExpanded) : nil
  }

  private func toggle(at path: ItemPath) throws {
    guard let parent = parent(at: path) else { return }
    do {
      if parent.isExpanded {
        try collapse(parent.item, in: parent.section)
      } else {
        try expand(parent.item, in: parent.section)
      }
    } catch let error as UpdateError where error.code == .refused {
      // A refusal is not an error here: a tap on an item that does not open has no effect.
    }
  }
}
