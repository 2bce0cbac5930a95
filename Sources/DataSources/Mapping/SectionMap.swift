import Changesets
import OrderedTrees

/// Where the sections before a batch are after it; free where no section was deleted, inserted or moved.
struct SectionMap {
  private let map: PathMap?

  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(1) where none of them is one of sections.
  init(_ batch: UpdateBatch) {
    map = batch.sections.isEmpty ? nil : PathMap(UpdateBatch(sections: batch.sections))
  }

  /// Whether every section is where it was.
  var isIdentity: Bool { map == nil }

  /// Where a section went; nothing if it was deleted.
  func section(after section: Int) -> Int? {
    guard let map else { return section }
    return map.section(after: section)
  }
}

extension UpdateBatch {
  /// Calls a closure with every section before that an item went out of by itself, some of them perhaps twice.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits.
  func forEachSectionWithRemovals(_ body: (Int) -> Void) {
    items.deletes.forEachSection(body)
    for move in items.moves { body(move.before.section) }
  }

  /// Calls a closure with every section after that an item came into by itself, some of them perhaps twice.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits.
  func forEachSectionWithInsertions(_ body: (Int) -> Void) {
    items.inserts.forEachSection(body)
    for move in items.moves { body(move.after.section) }
  }
}

extension EditList<ItemPath> {
  /// Calls a closure with the section of every path, but once for neighbours in the same one.
  fileprivate func forEachSection(_ body: (Int) -> Void) {
    var last: Int?
    for path in self where path.section != last {
      body(path.section)
      last = path.section
    }
  }
}

extension BitSequence {
  /// Makes a bit for every section of a source the bits of the state after.
  ///
  /// - Parameters:
  ///   - edits: What happened to the sections.
  ///   - inserted: The bit of a section that was inserted.
  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections.
  mutating func apply(_ edits: Edits<Int>, inserted: (Int) -> Bool) {
    if edits.keepsPlaces { return }
    let arrivals = edits.inserts.map { ($0, inserted($0)) } + edits.moves.map { ($0.after, self[$0.before]) }
    for place in (edits.deletes + edits.moves.map(\.before)).sorted().reversed() { remove(at: place) }
    for (place, bit) in arrivals.sorted(by: { $0.0 < $1.0 }) { insert(bit, at: place) }
  }
}
