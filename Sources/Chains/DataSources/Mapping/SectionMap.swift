import Changesets
import OrderedTrees

/// A map from the sections before a batch to those after it, without cost if no section was deleted, inserted or moved.
struct SectionMap {
  private let map: PathMap?

  /// - Complexity: O(*k* log *k*), *k* being the number of edits; O(1) if none of them is an edit of a section.
  init(_ batch: UpdateBatch) {
    map = batch.sections.isEmpty ? nil : PathMap(UpdateBatch(sections: batch.sections))
  }

  /// Whether no section was deleted, inserted or moved.
  var isIdentity: Bool { map == nil }

  /// Returns the index of a section after the batch, or `nil` if it was deleted.
  func newIndex(ofSection section: Int) -> Int? {
    guard let map else { return section }
    return map.newIndex(ofSection: section)
  }
}

extension UpdateBatch {
  /// Calls a closure with every section before the batch from which items were removed individually. It may be called
  /// twice for a section.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits.
  func forEachSectionWithRemovals(_ body: (Int) -> Void) {
    items.deletes.forEachSection(body)
    for move in items.moves { body(move.before.section) }
  }

  /// Calls a closure with every section after the batch into which items were inserted individually. It may be called
  /// twice for a section.
  ///
  /// - Complexity: O(*k*), *k* being the number of edits.
  func forEachSectionWithInsertions(_ body: (Int) -> Void) {
    items.inserts.forEachSection(body)
    for move in items.moves { body(move.after.section) }
  }
}

extension EditList<ItemPath> {
  /// Calls a closure with every section in which there are paths, and the paths, which are sorted in any direction.
  @usableFromInline func forEachSection(_ body: (_ section: Int, _ paths: Slice<EditList>) -> Void) {
    var start = startIndex
    while start < endIndex {
      let section = self[start].section
      var end = start + 1
      while end < endIndex, self[end].section == section { end += 1 }
      body(section, self[start..<end])
      start = end
    }
  }

  /// Calls a closure with every range of adjacent items, for paths in descending order.
  @usableFromInline func forEachRange(_ body: (_ section: Int, _ items: Range<Int>) -> Void) {
    var last: (section: Int, items: Range<Int>)?
    for path in self {
      if let (section, items) = last, section == path.section, items.lowerBound == path.item + 1 {
        last?.items = path.item..<items.upperBound
      } else {
        if let (section, items) = last { body(section, items) }
        last = (path.section, path.item..<path.item + 1)
      }
    }
    if let (section, items) = last { body(section, items) }
  }

  /// Calls a closure with the section of every path, once for consecutive paths in the same section.
  fileprivate func forEachSection(_ body: (Int) -> Void) {
    var last: Int?
    for path in self where path.section != last {
      body(path.section)
      last = path.section
    }
  }
}

extension Slice<EditList<ItemPath>> {
  /// Whether it takes less time to build a list of the remaining elements than to remove these paths one by one.
  @usableFromInline func areMany(among count: Int) -> Bool { self.count > Swift.max(16, count / 8) }
}

extension BitSequence {
  /// Updates a sequence with one bit for each section of a source to the state after edits.
  ///
  /// - Parameter inserted: Returns the bit of a section that was inserted.
  /// - Complexity: O(*k* log *s*), *k* being the number of edits and *s* that of sections.
  mutating func apply(_ edits: Edits<Int>, inserted: (Int) -> Bool) {
    if edits.keepsPlaces { return }
    // The bits of moved sections are read before anything is removed.
    let arrivals = edits.inserts.map { ($0, inserted($0)) } + edits.moves.map { ($0.after, self[$0.before]) }
    // From the end, so that the places before, which refer to the former state, stay valid. Insertions refer to the
    // state after, and are made from the start.
    for place in (edits.deletes + edits.moves.map(\.before)).sorted().reversed() { remove(at: place) }
    for (place, bit) in arrivals.sorted(by: { $0.0 < $1.0 }) { insert(bit, at: place) }
  }
}
