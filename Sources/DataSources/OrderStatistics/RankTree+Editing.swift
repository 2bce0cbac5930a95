extension RankTree {
  /// Adds an element.
  ///
  /// - Parameters:
  ///   - successor: The element to stand before; nothing for the end of the list.
  ///   - weight: What the new element weighs.
  /// - Complexity: O(log *n*), on average over all weights other than 1, the first of which is O(*n*).
  @discardableResult
  mutating func insert(before successor: Handle? = nil, weight: Int = 1) -> Handle {
    if weight != 1 { useWeights() }
    let handle = makeHandle(weight: weight)
    attach(handle, weight: weight, before: successor)
    return handle
  }

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - rank: How many elements will stand before it; past the end is at the end.
  ///   - weight: What it weighs.
  /// - Complexity: As `insert(before:weight:)`.
  @discardableResult
  mutating func insert(at rank: Int, weight: Int = 1) -> Handle {
    insert(before: handle(at: rank), weight: weight)
  }

  /// Takes an element out of the list, and frees its handle.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ handle: Handle) {
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
  mutating func move(_ handle: Handle, before successor: Handle?) {
    guard handle != successor else { return }
    detach(handle)
    attach(handle, weight: weight(of: handle), before: successor)
  }

  /// Changes what an element weighs.
  ///
  /// - Complexity: O(log *n*), but O(*n*) for the first weight other than 1.
  mutating func setWeight(of handle: Handle, to weight: Int) {
    let old = self.weight(of: handle)
    guard weight != old else { return }
    useWeights()
    add(count: 0, weight: weight - old, above: leaves[handle.offset])
    weights[handle.offset] = UInt32(weight)
  }

  private mutating func attach(_ handle: Handle, weight: Int, before successor: Handle?) {
    if root == Self.none { root = makeLeaf() }
    var leaf = successor.map { leaves[$0.offset] } ?? lastLeaf(under: root)
    var position = successor.map { self.position(of: $0, in: leaf) } ?? childCount(of: leaf)
    if childCount(of: leaf) == width { (leaf, position) = split(leaf, for: position) }
    makeRoom(in: leaf)
    let children = children(of: leaf)
    slots.copy(children.dropFirst(position), to: children.lowerBound + position + 1)
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
    loads = counts
  }
}
