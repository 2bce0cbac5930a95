extension ChunkedArray {
  /// Appends an element.
  ///
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @inlinable package mutating func append(_ element: Element) {
    if let last = order.value.last, chunks[last.offset].count < chunkSize {
      chunks[last.offset].append(element)
      resize(last)
    } else {
      insertChunk([element], before: nil)
    }
  }

  /// Inserts an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - position: The position of the new element.
  /// - Complexity: O(log *n*), *n* being the number of elements.
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
  /// - Parameters:
  ///   - elements: The elements.
  ///   - position: The position of the first new element.
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
  /// - Complexity: O(log *n*), *n* being the number of elements.
  @inlinable package mutating func replace(at position: Int, with element: Element) -> Element {
    let (chunk, offset) = place(of: position)
    let old = chunks[chunk.offset][offset]
    chunks[chunk.offset][offset] = element
    return old
  }

  /// Removes an element.
  ///
  /// - Returns: The element.
  /// - Complexity: O(log *n*), *n* being the number of elements.
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
  @inlinable package mutating func removeAll() {
    self = ChunkedArray(chunkSize: chunkSize)
  }
}

// MARK: - Chunks

extension ChunkedArray {
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

extension ChunkedArray {
  /// Returns descriptions of violated invariants; empty if there are none. For tests.
  ///
  /// - Complexity: O(*n*).
  package func _checkInvariants() -> [String] {
    var wrong = order.value._checkInvariants()
    let handles = Array(order.value)
    let sizes = handles.map { chunks[$0.offset].count }
    if sizes != handles.map(order.value.weight(of:)) { wrong.append("the chunks are as long as \(sizes)") }
    if sizes.reduce(0, +) != count || chunks.reduce(0, { $0 + $1.count }) != count {
      wrong.append("the count is wrong")
    }
    if !sizes.allSatisfy((1...chunkSize).contains) { wrong.append("the chunks are as long as \(sizes)") }
    for (size, next) in zip(sizes, sizes.dropFirst()) where size + next <= chunkSize / 2 {
      wrong.append("neighbours of \(size) and \(next) elements")
    }
    return wrong
  }
}
