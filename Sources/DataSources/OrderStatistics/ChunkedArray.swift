/// An array in which inserting and removing elements anywhere costs little, however long it is.
///
/// Its elements are in chunks of some hundred, which are arrays, in the order of a ``RankTree`` that weighs how many
/// elements a chunk has. All that depends on the type of the elements is the arrays.
///
/// Invariants, with `chunkSize` elements in a chunk at most:
/// - No chunk in the order is empty, and two neighbours have more than half of `chunkSize` together.
/// - A chunk that is not in the order is empty.
@usableFromInline struct ChunkedArray<Element> {
  /// The chunks in order, each as heavy as it is long. Narrow, because the weights in a leaf are summed up at every look.
  @usableFromInline var order = Boxed(RankTree(width: 16))
  /// For each handle of the order, the chunk.
  @usableFromInline var chunks: [ContiguousArray<Element>] = []
  /// How many elements there are.
  @usableFromInline var count = 0
  /// How many elements a chunk may have.
  @usableFromInline let chunkSize: Int

  /// Makes an empty array.
  ///
  /// - Parameter chunkSize: How many elements a chunk may have: 2 or more. Small chunks are for tests.
  @inlinable init(chunkSize: Int = 128) {
    self.chunkSize = chunkSize
  }

  /// Makes an array of elements.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable init(_ elements: some Sequence<Element>, chunkSize: Int = 128) {
    self.init(chunkSize: chunkSize)
    chunks = pieces(of: ContiguousArray(elements))
    order = Boxed(RankTree(weights: chunks.map(\.count), width: 16))
    count = order.value.weight
  }

  /// Elements as chunks, which are as long as each other.
  @inlinable func pieces(of elements: ContiguousArray<Element>) -> [ContiguousArray<Element>] {
    let (count, total) = ((elements.count + chunkSize - 1) / chunkSize, elements.count)
    if count == 1 { return [elements] }
    return (0..<count).map { ContiguousArray(elements[$0 * total / count..<($0 + 1) * total / count]) }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}
