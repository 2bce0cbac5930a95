extension RankTree {
  /// Puts a child, with its sums, into a node, and splits the node if it is full.
  ///
  /// - Complexity: O(`width` · log *n*); O(`width` + log *n*) where nothing is split.
  mutating func insertChild(_ child: UInt32, at position: Int, of node: UInt32) {
    var (node, position) = (node, position)
    if childCount(of: node) == width {
      // Appending leaves fuller nodes behind.
      let cut = position == width ? width - minimum : width / 2
      let right = split(node, at: cut)
      if position > cut { (node, position) = (right, position - cut) }
    }
    let first = Int(node) * width
    var slot = first + childCount(of: node)
    while slot > first + position {
      slots[slot] = slots[slot - 1]
      slot -= 1
    }
    slots[slot] = child
    nodes[Int(node)].childCount += 1
    setParent(of: child, to: node)
    let summary = summary(ofChild: child, inLeaf: isLeaf(node))
    add(count: summary.count, weight: summary.weight, from: node)
  }

  /// Takes a child, with its sums, out of a node, and fills the node up from its neighbours.
  ///
  /// - Complexity: O(`width` · log *n*).
  mutating func removeChild(at position: Int, of node: UInt32) {
    let first = Int(node) * width
    let summary = summary(ofChild: slots[first + position], inLeaf: isLeaf(node))
    add(count: -summary.count, weight: -summary.weight, from: node)
    nodes[Int(node)].childCount -= 1
    var slot = first + position
    while slot < first + childCount(of: node) {
      slots[slot] = slots[slot + 1]
      slot += 1
    }
    refill(node)
  }

  /// Moves the children from a position on to a new node to the right.
  private mutating func split(_ node: UInt32, at cut: Int) -> UInt32 {
    if parent(of: node) == Self.none {
      root = makeNode(height: nodes[Int(node)].height + 1)
      insertChild(node, at: 0, of: root)
    }
    let parent = parent(of: node)
    let right = makeNode(height: nodes[Int(node)].height)
    moveChildren(cut..<childCount(of: node), of: node, to: 0, of: right)
    // The sums of what moved leave the nodes above, and come back with the new node.
    add(count: -Int(nodes[Int(right)].count), weight: -nodes[Int(right)].weight, from: parent)
    insertChild(right, at: position(of: node, in: parent) + 1, of: parent)
    return right
  }

  /// Merges a node with too few children with its neighbour, or takes some of the neighbour's.
  private mutating func refill(_ node: UInt32) {
    let parent = parent(of: node)
    guard parent != Self.none else { return lowerRoot() }
    guard childCount(of: node) < minimum else { return }
    let position = position(of: node, in: parent)
    let left = position > 0 ? child(position - 1, of: parent) : node
    let right = position > 0 ? node : child(position + 1, of: parent)
    let (leftCount, rightCount) = (childCount(of: left), childCount(of: right))
    let half = (leftCount + rightCount) / 2
    if leftCount + rightCount <= width {
      moveChildren(0..<rightCount, of: right, to: leftCount, of: left)
      removeChild(at: Swift.max(position, 1), of: parent)
      freeNode(right)
    } else if left == node {
      moveChildren(0..<half - leftCount, of: right, to: leftCount, of: left)
    } else {
      moveChildren(half..<leftCount, of: left, to: 0, of: right)
    }
  }

  /// Moves children between two nodes that share all nodes above, or one of which has none: no other sums change.
  private mutating func moveChildren(_ range: Range<Int>, of source: UInt32, to position: Int, of target: UInt32) {
    let (from, to) = (Int(source) * width, Int(target) * width)
    for slot in (position..<childCount(of: target)).reversed() { slots[to + slot + range.count] = slots[to + slot] }
    var moved = Summary(count: 0, weight: 0)
    for (offset, slot) in range.enumerated() {
      let child = slots[from + slot]
      slots[to + position + offset] = child
      setParent(of: child, to: target)
      let summary = summary(ofChild: child, inLeaf: isLeaf(source))
      moved.count += summary.count
      moved.weight += summary.weight
    }
    for slot in range.upperBound..<childCount(of: source) { slots[from + slot - range.count] = slots[from + slot] }
    nodes[Int(source)].remove(moved, children: range.count)
    nodes[Int(target)].insert(moved, children: range.count)
  }

  /// Takes away a root that is not needed: one without children, or an inner one with a single child.
  private mutating func lowerRoot() {
    let old = root
    if childCount(of: old) == 0 {
      root = Self.none
    } else if childCount(of: old) == 1, !isLeaf(old) {
      root = child(0, of: old)
      nodes[Int(root)].parent = Self.none
    } else {
      return
    }
    freeNode(old)
  }
}
