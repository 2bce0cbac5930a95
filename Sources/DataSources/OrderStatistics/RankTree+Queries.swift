extension RankTree {
  /// How many elements there are.
  var count: Int { root == Self.none ? 0 : Int(nodes[Int(root)].count) }

  /// Whether there is no element.
  var isEmpty: Bool { root == Self.none }

  /// What all elements weigh together.
  var weight: Int { root == Self.none ? 0 : nodes[Int(root)].weight }

  /// How many nodes there are between the list and an element.
  var height: Int { root == Self.none ? 0 : Int(nodes[Int(root)].height) + 1 }

  /// Whether a handle is that of an element.
  func contains(_ handle: Handle) -> Bool {
    handle.offset < leaves.count && leaves[handle.offset] != Self.none
  }

  /// How many elements stand before an element.
  ///
  /// - Complexity: O(log *n*).
  func rank(of handle: Handle) -> Int {
    sum(before: handle, ofElement: { _ in 1 }, ofNode: { Int($0.count) })
  }

  /// What the elements before an element weigh together.
  ///
  /// - Complexity: O(log *n*).
  func weight(before handle: Handle) -> Int {
    sum(before: handle, ofElement: { Int(weights[Int($0)]) }, ofNode: \.weight)
  }

  /// What an element weighs.
  func weight(of handle: Handle) -> Int { Int(weights[handle.offset]) }

  /// The element with so many elements before it; nothing where there are not as many.
  ///
  /// - Complexity: O(log *n*).
  func handle(at rank: Int) -> Handle? {
    descend(to: rank, ofElement: { _ in 1 }, ofNode: { Int($0.count) })?.handle
  }

  /// The element that a position falls on when every element is as long as it is heavy, and how far into it.
  ///
  /// - Parameter position: From 0 to below the weight of all elements; nothing is found elsewhere.
  /// - Complexity: O(log *n*).
  func handle(atWeight position: Int) -> (handle: Handle, offset: Int)? {
    descend(to: position, ofElement: { Int(weights[Int($0)]) }, ofNode: \.weight)
  }

  @inline(__always)
  private func sum(before handle: Handle, ofElement: (UInt32) -> Int, ofNode: (Node) -> Int) -> Int {
    var sum = 0
    var (child, node) = (handle.index, leaves[handle.offset])
    for element in children(of: node) {
      if element == child { break }
      sum += ofElement(element)
    }
    while parent(of: node) != Self.none {
      (child, node) = (node, parent(of: node))
      for sibling in children(of: node) {
        if sibling == child { break }
        sum += ofNode(nodes[Int(sibling)])
      }
    }
    return sum
  }

  @inline(__always)
  private func descend(
    to position: Int, ofElement: (UInt32) -> Int, ofNode: (Node) -> Int
  ) -> (handle: Handle, offset: Int)? {
    guard position >= 0, root != Self.none, position < ofNode(nodes[Int(root)]) else { return nil }
    var (node, rest) = (root, position)
    while true {
      let inLeaf = isLeaf(node)
      var slot = 0
      var next = child(0, of: node)
      var size = inLeaf ? ofElement(next) : ofNode(nodes[Int(next)])
      while rest >= size {
        rest -= size
        slot += 1
        next = child(slot, of: node)
        size = inLeaf ? ofElement(next) : ofNode(nodes[Int(next)])
      }
      if inLeaf { return (Handle(index: next), rest) }
      node = next
    }
  }
}
