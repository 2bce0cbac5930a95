extension RankTree {
  /// Moves the last children of a full node to a new node to its right. Used before an insertion, which needs a free
  /// slot.
  ///
  ///     parent   [ … node … ]           [ … node right … ]
  ///                   │           →          │     │
  ///             [a b c d e f]             [a b c] [d e f]
  ///
  /// A full parent is split first, and so on up to the root, above which a new root is created. Only then does the tree
  /// become higher, so all leaves keep the same height.
  ///
  /// - Returns: The place of the new child.
  /// - Complexity: O(`width` · log *n*).
  mutating func split(_ node: UInt32, for position: Int) -> (node: UInt32, position: Int) {
    if parent(of: node) == Self.none { raiseRoot() }
    var parent = parent(of: node)
    var place = self.position(of: node) + 1
    if childCount(of: parent) == width { (parent, place) = split(parent, for: place) }

    // If elements are appended, the left node is left as full as the minimum of the right one allows.
    let cut = position == width ? width - minimum : width / 2
    // From here on, the parent gets its new child in the sums first and in the slots afterwards, while its child
    // count, which both ranges depend on, is still the former one.
    let right = isLeaf(node) ? makeLeaf() : makeInnerNode()
    let moved = moveChildren(cut..<width, of: node, to: 0, of: right)
    let sums = sums(of: parent), behind = sums.lowerBound + place..<sums.upperBound
    countSums.split(before: behind, size: moved.count)
    if hasWeights { weightSums.split(before: behind, size: moved.weight) }
    let children = children(of: parent)
    slots.copy(children.lowerBound + place..<children.upperBound, to: children.lowerBound + place + 1)
    slots[children.lowerBound + place] = right
    nodes[Int(parent)].childCount += 1
    adopt(place..<childCount(of: parent), by: parent)
    // A child at the cut comes to the end of the left node, whose first slot behind the cut has just become free.
    return position > cut ? (right, position - cut) : (node, position)
  }

  /// Restores the minimum number of children of a node after a removal. If the node and its neighbour fit into one
  /// node, they are merged, and the same is done for the parent, which has lost a child. Otherwise the children of the
  /// two are distributed evenly, and the parent keeps its number of children.
  ///
  ///     merge    [a b] [c d e]         →  [a b c d e]
  ///     share    [a b] [c d e f g h]   →  [a b c d] [e f g h]
  ///
  /// - Complexity: O(`width` · log *n*).
  mutating func refill(_ node: UInt32) {
    let parent = parent(of: node)
    guard parent != Self.none else { return lowerRoot() }
    guard childCount(of: node) < minimum else { return }
    // The neighbour is the node to the left, except for the first child, which has only one to the right.
    let place = Swift.max(position(of: node), 1)
    let (left, right) = (child(place - 1, of: parent), child(place, of: parent))
    let (leftCount, rightCount) = (childCount(of: left), childCount(of: right))
    let half = (leftCount + rightCount) / 2
    // Where two children share theirs, the end of the left one is the only sum of the parent that changes.
    let end = sums(of: parent).lowerBound + place - 1
    if leftCount + rightCount <= width {
      moveChildren(0..<rightCount, of: right, to: leftCount, of: left)
      let sums = sums(of: parent), behind = sums.lowerBound + place..<sums.upperBound
      // Dropping the end of the left node leaves that of the right one, which is the end of both.
      countSums.merge(behind)
      if hasWeights { weightSums.merge(behind) }
      let children = children(of: parent)
      slots.copy(children.lowerBound + place + 1..<children.upperBound, to: children.lowerBound + place)
      nodes[Int(parent)].childCount -= 1
      adopt(place..<childCount(of: parent), by: parent)
      freeNode(right)
      refill(parent)
    } else if leftCount < half {
      let moved = moveChildren(0..<half - leftCount, of: right, to: leftCount, of: left)
      countSums.ends[end] += Int32(moved.count)
      if hasWeights { weightSums.ends[end] += moved.weight }
    } else {
      let moved = moveChildren(half..<leftCount, of: left, to: 0, of: right)
      countSums.ends[end] -= Int32(moved.count)
      if hasWeights { weightSums.ends[end] -= moved.weight }
    }
  }

  /// Moves children to a neighbour. The caller updates the sums of the parent.
  ///
  /// - Returns: The number of elements that were moved, and the sum of their weights.
  @discardableResult
  private mutating func moveChildren(
    _ range: Range<Int>, of source: UInt32, to position: Int, of target: UInt32
  ) -> (count: Int, weight: Int) {
    // Everything that depends on the child counts is read before these change.
    let moved = size(ofChildren: range, of: source)
    let (from, to) = (children(of: source), children(of: target))
    slots.move(
      from.lowerBound + range.lowerBound..<from.lowerBound + range.upperBound, of: from,
      to: to.lowerBound + position, of: to)
    if !isLeaf(source) {
      let (from, to) = (sums(of: source), sums(of: target))
      let parts = from.lowerBound + range.lowerBound..<from.lowerBound + range.upperBound
      countSums.move(parts, of: from, to: to.lowerBound + position, of: to)
      if hasWeights { weightSums.move(parts, of: from, to: to.lowerBound + position, of: to) }
    }
    nodes[Int(source)].childCount -= UInt16(range.count)
    nodes[Int(target)].childCount += UInt16(range.count)
    // An element is linked to its leaf only. A node is also linked to its position, so those that stay in the source
    // are linked anew if they have moved up.
    if isLeaf(source) {
      adopt(position..<position + range.count, by: target)
    } else {
      adopt(range.lowerBound..<childCount(of: source), by: source)
      adopt(position..<childCount(of: target), by: target)
    }
    return moved
  }

  /// Links children to their node.
  private mutating func adopt(_ range: Range<Int>, by node: UInt32) {
    let isLeaf = isLeaf(node)
    for position in range {
      let child = Int(child(position, of: node))
      if isLeaf {
        leaves[child] = node
      } else {
        nodes[child].parent = node
        nodes[child].position = UInt16(position)
      }
    }
  }

  /// Adds a root above the root.
  private mutating func raiseRoot() {
    let old = root
    root = makeInnerNode()
    setChildren([old], of: root)
  }

  /// Removes the root if it is superfluous: without children, or an inner node with a single child.
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

  /// Sets the children of a node that has none.
  mutating func setChildren(_ children: some Collection<UInt32>, of node: UInt32) {
    for child in children {
      let position = childCount(of: node)
      makeRoom(in: node)
      slots[Int(node) * width + position] = child
      nodes[Int(node)].childCount += 1
      guard !isLeaf(node) else { continue }
      let sums = sums(of: node), index = sums.lowerBound + position
      countSums.ends[index] = Int32(countSums.sum(before: index, in: sums) + count(in: child))
      if hasWeights { weightSums.ends[index] = weightSums.sum(before: index, in: sums) + weight(in: child) }
    }
    adopt(0..<childCount(of: node), by: node)
  }
}
