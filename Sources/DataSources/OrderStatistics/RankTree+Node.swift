extension RankTree {
  /// A node, without its children and sums: these are in `slots`, `counts` and `loads`.
  struct Node: Sendable {
    /// The node above; in a free node, the next free one.
    var parent = none
    /// Which child of its parent it is.
    var position: UInt16 = 0
    var childCount: UInt16 = 0
    /// The number of an inner node among the inner nodes, where its sums are; none for a leaf.
    let inner: UInt32
  }

  func isLeaf(_ node: UInt32) -> Bool { nodes[Int(node)].inner == Self.none }

  func parent(of node: UInt32) -> UInt32 { nodes[Int(node)].parent }

  func position(of node: UInt32) -> Int { Int(nodes[Int(node)].position) }

  func childCount(of node: UInt32) -> Int { Int(nodes[Int(node)].childCount) }

  func child(_ position: Int, of node: UInt32) -> UInt32 { slots[Int(node) * width + position] }

  /// Where the children of a node are in `slots`.
  func children(of node: UInt32) -> Range<Int> {
    let first = Int(node) * width
    return first..<first + childCount(of: node)
  }

  /// Where the sums of an inner node's children are.
  @inline(__always)
  func sums(of node: UInt32) -> Range<Int> {
    let first = Int(nodes[Int(node)].inner) * width
    return first..<first + childCount(of: node)
  }

  /// Where an element is in its leaf. All elements of the leaf are looked at, several at a time.
  ///
  /// - Complexity: O(`width`).
  @inline(__always)
  func position(of handle: Handle, in leaf: UInt32) -> Int {
    let children = children(of: leaf)
    return slots.withUnsafeBufferPointer { slots in
      // Unchecked but for debug builds: the children of every node are in `slots`.
      // Nothing here may trap, nor stop early: it would keep the compiler from comparing several at a time.
      var (found, position, slot) = (UInt32(0), UInt32(0), children.lowerBound)
      while slot < children.upperBound {
        found |= slots[slot] == handle.index ? position : 0
        (position, slot) = (position &+ 1, slot &+ 1)
      }
      return Int(found)
    }
  }

  /// How many elements there are in a node and below.
  func count(in node: UInt32) -> Int {
    // A leaf need not be weighed to be counted.
    isLeaf(node) ? childCount(of: node) : size(ofChildren: 0..<childCount(of: node), of: node).count
  }

  /// What the elements in a node and below weigh together.
  func weight(in node: UInt32) -> Int { size(ofChildren: 0..<childCount(of: node), of: node).weight }

  /// How many elements there are in children of a node, and what they weigh together.
  func size(ofChildren range: Range<Int>, of node: UInt32) -> (count: Int, weight: Int) {
    let (count, weight): (Int, Int)
    if isLeaf(node) {
      count = range.count
      weight = hasWeights ? range.reduce(0) { $0 + Int(weights[Int(child($1, of: node))]) } : count
    } else {
      let sums = sums(of: node)
      let (lower, upper) = (sums.lowerBound + range.lowerBound, sums.lowerBound + range.upperBound)
      count = counts.sum(before: upper, in: sums) - counts.sum(before: lower, in: sums)
      weight = hasWeights ? loads.sum(before: upper, in: sums) - loads.sum(before: lower, in: sums) : count
    }
    return (count, weight)
  }

  /// Makes a leaf without children or parent.
  mutating func makeLeaf() -> UInt32 {
    guard firstFreeLeaf == Self.none else {
      let leaf = firstFreeLeaf
      firstFreeLeaf = parent(of: leaf)
      nodes[Int(leaf)] = Node(inner: Self.none)
      return leaf
    }
    return append(Node(inner: Self.none))
  }

  /// Makes an inner node without children or parent.
  mutating func makeInnerNode() -> UInt32 {
    guard firstFreeInnerNode == Self.none else {
      let node = firstFreeInnerNode
      firstFreeInnerNode = parent(of: node)
      nodes[Int(node)] = Node(inner: nodes[Int(node)].inner)
      return node
    }
    let inner = UInt32(counts.ends.count / width)
    counts.ends.append(contentsOf: repeatElement(0, count: width))
    if hasWeights { loads.ends.append(contentsOf: repeatElement(0, count: width)) }
    return append(Node(inner: inner))
  }

  private mutating func append(_ node: Node) -> UInt32 {
    nodes.append(node)
    if nodes.count > 1 {
      slots.append(contentsOf: repeatElement(Self.none, count: nodes.count * width - slots.count))
    }
    return UInt32(nodes.count - 1)
  }

  /// Makes room for one child more in a node that is not full.
  @inline(__always)
  mutating func makeRoom(in node: UInt32) {
    if children(of: node).upperBound == slots.count { slots.append(Self.none) }
  }

  mutating func freeNode(_ node: UInt32) {
    let isLeaf = isLeaf(node)
    nodes[Int(node)] = Node(parent: isLeaf ? firstFreeLeaf : firstFreeInnerNode, inner: nodes[Int(node)].inner)
    if isLeaf { firstFreeLeaf = node } else { firstFreeInnerNode = node }
  }

  /// Adds to the sums of the list, and of all nodes above a node.
  ///
  /// - Complexity: O(`width` · log *n*).
  mutating func add(count: Int, weight: Int, above node: UInt32) {
    self.count += count
    self.weight += weight
    var (child, parent) = (node, parent(of: node))
    while parent != Self.none {
      let sums = sums(of: parent)
      let range = sums.lowerBound + position(of: child)..<sums.upperBound
      if count != 0 { counts.grow(range, by: count) }
      if hasWeights, weight != 0 { loads.grow(range, by: weight) }
      (child, parent) = (parent, self.parent(of: parent))
    }
  }
}
