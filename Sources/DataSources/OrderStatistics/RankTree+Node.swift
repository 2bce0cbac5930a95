extension RankTree {
  /// A node, without its children: these are in `slots`.
  struct Node {
    /// The node above; in a free node, the next free one.
    var parent: UInt32
    var childCount: UInt16 = 0
    /// 0 for a leaf.
    let height: UInt8
    /// How many elements there are in the node and below.
    var count: UInt32 = 0
    /// What they weigh together.
    var weight = 0

    mutating func insert(_ sums: Summary, children: Int) {
      childCount += UInt16(children)
      count += UInt32(sums.count)
      weight += sums.weight
    }

    mutating func remove(_ sums: Summary, children: Int) {
      childCount -= UInt16(children)
      count -= UInt32(sums.count)
      weight -= sums.weight
    }
  }

  /// How many elements there are, and what they weigh together.
  struct Summary {
    var count: Int
    var weight: Int
  }

  func summary(ofChild child: UInt32, inLeaf isLeaf: Bool) -> Summary {
    guard !isLeaf else { return Summary(count: 1, weight: Int(weights[Int(child)])) }
    return Summary(count: Int(nodes[Int(child)].count), weight: nodes[Int(child)].weight)
  }

  func isLeaf(_ node: UInt32) -> Bool { nodes[Int(node)].height == 0 }

  func parent(of node: UInt32) -> UInt32 { nodes[Int(node)].parent }

  func childCount(of node: UInt32) -> Int { Int(nodes[Int(node)].childCount) }

  func child(_ position: Int, of node: UInt32) -> UInt32 { slots[Int(node) * width + position] }

  /// - Complexity: O(`width`).
  func position(of child: UInt32, in node: UInt32) -> Int {
    let children = children(of: node)
    return (children.firstIndex(of: child) ?? children.endIndex) - children.startIndex
  }

  /// The children of a node.
  func children(of node: UInt32) -> ArraySlice<UInt32> {
    slots[Int(node) * width..<Int(node) * width + childCount(of: node)]
  }

  /// Makes a node without children or parent.
  mutating func makeNode(height: UInt8) -> UInt32 {
    let new = Node(parent: Self.none, height: height)
    guard firstFreeNode == Self.none else {
      let node = firstFreeNode
      firstFreeNode = parent(of: node)
      nodes[Int(node)] = new
      return node
    }
    nodes.append(new)
    slots.append(contentsOf: repeatElement(Self.none, count: width))
    return UInt32(nodes.count - 1)
  }

  mutating func freeNode(_ node: UInt32) {
    nodes[Int(node)] = Node(parent: firstFreeNode, height: 0)
    firstFreeNode = node
  }

  mutating func setParent(of child: UInt32, to node: UInt32) {
    if isLeaf(node) { leaves[Int(child)] = node } else { nodes[Int(child)].parent = node }
  }

  /// Adds to the sums of a node and of all nodes above it.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(count: Int, weight: Int, from node: UInt32) {
    var node = node
    while node != Self.none {
      nodes[Int(node)].count = UInt32(Int(nodes[Int(node)].count) + count)
      nodes[Int(node)].weight += weight
      node = parent(of: node)
    }
  }
}
