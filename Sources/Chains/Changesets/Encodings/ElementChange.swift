/// A change of a flat list that includes the changed element, for consumers that expect a list of changes.
///
/// Every index is in one of two spaces: the *before space* is the list before all changes, the *after space* is the
/// list after all of them. No index refers to an intermediate state, so the changes are applied together, not one after
/// the other.
public enum ElementChange<Element> {
  /// The element was deleted; it was at `index` in before space.
  case delete(Element, index: Int)
  /// The element was inserted; it is at `index` in after space.
  case insert(Element, index: Int)
  /// The position of the element among the remaining ones changed: it was at `from` in before space and is at `to` in
  /// after space. The element is that of the new state.
  case move(Element, from: Int, to: Int)
  /// The content of the element changed: it was `old` at `from` in before space and is `new` at `to` in after space. If
  /// it moved, the move is a separate change.
  case replace(old: Element, new: Element, from: Int, to: Int)
}

extension ElementChange: Sendable where Element: Sendable {}
extension ElementChange: Equatable where Element: Equatable {}
extension ElementChange: Hashable where Element: Hashable {}

extension Edits<Int> {
  /// Returns the edits as a list of changes with their elements: deletes, inserts, moves, and replacements, each in the
  /// order of their places.
  ///
  /// The list describes the normal form of the edits. A reload deletes every old element and inserts every new one.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  /// - Throws: ``UpdateError`` if the edits do not lead from a list of the one count to a list of the other.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(*n*) for a reload, *n* being the number of
  ///   elements.
  public func changes<Element>(from old: [Element], to new: [Element]) throws -> [ElementChange<Element>] {
    try validate(before: old.count, after: new.count)
    if isReload {
      return old.indices.map { .delete(old[$0], index: $0) } + new.indices.map { .insert(new[$0], index: $0) }
    }
    let edits = normalized()
    var changes: [ElementChange<Element>] = []
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
