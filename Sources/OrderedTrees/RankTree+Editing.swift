extension RankTree {
  /// Makes a list of elements that weigh 1; their handles' offsets count from 0, in order.
  ///
  /// - Parameters:
  ///   - count: How many elements there are.
  ///   - width: How many children a node may have.
  /// - Complexity: O(*n*), *n* being the number of elements.
  package init(count: Int, width: Int = 64) {
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
  package init(order: some Sequence<UInt32>, width: Int = 64) {
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

extension RankTree {
  /// Adds an element.
  ///
  /// - Parameters:
  ///   - successor: The element to stand before; nothing for the end of the list.
  ///   - weight: What the new element weighs.
  /// - Complexity: O(log *n*), on average over all weights other than 1, the first of which is O(*n*).
  @discardableResult
  @usableFromInline package mutating func insert(before successor: Handle? = nil, weight: Int = 1) -> Handle {
    insert(at: place(before: successor), weight: weight)
  }

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - rank: How many elements will stand before it, from 0; past the end is at the end.
  ///   - weight: What it weighs.
  /// - Complexity: As `insert(before:weight:)`.
  @discardableResult
  package mutating func insert(at rank: Int, weight: Int = 1) -> Handle {
    precondition(rank >= 0, "An element cannot be inserted before the first position.")
    return insert(at: rank < count ? findLeaf(at: rank, by: counts) : place(before: nil), weight: weight)
  }

  /// Adds an element at a partition point, as ``partitionPoint(in:where:)`` finds it.
  @discardableResult
  package mutating func insert(
    atPartitionPointIn ranks: Range<Int>? = nil, weight: Int = 1, where isBefore: (Handle) -> Bool
  ) -> Handle {
    insert(at: partitionPlace(in: ranks, where: isBefore), weight: weight)
  }

  private mutating func insert(at place: Place, weight: Int) -> Handle {
    if weight != 1 { useWeights() }
    let handle = makeHandle(weight: weight)
    attach(handle, weight: weight, at: place)
    return handle
  }

  /// Takes an element out of the list, and frees its handle.
  ///
  /// - Complexity: O(log *n*).
  @usableFromInline package mutating func remove(_ handle: Handle) {
    detach(handle)
    leaves[handle.offset] = firstFreeHandle | Self.freeMark
    firstFreeHandle = handle.index
  }

  /// Takes all elements out of the list, and frees what they took.
  package mutating func removeAll() {
    self = RankTree(width: width)
  }

  /// Moves an element, which keeps its handle and weight.
  ///
  /// - Parameters:
  ///   - handle: The element.
  ///   - successor: The element to stand before; nothing for the end of the list. Before itself is where it is.
  /// - Complexity: O(log *n*).
  package mutating func move(_ handle: Handle, before successor: Handle?) {
    guard handle != successor else { return }
    detach(handle)
    attach(handle, weight: weight(of: handle), at: place(before: successor))
  }

  /// Moves an element, which keeps its handle and weight, to a partition point among the others.
  ///
  /// - Parameters:
  ///   - handle: The element.
  ///   - ranks: Where the neighbours stand when the element is taken out; without it, all others.
  ///   - isBefore: Whether another element stands before it: see ``partitionPoint(in:where:)``.
  /// - Complexity: O(log *n*), and O(log *m*) calls of `isBefore`, *m* being the number of the neighbours.
  package mutating func move(
    _ handle: Handle, toPartitionPointIn ranks: Range<Int>? = nil, where isBefore: (Handle) -> Bool
  ) {
    detach(handle)
    attach(handle, weight: weight(of: handle), at: partitionPlace(in: ranks, where: isBefore))
  }

  /// Changes what an element weighs.
  ///
  /// - Complexity: O(log *n*), but O(*n*) for the first weight other than 1.
  @usableFromInline package mutating func setWeight(of handle: Handle, to weight: Int) {
    let old = self.weight(of: handle)
    guard weight != old else { return }
    useWeights()
    add(count: 0, weight: weight - old, above: leaves[handle.offset])
    weights[handle.offset] = UInt32(weight)
  }

  /// Makes the element at a rank heavier, or lighter; on the way down, without looking for the way up.
  ///
  /// - Complexity: O(`width` · log *n*), but O(*n*) for the first weight other than 1.
  package mutating func addWeight(_ difference: Int, at rank: Int) {
    precondition(rank >= 0 && rank < count, "There is no element at this rank.")
    useWeights()
    weight += difference
    var (node, rest) = (root, rank)
    while !isLeaf(node) {
      let whole = sums(of: node)
      let found = counts.find(rest, in: whole)
      loads.grow(found.index..<whole.upperBound, by: difference)
      (node, rest) = (child(found.index - whole.lowerBound, of: node), found.rest)
    }
    let handle = Int(child(rest, of: node))
    weights[handle] = UInt32(Int(weights[handle]) + difference)
  }

  /// The place before an element; without one, that at the end.
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
    add(count: 1, weight: weight, above: leaf)
  }

  private mutating func detach(_ handle: Handle) {
    let leaf = leaves[handle.offset]
    let children = children(of: leaf)
    let slot = children.lowerBound + position(of: handle, in: leaf)
    slots.copy(slot + 1..<children.upperBound, to: slot)
    nodes[Int(leaf)].childCount -= 1
    add(count: -1, weight: -weight(of: handle), above: leaf)
    refill(leaf)
  }

  private mutating func makeHandle(weight: Int) -> Handle {
    guard firstFreeHandle == Self.none else {
      let handle = Handle(index: firstFreeHandle)
      let next = leaves[handle.offset]
      firstFreeHandle = next == Self.none ? next : next & ~Self.freeMark
      if hasWeights { weights[handle.offset] = UInt32(weight) }
      return handle
    }
    leaves.append(Self.none)
    if hasWeights { weights.append(UInt32(weight)) }
    return Handle(index: UInt32(leaves.count - 1))
  }

  /// Writes down that every element weighs 1, so that one can weigh something else.
  private mutating func useWeights() {
    guard !hasWeights else { return }
    hasWeights = true
    weights = Array(repeating: 1, count: leaves.count)
    loads.ends = counts.ends.map { Int($0) }
  }
}
