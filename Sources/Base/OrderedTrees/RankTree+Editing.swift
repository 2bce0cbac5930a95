extension RankTree {
  /// Creates a list of elements of weight 1. The offsets of their handles count from 0, in order.
  ///
  /// - Parameter width: The maximum number of children of a node.
  /// - Complexity: O(*n*), *n* being the number of elements.
  package init(count: Int, width: Int = 64) {
    self.init(width: width)
    leaves = Array(repeating: Self.none, count: count)
    build(Array(0..<UInt32(count)))
  }

  /// Creates a list of elements of weight 1 with the given handles. Two lists may thus have the same elements in
  /// different orders.
  ///
  /// - Parameters:
  ///   - order: The offsets of the handles, in order: a permutation of the numbers from 0 on.
  ///   - width: The maximum number of children of a node.
  /// - Complexity: O(*n*), *n* being the number of elements.
  package init(order: some Sequence<UInt32>, width: Int = 64) {
    self.init(width: width)
    let handles = Array(order)
    leaves = Array(repeating: Self.none, count: handles.count)
    build(handles)
    assert(leaves.allSatisfy { $0 != Self.none }, "The offsets have to be a permutation.")
  }

  /// Creates a list of elements with the given weights. The offsets of their handles count from 0, in order.
  ///
  /// - Parameter width: The maximum number of children of a node.
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline package init(weights: some Sequence<Int>, width: Int = 64) {
    self.init(width: width)
    self.weights = weights.map { UInt32($0) }
    hasWeights = self.weights.contains { $0 != 1 }
    leaves = Array(repeating: Self.none, count: self.weights.count)
    if !hasWeights { self.weights = [] }
    build(Array(0..<UInt32(leaves.count)))
  }

  /// Builds the nodes level by level, from the leaves up, and distributes the children evenly. If there are several
  /// nodes, each gets some free slots, so that the first insertions do not split it.
  private mutating func build(_ handles: [UInt32]) {
    guard !handles.isEmpty else { return }
    count = handles.count
    weight = hasWeights ? weights.reduce(0) { $0 + Int($1) } : count
    var level = handles
    repeat {
      let isLowest = root == Self.none
      // A single node may be full: it is the root, and is not split before it has more children than a node can have.
      let size = level.count <= width ? width : width - width / 8
      let nodeCount = (level.count + size - 1) / size
      if isLowest, nodeCount > 1 {
        // Reserves memory for the inner nodes, too: growing the arrays for one of them would double their capacity.
        nodes.reserveCapacity(nodeCount + nodeCount / 8)
        slots.reserveCapacity((nodeCount + nodeCount / 8) * width)
      }
      level = (0..<nodeCount).map { position in
        // The node created last is the root when a level consists of a single node, which ends the loop.
        root = isLowest ? makeLeaf() : makeInnerNode()
        let range = position * level.count / nodeCount..<(position + 1) * level.count / nodeCount
        setChildren(level[range], of: root)
        return root
      }
    } while level.count > 1
  }

  /// Inserts an element.
  ///
  /// - Parameter successor: The element to insert it before; `nil` for the end of the list.
  /// - Complexity: O(log *n*); the first weight other than 1 costs O(*n*).
  @discardableResult
  @usableFromInline package mutating func insert(before successor: Handle? = nil, weight: Int = 1) -> Handle {
    insert(at: place(before: successor), weight: weight)
  }

  /// Inserts an element.
  ///
  /// - Parameter rank: The rank of the new element, from 0; the end of the list if it exceeds the count.
  /// - Complexity: As `insert(before:weight:)`.
  @discardableResult
  package mutating func insert(at rank: Int, weight: Int = 1) -> Handle {
    precondition(rank >= 0, "An element cannot be inserted before the first position.")
    return insert(at: rank < count ? findLeaf(at: rank, by: countSums) : place(before: nil), weight: weight)
  }

  /// Inserts an element at a partition point, as ``partitionPoint(in:where:)`` determines it.
  @discardableResult
  package mutating func insert(
    atPartitionPointIn ranks: Range<Int>? = nil, weight: Int = 1, where isBefore: (Handle) -> Bool
  ) -> Handle { insert(at: partitionPlace(in: ranks, where: isBefore), weight: weight) }

  private mutating func insert(at place: Place, weight: Int) -> Handle {
    if weight != 1 { useWeights() }
    let handle = makeHandle(weight: weight)
    attach(handle, weight: weight, at: place)
    return handle
  }

  /// Removes an element and frees its handle.
  @usableFromInline package mutating func remove(_ handle: Handle) {
    detach(handle)
    leaves[handle.offset] = firstFreeHandle | Self.freeMark
    firstFreeHandle = handle.index
  }

  /// Removes all elements and frees their memory.
  package mutating func removeAll() { self = RankTree(width: width) }

  /// Moves an element, which keeps its handle and weight.
  ///
  /// - Parameter successor: The element to move it before; `nil` for the end of the list. If it is the element itself,
  ///   the list is unchanged.
  package mutating func move(_ handle: Handle, before successor: Handle?) {
    // Once it is detached, the element has no place of its own that it could be inserted before.
    guard handle != successor else { return }
    detach(handle)
    attach(handle, weight: weight(of: handle), at: place(before: successor))
  }

  /// Moves an element, which keeps its handle and weight, to a partition point among the other elements.
  ///
  /// - Parameters:
  ///   - ranks: The ranks of the range to search, with the element removed; without it, all other elements.
  ///   - isBefore: Whether another element comes before it: see ``partitionPoint(in:where:)``.
  /// - Complexity: O(log *n*), and O(log *m*) calls of `isBefore`, *m* being the number of elements in the range.
  package mutating func move(
    _ handle: Handle, toPartitionPointIn ranks: Range<Int>? = nil, where isBefore: (Handle) -> Bool
  ) {
    detach(handle)
    attach(handle, weight: weight(of: handle), at: partitionPlace(in: ranks, where: isBefore))
  }

  /// Sets the weight of an element.
  ///
  /// - Complexity: O(log *n*), but O(*n*) for the first weight other than 1.
  @usableFromInline package mutating func setWeight(of handle: Handle, to weight: Int) {
    let old = self.weight(of: handle)
    guard weight != old else { return }
    useWeights()
    add(count: 0, weight: weight - old, above: leaves[handle.offset])
    weights[handle.offset] = UInt32(weight)
  }

  /// Adds a difference to the weight of the element at a rank. The sums are updated on the way down, without a second
  /// pass from the leaf to the root.
  ///
  /// - Complexity: O(`width` · log *n*), but O(*n*) for the first weight other than 1.
  package mutating func addWeight(_ difference: Int, at rank: Int) {
    precondition(rank >= 0 && rank < count, "There is no element at this rank.")
    useWeights()
    weight += difference
    var node = root
    var rest = rank
    while !isLeaf(node) {
      let whole = sums(of: node)
      let found = countSums.find(rest, in: whole)
      weightSums.grow(found.index..<whole.upperBound, by: difference)
      node = child(found.index - whole.lowerBound, of: node)
      rest = found.rest
    }
    let handle = Int(child(rest, of: node))
    weights[handle] = UInt32(Int(weights[handle]) + difference)
  }

  /// Returns the place before an element, or the place at the end of the list.
  private func place(before successor: Handle?) -> Place {
    if let successor {
      let leaf = leaves[successor.offset]
      return (leaf, position(of: successor, in: leaf))
    }
    if root == Self.none { return (Self.none, 0) }
    let leaf = lastLeaf(under: root)
    return (leaf, childCount(of: leaf))
  }

  private mutating func attach(_ handle: Handle, weight: Int, at place: Place) {
    var (leaf, position) = place
    if leaf == Self.none {
      root = makeLeaf()
      leaf = root
    }
    if childCount(of: leaf) == width { (leaf, position) = split(leaf, for: position) }
    makeRoom(in: leaf)
    let children = children(of: leaf)
    slots.copy(children.lowerBound + position..<children.upperBound, to: children.lowerBound + position + 1)
    slots[children.lowerBound + position] = handle.index
    nodes[Int(leaf)].childCount += 1
    leaves[handle.offset] = leaf
    // The leaf may be another one than that of `place` by now, under parents that were split. Their sums are right
    // without the element.
    add(count: 1, weight: weight, above: leaf)
  }

  private mutating func detach(_ handle: Handle) {
    let leaf = leaves[handle.offset]
    let children = children(of: leaf)
    let slot = children.lowerBound + position(of: handle, in: leaf)
    slots.copy(slot + 1..<children.upperBound, to: slot)
    nodes[Int(leaf)].childCount -= 1
    // Before `refill`, which relies on the sums of the nodes above.
    add(count: -1, weight: -weight(of: handle), above: leaf)
    refill(leaf)
  }

  private mutating func makeHandle(weight: Int) -> Handle {
    guard firstFreeHandle == Self.none else {
      let handle = Handle(index: firstFreeHandle)
      let next = leaves[handle.offset]
      // The list of free handles ends with `none`, which has all bits set, the mark included.
      firstFreeHandle = next == Self.none ? next : next & ~Self.freeMark
      if hasWeights { weights[handle.offset] = UInt32(weight) }
      return handle
    }
    leaves.append(Self.none)
    if hasWeights { weights.append(UInt32(weight)) }
    return Handle(index: UInt32(leaves.count - 1))
  }

  /// Stores the weight 1 of every element explicitly, so that weights can be changed.
  private mutating func useWeights() {
    guard !hasWeights else { return }
    hasWeights = true
    weights = Array(repeating: 1, count: leaves.count)
    // So far every element has weight 1, so these are the sums of the weights, too.
    weightSums.ends = countSums.ends.map { Int($0) }
  }
}
