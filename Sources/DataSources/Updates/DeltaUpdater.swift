public import Changesets

/// Finds the batch that leads from one state of a sectioned thing to the next.
///
/// ```swift
/// let updater = DeltaUpdater<IdentifiableMatching<Fruit>>()
/// let batch = updater.batch(from: before, to: source.sections)
/// ```
///
/// Sections are matched by name, items by a ``Matching``. Names and identities may repeat: those that are equal are paired in
/// order. Where nothing changed the batch has nothing but the updates of survivors that were asked for, and is never a reload, as long
/// as the updater is enabled.
public struct DeltaUpdater<Items: Matching> {
  /// What tells items apart, and whether one that is in both states changed.
  public var matching: Items
  /// Whether sections without a name are matched with each other, in order, however many there are. Otherwise they are matched where each
  /// of two states has a single one; of several, each is a new one in every state that differs from the one before, and its items move
  /// over to it.
  public var matchesUnnamedSections = false
  /// Whether every item that is in both states is reported as updated, and not only those whose content changed.
  public var updatesEverySurvivor = false
  /// Whether states are compared. If not, every answer is a reload.
  public var isEnabled = true
  /// How many items a state may have; with more in one of two states that differ, the answer is a reload.
  public var itemLimit = Int.max

  /// Creates an updater.
  ///
  /// - Parameter matching: What tells items apart, and whether one that is in both states changed.
  public init(matching: Items) {
    self.matching = matching
  }

  /// Creates an updater for items that know their identity, and are compared by `==`.
  public init<Item: Identifiable & Equatable>() where Items == IdentifiableMatching<Item> {
    self.init(matching: IdentifiableMatching())
  }

  /// Creates an updater that matches and compares items by closures.
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

extension DeltaUpdater {
  /// The batch that leads exactly from one state to the next.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Returns: A batch in normal form.
  /// - Complexity: O(*n*) on average, *n* being the number of items and sections, and O(*m* log *m*) for *m* items out of order.
  public func batch(
    from old: [SectionState<String?, Items.Element>], to new: [SectionState<String?, Items.Element>]
  ) -> UpdateBatch {
    guard isEnabled else { return .reload }
    let isUnchanged = isUnchanged(from: old, to: new)
    if isUnchanged && !updatesEverySurvivor { return UpdateBatch() }
    guard isUnchanged || [old, new].allSatisfy({ $0.reduce(0) { $0 + $1.items.count } <= itemLimit }) else {
      return .reload
    }
    // In a state that is the same, a section without a name is the same, too. And one alone cannot be taken for another.
    let isOneUnnamed = [old, new].allSatisfy { state in state.count { $0.value == nil } == 1 }
    let matchesUnnamed = matchesUnnamedSections || isUnchanged || isOneUnnamed
    let before = old.enumerated().map { place, section in
      MatchedSection(section, place: .before(place), matchesUnnamed: matchesUnnamed)
    }
    let after = new.enumerated().map { place, section in
      MatchedSection(section, place: .after(place), matchesUnnamed: matchesUnnamed)
    }
    if updatesEverySurvivor {
      return diff(
        from: before, to: after, sections: MatchingByName(), items: \.section.items,
        matching: AlwaysChanged(matching: matching))
    }
    return diff(
      from: before, to: after, sections: MatchingByName(), items: \.section.items, matching: matching)
  }

  /// Whether two states have the same names, identities and contents, place by place.
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

/// A section with what it is matched by.
private struct MatchedSection<Item> {
  enum Identity: Hashable {
    case name(String)
    case unnamed
    // Of one state only: matches nothing.
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

/// Matches sections by name. The name is all the content that a section has.
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
