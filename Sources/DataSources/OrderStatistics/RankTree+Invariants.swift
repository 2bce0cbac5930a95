extension RankTree {
  /// What is wrong with the list: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n*).
  func _checkInvariants() -> [String] {
    var wrong: [String] = []
    let members = leaves.count(where: { $0 & Self.freeMark == 0 })
    if !hasWeights, !weights.isEmpty || !loads.ends.isEmpty { wrong.append("there are weights") }
    if hasWeights, weights.count != leaves.count || loads.ends.count != counts.ends.count {
      wrong.append("weights are missing")
    }
    guard root != Self.none else {
      return members == 0 && count == 0 && weight == 0 ? wrong : wrong + ["an empty list has elements"]
    }
    let height = height
    var elements = 0
    if parent(of: root) != Self.none { wrong.append("the root has a parent") }

    /// Checks a node, and returns the sums that it should have.
    func check(_ node: UInt32, height: Int) -> (count: Int, weight: Int) {
      if (height == 1) != isLeaf(node) { wrong.append("node \(node) is not level") }
      let least = node == root ? (isLeaf(node) ? 1 : 2) : minimum
      let childCount = childCount(of: node)
      if !(least...width).contains(childCount) { wrong.append("node \(node) has \(childCount) children") }
      var sums = (count: 0, weight: 0)
      for position in 0..<childCount {
        let child = child(position, of: node)
        if isLeaf(node) {
          elements += 1
          sums.count += 1
          sums.weight += weight(of: Handle(index: child))
          if leaves[Int(child)] != node { wrong.append("element \(child) is not linked to leaf \(node)") }
        } else {
          if parent(of: child) != node || self.position(of: child) != position {
            wrong.append("node \(child) is not linked to node \(node)")
          }
          let part = check(child, height: height - 1)
          sums.count += part.count
          sums.weight += part.weight
        }
        if size(ofChildren: 0..<position + 1, of: node) != sums { wrong.append("the sums of node \(node) are wrong") }
      }
      return sums
    }
    if check(root, height: height) != (count, weight) { wrong.append("the sums of the list are wrong") }
    if elements != members { wrong.append("elements are lost") }
    return wrong
  }
}
