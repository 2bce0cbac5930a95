/// Comparing and searching without counting.
extension RankTree {
  /// Whether an element stands before another one.
  ///
  /// - Complexity: O(log *n*).
  func precedes(_ handle: Handle, _ other: Handle) -> Bool {
    var (node, otherNode) = (leaves[handle.offset], leaves[other.offset])
    guard node != otherNode else { return position(of: handle, in: node) < position(of: other, in: node) }
    // All leaves have the same height, so that both ways meet in the lowest node that is above both elements.
    while parent(of: node) != parent(of: otherNode) { (node, otherNode) = (parent(of: node), parent(of: otherNode)) }
    return position(of: node) < position(of: otherNode)
  }

  /// The first of some neighbours for which a condition does not hold; the element behind them where it holds for all, and nothing where
  /// there is none.
  ///
  /// - Parameters:
  ///   - ranks: Where the neighbours stand; without it, all elements.
  ///   - isBefore: The condition. All neighbours for which it holds stand before those for which it does not.
  /// - Complexity: O(log *n*) nodes, and O(log *m*) calls of `isBefore`, *m* being the number of the neighbours.
  func partitionPoint(in ranks: Range<Int>? = nil, where isBefore: (Handle) -> Bool) -> Handle? {
    let (leaf, position) = partitionPlace(in: ranks, where: isBefore)
    if leaf == Self.none { return nil }
    if position < childCount(of: leaf) { return Handle(index: child(position, of: leaf)) }
    return self.leaf(after: leaf).map { Handle(index: child(0, of: $0)) }
  }

  /// Where ``partitionPoint(in:where:)`` stands, or before it: at the end of another leaf.
  func partitionPlace(in ranks: Range<Int>?, where isBefore: (Handle) -> Bool) -> Place {
    guard root != Self.none else { return (Self.none, 0) }
    let ranks = ranks ?? 0..<count
    var (node, start) = (root, 0)
    while !isLeaf(node) {
      let sums = sums(of: node)
      let isAboveLeaves = isLeaf(child(0, of: node))
      // A child in front of which there is none may always be the one.
      let next = Self.partitionPoint(of: 1..<sums.count) { position in
        let rank = start + counts.sum(before: sums.lowerBound + position, in: sums)
        guard ranks.contains(rank) else { return rank < ranks.lowerBound }
        let child = child(position, of: node)
        return isBefore(Handle(index: self.child(0, of: isAboveLeaves ? child : firstLeaf(under: child))))
      }
      start += counts.sum(before: sums.lowerBound + next - 1, in: sums)
      node = child(next - 1, of: node)
    }
    let position = Self.partitionPoint(of: 0..<childCount(of: node)) { position in
      guard ranks.contains(start + position) else { return start + position < ranks.lowerBound }
      return isBefore(Handle(index: child(position, of: node)))
    }
    return (node, position)
  }

  /// The first position for which a condition does not hold, where it holds for those before.
  ///
  /// Three positions are looked at at a time, so that what the condition looks up for one of them is fetched while it waits for another.
  @inline(__always)
  private static func partitionPoint(of positions: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var (low, count) = (positions.lowerBound, positions.count)
    while count > 3 {
      let quarter = count / 4
      let passed =
        (condition(low + quarter) ? 1 : 0) + (condition(low + 2 * quarter) ? 1 : 0)
        + (condition(low + 3 * quarter) ? 1 : 0)
      if passed > 0 { low += passed * quarter + 1 }
      count = passed == 3 ? count - 3 * quarter - 1 : passed > 0 ? quarter - 1 : quarter
    }
    var passed = 0
    for position in low..<low + count { passed += condition(position) ? 1 : 0 }
    return low + passed
  }
}
