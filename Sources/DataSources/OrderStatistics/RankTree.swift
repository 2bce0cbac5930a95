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

    /// Where the owner of the list keeps what belongs to the element; as small as can be.
    @inlinable package var offset: Int { Int(index) }
  }

  /// Where an element stands or may stand: a leaf, none in an empty list, and how many of its elements stand before.
  typealias Place = (leaf: UInt32, position: Int)

  /// No node, no handle.
  static let none = UInt32.max

  /// How many children a node may have.
  let width: Int
  /// How many elements there are.
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
