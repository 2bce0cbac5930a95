/// Reading by position, and in order.
extension ChunkedArray: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  subscript(position: Int) -> Element {
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
  func place(of position: Int) -> (chunk: RankTree.Handle, offset: Int) {
    guard let place = order.handle(atWeight: position) else {
      preconditionFailure("There is no element at position \(position) of \(count).")
    }
    return (place.handle, place.offset)
  }

  /// Walks over the elements, chunk by chunk.
  struct Iterator: IteratorProtocol {
    fileprivate var handles: RankTree.Iterator
    fileprivate let chunks: [ContiguousArray<Element>]
    fileprivate var chunk: ContiguousArray<Element> = []
    fileprivate var offset = 0

    mutating func next() -> Element? {
      if offset == chunk.count {
        guard let handle = handles.next() else { return nil }
        (chunk, offset) = (chunks[handle.offset], 0)
      }
      offset += 1
      return chunk[offset - 1]
    }
  }

  func makeIterator() -> Iterator { Iterator(handles: order.makeIterator(), chunks: chunks) }
}
