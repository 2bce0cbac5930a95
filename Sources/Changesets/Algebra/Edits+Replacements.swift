extension Edits<Int> {
  /// The edits in normal form, with replacements: what was deleted and what was inserted between the same two neighbours is an update.
  ///
  /// For elements without identities, of which a diff only tells that one is not another:
  ///
  /// ```swift
  /// let edits = diff(from: ["Rome", "Imagine City"], to: ["Rome", "Oslo"], id: \.self)   // delete 1; insert 1
  /// let replacements = edits.pairingReplacements()                                        // update 1
  /// ```
  ///
  /// Between two neighbours that stay, the first that was deleted is paired with the first that was inserted, and so on; what is left over
  /// is deleted or inserted. What moved is not paired.
  ///
  /// - Complexity: O(*k*), *k* being ``count``; O(*k* log *k*) if there are moves or updates.
  public func pairingReplacements() -> Edits {
    let edits = normalised()
    if edits.deletes.isEmpty || edits.inserts.isEmpty { return edits }
    var deletes = edits.deletes.withGaps(among: edits.moves.map(\.before))[...]
    var inserts = edits.inserts.withGaps(among: edits.moves.map(\.after))[...]
    var result = Edits(moves: Array(edits.moves), updates: Array(edits.updates))
    while let delete = deletes.first, let insert = inserts.first {
      if delete.gap == insert.gap { result.updates.append(Pair(delete.place, insert.place)) }
      if delete.gap < insert.gap { result.deletes.append(delete.place) }
      if delete.gap > insert.gap { result.inserts.append(insert.place) }
      if delete.gap <= insert.gap { deletes.removeFirst() }
      if delete.gap >= insert.gap { inserts.removeFirst() }
    }
    result.deletes += deletes.map(\.place)
    result.inserts += inserts.map(\.place)
    return result.normalised()
  }
}

extension EditList<Int> {
  /// The places, which are sorted, with the number of elements before each of them that stay where they are.
  ///
  /// - Parameter moved: The places of elements that stay and are elsewhere, in any order.
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
