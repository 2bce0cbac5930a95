public import Changesets
public import DataSources

/// A leaf that shows snapshots, one after the other, and computes what changed between them.
///
/// ```swift
/// let fruits = SnapshotSource<String, Fruit.ID>()
/// var snapshot = fruits.snapshot
/// try snapshot.appendSections(["Pome fruits"])
/// try snapshot.appendItems([apple.id, pear.id])
/// fruits.apply(snapshot)                    // observers are notified of one section
/// ```
///
/// Sections and items are identifiers. What an identifier marked as reloaded or reconfigured stands for has changed: it
/// becomes an update of the batch, and the mark is gone from what ``snapshot`` gives. In a transaction all snapshots
/// together make one batch, which leads from the first state to the last.
///
/// It belongs to the isolation domain of its chain. Where changes come from any thread, let it follow a
/// ``DiffableDataSource``.
public final class SnapshotSource<Section: Hashable & Sendable, Item: Hashable & Sendable>: DataSource {
  /// The source's place in its chains.
  public let link = Link("SnapshotSource")
  /// What is shown, without marks: where to start a change from.
  public private(set) var snapshot: Snapshot<Section, Item>

  private let sectionName: ((Section) -> String?)?
  /// What happened in this epoch.
  private var change: Change?
  /// The number of the sequence that is being followed.
  var following = 0

  private struct Change {
    let before: Snapshot<Section, Item>
    var isReload = false
    var changedSections: Set<Section> = []
    var changedItems: Set<Item> = []
  }

  /// Creates a source that shows a snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What to show.
  ///   - sectionName: The name of a section; without it, sections have no names. `{ "\($0)" }` names them after their
  ///     identifiers.
  public init(_ snapshot: Snapshot<Section, Item> = Snapshot(), sectionName: ((Section) -> String?)? = nil) {
    self.snapshot = snapshot
    self.snapshot.removeAllMarks()
    self.sectionName = sectionName
    link.respond(self) { $0.finish() }
  }

  /// The number of sections.
  public var numberOfSections: Int { snapshot.numberOfSections }

  /// The number of items in a section.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func numberOfItems(inSection section: Int) -> Int {
    guard let count = snapshot.numberOfItems(inSectionAt: section) else {
      preconditionFailure("There is no section \(section).")
    }
    return count
  }

  /// The item at a place.
  ///
  /// - Complexity: O(log *n*), *n* being the number of items.
  public func item(at path: ItemPath) -> Item {
    guard let item = snapshot.itemIdentifier(at: path) else { preconditionFailure("There is no item at \(path).") }
    return item
  }

  /// The items of a section, in order.
  ///
  /// - Complexity: O(*k* + log *s*), *k* being the number of items in the section and *s* that of sections.
  public func items(inSection section: Int) -> [Item] {
    guard let items = snapshot.itemIdentifiers(inSectionAt: section) else {
      preconditionFailure("There is no section \(section).")
    }
    return items
  }

  /// The name of a section, or nil where it has none.
  ///
  /// - Complexity: O(log *s*), *s* being the number of sections.
  public func name(ofSection section: Int) -> String? {
    sectionName.flatMap { snapshot.sectionIdentifier(at: section).flatMap($0) }
  }
}

// MARK: - Changes

extension SnapshotSource {
  /// Shows a snapshot: at once, or, within a transaction or an observer, when its turn comes.
  ///
  /// - Parameters:
  ///   - snapshot: What to show. Its marks become updates.
  ///   - animated: Whether observers are to show the change as one.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* out of
  ///   order.
  public func apply(_ snapshot: Snapshot<Section, Item>, animated: Bool = true) {
    transaction(animated: animated) {
      link.edit { [self] in
        var change = change ?? Change(before: self.snapshot)
        change.changedSections.formUnion(snapshot.reloadedSectionIdentifiers)
        change.changedItems.formUnion(snapshot.reloadedItemIdentifiers)
        change.changedItems.formUnion(snapshot.reconfiguredItemIdentifiers)
        show(snapshot, change)
      }
    }
  }

  /// Shows a snapshot as something all new: nothing is compared, and observers are notified of a reload.
  ///
  /// - Parameter snapshot: What to show.
  /// - Complexity: O(1), beside what the chain does.
  public func applyUsingReload(_ snapshot: Snapshot<Section, Item>) {
    link.edit { [self] in
      var change = change ?? Change(before: self.snapshot)
      change.isReload = true
      show(snapshot, change)
    }
  }

  private func show(_ new: Snapshot<Section, Item>, _ change: Change) {
    self.change = change
    snapshot = new
    snapshot.removeAllMarks()
  }

  /// What all snapshots of the epoch come to.
  private func finish() -> UpdateBatch {
    guard let change else { return UpdateBatch() }
    self.change = nil
    if change.isReload { return .reload }
    var after = snapshot
    do {
      try after.reloadSections(change.changedSections.filter(after.contains(section:)))
      try after.reconfigureItems(change.changedItems.filter(after.contains(item:)))
      return after.difference(from: change.before)
    } catch {
      // Only what is there is marked; and if marking failed, a reload would say the same.
      return .reload
    }
  }
}

extension SnapshotSource {
  /// Creates a source that shows what a diffable source shows now, with its names of sections; to go on with it, let it
  /// ``follow(_:)``.
  ///
  /// - Parameter source: The diffable source.
  public convenience init(showing source: DiffableDataSource<Section, Item>) {
    self.init(source.snapshot(), sectionName: source.sectionName)
  }

  /// Shows what a diffable source shows, now and from now on, in the isolation domain of the caller.
  ///
  /// ```swift
  /// let leaf = SnapshotSource(showing: fruits)
  /// let found = leaf.applying(.filter(isRipe))
  /// Task { await leaf.follow(fruits) }         // on the main actor, if the chain is there
  /// ```
  ///
  /// Every change of the other source is one epoch here; none is left out and none is shown twice, however late the
  /// following begins. It ends with the task, or when the source follows another one: only the latest is
  /// followed. A snapshot that is applied meanwhile stays until the other one changes.
  ///
  /// - Parameter source: The diffable source, which may be changed from any thread.
  /// - Complexity: O(*n*) on average for every change, *n* being the number of items and sections, and O(*m* log *m*)
  ///   for *m* out of order.
  public nonisolated(nonsending) func follow(_ source: DiffableDataSource<Section, Item>) async {
    following += 1
    let number = following
    let (present, version, updates) = source.present()
    if present != snapshot { apply(present) }
    for await update in updates where update.version > version {
      guard number == following else { return }
      if update.batch.isReload {
        applyUsingReload(update.after)
      } else {
        apply(update.after, animated: update.animated)
      }
    }
  }
}
