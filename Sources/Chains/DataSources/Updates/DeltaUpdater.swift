public import Changesets

/// A description of how two states of sectioned items are compared to find the batch that leads from one to the other.
///
/// ```swift
/// let updater = DeltaUpdater<IdentifiableMatching<Fruit>>()
/// let batch = updater.batch(from: before, to: source.sections)
/// ```
///
/// Sections are matched by name, items by a `Matching`. Names and identities may occur repeatedly; equal ones are
/// paired in order. If nothing changed, the batch contains only the updates that were requested for retained items, and
/// is never a reload while the updater is enabled.
public struct DeltaUpdater<Items: Matching> {
  /// The criteria of an item's identity, and of whether an item that is in both states changed.
  public var matching: Items
  /// Whether sections without a name are matched with each other, in order, whatever their number. Otherwise they are
  /// matched only if each of the two states has exactly one of them, or if the states are equal. If there are several,
  /// each is a new section in every state that differs from the one before, and its items are moved to it.
  public var matchesUnnamedSections = false
  /// Whether every item that is in both states is updated, and not only those whose contents changed.
  public var updatesAllRetainedItems = false
  /// Whether states are compared. If `false`, every batch is a reload.
  public var isEnabled = true
  /// The maximum number of items in a state. If one of two states that differ has more, the batch is a reload.
  public var itemLimit = Int.max

  /// Creates an updater.
  ///
  /// - Parameter matching: The criteria of an item's identity, and of whether an item that is in both states changed.
  public init(matching: Items) { self.matching = matching }

  /// Creates an updater for items that are identifiable, and are compared with `==`.
  public init<Item: Identifiable & Equatable>() where Items == IdentifiableMatching<Item> {
    self.init(matching: IdentifiableMatching())
  }

  /// Creates an updater that matches and compares items with closures.
  ///
  /// - Parameters:
  ///   - id: Returns the identity of an item; it can be a key path.
  ///   - content: Returns whether an item that is in both states has the same contents in both.
  public init<Item, ID: Hashable>(id: @escaping (Item) -> ID, content: @escaping (Item, Item) -> Bool)
  where Items == ClosureMatching<Item, ID> { self.init(matching: ClosureMatching(id: id, content: content)) }
}

extension DeltaUpdater: Sendable where Items: Sendable {}

extension DeltaUpdater {
  /// Returns the batch that leads from one state to another.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* items out
  ///   of order.
  public func batch(
    from old: [SectionState<String?, Items.Element>], to new: [SectionState<String?, Items.Element>]
  ) -> UpdateBatch {
    guard isEnabled else { return .reload }
    // First, because equal states need no diff, however large they are, and are never a reload.
    let isUnchanged = isUnchanged(from: old, to: new)
    if isUnchanged && !updatesAllRetainedItems { return UpdateBatch() }
    guard isUnchanged || [old, new].allSatisfy({ $0.reduce(0) { $0 + $1.items.count } <= itemLimit }) else {
      return .reload
    }
    // In an unchanged state, a section without a name is unchanged too. And a single one cannot be mistaken for
    // another.
    let isOneUnnamed = [old, new].allSatisfy { state in state.count { $0.value == nil } == 1 }
    let matchesUnnamed = matchesUnnamedSections || isUnchanged || isOneUnnamed
    let before = old.enumerated().map { place, section in
      MatchedSection(section, place: .before(place), matchesUnnamed: matchesUnnamed)
    }
    let after = new.enumerated().map { place, section in
      MatchedSection(section, place: .after(place), matchesUnnamed: matchesUnnamed)
    }
    if updatesAllRetainedItems {
      return diff(
        from: before, to: after, sections: MatchingByName(), items: \.section.items,
        matching: AlwaysChanged(matching: matching))
    }
    return diff(
      from: before, to: after, sections: MatchingByName(), items: \.section.items, matching: matching)
  }

  /// Returns whether two states have the same names, identities and contents at all paths.
  private func isUnchanged(
    from old: [SectionState<String?, Items.Element>], to new: [SectionState<String?, Items.Element>]
  ) -> Bool {
    old.elementsEqual(new) { before, after in
      before.value == after.value && before.items.count == after.items.count
        && before.items.elementsEqual(after.items) {
          matching.id(of: $0) == matching.id(of: $1) && matching.hasSameContent($0, $1)
        }
    }
  }
}

/// A section with the identity by which it is matched.
private struct MatchedSection<Item> {
  enum Identity: Hashable {
    case name(String)
    case unnamed
    // These occur in one state only, and match nothing.
    case before(Int)
    case after(Int)
  }

  let section: SectionState<String?, Item>
  let identity: Identity

  init(_ section: SectionState<String?, Item>, place: Identity, matchesUnnamed: Bool) {
    self.section = section
    identity = section.value.map(Identity.name) ?? (matchesUnnamed ? .unnamed : place)
  }
}

/// Matches sections by name. They have no contents apart from the name.
private struct MatchingByName<Item>: Matching {
  func id(of element: MatchedSection<Item>) -> MatchedSection<Item>.Identity { element.identity }

  func hasSameContent(_ old: MatchedSection<Item>, _ new: MatchedSection<Item>) -> Bool { true }
}

/// A matching whose elements always differ in content.
private struct AlwaysChanged<Base: Matching>: Matching {
  let matching: Base

  func id(of element: Base.Element) -> Base.ID { matching.id(of: element) }

  func hash(of id: Base.ID) -> Int { matching.hash(of: id) }

  func hasSameContent(_ old: Base.Element, _ new: Base.Element) -> Bool { false }
}
