extension RankTree {
  /// Adds an element.
  ///
  /// - Parameters:
  ///   - successor: The element to stand before; nothing for the end of the list.
  ///   - weight: What the new element weighs.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func insert(before successor: Handle? = nil, weight: Int = 1) -> Handle {
    let handle = makeHandle(weight: weight)
    attach(handle, before: successor)
    return handle
  }

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - rank: How many elements will stand before it; past the end is at the end.
  ///   - weight: What it weighs.
  /// - Complexity: O(log *n*).
  @discardableResult
  mutating func insert(at rank: Int, weight: Int = 1) -> Handle {
    insert(before: handle(at: rank), weight: weight)
  }

  /// Takes an element out of the list, and frees its handle.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ handle: Handle) {
    detach(handle)
    weights[handle.offset] = firstFreeHandle
    firstFreeHandle = handle.index
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
    attach(handle, before: successor)
  }

  /// Changes what an element weighs.
  ///
  /// - Complexity: O(log *n*).
  mutating func setWeight(of handle: Handle, to weight: Int) {
    add(count: 0, weight: weight - self.weight(of: handle), from: leaves[handle.offset])
    weights[handle.offset] = UInt32(weight)
  }

  private mutating func attach(_ handle: Handle, before successor: Handle?) {
    if let successor {
      let leaf = leaves[successor.offset]
      insertChild(handle.index, at: position(of: successor.index, in: leaf), of: leaf)
    } else {
      if root == Self.none { root = makeNode(height: 0) }
      let leaf = lastLeaf
      insertChild(handle.index, at: childCount(of: leaf), of: leaf)
    }
  }

  private mutating func detach(_ handle: Handle) {
    let leaf = leaves[handle.offset]
    removeChild(at: position(of: handle.index, in: leaf), of: leaf)
    leaves[handle.offset] = Self.none
  }

  private mutating func makeHandle(weight: Int) -> Handle {
    guard firstFreeHandle == Self.none else {
      let handle = Handle(index: firstFreeHandle)
      firstFreeHandle = weights[handle.offset]
      weights[handle.offset] = UInt32(weight)
      return handle
    }
    leaves.append(Self.none)
    weights.append(UInt32(weight))
    return Handle(index: UInt32(leaves.count - 1))
  }

  private var lastLeaf: UInt32 {
    var node = root
    while !isLeaf(node) { node = child(childCount(of: node) - 1, of: node) }
    return node
  }
}
