public import Changesets

/// A batch as steps that are made one after the other, for what remembers something of every item, section by section.
///
/// First items are taken out, then sections are deleted, inserted and moved, then items are put in. Every place is then one of the
/// state as it is at that moment. A move is a removal and an insertion.
extension UpdateBatch {
  /// Calls a closure with every place to take an item out of, the last one first. Places in sections that are deleted may be among them.
  ///
  /// - Complexity: O(*k*), and O(*k* log *k*) where there are moves, *k* being the number of edits.
  @inlinable func forEachRemoval(_ body: (ItemPath) -> Void) {
    guard !items.moves.isEmpty else { return items.deletes.reversed().forEach(body) }
    (items.deletes + items.moves.map(\.before)).sorted().reversed().forEach(body)
  }

  /// Calls a closure with every place to put an item into, the first one first; without those in sections that are inserted.
  ///
  /// - Complexity: O(*k*), and O(*k* log *k*) where there are moves, *k* being the number of edits.
  @inlinable func forEachInsertion(_ body: (ItemPath) -> Void) {
    guard !items.moves.isEmpty || !sections.inserts.isEmpty else { return items.inserts.forEach(body) }
    let inserted = Set(sections.inserts)
    (items.inserts + items.moves.map(\.after)).sorted().lazy.filter { !inserted.contains($0.section) }.forEach(body)
  }
}

extension Array {
  /// Makes a list of something for every section of a source the list of the state after.
  ///
  /// - Parameters:
  ///   - edits: What happened to the sections.
  ///   - inserted: What there is for a section that was inserted.
  /// - Complexity: O(*s* + *k* log *k*), *s* being the number of sections and *k* that of the edits; O(1) where there are none.
  @inlinable mutating func apply(_ edits: Edits<Int>, inserted: (Int) -> Element) {
    guard !(edits.deletes.isEmpty && edits.inserts.isEmpty && edits.moves.isEmpty) else { return }
    let gone = Set(edits.deletes + edits.moves.map(\.before))
    let arrivals = edits.inserts.map { ($0, inserted($0)) } + edits.moves.map { ($0.after, self[$0.before]) }
    var result = indices.filter { !gone.contains($0) }.map { self[$0] }
    for (place, element) in arrivals.sorted(by: { $0.0 < $1.0 }) { result.insert(element, at: place) }
    self = result
  }
}
