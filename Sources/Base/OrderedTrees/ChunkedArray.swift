/// An array in which inserting and removing elements takes logarithmic time at any position.
///
/// Its elements are in chunks, arrays of up to `chunkSize` elements, in the order of a ``RankTree`` whose weights are
/// the lengths of the chunks. Only the chunks depend on the type of the elements.
///
/// Invariants:
/// - No chunk in the order is empty, and two neighbours have more than half of `chunkSize` elements together.
/// - A chunk that is not in the order is empty.
@usableFromInline package struct ChunkedArray<Element> {
  /// The order of the chunks, weighted by their lengths. Narrow, because the weights in a leaf are summed up in every
  /// query.
  @usableFromInline package var order = CopyOnWriteBox(RankTree(width: 16))
  /// The chunk of each handle of the order.
  @usableFromInline package var chunks: [ContiguousArray<Element>] = []
  /// The number of elements.
  @usableFromInline package var count = 0
  /// The maximum number of elements in a chunk.
  @usableFromInline package let chunkSize: Int

  /// Creates an empty array.
  ///
  /// - Parameter chunkSize: The maximum number of elements in a chunk, 2 or more. Small chunks are for tests.
  @inlinable package init(chunkSize: Int = 128) {
    self.chunkSize = chunkSize
  }

  /// Creates an array of elements.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable package init(_ elements: some Sequence<Element>, chunkSize: Int = 128) {
    self.init(chunkSize: chunkSize)
    chunks = pieces(of: ContiguousArray(elements))
    order = CopyOnWriteBox(RankTree(weights: chunks.map(\.count), width: 16))
    count = order.value.weight
  }

  /// Returns elements as chunks of about equal length.
  @inlinable package func pieces(of elements: ContiguousArray<Element>) -> [ContiguousArray<Element>] {
    let count = (elements.count + chunkSize - 1) / chunkSize
    let total = elements.count
    if count == 1 { return [elements] }
    return (0..<count).map { ContiguousArray(elements[$0 * total / count..<($0 + 1) * total / count]) }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

/// Access by position, and iteration.
extension ChunkedArray: RandomAccessCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @inlinable package subscript(position: Int) -> Element {
    get {
      let (chunk, offset) = place(of: position)
      return chunks[chunk.offset][offset]
    }
    set {
      let (chunk, offset) = place(of: position)
      chunks[chunk.offset][offset] = newValue
    }
  }

  /// Returns the chunk of a position, and the offset of the position in the chunk.
  @inlinable package func place(of position: Int) -> (chunk: RankTree.Handle, offset: Int) {
    guard let place = order.handle(atWeight: position) else {
      preconditionFailure("There is no element at position \(position) of \(count).")
    }
    return (place.handle, place.offset)
  }

  /// All elements, in order, copied chunk by chunk.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline package var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for chunk in order.value { all += chunks[chunk.offset] }
    return all
  }

  /// An iterator over the elements that reads chunk by chunk.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline package var handles: RankTree.Iterator
    @usableFromInline package let chunks: [ContiguousArray<Element>]
    @usableFromInline package var chunk: ContiguousArray<Element> = []
    @usableFromInline package var offset = 0

    @inlinable package init(handles: RankTree.Iterator, chunks: [ContiguousArray<Element>]) {
      self.handles = handles
      self.chunks = chunks
    }

    @inlinable package mutating func next() -> Element? {
      if offset == chunk.count {
        guard let handle = handles.next() else { return nil }
        chunk = chunks[handle.offset]
        offset = 0
      }
      offset += 1
      return chunk[offset - 1]
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(handles: order.value.makeIterator(), chunks: chunks) }
}

extension CopyOnWriteBox<RankTree> {
  /// Forwards to the boxed list. Calling a method of a boxed value would copy the value, unless the method is inlined.
  @inline(never) @usableFromInline
  package func handle(atWeight position: Int) -> (handle: RankTree.Handle, offset: Int)? {
    value.handle(atWeight: position)
  }
}
