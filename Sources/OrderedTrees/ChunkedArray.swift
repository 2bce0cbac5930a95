/// An array in which inserting and removing elements anywhere costs little, however long it is.
///
/// Its elements are in chunks of some hundred, which are arrays, in the order of a ``RankTree`` that weighs how many
/// elements a chunk has. All that depends on the type of the elements is the arrays.
///
/// Invariants, with `chunkSize` elements in a chunk at most:
/// - No chunk in the order is empty, and two neighbours have more than half of `chunkSize` together.
/// - A chunk that is not in the order is empty.
@usableFromInline package struct ChunkedArray<Element> {
  /// The chunks in order, each as heavy as it is long. Narrow, because the weights in a leaf are summed up at every look.
  @usableFromInline package var order = Boxed(RankTree(width: 16))
  /// For each handle of the order, the chunk.
  @usableFromInline package var chunks: [ContiguousArray<Element>] = []
  /// The number of elements.
  @usableFromInline package var count = 0
  /// How many elements a chunk may have.
  @usableFromInline package let chunkSize: Int

  /// Creates an empty array.
  ///
  /// - Parameter chunkSize: How many elements a chunk may have: 2 or more. Small chunks are for tests.
  @inlinable package init(chunkSize: Int = 128) {
    self.chunkSize = chunkSize
  }

  /// Makes an array of elements.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable package init(_ elements: some Sequence<Element>, chunkSize: Int = 128) {
    self.init(chunkSize: chunkSize)
    chunks = pieces(of: ContiguousArray(elements))
    order = Boxed(RankTree(weights: chunks.map(\.count), width: 16))
    count = order.value.weight
  }

  /// Elements as chunks, which are as long as each other.
  @inlinable package func pieces(of elements: ContiguousArray<Element>) -> [ContiguousArray<Element>] {
    let (count, total) = ((elements.count + chunkSize - 1) / chunkSize, elements.count)
    if count == 1 { return [elements] }
    return (0..<count).map { ContiguousArray(elements[$0 * total / count..<($0 + 1) * total / count]) }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

/// Reading by position, and in order.
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

  /// The chunk that a position is in, and the position in the chunk.
  @inlinable package func place(of position: Int) -> (chunk: RankTree.Handle, offset: Int) {
    guard let place = order.handle(atWeight: position) else {
      preconditionFailure("There is no element at position \(position) of \(count).")
    }
    return (place.handle, place.offset)
  }

  /// All elements, in order, which are copied chunk by chunk.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline package var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for chunk in order.value { all += chunks[chunk.offset] }
    return all
  }

  /// Walks over the elements, chunk by chunk.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline package var handles: RankTree.Iterator
    @usableFromInline package let chunks: [ContiguousArray<Element>]
    @usableFromInline package var chunk: ContiguousArray<Element> = []
    @usableFromInline package var offset = 0

    @inlinable package init(handles: RankTree.Iterator, chunks: [ContiguousArray<Element>]) {
      (self.handles, self.chunks) = (handles, chunks)
    }

    @inlinable package mutating func next() -> Element? {
      if offset == chunk.count {
        guard let handle = handles.next() else { return nil }
        (chunk, offset) = (chunks[handle.offset], 0)
      }
      offset += 1
      return chunk[offset - 1]
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(handles: order.value.makeIterator(), chunks: chunks) }
}

extension Boxed<RankTree> {
  /// As that of the list itself. To call a function of what is in a box is to copy it, unless the function is made part of the caller.
  @inline(never) @usableFromInline
  package func handle(atWeight position: Int) -> (handle: RankTree.Handle, offset: Int)? {
    value.handle(atWeight: position)
  }
}
