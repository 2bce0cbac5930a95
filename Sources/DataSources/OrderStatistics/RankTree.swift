/// An ordered list whose elements keep a handle for life and know their rank.
///
/// Positions change with every edit before them, so they are never stored: they are counted when somebody asks. An
/// element is a ``Handle``; what it stands for is kept by the owner of the list, in arrays indexed by `handle.offset`.
/// Every element has a weight, 1 by default, and the list answers for sums of weights what it answers for ranks:
/// sections weigh as much as they have items, a hidden item weighs nothing.
///
/// A counted B⁺-tree (Knuth, *The Art of Computer Programming* 3, 6.2.3 and 6.2.4) with links to the parents. Leaves
/// hold handles, inner nodes hold nodes; both are numbers in arrays, so a copy is a few array copies, and an edit
/// allocates only when an array grows. An element costs 13 bytes when nodes are full, 18 when they are half full. There
/// may be fewer than 2³² elements, and an element weighs less than 2³².
///
/// Invariants, with `width` children at most, and `minimum` children at least:
/// - All leaves have the same height. Every node but the root has at least `minimum` children; an inner root has two.
/// - A node's `count` and `weight` are the sums of its elements'.
/// - An empty list has no node.
struct RankTree: Sendable {
  /// An element of the list. After the element is removed, its handle is given to another one.
  struct Handle: Hashable, Sendable {
    let index: UInt32

    /// Where the owner of the list keeps what belongs to the element; as small as can be.
    var offset: Int { Int(index) }
  }

  /// No node, no handle.
  static let none = UInt32.max

  /// How many children a node may have.
  let width: Int
  /// The topmost node.
  var root = none
  var nodes: [Node] = []
  /// The children of node `n` begin at `n * width`: nodes, or handles where `n` is a leaf.
  var slots: [UInt32] = []
  /// For each handle its leaf: none where the handle is free.
  var leaves: [UInt32] = []
  /// For each handle its weight; for a free handle, the next free one.
  var weights: [UInt32] = []
  var firstFreeHandle = none
  var firstFreeNode = none

  /// Makes an empty list.
  ///
  /// - Parameter width: How many children a node may have: 4 or more. Small trees are for tests.
  init(width: Int = 32) {
    self.width = width
  }

  /// How many children a node has at least, if it is not the root.
  var minimum: Int { Swift.max(2, width / 4) }
}
