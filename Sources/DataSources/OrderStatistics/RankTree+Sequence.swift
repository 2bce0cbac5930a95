/// The elements, in order.
extension RankTree: Sequence {
  /// Walks over the elements, from any of them on.
  struct Iterator: IteratorProtocol {
    fileprivate let tree: RankTree
    fileprivate var leaf: UInt32
    fileprivate var slot: Int

    mutating func next() -> Handle? {
      guard leaf != RankTree.none else { return nil }
      let handle = Handle(index: tree.child(slot, of: leaf))
      slot += 1
      if slot == tree.childCount(of: leaf) { (leaf, slot) = (tree.leaf(after: leaf), 0) }
      return handle
    }
  }

  func makeIterator() -> Iterator {
    Iterator(tree: self, leaf: root == Self.none ? Self.none : firstLeaf(under: root), slot: 0)
  }

  /// Walks over the elements from one of them on; nothing for the end of the list.
  func makeIterator(from handle: Handle?) -> Iterator {
    guard let handle else { return Iterator(tree: self, leaf: Self.none, slot: 0) }
    let leaf = leaves[handle.offset]
    return Iterator(tree: self, leaf: leaf, slot: position(of: handle.index, in: leaf))
  }

  var underestimatedCount: Int { count }

  /// The element after an element.
  ///
  /// - Complexity: O(log *n*), and O(1) on average over all elements.
  func handle(after handle: Handle) -> Handle? {
    var iterator = makeIterator(from: handle)
    _ = iterator.next()
    return iterator.next()
  }

  private func firstLeaf(under node: UInt32) -> UInt32 {
    var node = node
    while !isLeaf(node) { node = child(0, of: node) }
    return node
  }

  private func leaf(after leaf: UInt32) -> UInt32 {
    var node = leaf
    while parent(of: node) != Self.none {
      let (above, next) = (parent(of: node), position(of: node, in: parent(of: node)) + 1)
      if next < childCount(of: above) { return firstLeaf(under: child(next, of: above)) }
      node = above
    }
    return Self.none
  }
}
