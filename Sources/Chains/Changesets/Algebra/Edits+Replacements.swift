extension Edits<Int> {
  /// Returns the edits in normal form, with replacements: an element that was deleted and one that was inserted between
  /// the same two neighbours become an update.
  ///
  /// Use this for elements that are their own identities, for which a diff finds no updates:
  ///
  /// ```swift
  /// let edits = diff(from: ["Rome", "Imagine City"], to: ["Rome", "Oslo"], id: \.self)   // delete 1; insert 1
  /// let replacements = edits.pairingReplacements()                                        // update 1
  /// ```
  ///
  /// Between two neighbours that stay, the first deleted element is paired with the first inserted one, and so on. The
  /// remaining ones are deleted or inserted. Moved elements are not paired.
  ///
  /// - Complexity: O(*k*), *k* being ``count``, for edits in normal form without moves and updates; O(*k* log *k*)
  ///   otherwise.
  public func pairingReplacements() -> Edits {
    let edits = normalized()
    if edits.deletes.isEmpty || edits.inserts.isEmpty { return edits }
    var deletes = edits.deletes.withGaps(among: edits.moves.map(\.before))[...]
    var inserts = edits.inserts.withGaps(among: edits.moves.map(\.after))[...]
    var result = Edits(moves: Array(edits.moves), updates: Array(edits.updates))
    // Both lists are in order. A delete and an insert in the same gap are a pair; the one in the lower gap has no
    // partner.
    while let delete = deletes.first, let insert = inserts.first {
      if delete.gap == insert.gap { result.updates.append(PlacePair(delete.place, insert.place)) }
      if delete.gap < insert.gap { result.deletes.append(delete.place) }
      if delete.gap > insert.gap { result.inserts.append(insert.place) }
      if delete.gap <= insert.gap { deletes.removeFirst() }
      if delete.gap >= insert.gap { inserts.removeFirst() }
    }
    result.deletes += deletes.map(\.place)
    result.inserts += inserts.map(\.place)
    return result.normalized()
  }
}

extension EditList<Int> {
  /// Returns these sorted places, each with the number of elements before it that stay where they are.
  ///
  /// - Parameter moved: The places of the moved elements, in any order.
  fileprivate func withGaps(among moved: [Int]) -> [(place: Int, gap: Int)] {
    var moved = moved.sorted()[...]
    var passed = 0
    return enumerated().map { number, place in
      while let next = moved.first, next < place {
        moved.removeFirst()
        passed += 1
      }
      return (place, place - number - passed)
    }
  }
}
