/// An ordered list whose elements keep a handle for life and know their rank.
///
/// Positions change with every edit before them, so they are never stored: they are counted when somebody asks. An
/// element is a ``Handle``; what it stands for is kept by the owner of the list, in arrays indexed by `handle.offset`.
/// Every element has a weight, 1 by default, and the list answers for sums of weights what it answers for ranks:
/// sections weigh as much as they have items, a hidden item weighs nothing.
///
/// A counted B⁺-tree (Knuth, *The Art of Computer Programming* 3, 6.2.3 and 6.2.4) with links to the parents. Leaves
/// hold handles, inner nodes hold nodes; both are numbers in arrays, so a copy is a few array copies, and an edit
/// allocates only when an array grows. An inner node keeps running sums over its children, so that a rank is one number
/// from each node above the element. An element costs 9 bytes when nodes are full, 11 after many edits, and 4 more when
/// there are weights. There may be fewer than 2³¹ elements, and an element weighs less than 2³².
///
/// Invariants, with `width` children at most, and `minimum` children at least:
/// - All leaves have the same height. Every node but the root has at least `minimum` children; an inner root has two.
/// - The sums of an inner node are those of its elements.
/// - An empty list has no node. Unless it has weights, every element weighs 1.
@usableFromInline package struct RankTree: Sendable {
  /// An element of the list. After the element is removed, its handle is given to another one.
  @usableFromInline package struct Handle: Hashable, Sendable {
    @usableFromInline let index: UInt32

    package init(index: UInt32) { self.index = index }

    /// Where the owner of the list keeps what belongs to the element; as small as can be.
    @inlinable package var offset: Int { Int(index) }
  }

  /// Where an element stands or may stand: a leaf, none in an empty list, and how many of its elements stand before.
  typealias Place = (leaf: UInt32, position: Int)

  /// No node, no handle.
  package static let none = UInt32.max

  /// How many children a node may have.
  let width: Int
  /// The number of elements.
  @usableFromInline package var count = 0
  /// What all elements weigh together.
  @usableFromInline package var weight = 0
  /// The topmost node.
  var root = none
  var nodes: [Node] = []
  /// The children of node `n` begin at `n * width`: nodes, or handles where `n` is a leaf. A node has room for `width`
  /// children; but a leaf that is the only node ever made gets its room as it needs it, so that a short list is small.
  var slots: [UInt32] = []
  /// How many elements there are in the children of an inner node.
  var counts = RunningSums<Int32>()
  /// What the elements in the children of an inner node weigh.
  var loads = RunningSums<Int>()
  /// For each handle its leaf. For a free handle, the next free one with `freeMark`.
  var leaves: [UInt32] = []
  /// For each handle its weight.
  var weights: [UInt32] = []
  /// Whether there are `weights` and `loads`: not before an element weighs other than 1.
  var hasWeights = false
  var firstFreeHandle = none
  var firstFreeLeaf = none
  var firstFreeInnerNode = none

  /// Makes an empty list.
  ///
  /// - Parameter width: How many children a node may have: 4 or more. Small trees are for tests.
  @usableFromInline package init(width: Int = 64) {
    self.width = width
  }

  /// How many children a node has at least, if it is not the root.
  var minimum: Int { Swift.max(2, width * 3 / 8) }

  /// Set in the leaf of every handle that is not in the list.
  static let freeMark: UInt32 = 1 << 31
}

extension RankTree {
  /// A node, without its children and sums: these are in `slots`, `counts` and `loads`.
  struct Node: Sendable {
    /// The node above; in a free node, the next free one.
    var parent = none
    /// Which child of its parent it is.
    var position: UInt16 = 0
    var childCount: UInt16 = 0
    /// The number of an inner node among the inner nodes, where its sums are; none for a leaf.
    let inner: UInt32
  }

  func isLeaf(_ node: UInt32) -> Bool { nodes[Int(node)].inner == Self.none }

  func parent(of node: UInt32) -> UInt32 { nodes[Int(node)].parent }

  func position(of node: UInt32) -> Int { Int(nodes[Int(node)].position) }

  func childCount(of node: UInt32) -> Int { Int(nodes[Int(node)].childCount) }

  func child(_ position: Int, of node: UInt32) -> UInt32 { slots[Int(node) * width + position] }

  /// Where the children of a node are in `slots`.
  func children(of node: UInt32) -> Range<Int> {
    let first = Int(node) * width
    return first..<first + childCount(of: node)
  }

  /// Where the sums of an inner node's children are.
  @inline(__always)
  func sums(of node: UInt32) -> Range<Int> {
    let first = Int(nodes[Int(node)].inner) * width
    return first..<first + childCount(of: node)
  }

  /// Where an element is in its leaf. All elements of the leaf are looked at, several at a time.
  ///
  /// - Complexity: O(`width`).
  @inline(__always)
  func position(of handle: Handle, in leaf: UInt32) -> Int {
    let children = children(of: leaf)
    return slots.withUnsafeBufferPointer { slots in
      // Unchecked but for debug builds: the children of every node are in `slots`.
      // Nothing here may trap, nor stop early: it would keep the compiler from comparing several at a time.
      var (found, position, slot) = (UInt32(0), UInt32(0), children.lowerBound)
      while slot < children.upperBound {
        found |= slots[slot] == handle.index ? position : 0
        (position, slot) = (position &+ 1, slot &+ 1)
      }
      return Int(found)
    }
  }

  /// How many elements there are in a node and below.
  func count(in node: UInt32) -> Int {
    // A leaf need not be weighed to be counted.
    isLeaf(node) ? childCount(of: node) : size(ofChildren: 0..<childCount(of: node), of: node).count
  }

  /// What the elements in a node and below weigh together.
  func weight(in node: UInt32) -> Int { size(ofChildren: 0..<childCount(of: node), of: node).weight }

  /// How many elements there are in children of a node, and what they weigh together.
  func size(ofChildren range: Range<Int>, of node: UInt32) -> (count: Int, weight: Int) {
    let (count, weight): (Int, Int)
    if isLeaf(node) {
      count = range.count
      weight = hasWeights ? range.reduce(0) { $0 + Int(weights[Int(child($1, of: node))]) } : count
    } else {
      let sums = sums(of: node)
      let (lower, upper) = (sums.lowerBound + range.lowerBound, sums.lowerBound + range.upperBound)
      count = counts.sum(before: upper, in: sums) - counts.sum(before: lower, in: sums)
      weight = hasWeights ? loads.sum(before: upper, in: sums) - loads.sum(before: lower, in: sums) : count
    }
    return (count, weight)
  }

  /// Makes a leaf without children or parent.
  mutating func makeLeaf() -> UInt32 {
    guard firstFreeLeaf == Self.none else {
      let leaf = firstFreeLeaf
      firstFreeLeaf = parent(of: leaf)
      nodes[Int(leaf)] = Node(inner: Self.none)
      return leaf
    }
    return append(Node(inner: Self.none))
  }

  /// Makes an inner node without children or parent.
  mutating func makeInnerNode() -> UInt32 {
    guard firstFreeInnerNode == Self.none else {
      let node = firstFreeInnerNode
      firstFreeInnerNode = parent(of: node)
      nodes[Int(node)] = Node(inner: nodes[Int(node)].inner)
      return node
    }
    let inner = UInt32(counts.ends.count / width)
    counts.ends.append(contentsOf: repeatElement(0, count: width))
    if hasWeights { loads.ends.append(contentsOf: repeatElement(0, count: width)) }
    return append(Node(inner: inner))
  }

  private mutating func append(_ node: Node) -> UInt32 {
    nodes.append(node)
    if nodes.count > 1 {
      slots.append(contentsOf: repeatElement(Self.none, count: nodes.count * width - slots.count))
    }
    return UInt32(nodes.count - 1)
  }

  /// Makes room for one child more in a node that is not full.
  @inline(__always)
  mutating func makeRoom(in node: UInt32) {
    if children(of: node).upperBound == slots.count { slots.append(Self.none) }
  }

  mutating func freeNode(_ node: UInt32) {
    let isLeaf = isLeaf(node)
    nodes[Int(node)] = Node(parent: isLeaf ? firstFreeLeaf : firstFreeInnerNode, inner: nodes[Int(node)].inner)
    if isLeaf { firstFreeLeaf = node } else { firstFreeInnerNode = node }
  }

  /// Adds to the sums of the list, and of all nodes above a node.
  ///
  /// - Complexity: O(`width` · log *n*).
  mutating func add(count: Int, weight: Int, above node: UInt32) {
    self.count += count
    self.weight += weight
    var (child, parent) = (node, parent(of: node))
    while parent != Self.none {
      let sums = sums(of: parent)
      let range = sums.lowerBound + position(of: child)..<sums.upperBound
      if count != 0 { counts.grow(range, by: count) }
      if hasWeights, weight != 0 { loads.grow(range, by: weight) }
      (child, parent) = (parent, self.parent(of: parent))
    }
  }
}

extension RankTree {
  /// Whether there is no element.
  package var isEmpty: Bool { root == Self.none }

  /// How many nodes there are between the list and an element: no query visits more of them.
  var height: Int {
    guard var node = first.map({ leaves[$0.offset] }) else { return 0 }
    var height = 1
    while parent(of: node) != Self.none { (node, height) = (parent(of: node), height + 1) }
    return height
  }

  /// Whether a handle is that of an element.
  package func contains(_ handle: Handle) -> Bool {
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
  package func handle(atWeight position: Int) -> (handle: Handle, offset: Int)? {
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
