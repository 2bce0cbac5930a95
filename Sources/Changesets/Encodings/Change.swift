/// A change of a flat list together with what changed, for consumers that take a list of changes.
///
/// Every index says which state it counts in: the *before space* is the list before all changes, the *after space* the list
/// after all of them. No index is in a state in between, so changes are taken together, not one after the other.
public enum Change<Element> {
  /// The element is no longer there; it was at `index` in before space.
  case delete(Element, index: Int)
  /// The element is new; it is at `index` in after space.
  case insert(Element, index: Int)
  /// The element, as it is after, is elsewhere among what stays: it was at `from` in before space, and is at `to` in after
  /// space.
  case move(Element, from: Int, to: Int)
  /// The element has another content: it was `old` at `from` in before space, and is `new` at `to` in after space. If it moved,
  /// the move is a change of its own.
  case replace(old: Element, new: Element, from: Int, to: Int)
}

extension Change: Sendable where Element: Sendable {}
extension Change: Equatable where Element: Equatable {}
extension Change: Hashable where Element: Hashable {}

extension Edits<Int> {
  /// The edits as a list of changes, with what changed: deletes, inserts, moves, and replaced elements, each by their place.
  ///
  /// The edits are taken in their normal form. A reload deletes all that was, and inserts all that is.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the edits do not lead from a list of this count to the other.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*n*) for a reload, *n* being the number of elements.
  public func changes<Element>(from old: [Element], to new: [Element]) throws -> [Change<Element>] {
    try validate(before: old.count, after: new.count)
    if isReload {
      return old.indices.map { .delete(old[$0], index: $0) } + new.indices.map { .insert(new[$0], index: $0) }
    }
    let edits = normalised()
    var changes: [Change<Element>] = []
    changes.reserveCapacity(edits.count)
    for place in edits.deletes { changes.append(.delete(old[place], index: place)) }
    for place in edits.inserts { changes.append(.insert(new[place], index: place)) }
    for move in edits.moves { changes.append(.move(new[move.after], from: move.before, to: move.after)) }
    for update in edits.updates {
      changes.append(.replace(old: old[update.before], new: new[update.after], from: update.before, to: update.after))
    }
    return changes
  }
}
