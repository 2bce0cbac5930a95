/// An ordered list whose elements have permanent handles and whose ranks are computed on demand.
///
/// Positions change with every edit before them, so they are never stored. An element is a ``Handle``; the owner of the
/// list stores the element's data in arrays that are indexed by `handle.offset`. Every element has a weight, 1 by
/// default, and the list computes sums of weights as it computes ranks: the weight of a section is its number of items,
/// a hidden item has weight 0.
///
/// The list is a counted B⁺-tree (Knuth, *The Art of Computer Programming* 3, 6.2.3 and 6.2.4) with links to the
/// parents. Leaves hold handles, inner nodes hold nodes. Both are numbers that index arrays, so copying the tree copies
/// a few arrays, and an edit allocates memory only when an array grows. An inner node keeps the running sums of its
/// children, so that a rank is the sum of one number from each node above the element:
///
///                   ┌───────────────┐
///      running sums │ 3   5   9     │         rank of g = 5 + 1 = 6
///                   └─┬───┬───┬─────┘
///               ┌─────┘   │   └─────┐
///            ┌──┴──┐   ┌──┴──┐  ┌───┴───┐
///            │a b c│   │d e  │  │f g h i│
///            └─────┘   └─────┘  └───────┘
///
/// An element costs 9 bytes when nodes are full, 11 after many edits, and 4 more if there are weights. There may be
/// fewer than 2³¹ elements, and the weight of an element is less than 2³².
///
/// Invariants, where a node has at most `width` and, with exceptions, at least `minimum` children:
/// - All leaves have the same height. Every node but the root has at least `minimum` children; an inner root has at
///   least two.
/// - The sums of an inner node are those of its elements.
/// - An empty list has no node. Without stored weights, every element has weight 1.
///
/// - Complexity: Looking up and editing an element takes O(log *n*), *n* being the number of elements, unless another
///   cost is stated.
@usableFromInline package struct RankTree: Sendable {
  /// An element of the list. The handle of a removed element is reused for a new one.
  @usableFromInline package struct Handle: Hashable, Sendable {
    @usableFromInline let index: UInt32

    package init(index: UInt32) { self.index = index }

    /// The index of the element's data in the arrays of the owner. Offsets are as small as possible.
    @inlinable package var offset: Int { Int(index) }
  }

  /// The place of an element, or a place for a new one: a leaf, or `none` in an empty list, and the number of elements
  /// before it in the leaf.
  typealias Place = (leaf: UInt32, position: Int)

  /// Represents the absence of a node or a handle.
  package static let none = UInt32.max

  /// The maximum number of children of a node.
  let width: Int
  /// The number of elements.
  @usableFromInline package var count = 0
  /// The sum of the weights of all elements.
  @usableFromInline package var weight = 0
  /// The root node; `none` in an empty list.
  var root = none
  var nodes: [Node] = []
  /// The children of all nodes: handles in leaves, nodes in inner nodes. Those of node `n` start at `n * width`. Every
  /// node has room for `width` children, except for a leaf that is the only node ever created: it grows on demand, so
  /// that a short list is small.
  var slots: [UInt32] = []
  /// The numbers of elements below the children of the inner nodes.
  var countSums = RunningSums<Int32>()
  /// The weights of the elements below the children of the inner nodes.
  var weightSums = RunningSums<Int>()
  /// The leaf of each handle. For a free handle, the next free handle, marked with `freeMark`.
  var leaves: [UInt32] = []
  var weights: [UInt32] = []
  /// Whether `weights` and `weightSums` are stored: from the first weight other than 1 on.
  var hasWeights = false
  // Each of these begins a linked list: of free handles through `leaves`, and of free nodes through their parents.
  // Free leaves and free inner nodes are separate, because only the latter have a place among the sums, which they
  // keep.
  var firstFreeHandle = none
  var firstFreeLeaf = none
  var firstFreeInnerNode = none

  /// Creates an empty list.
  ///
  /// - Parameter width: The maximum number of children of a node, 4 or more. Narrow trees are for tests, and for lists
  ///   whose weights are queried often.
  @usableFromInline package init(width: Int = 64) { self.width = width }

  /// The minimum number of children of a node that is not the root.
  var minimum: Int { Swift.max(2, width * 3 / 8) }

  /// The bit that is set in the `leaves` entry of every handle that is not in the list.
  static let freeMark: UInt32 = 1 << 31
}

extension RankTree {
  /// A node without its children and sums, which are stored in `slots`, `countSums` and `weightSums`.
  struct Node: Sendable {
    /// The parent; for a free node, the next free one.
    var parent = none
    /// The position of the node among its parent's children.
    var position: UInt16 = 0
    var childCount: UInt16 = 0
    /// The number of an inner node among the inner nodes, which determines the place of its sums; `none` for a leaf.
    let inner: UInt32
  }

  func isLeaf(_ node: UInt32) -> Bool { nodes[Int(node)].inner == Self.none }

  func parent(of node: UInt32) -> UInt32 { nodes[Int(node)].parent }

  func position(of node: UInt32) -> Int { Int(nodes[Int(node)].position) }

  func childCount(of node: UInt32) -> Int { Int(nodes[Int(node)].childCount) }

  func child(_ position: Int, of node: UInt32) -> UInt32 { slots[Int(node) * width + position] }

  /// Returns the range of a node's children in `slots`.
  func children(of node: UInt32) -> Range<Int> {
    let first = Int(node) * width
    return first..<first + childCount(of: node)
  }

  /// Returns the range of the sums of an inner node's children.
  @inline(__always)
  func sums(of node: UInt32) -> Range<Int> {
    let first = Int(nodes[Int(node)].inner) * width
    return first..<first + childCount(of: node)
  }

  /// Returns the position of an element in its leaf. The elements of the leaf are compared several at a time.
  ///
  /// - Complexity: O(`width`).
  @inline(__always)
  func position(of handle: Handle, in leaf: UInt32) -> Int {
    let children = children(of: leaf)
    return slots.withUnsafeBufferPointer { slots in
      // Unchecked in release builds: the children of every node are in `slots`.
      // The loop may neither trap nor stop early, or the compiler could not vectorise it.
      var found = UInt32(0)
      var position = UInt32(0)
      var slot = children.lowerBound
      while slot < children.upperBound {
        found |= slots[slot] == handle.index ? position : 0
        position = position &+ 1
        slot = slot &+ 1
      }
      return Int(found)
    }
  }

  /// Returns the number of elements below a node.
  func count(in node: UInt32) -> Int {
    // Counting the elements of a leaf does not require their weights.
    isLeaf(node) ? childCount(of: node) : size(ofChildren: 0..<childCount(of: node), of: node).count
  }

  /// Returns the sum of the weights of the elements below a node.
  func weight(in node: UInt32) -> Int { size(ofChildren: 0..<childCount(of: node), of: node).weight }

  /// Returns the number of elements below some children of a node, and the sum of their weights.
  func size(ofChildren range: Range<Int>, of node: UInt32) -> (count: Int, weight: Int) {
    let (count, weight): (Int, Int)
    if isLeaf(node) {
      count = range.count
      weight = hasWeights ? range.reduce(0) { $0 + Int(weights[Int(child($1, of: node))]) } : count
    } else {
      let sums = sums(of: node)
      let (lower, upper) = (sums.lowerBound + range.lowerBound, sums.lowerBound + range.upperBound)
      count = countSums.sum(before: upper, in: sums) - countSums.sum(before: lower, in: sums)
      weight = hasWeights ? weightSums.sum(before: upper, in: sums) - weightSums.sum(before: lower, in: sums) : count
    }
    return (count, weight)
  }

  /// Returns a leaf without children or parent: a free one, or a new one.
  mutating func makeLeaf() -> UInt32 {
    guard firstFreeLeaf == Self.none else {
      let leaf = firstFreeLeaf
      firstFreeLeaf = parent(of: leaf)
      nodes[Int(leaf)] = Node(inner: Self.none)
      return leaf
    }
    return append(Node(inner: Self.none))
  }

  /// Returns an inner node without children or parent: a free one, or a new one.
  mutating func makeInnerNode() -> UInt32 {
    guard firstFreeInnerNode == Self.none else {
      let node = firstFreeInnerNode
      firstFreeInnerNode = parent(of: node)
      nodes[Int(node)] = Node(inner: nodes[Int(node)].inner)
      return node
    }
    let inner = UInt32(countSums.ends.count / width)
    countSums.ends.append(contentsOf: repeatElement(0, count: width))
    if hasWeights { weightSums.ends.append(contentsOf: repeatElement(0, count: width)) }
    return append(Node(inner: inner))
  }

  private mutating func append(_ node: Node) -> UInt32 {
    nodes.append(node)
    if nodes.count > 1 {
      // With the second node, the first one gets the rest of its slots, too: those of node `n` start at `n * width`
      // from now on.
      slots.append(contentsOf: repeatElement(Self.none, count: nodes.count * width - slots.count))
    }
    return UInt32(nodes.count - 1)
  }

  /// Reserves a slot for one more child of a node that is not full.
  @inline(__always)
  mutating func makeRoom(in node: UInt32) {
    if children(of: node).upperBound == slots.count { slots.append(Self.none) }
  }

  mutating func freeNode(_ node: UInt32) {
    let isLeaf = isLeaf(node)
    nodes[Int(node)] = Node(parent: isLeaf ? firstFreeLeaf : firstFreeInnerNode, inner: nodes[Int(node)].inner)
    if isLeaf { firstFreeLeaf = node } else { firstFreeInnerNode = node }
  }

  /// Adds to the sums of the list and of all nodes above a node.
  ///
  /// - Complexity: O(`width` · log *n*).
  mutating func add(count: Int, weight: Int, above node: UInt32) {
    self.count += count
    self.weight += weight
    var (child, parent) = (node, parent(of: node))
    while parent != Self.none {
      let sums = sums(of: parent)
      let range = sums.lowerBound + position(of: child)..<sums.upperBound
      if count != 0 { countSums.grow(range, by: count) }
      if hasWeights, weight != 0 { weightSums.grow(range, by: weight) }
      child = parent
      parent = self.parent(of: parent)
    }
  }

  /// Whether the list has no elements.
  package var isEmpty: Bool { root == Self.none }

  /// The number of nodes on the path from the root to an element; 0 for an empty list.
  var height: Int {
    guard var node = first.map({ leaves[$0.offset] }) else { return 0 }
    var height = 1
    while parent(of: node) != Self.none { (node, height) = (parent(of: node), height + 1) }
    return height
  }

  /// Returns whether a handle belongs to an element of the list.
  package func contains(_ handle: Handle) -> Bool {
    handle.offset < leaves.count && leaves[handle.offset] & Self.freeMark == 0
  }

  /// Returns the number of elements before an element.
  package func rank(of handle: Handle) -> Int {
    let leaf = leaves[handle.offset]
    return position(of: handle, in: leaf) + sum(of: countSums, before: leaf)
  }

  /// Returns the sum of the weights of the elements before an element.
  package func weight(before handle: Handle) -> Int {
    guard hasWeights else { return rank(of: handle) }
    let leaf = leaves[handle.offset]
    return size(ofChildren: 0..<position(of: handle, in: leaf), of: leaf).weight + sum(of: weightSums, before: leaf)
  }

  /// Returns the weight of an element.
  @usableFromInline package func weight(of handle: Handle) -> Int { hasWeights ? Int(weights[handle.offset]) : 1 }

  /// Returns the element at a rank, or `nil` if the rank is out of range.
  @usableFromInline package func handle(at rank: Int) -> Handle? {
    guard rank >= 0, rank < count else { return nil }
    let (leaf, rest) = findLeaf(at: rank, by: countSums)
    return Handle(index: child(rest, of: leaf))
  }

  /// Returns the positions of the element at a rank, if the length of each element is its weight, or `nil` if the rank
  /// is out of range.
  package func positions(ofElementAt rank: Int) -> Range<Int>? {
    guard rank >= 0, rank < count else { return nil }
    guard hasWeights else { return rank..<rank + 1 }
    var node = root
    var (rest, start) = (rank, 0)
    while !isLeaf(node) {
      let whole = sums(of: node)
      let found = countSums.find(rest, in: whole)
      start += weightSums.sum(before: found.index, in: whole)
      node = child(found.index - whole.lowerBound, of: node)
      rest = found.rest
    }
    for position in 0..<rest { start += Int(weights[Int(child(position, of: node))]) }
    return start..<start + Int(weights[Int(child(rest, of: node))])
  }

  /// Returns the element at a position, if the length of each element is its weight, and the offset of the position in
  /// the element.
  ///
  /// - Parameter position: From 0 to the sum of all weights, exclusive. Otherwise the result is `nil`.
  @inline(__always)
  package func handle(atWeight position: Int) -> (handle: Handle, offset: Int)? {
    guard hasWeights else { return handle(at: position).map { ($0, 0) } }
    guard position >= 0, position < weight else { return nil }
    var (leaf, rest) = findLeaf(at: position, by: weightSums)
    var slot = 0
    while true {
      // The position is in this leaf, so the loop ends. Elements of weight 0 contain no position, and are passed
      // over.
      let handle = Handle(index: child(slot, of: leaf))
      let weight = weight(of: handle)
      if rest < weight { return (handle, rest) }
      rest = rest - weight
      slot = slot + 1
    }
  }

  /// Returns the sum of the sizes of all nodes and elements before a node.
  @inline(__always)
  private func sum<Size>(of sums: borrowing RunningSums<Size>, before node: UInt32) -> Int {
    var sum = 0
    var (child, parent) = (node, parent(of: node))
    while parent != Self.none {
      let whole = self.sums(of: parent)
      sum += sums.sum(before: whole.lowerBound + position(of: child), in: whole)
      child = parent
      parent = self.parent(of: parent)
    }
    return sum
  }

  /// Returns the leaf at a position, and the offset of the position in the leaf.
  @inline(__always)
  func findLeaf<Size>(at position: Int, by sums: borrowing RunningSums<Size>) -> Place {
    var node = root
    var rest = position
    while !isLeaf(node) {
      let whole = self.sums(of: node)
      let found = sums.find(rest, in: whole)
      node = child(found.index - whole.lowerBound, of: node)
      rest = found.rest
    }
    return (node, rest)
  }
}
