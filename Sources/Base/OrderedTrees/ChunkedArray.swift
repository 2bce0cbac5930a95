/// An array in which inserting and removing elements takes logarithmic time at any position.
///
/// Its elements are in chunks, arrays of up to `chunkSize` elements, in the order of a ``RankTree`` whose weights are
/// the lengths of the chunks. Only the chunks depend on the type of the elements.
///
/// Invariants:
/// - No chunk in the order is empty, and two neighbours have more than half of `chunkSize` elements together.
/// - A chunk that is not in the order is empty.
///
/// - Complexity: Looking up and editing an element takes O(log *n*), *n* being the number of elements, unless another
///   cost is stated.
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
  @inlinable package init(chunkSize: Int = 128) { self.chunkSize = chunkSize }

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

extension ChunkedArray {
  /// Appends an element.
  @inlinable package mutating func append(_ element: Element) {
    if let last = order.value.last, chunks[last.offset].count < chunkSize {
      chunks[last.offset].append(element)
      resize(last)
    } else {
      insertChunk([element], before: nil)
    }
  }

  /// Inserts an element.
  @inlinable package mutating func insert(_ element: Element, at position: Int) {
    if position == count { return append(element) }
    let (chunk, offset) = place(of: position)
    if chunks[chunk.offset].count < chunkSize {
      chunks[chunk.offset].insert(element, at: offset)
      resize(chunk)
    } else {
      insert(CollectionOfOne(element), into: chunk, at: offset)
    }
  }

  /// Inserts elements.
  ///
  /// - Parameter position: The position of the first new element.
  /// - Complexity: O(*k* + (*k* / `chunkSize` + 1) log *n*), *k* being the number of new elements and *n* the number of
  ///   all elements.
  @inlinable package mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    precondition(position >= 0 && position <= count, "There is no such position.")
    let elements = ContiguousArray(elements)
    if elements.isEmpty { return }
    if count == 0 {
      self = ChunkedArray(elements, chunkSize: chunkSize)
    } else {
      // The end of the array has no place of its own: it is the end of the last chunk.
      let (chunk, offset) = place(of: Swift.min(position, count - 1))
      insert(elements, into: chunk, at: position == count ? offset + 1 : offset)
    }
  }

  /// Replaces an element.
  ///
  /// - Returns: The former element.
  @inlinable package mutating func replace(at position: Int, with element: Element) -> Element {
    let (chunk, offset) = place(of: position)
    let old = chunks[chunk.offset][offset]
    chunks[chunk.offset][offset] = element
    return old
  }

  /// Removes an element.
  ///
  /// - Returns: The element.
  @discardableResult
  @inlinable package mutating func remove(at position: Int) -> Element {
    let (chunk, offset) = place(of: position)
    let element = chunks[chunk.offset].remove(at: offset)
    resize(chunk)
    if chunks[chunk.offset].count < chunkSize / 2 { mergeChunks(at: position) }
    return element
  }

  /// Removes a range of elements.
  ///
  /// - Complexity: O(*k* + (*k* / `chunkSize` + 1) log *n*), *k* being the number of removed elements and *n* the
  ///   number of all elements.
  @inlinable package mutating func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no elements at these positions.")
    guard range.count < count else { return removeAll() }
    var rest = range.count
    while rest > 0 {
      // The elements behind the removed ones have moved up, so the rest of the range starts at the same position.
      let (chunk, offset) = place(of: range.lowerBound)
      let part = Swift.min(rest, chunks[chunk.offset].count - offset)
      chunks[chunk.offset].removeSubrange(offset..<offset + part)
      resize(chunk)
      rest -= part
    }
    mergeChunks(at: range.lowerBound)
  }

  /// Removes all elements and frees their memory.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable package mutating func removeAll() { self = ChunkedArray(chunkSize: chunkSize) }

  // MARK: - Chunks

  /// Inserts elements into a chunk, and divides it into chunks of about equal length if it exceeds `chunkSize`.
  @inlinable package mutating func insert(
    _ elements: some Collection<Element>, into chunk: RankTree.Handle, at offset: Int
  ) {
    chunks[chunk.offset].insert(contentsOf: elements, at: offset)
    if chunks[chunk.offset].count > chunkSize {
      // The chunk keeps its handle and the first piece. The others follow it, each before the chunk that came next.
      let pieces = pieces(of: chunks[chunk.offset])
      let next = order.value.handle(after: chunk)
      chunks[chunk.offset] = pieces[0]
      for piece in pieces.dropFirst() { insertChunk(piece, before: next) }
    }
    resize(chunk)
  }

  @inlinable package mutating func insertChunk(_ elements: ContiguousArray<Element>, before next: RankTree.Handle?) {
    let chunk = order.value.insert(before: next, weight: elements.count)
    // A handle is either reused, with an empty chunk at its offset, or the next unused number.
    if chunk.offset < chunks.count { chunks[chunk.offset] = elements } else { chunks.append(elements) }
    count += elements.count
  }

  /// Updates the weight of a chunk after its elements changed, and removes the chunk if it is empty.
  @inlinable package mutating func resize(_ chunk: RankTree.Handle) {
    let size = chunks[chunk.offset].count
    count += size - order.value.weight(of: chunk)
    if size > 0 { return order.value.setWeight(of: chunk, to: size) }
    order.value.remove(chunk)
    chunks[chunk.offset] = []
  }

  /// Merges small neighbouring chunks, from two chunks before a position to one chunk after it.
  @inlinable package mutating func mergeChunks(at position: Int) {
    guard count > 0 else { return }
    var chunk = place(of: Swift.min(position, count - 1)).chunk
    for _ in 0..<2 { chunk = order.value.handle(before: chunk) ?? chunk }
    for _ in 0..<3 {
      guard let next = order.value.handle(after: chunk) else { return }
      // Not up to a full chunk, which the next insertion would split again.
      if chunks[chunk.offset].count + chunks[next.offset].count <= chunkSize / 2 {
        chunks[chunk.offset] += chunks[next.offset]
        chunks[next.offset] = []
        resize(next)
        resize(chunk)
      } else {
        chunk = next
      }
    }
  }
}
