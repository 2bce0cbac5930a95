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
  mutating func insert(at rank: Int, weight: Int = 1) -> Handle {
    precondition(rank >= 0, "An element does not stand before the first one.")
    return insert(at: rank < count ? findLeaf(at: rank, by: counts) : place(before: nil), weight: weight)
  }

  /// Adds an element at a partition point, as ``partitionPoint(in:where:)`` finds it.
  @discardableResult
  mutating func insert(
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
  mutating func removeAll() {
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
  mutating func move(_ handle: Handle, toPartitionPointIn ranks: Range<Int>? = nil, where isBefore: (Handle) -> Bool) {
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
  mutating func addWeight(_ difference: Int, at rank: Int) {
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
