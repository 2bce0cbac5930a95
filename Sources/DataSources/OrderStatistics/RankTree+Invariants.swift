extension RankTree {
  /// What is wrong with the list: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n*).
  func _checkInvariants() -> [String] {
    guard root != Self.none else { return leaves.allSatisfy { $0 == Self.none } ? [] : ["an empty list has elements"] }
    var wrong: [String] = []
    var elements = 0
    if parent(of: root) != Self.none { wrong.append("the root has a parent") }
    func check(_ node: UInt32) {
      let children = children(of: node)
      let least = node == root ? (isLeaf(node) ? 1 : 2) : minimum
      if !(least...width).contains(children.count) { wrong.append("node \(node) has \(children.count) children") }
      var sums = Summary(count: 0, weight: 0)
      for child in children {
        let summary = summary(ofChild: child, inLeaf: isLeaf(node))
        sums.count += summary.count
        sums.weight += summary.weight
        let link = isLeaf(node) ? leaves[Int(child)] : parent(of: child)
        if link != node { wrong.append("child \(child) of node \(node) is linked to \(link)") }
        guard !isLeaf(node) else { continue }
        if nodes[Int(child)].height + 1 != nodes[Int(node)].height { wrong.append("node \(child) is not level") }
        check(child)
      }
      if isLeaf(node) { elements += children.count }
      if sums.count != Int(nodes[Int(node)].count) || sums.weight != nodes[Int(node)].weight {
        wrong.append("the sums of node \(node) are wrong")
      }
    }
    check(root)
    if elements != leaves.count(where: { $0 != Self.none }) { wrong.append("elements are lost") }
    return wrong
  }
}
