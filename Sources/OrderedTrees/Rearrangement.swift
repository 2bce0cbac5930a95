/// A list in two orders: that of its source, and another one. An element has the same handle in both.
///
/// Handles are the same because every edit is made in both lists at once: each then hands out the same free ones in the same order.
/// To the outside an element is the offset of its handle, under which the owner keeps what belongs to it.
///
/// After Glazed Lists, whose sorted lists are two linked trees.
@usableFromInline package struct Rearrangement: Sendable {
  private typealias Handle = RankTree.Handle

  /// Where an element stands in the other order, compared with another one.
  @usableFromInline package enum Comparison {
    case before
    /// As the order of the source has it.
    case same
    case after
  }

  /// The elements in the order of the source.
  private var source: Boxed<RankTree>
  /// The elements in the other order.
  private var arranged: Boxed<RankTree>

  /// Makes a list of elements whose offsets count from 0 in the order of the source.
  ///
  /// - Parameter order: The offsets in the other order.
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline package init(order: [UInt32] = []) {
    source = Boxed(RankTree(count: order.count))
    arranged = Boxed(RankTree(order: order))
  }

  /// The number of elements.
  @usableFromInline package var count: Int { source.value.count }

  /// Where the element at a position of the source stands in the other order; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline package func arrangedPosition(of position: Int) -> Int? {
    offset(at: position).map { arrangedPosition(ofElement: $0) }
  }

  /// Where the element of an offset stands in the other order.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  package func arrangedPosition(ofElement offset: Int) -> Int { arranged.read { $0.rank(of: handle(offset)) } }

  /// Where the element at a position of the other order stands in the source; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline package func sourcePosition(of position: Int) -> Int? {
    arranged.read { $0.handle(at: position) }.map { handle in source.read { $0.rank(of: handle) } }
  }

  /// Where the elements at positions of the other order stand in the source, one after the other.
  ///
  /// - Parameter positions: Positions that exist.
  /// - Complexity: O(*k* log *n*), *k* being the number of positions and *n* that of elements.
  @usableFromInline package func sourcePositions(of positions: Range<Int>) -> [Int] {
    // Nobody edits the elements in the meantime: they are not copied for each question.
    let source = source.value, arranged = arranged.value
    let handles = arranged.makeIterator(from: arranged.handle(at: positions.lowerBound))
    return IteratorSequence(handles).prefix(positions.count).map(source.rank(of:))
  }

  /// Where all elements stand in the source, in the other order.
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

  /// The element at a position of the source; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline package func offset(at position: Int) -> Int? {
    source.read { $0.handle(at: position) }?.offset
  }

  /// The element at a position of the other order; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  package func offset(atArranged position: Int) -> Int? {
    arranged.read { $0.handle(at: position) }?.offset
  }

  /// Where the element of an offset stands in the source.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  package func position(of offset: Int) -> Int { source.read { $0.rank(of: handle(offset)) } }

  /// Whether an element stands before another one in the source.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  package func precedes(_ offset: Int, _ other: Int) -> Bool {
    source.read { $0.precedes(handle(offset), handle(other)) }
  }
}

// MARK: - Editing

extension Rearrangement {
  /// Adds an element.
  ///
  /// - Parameters:
  ///   - position: How many elements of the source will stand before it.
  ///   - positions: Between which positions of the other order it belongs; without it, anywhere.
  ///   - compare: Where another element between those positions stands in the other order, compared with the new one, given the other
  ///     one's offset.
  /// - Returns: The new element's offset: one that is free, or the number of all that there have been at a time.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline package mutating func insert(
    at position: Int, within positions: Range<Int>? = nil, compare: (Int) -> Comparison = { _ in .same }
  ) -> Int {
    let handle = source.value.insert(at: position)
    let same = arranged.value.insert(atPartitionPointIn: positions) { [source] in
      Self.isBefore($0, handle, compare, in: source)
    }
    assert(handle == same, "The two orders have different handles.")
    return handle.offset
  }

  /// Takes the element at a position of the source out.
  ///
  /// - Returns: The offset that it had; nothing where there is no such element.
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline package mutating func remove(at position: Int) -> Int? {
    guard let offset = offset(at: position) else { return nil }
    remove(element: offset)
    return offset
  }

  /// Takes the element of an offset out.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  package mutating func remove(element offset: Int) {
    source.value.remove(handle(offset))
    arranged.value.remove(handle(offset))
  }

  /// Puts an element where it belongs in the other order.
  ///
  /// - Parameters:
  ///   - offset: The element's offset.
  ///   - positions: Between which positions of the other order it belongs, not counting itself; without it, anywhere.
  ///   - compare: Where another element between those positions stands in the other order, compared with this one, given the other
  ///     one's offset.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline package mutating func rearrange(
    _ offset: Int, within positions: Range<Int>? = nil, compare: (Int) -> Comparison = { _ in .same }
  ) {
    let handle = handle(offset)
    arranged.value.move(handle, toPartitionPointIn: positions) { [source] in
      Self.isBefore($0, handle, compare, in: source)
    }
  }

  private static func isBefore(
    _ other: Handle, _ handle: Handle, _ compare: (Int) -> Comparison, in source: Boxed<RankTree>
  ) -> Bool {
    switch compare(other.offset) {
    case .before: true
    case .after: false
    case .same: source.value.precedes(other, handle)
    }
  }

  private func handle(_ offset: Int) -> Handle { Handle(index: UInt32(offset)) }
}
