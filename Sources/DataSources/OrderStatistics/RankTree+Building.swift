extension RankTree {
  /// Makes a list of elements with given weights; their handles' offsets count from 0, in order.
  ///
  /// - Parameters:
  ///   - weights: What each element weighs.
  ///   - width: How many children a node may have.
  /// - Complexity: O(*n*), *n* being the number of elements.
  init(weights: some Sequence<Int>, width: Int = 32) {
    self.init(width: width)
    self.weights = weights.map { UInt32($0) }
    guard !self.weights.isEmpty else { return }
    leaves = Array(repeating: Self.none, count: self.weights.count)
    // Level by level, from the leaves up; what nodes there are is shared out evenly.
    var level = Array(0..<UInt32(leaves.count))
    var height: UInt8 = 0
    repeat {
      let nodeCount = (level.count + width - 1) / width
      level = (0..<nodeCount).map { position in
        let node = makeNode(height: height)
        let range = position * level.count / nodeCount..<(position + 1) * level.count / nodeCount
        for child in level[range] { insertChild(child, at: childCount(of: node), of: node) }
        return node
      }
      height += 1
    } while level.count > 1
    root = level[0]
  }
}
