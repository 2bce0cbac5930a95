/// A list in two orders: the order of its source and another one. An element has the same handle in both.
///
/// The handles agree because every edit is made in both trees at once, and each tree reuses free handles in the same
/// order. Callers identify an element by the offset of its handle, which indexes the owner's data.
///
/// After Glazed Lists, whose sorted lists are two linked trees.
///
/// - Complexity: Looking up and removing an element takes O(log *n*), *n* being the number of elements, unless another
///   cost is stated.
@usableFromInline package struct DualOrderList: Sendable {
  private typealias Handle = RankTree.Handle

  /// The order of an element relative to another one, in the other order.
  @usableFromInline package enum Comparison {
    case before
    /// Equal; the order of the source decides.
    case same
    case after
  }

  /// The elements in the order of the source.
  private var source: CopyOnWriteBox<RankTree>
  /// The elements in the other order.
  private var arranged: CopyOnWriteBox<RankTree>

  /// Creates a list of elements whose offsets count from 0 in the order of the source.
  ///
  /// - Parameter order: The offsets in the other order.
  @usableFromInline package init(order: [UInt32] = []) {
    source = CopyOnWriteBox(RankTree(count: order.count))
    arranged = CopyOnWriteBox(RankTree(order: order))
  }

  /// The number of elements.
  @usableFromInline package var count: Int { source.value.count }

  /// Returns the position in the other order of the element at a position of the source, or `nil` if there is none.
  @usableFromInline package func arrangedPosition(of position: Int) -> Int? {
    offset(at: position).map { arrangedPosition(ofElement: $0) }
  }

  /// Returns the position in the other order of the element with an offset.
  package func arrangedPosition(ofElement offset: Int) -> Int { arranged.read { $0.rank(of: handle(offset)) } }

  /// Returns the position in the source of the element at a position of the other order, or `nil` if there is none.
  @usableFromInline package func sourcePosition(of position: Int) -> Int? {
    arranged.read { $0.handle(at: position) }.map { handle in source.read { $0.rank(of: handle) } }
  }

  /// Returns the positions in the source of the elements in a range of the other order.
  ///
  /// - Parameter positions: Positions that exist.
  /// - Complexity: O(*k* log *n*), *k* being the number of positions and *n* the number of elements.
  @usableFromInline package func sourcePositions(of positions: Range<Int>) -> [Int] {
    // No edits happen in the meantime, so the trees are read once and not copied for each query.
    let source = source.value, arranged = arranged.value
    let handles = arranged.makeIterator(from: arranged.handle(at: positions.lowerBound))
    return IteratorSequence(handles).prefix(positions.count).map(source.rank(of:))
  }

  /// The positions in the source of all elements, in the other order.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  package var sourcePositions: [Int] {
    let source = source.value, arranged = arranged.value
    var positions = [Int](repeating: 0, count: source.leaves.count)
    for (position, handle) in IteratorSequence(source.makeIterator(from: source.first)).enumerated() {
      positions[handle.offset] = position
    }
    return IteratorSequence(arranged.makeIterator(from: arranged.first)).map { positions[$0.offset] }
  }

  /// Returns the offset of the element at a position of the source, or `nil` if there is none.
  @usableFromInline package func offset(at position: Int) -> Int? {
    source.read { $0.handle(at: position) }?.offset
  }

  /// Returns the offset of the element at a position of the other order, or `nil` if there is none.
  package func offset(atArranged position: Int) -> Int? { arranged.read { $0.handle(at: position) }?.offset }

  /// Returns the position in the source of the element with an offset.
  package func position(of offset: Int) -> Int { source.read { $0.rank(of: handle(offset)) } }

  /// Returns whether an element comes before another one in the source.
  package func precedes(_ offset: Int, _ other: Int) -> Bool {
    source.read { $0.precedes(handle(offset), handle(other)) }
  }

  // MARK: - Editing

  /// Inserts an element.
  ///
  /// - Parameters:
  ///   - position: The position of the new element in the source.
  ///   - positions: The range of the other order that the new element belongs in; without it, the whole list.
  ///   - compare: Returns whether another element of this range, given by its offset, comes before or after the new one
  ///     in the other order.
  /// - Returns: The offset of the new element: a free one or, if there is none, the next unused number.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline package mutating func insert(
    at position: Int, within positions: Range<Int>? = nil, compare: (Int) -> Comparison = { _ in .same }
  ) -> Int {
    // The source comes first: elements that compare equal are ordered by their positions there. The closure captures
    // a copy of the box, because `self` is being mutated while it is called.
    let handle = source.value.insert(at: position)
    let same = arranged.value.insert(atPartitionPointIn: positions) { [source] in
      Self.isBefore($0, handle, compare, in: source)
    }
    assert(handle == same, "The two orders have different handles.")
    return handle.offset
  }

  /// Removes the element at a position of the source.
  ///
  /// - Returns: The offset that the element had, or `nil` if there is no element at the position.
  @usableFromInline package mutating func remove(at position: Int) -> Int? {
    guard let offset = offset(at: position) else { return nil }
    remove(element: offset)
    return offset
  }

  /// Removes the element with an offset.
  package mutating func remove(element offset: Int) {
    source.value.remove(handle(offset))
    arranged.value.remove(handle(offset))
  }

  /// Removes many elements, and numbers the others anew: their offsets count from 0 in the order of the source.
  ///
  /// - Parameter positions: Positions of the source that exist, in any order.
  /// - Returns: The former offset of each remaining element, by its new one.
  /// - Complexity: O(*n*), *n* being the number of elements. It takes less time than single removals if more than a
  ///   small part is removed.
  @usableFromInline package mutating func remove(at positions: [Int]) -> [Int] {
    var isRemoved = [Bool](repeating: false, count: count)
    for position in positions { isRemoved[position] = true }
    let source = source.value, arranged = arranged.value
    let remaining = zip(IteratorSequence(source.makeIterator(from: source.first)), isRemoved).filter { !$0.1 }
      .map(\.0.offset)
    // The new number of each former offset; `none` for removed elements, and for offsets that were free.
    var numbers = [UInt32](repeating: RankTree.none, count: source.leaves.count)
    for (number, offset) in remaining.enumerated() { numbers[offset] = UInt32(number) }
    let order = IteratorSequence(arranged.makeIterator(from: arranged.first)).map { numbers[$0.offset] }
    self = DualOrderList(order: order.filter { $0 != RankTree.none })
    return remaining
  }

  /// Moves an element to its place in the other order, after a change of its sort key for example.
  ///
  /// - Parameters:
  ///   - positions: The range of the other order that the element belongs in, with the element itself removed; without
  ///     it, the whole list.
  ///   - compare: Returns whether another element of this range, given by its offset, comes before or after this one in
  ///     the other order.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline package mutating func rearrange(
    _ offset: Int, within positions: Range<Int>? = nil, compare: (Int) -> Comparison = { _ in .same }
  ) {
    let handle = handle(offset)
    // A copy of the box, because `self` is being mutated while the closure is called.
    arranged.value.move(handle, toPartitionPointIn: positions) { [source] in
      Self.isBefore($0, handle, compare, in: source)
    }
  }

  private static func isBefore(
    _ other: Handle, _ handle: Handle, _ compare: (Int) -> Comparison, in source: CopyOnWriteBox<RankTree>
  ) -> Bool {
    switch compare(other.offset) {
    case .before: true
    case .after: false
    case .same: source.value.precedes(other, handle)
    }
  }

  private func handle(_ offset: Int) -> Handle { Handle(index: UInt32(offset)) }
}
