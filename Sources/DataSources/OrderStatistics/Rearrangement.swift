/// A list in two orders: that of its source, and another one. An element has the same handle in both.
///
/// Handles are the same because every edit is made in both lists at once: each then hands out the same free ones in the same order.
/// To the outside an element is the offset of its handle, under which the owner keeps what belongs to it.
///
/// After Glazed Lists, whose sorted lists are two linked trees.
@usableFromInline struct Rearrangement: Sendable {
  private typealias Handle = RankTree.Handle

  /// Where an element stands in the other order, compared with another one.
  @usableFromInline enum Comparison {
    case before
    /// As the order of the source has it.
    case same
    case after
  }

  /// The elements in the order of the source.
  private var source: RankTree
  /// The elements in the other order.
  private var arranged: RankTree

  /// Makes a list of elements whose offsets count from 0 in the order of the source.
  ///
  /// - Parameter order: The offsets in the other order.
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline init(order: [UInt32] = []) {
    source = RankTree(count: order.count)
    arranged = RankTree(order: order)
  }

  /// How many elements there are.
  @usableFromInline var count: Int { source.count }

  /// Where the element at a position of the source stands in the other order; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline func arrangedPosition(of position: Int) -> Int? {
    position < 0 ? nil : source.handle(at: position).map(arranged.rank(of:))
  }

  /// Where the element at a position of the other order stands in the source; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline func sourcePosition(of position: Int) -> Int? {
    position < 0 ? nil : arranged.handle(at: position).map(source.rank(of:))
  }

  /// The element at a position of the source; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline func offset(at position: Int) -> Int? { source.handle(at: position)?.offset }

  /// The element at a position of the other order; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  func offset(atArranged position: Int) -> Int? { arranged.handle(at: position)?.offset }

  /// Whether an element stands before another one in the source.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  /// Where the element of an offset stands in the source.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  func position(of offset: Int) -> Int { source.rank(of: handle(offset)) }

  func precedes(_ offset: Int, _ other: Int) -> Bool { source.precedes(handle(offset), handle(other)) }
}

// MARK: - Editing

extension Rearrangement {
  /// Adds an element.
  ///
  /// - Parameters:
  ///   - position: How many elements of the source will stand before it.
  ///   - compare: Where another element stands in the other order, compared with the new one, given the other one's offset.
  /// - Returns: The new element's offset: one that is free, or the number of all that there have been at a time.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline mutating func insert(at position: Int, compare: (Int) -> Comparison) -> Int {
    let handle = source.insert(at: position)
    let successor = arranged.partitionPoint { isBefore($0, handle, compare) }
    let same = arranged.insert(before: successor)
    assert(handle == same, "The two orders have different handles.")
    return handle.offset
  }

  /// Takes the element at a position of the source out.
  ///
  /// - Returns: The offset that it had; nothing where there is no such element.
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @usableFromInline mutating func remove(at position: Int) -> Int? {
    guard let handle = source.handle(at: position) else { return nil }
    source.remove(handle)
    arranged.remove(handle)
    return handle.offset
  }

  /// Puts an element where it belongs in the other order.
  ///
  /// - Parameters:
  ///   - offset: The element's offset.
  ///   - compare: Where another element stands in the other order, compared with this one, given the other one's offset.
  /// - Complexity: O(log *n*) comparisons and O(log² *n*) steps, *n* being the number of elements.
  @usableFromInline mutating func rearrange(_ offset: Int, compare: (Int) -> Comparison) {
    let handle = handle(offset)
    // First to the end, where it is in nobody's way, so that the others are partitioned.
    arranged.move(handle, before: nil)
    let successor = arranged.partitionPoint { $0 != handle && isBefore($0, handle, compare) }
    if successor != handle { arranged.move(handle, before: successor) }
  }

  private func isBefore(_ other: Handle, _ handle: Handle, _ compare: (Int) -> Comparison) -> Bool {
    switch compare(other.offset) {
    case .before: true
    case .after: false
    case .same: source.precedes(other, handle)
    }
  }

  private func handle(_ offset: Int) -> Handle { Handle(index: UInt32(offset)) }
}
