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

  /// The first element for which a condition does not hold; nothing where it holds for all.
  ///
  /// - Parameter isBefore: The condition. All elements for which it holds stand before those for which it does not.
  /// - Complexity: O(log *n*) calls of `isBefore`, and O(log² *n*) nodes.
  func partitionPoint(where isBefore: (Handle) -> Bool) -> Handle? {
    guard root != Self.none else { return nil }
    var (node, found) = (root, Handle?.none)
    // The condition is known to hold for the first element of the node, but not yet in the root.
    var low = 0
    while true {
      var high = childCount(of: node)
      while low < high {
        let middle = (low + high) / 2
        let handle = first(under: child(middle, of: node), of: node)
        if isBefore(handle) { low = middle + 1 } else { (high, found) = (middle, handle) }
      }
      if low == 0 || isLeaf(node) { return found }
      (node, low) = (child(low - 1, of: node), 1)
    }
  }

  /// The first element of what is a child of a node.
  private func first(under child: UInt32, of parent: UInt32) -> Handle {
    if isLeaf(parent) { return Handle(index: child) }
    return Handle(index: self.child(0, of: firstLeaf(under: child)))
  }
}
