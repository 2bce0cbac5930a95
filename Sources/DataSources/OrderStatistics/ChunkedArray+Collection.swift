/// Reading by position, and in order.
extension ChunkedArray: RandomAccessCollection {
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @inlinable subscript(position: Int) -> Element {
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
  @inlinable func place(of position: Int) -> (chunk: RankTree.Handle, offset: Int) {
    guard let place = order.handle(atWeight: position) else {
      preconditionFailure("There is no element at position \(position) of \(count).")
    }
    return (place.handle, place.offset)
  }

  /// All elements, in order, which are copied chunk by chunk.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @usableFromInline var all: [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    for chunk in order.value { all += chunks[chunk.offset] }
    return all
  }

  /// Walks over the elements, chunk by chunk.
  @usableFromInline struct Iterator: IteratorProtocol {
    @usableFromInline var handles: RankTree.Iterator
    @usableFromInline let chunks: [ContiguousArray<Element>]
    @usableFromInline var chunk: ContiguousArray<Element> = []
    @usableFromInline var offset = 0

    @inlinable init(handles: RankTree.Iterator, chunks: [ContiguousArray<Element>]) {
      (self.handles, self.chunks) = (handles, chunks)
    }

    @inlinable mutating func next() -> Element? {
      if offset == chunk.count {
        guard let handle = handles.next() else { return nil }
        (chunk, offset) = (chunks[handle.offset], 0)
      }
      offset += 1
      return chunk[offset - 1]
    }
  }

  @inlinable func makeIterator() -> Iterator { Iterator(handles: order.value.makeIterator(), chunks: chunks) }
}

extension Boxed<RankTree> {
  /// As that of the list itself. To call a function of what is in a box is to copy it, unless the function is made part of the caller.
  @inline(never) @usableFromInline
  func handle(atWeight position: Int) -> (handle: RankTree.Handle, offset: Int)? { value.handle(atWeight: position) }
}
