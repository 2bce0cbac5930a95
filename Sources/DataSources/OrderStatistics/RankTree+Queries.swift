extension RankTree {
  /// Whether there is no element.
  var isEmpty: Bool { root == Self.none }

  /// How many nodes there are between the list and an element: no query visits more of them.
  var height: Int {
    guard var node = first.map({ leaves[$0.offset] }) else { return 0 }
    var height = 1
    while parent(of: node) != Self.none { (node, height) = (parent(of: node), height + 1) }
    return height
  }

  /// Whether a handle is that of an element.
  func contains(_ handle: Handle) -> Bool {
    handle.offset < leaves.count && leaves[handle.offset] & Self.freeMark == 0
  }

  /// How many elements stand before an element.
  ///
  /// - Complexity: O(log *n*).
  package func rank(of handle: Handle) -> Int {
    let leaf = leaves[handle.offset]
    return position(of: handle, in: leaf) + sum(of: counts, before: leaf)
  }

  /// What the elements before an element weigh together.
  ///
  /// - Complexity: O(log *n*).
  package func weight(before handle: Handle) -> Int {
    guard hasWeights else { return rank(of: handle) }
    let leaf = leaves[handle.offset]
    return size(ofChildren: 0..<position(of: handle, in: leaf), of: leaf).weight + sum(of: loads, before: leaf)
  }

  /// What an element weighs.
  @usableFromInline package func weight(of handle: Handle) -> Int { hasWeights ? Int(weights[handle.offset]) : 1 }

  /// The element with so many elements before it; nothing where there are not as many.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline package func handle(at rank: Int) -> Handle? {
    guard rank >= 0, rank < count else { return nil }
    let (leaf, rest) = findLeaf(at: rank, by: counts)
    return Handle(index: child(rest, of: leaf))
  }

  /// The element that a position falls on when every element is as long as it is heavy, and how far into it.
  ///
  /// - Parameter position: From 0 to below the weight of all elements; nothing is found elsewhere.
  /// - Complexity: O(log *n*).
  @inline(__always)
  func handle(atWeight position: Int) -> (handle: Handle, offset: Int)? {
    guard hasWeights else { return handle(at: position).map { ($0, 0) } }
    guard position >= 0, position < weight else { return nil }
    var (leaf, rest) = findLeaf(at: position, by: loads)
    var slot = 0
    while true {
      let handle = Handle(index: child(slot, of: leaf))
      let weight = weight(of: handle)
      if rest < weight { return (handle, rest) }
      (rest, slot) = (rest - weight, slot + 1)
    }
  }

  /// The sum of all that comes before a node.
  @inline(__always)
  private func sum<Size>(of sums: borrowing RunningSums<Size>, before node: UInt32) -> Int {
    var sum = 0
    var (child, parent) = (node, parent(of: node))
    while parent != Self.none {
      let whole = self.sums(of: parent)
      sum += sums.sum(before: whole.lowerBound + position(of: child), in: whole)
      (child, parent) = (parent, self.parent(of: parent))
    }
    return sum
  }

  /// The leaf that a position falls on, and how far into it.
  @inline(__always)
  func findLeaf<Size>(at position: Int, by sums: borrowing RunningSums<Size>) -> Place {
    var (node, rest) = (root, position)
    while !isLeaf(node) {
      let whole = self.sums(of: node)
      let found = sums.find(rest, in: whole)
      (node, rest) = (child(found.index - whole.lowerBound, of: node), found.rest)
    }
    return (node, rest)
  }
}
