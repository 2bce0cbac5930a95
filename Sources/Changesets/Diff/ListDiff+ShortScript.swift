extension ListDiff {
  /// Looks for a script of so few edits that the search costs no more than reading the lists.
  ///
  /// - Returns: Whether there is one; the edits then have it.
  @inlinable @inline(__always) func searchShortScript(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ edits: inout Edits<Int>
  ) throws
    -> Bool
  {
    let (oldStart, newStart) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    // About the square root of the number of elements: the greatest power of two that is not above it.
    let magnitude = Int.bitWidth &- 1 &- (oldMiddle.count &+ newMiddle.count).leadingZeroBitCount
    let limit = options.searchLimit ?? 8 &+ (1 << (magnitude / 2))
    guard limit >= 0 else { return false }
    var changed: [Pair<Int>] = []
    var search = ShortestEdit(oldCount: oldMiddle.count, newCount: newMiddle.count)
    let isShort = try search.search(limit: limit, isCancelled: options.isCancelled) { before, after in
      guard isSame(oldStart &+ before, newStart &+ after) else { return false }
      if !isUnchanged(oldStart &+ before, newStart &+ after) {
        changed.append(Pair(oldStart &+ before, newStart &+ after))
      }
      return true
    }
    guard isShort else { return false }
    var script = ShortScript(search, oldMiddle, newMiddle, changed: changed)
    let moves = pairInOrder(
      script.deletes, script.inserts, matching, old: { old[$0] }, new: { new[$0] })
    for pair in moves where !isUnchanged(pair.before, pair.after) { script.changed.append(pair) }
    script.write(moves: moves, to: &edits)
    return true
  }
}
