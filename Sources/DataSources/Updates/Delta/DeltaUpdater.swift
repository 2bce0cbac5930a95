public import Changesets

/// Finds the batch that leads from one state of a sectioned thing to the next.
///
/// ```swift
/// let updater = DeltaUpdater<IdentifiableMatching<Fruit>>()
/// let batch = try updater.batch(from: before, to: source.sections)
/// ```
///
/// Sections are matched by name, items by a ``Matching``. Names and identities may repeat: those that are equal are paired in
/// order. Where nothing changed the batch has nothing but the updates of survivors that were asked for, and is never a reload, as long
/// as the updater is enabled.
public struct DeltaUpdater<Items: Matching> {
  /// What tells items apart, and whether one that is in both states changed.
  public var matching: Items
  /// Whether sections without a name are matched with each other, in order. Otherwise a section without a name is a new one in
  /// every state that differs from the one before, and its items move over to it.
  public var matchesUnnamedSections = false
  /// Whether every item that is in both states is reported as updated, and not only those whose content changed.
  public var updatesEverySurvivor = false
  /// Whether states are compared. If not, every answer is a reload.
  public var isEnabled = true
  /// How many items a state may have; with more in one of two states that differ, the answer is a reload.
  public var itemLimit = Int.max

  /// Makes an updater.
  ///
  /// - Parameter matching: What tells items apart, and whether one that is in both states changed.
  public init(matching: Items) {
    self.matching = matching
  }

  /// Makes an updater for items that know their identity, and are compared by `==`.
  public init<Item: Identifiable & Equatable>() where Items == IdentifiableMatching<Item> {
    self.init(matching: IdentifiableMatching())
  }

  /// Makes an updater that matches and compares items by closures.
  ///
  /// - Parameters:
  ///   - id: What tells an item apart; a key path will do.
  ///   - content: Whether an item that is in both states has the same content in both.
  public init<Item, ID: Hashable>(id: @escaping (Item) -> ID, content: @escaping (Item, Item) -> Bool)
  where Items == ClosureMatching<Item, ID> {
    self.init(matching: ClosureMatching(id: id, content: content))
  }
}

extension DeltaUpdater: Sendable where Items: Sendable {}
