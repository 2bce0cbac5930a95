/// Comparing and searching by order, without computing ranks.
extension RankTree {
  /// Returns whether an element comes before another one.
  package func precedes(_ handle: Handle, _ other: Handle) -> Bool {
    var (node, otherNode) = (leaves[handle.offset], leaves[other.offset])
    guard node != otherNode else { return position(of: handle, in: node) < position(of: other, in: node) }
    // All leaves have the same height, so both paths reach the lowest common ancestor after the same number of steps.
    while parent(of: node) != parent(of: otherNode) { (node, otherNode) = (parent(of: node), parent(of: otherNode)) }
    return position(of: node) < position(of: otherNode)
  }

  /// Returns the first element of a range for which a condition does not hold. If it holds for all of them, returns the
  /// element after the range, or `nil` at the end of the list.
  ///
  /// - Parameters:
  ///   - ranks: The ranks of the range; without it, all elements.
  ///   - isBefore: The condition. All elements of the range that meet it have to come before those that do not.
  /// - Complexity: O(log *n*) nodes, and O(log *m*) calls of `isBefore`, *m* being the number of elements in the range.
  package func partitionPoint(in ranks: Range<Int>? = nil, where isBefore: (Handle) -> Bool) -> Handle? {
    let (leaf, position) = partitionPlace(in: ranks, where: isBefore)
    if leaf == Self.none { return nil }
    if position < childCount(of: leaf) { return Handle(index: child(position, of: leaf)) }
    return self.leaf(after: leaf).map { Handle(index: child(0, of: $0)) }
  }

  /// Returns the place of ``partitionPoint(in:where:)``, or an equivalent one at the end of the leaf before it.
  func partitionPlace(in ranks: Range<Int>?, where isBefore: (Handle) -> Bool) -> Place {
    guard root != Self.none else { return (Self.none, 0) }
    let ranks = ranks ?? 0..<count
    var node = root
    var start = 0
    while !isLeaf(node) {
      let sums = sums(of: node)
      let isAboveLeaves = isLeaf(child(0, of: node))
      // The first child needs no test: it is the result if no other child qualifies.
      let next = Self.partitionPoint(of: 1..<sums.count) { position in
        let rank = start + countSums.sum(before: sums.lowerBound + position, in: sums)
        // What precedes the range counts as before, and what follows it does not, without a call of the condition.
        guard ranks.contains(rank) else { return rank < ranks.lowerBound }
        let child = child(position, of: node)
        return isBefore(Handle(index: self.child(0, of: isAboveLeaves ? child : firstLeaf(under: child))))
      }
      start += countSums.sum(before: sums.lowerBound + next - 1, in: sums)
      node = child(next - 1, of: node)
    }
    let position = Self.partitionPoint(of: 0..<childCount(of: node)) { position in
      guard ranks.contains(start + position) else { return start + position < ranks.lowerBound }
      return isBefore(Handle(index: child(position, of: node)))
    }
    return (node, position)
  }

  /// Returns the first position that does not meet a condition, which has to be met by all positions before it.
  ///
  /// Three positions are tested at a time, so that the processor overlaps the memory accesses of the three conditions.
  @inline(__always)
  private static func partitionPoint(of positions: Range<Int>, where condition: (Int) -> Bool) -> Int {
    var low = positions.lowerBound
    var count = positions.count
    while count > 3 {
      // The condition holds for a prefix, so the number of probes that pass tells which of the four parts contains
      // the result. It starts behind the last probe that passed.
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

/// The elements, in order.
extension RankTree: Sequence {
  /// An iterator over the elements that may start at any of them.
  @usableFromInline package struct Iterator: IteratorProtocol {
    fileprivate let tree: RankTree
    fileprivate var leaf: UInt32
    fileprivate var slots: Range<Int>

    @usableFromInline package mutating func next() -> Handle? {
      guard let slot = slots.first else { return nil }
      slots = slot + 1..<slots.upperBound
      // The next leaf is entered when the last slot of one has been read: so there are no slots only at the end of
      // the list.
      if slots.isEmpty, let next = tree.leaf(after: leaf) { (leaf, slots) = (next, tree.children(of: next)) }
      return Handle(index: tree.slots[slot])
    }
  }

  @usableFromInline package func makeIterator() -> Iterator { makeIterator(from: first) }

  /// Returns an iterator that starts at an element; `nil` is the end of the list.
  package func makeIterator(from handle: Handle?) -> Iterator {
    guard let handle else { return Iterator(tree: self, leaf: Self.none, slots: 0..<0) }
    let leaf = leaves[handle.offset]
    return Iterator(tree: self, leaf: leaf, slots: children(of: leaf).dropFirst(position(of: handle, in: leaf)))
  }

  @usableFromInline package var underestimatedCount: Int { count }

  /// The first element.
  package var first: Handle? { root == Self.none ? nil : Handle(index: child(0, of: firstLeaf(under: root))) }

  /// The last element.
  @usableFromInline package var last: Handle? {
    guard root != Self.none else { return nil }
    let leaf = lastLeaf(under: root)
    return Handle(index: child(childCount(of: leaf) - 1, of: leaf))
  }

  /// Returns the element after an element, or `nil` if it is the last one.
  ///
  /// - Complexity: O(log *n*), and O(`width`) on average over all elements.
  @usableFromInline package func handle(after handle: Handle) -> Handle? {
    let leaf = leaves[handle.offset], next = position(of: handle, in: leaf) + 1
    if next < childCount(of: leaf) { return Handle(index: child(next, of: leaf)) }
    return self.leaf(after: leaf).map { Handle(index: child(0, of: $0)) }
  }

  /// Returns the element before an element, or `nil` if it is the first one.
  ///
  /// - Complexity: O(log *n*), and O(`width`) on average over all elements.
  @usableFromInline package func handle(before handle: Handle) -> Handle? {
    let leaf = leaves[handle.offset], position = position(of: handle, in: leaf)
    if position > 0 { return Handle(index: child(position - 1, of: leaf)) }
    return self.leaf(before: leaf).map { Handle(index: child(childCount(of: $0) - 1, of: $0)) }
  }

  func firstLeaf(under node: UInt32) -> UInt32 {
    var node = node
    while !isLeaf(node) { node = child(0, of: node) }
    return node
  }

  func lastLeaf(under node: UInt32) -> UInt32 {
    var node = node
    while !isLeaf(node) { node = child(childCount(of: node) - 1, of: node) }
    return node
  }

  func leaf(after leaf: UInt32) -> UInt32? {
    var (node, parent) = (leaf, parent(of: leaf))
    while parent != Self.none {
      let next = position(of: node) + 1
      if next < childCount(of: parent) { return firstLeaf(under: child(next, of: parent)) }
      node = parent
      parent = self.parent(of: parent)
    }
    return nil
  }

  private func leaf(before leaf: UInt32) -> UInt32? {
    var (node, parent) = (leaf, parent(of: leaf))
    while parent != Self.none {
      let position = position(of: node)
      if position > 0 { return lastLeaf(under: child(position - 1, of: parent)) }
      node = parent
      parent = self.parent(of: parent)
    }
    return nil
  }
}
