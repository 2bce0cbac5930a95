extension RankTree {
  /// Makes a list of elements that weigh 1; their handles' offsets count from 0, in order.
  ///
  /// - Parameters:
  ///   - count: How many elements there are.
  ///   - width: How many children a node may have.
  /// - Complexity: O(*n*), *n* being the number of elements.
  init(count: Int, width: Int = 64) {
    self.init(width: width)
    leaves = Array(repeating: Self.none, count: count)
    build(Array(0..<UInt32(count)))
  }

  /// Makes a list of elements that weigh 1, with given handles: so the same elements can have another order in another
  /// list.
  ///
  /// - Parameters:
  ///   - order: The offsets of the handles, in order: the numbers from 0 on, each of them once.
  ///   - width: How many children a node may have.
  /// - Complexity: O(*n*), *n* being the number of elements.
  init(order: some Sequence<UInt32>, width: Int = 64) {
    self.init(width: width)
    let handles = Array(order)
    leaves = Array(repeating: Self.none, count: handles.count)
    build(handles)
    assert(leaves.allSatisfy { $0 != Self.none }, "The offsets have to be a permutation.")
  }

  /// Makes a list of elements with given weights; their handles' offsets count from 0, in order.
  ///
  /// - Parameters:
  ///   - weights: What each element weighs.
  ///   - width: How many children a node may have.
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline package init(weights: some Sequence<Int>, width: Int = 64) {
    self.init(width: width)
    self.weights = weights.map { UInt32($0) }
    hasWeights = self.weights.contains { $0 != 1 }
    leaves = Array(repeating: Self.none, count: self.weights.count)
    if !hasWeights { self.weights = [] }
    build(Array(0..<UInt32(leaves.count)))
  }

  /// Builds the nodes level by level, from the leaves up; what nodes there are is shared out evenly. Each of them has some room, so that
  /// the first insertions do not have to split them.
  private mutating func build(_ handles: [UInt32]) {
    guard !handles.isEmpty else { return }
    count = handles.count
    weight = hasWeights ? weights.reduce(0) { $0 + Int($1) } : count
    var level = handles
    repeat {
      let isLowest = root == Self.none
      let size = level.count <= width ? width : width - width / 8
      let nodeCount = (level.count + size - 1) / size
      if isLowest, nodeCount > 1 {
        // The inner nodes, and some more: to grow for one of them would double it all.
        nodes.reserveCapacity(nodeCount + nodeCount / 8)
        slots.reserveCapacity((nodeCount + nodeCount / 8) * width)
      }
      level = (0..<nodeCount).map { position in
        root = isLowest ? makeLeaf() : makeInnerNode()
        let range = position * level.count / nodeCount..<(position + 1) * level.count / nodeCount
        setChildren(level[range], of: root)
        return root
      }
    } while level.count > 1
  }
}
