/// The elements, in order.
extension RankTree: Sequence {
  /// Walks over the elements, from any of them on.
  @usableFromInline package struct Iterator: IteratorProtocol {
    fileprivate let tree: RankTree
    fileprivate var leaf: UInt32
    fileprivate var slots: Range<Int>

    @usableFromInline package mutating func next() -> Handle? {
      guard let slot = slots.first else { return nil }
      slots = slot + 1..<slots.upperBound
      if slots.isEmpty, let next = tree.leaf(after: leaf) { (leaf, slots) = (next, tree.children(of: next)) }
      return Handle(index: tree.slots[slot])
    }
  }

  @usableFromInline package func makeIterator() -> Iterator { makeIterator(from: first) }

  /// Walks over the elements from one of them on; nothing for the end of the list.
  package func makeIterator(from handle: Handle?) -> Iterator {
    guard let handle else { return Iterator(tree: self, leaf: Self.none, slots: 0..<0) }
    let leaf = leaves[handle.offset]
    return Iterator(tree: self, leaf: leaf, slots: children(of: leaf).dropFirst(position(of: handle, in: leaf)))
  }

  @usableFromInline package var underestimatedCount: Int { count }

  /// The first element.
  ///
  /// - Complexity: O(log *n*).
  var first: Handle? {
    root == Self.none ? nil : Handle(index: child(0, of: firstLeaf(under: root)))
  }

  /// The last element.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline var last: Handle? {
    guard root != Self.none else { return nil }
    let leaf = lastLeaf(under: root)
    return Handle(index: child(childCount(of: leaf) - 1, of: leaf))
  }

  /// The element after an element.
  ///
  /// - Complexity: O(log *n*), and O(`width`) on average over all elements.
  @usableFromInline package func handle(after handle: Handle) -> Handle? {
    let leaf = leaves[handle.offset], next = position(of: handle, in: leaf) + 1
    if next < childCount(of: leaf) { return Handle(index: child(next, of: leaf)) }
    return self.leaf(after: leaf).map { Handle(index: child(0, of: $0)) }
  }

  /// The element before an element.
  ///
  /// - Complexity: O(log *n*), and O(`width`) on average over all elements.
  @usableFromInline func handle(before handle: Handle) -> Handle? {
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
      (node, parent) = (parent, self.parent(of: parent))
    }
    return nil
  }

  private func leaf(before leaf: UInt32) -> UInt32? {
    var (node, parent) = (leaf, parent(of: leaf))
    while parent != Self.none {
      let position = position(of: node)
      if position > 0 { return lastLeaf(under: child(position - 1, of: parent)) }
      (node, parent) = (parent, self.parent(of: parent))
    }
    return nil
  }
}
