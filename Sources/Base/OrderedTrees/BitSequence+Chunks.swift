/// Creating, splitting and merging chunks. Except for `resize`, these functions require an index.
extension BitSequence {
  /// Updates the numbers of bits and ones after bits of a chunk were added, removed or changed.
  mutating func resize(_ chunk: RankTree.Handle?, by bits: Int, ones: Int) {
    count += bits
    self.ones += ones
    guard let chunk else { return }
    if bits != 0 { index[0].bits.setWeight(of: chunk, to: index[0].bits.weight(of: chunk) + bits) }
    if ones != 0 { index[0].ones.setWeight(of: chunk, to: index[0].ones.weight(of: chunk) + ones) }
  }

  /// Inserts a chunk. The caller writes its bits.
  mutating func insertChunk(before next: RankTree.Handle?, size: Int, ones: Int) -> RankTree.Handle {
    let chunk = index[0].bits.insert(before: next, weight: size)
    // Both trees are edited in step, in this order everywhere, so a handle means the same chunk in both.
    let same = index[0].ones.insert(before: next, weight: ones)
    assert(chunk == same, "Trees with the same edits have the same handles.")
    count += size
    self.ones += ones
    // A reused handle has words already, with the bits of the removed chunk. A new one needs words at the end.
    makeWords(for: Place(chunk: chunk, offset: Self.chunkSize).address)
    return chunk
  }

  /// Removes a chunk without bits.
  mutating func removeChunk(_ chunk: RankTree.Handle) {
    index[0].bits.remove(chunk)
    index[0].ones.remove(chunk)
  }

  /// Moves the bits of a chunk from a place on to a new chunk after it, unless the place is at an end of the chunk.
  ///
  /// - Returns: The chunk after the place.
  @discardableResult
  mutating func split(_ place: Place) -> RankTree.Handle? {
    guard place.offset > 0, let chunk = place.chunk else { return place.chunk }
    let size = size(of: chunk)
    let next = index[0].bits.handle(after: chunk)
    guard place.offset < size else { return next }
    let moved = place.address..<place.start + size
    let ones = words.ones(in: moved)
    // `resize` subtracts from the totals what `insertChunk` adds to them.
    resize(chunk, by: -moved.count, ones: -ones)
    let new = insertChunk(before: next, size: moved.count, ones: ones)
    words.copyBits(moved, to: Place(chunk: new, offset: 0).start)
    return new
  }

  /// Merges small neighbouring chunks, from two chunks before a position to two chunks after it. Compacts the sequence
  /// if few chunks are left.
  mutating func mergeChunks(at position: Int) {
    guard !index.isEmpty, var chunk = place(of: position).chunk else { return }
    // An edit leaves small chunks only next to the position. Each of them may be small together with its outer
    // neighbour.
    for _ in 0..<2 { chunk = index[0].bits.handle(before: chunk) ?? chunk }
    for _ in 0..<4 {
      guard let next = index[0].bits.handle(after: chunk) else { break }
      if !merge(next, into: chunk) { chunk = next }
    }
    // A single chunk must not have an index. Removed chunks keep their words, so a sequence that has become short is
    // compacted: here, when less than a quarter of its words is in use.
    let chunks = index[0].bits.count
    if chunks == 1 || chunks * 4 < words.count * UInt64.bitWidth / Self.chunkSize { compact() }
  }

  /// Moves all bits of a chunk to the one before it, if they fill at most half of a chunk together.
  private mutating func merge(_ chunk: RankTree.Handle, into previous: RankTree.Handle) -> Bool {
    let (size, offset) = (size(of: chunk), size(of: previous))
    // Not up to a full chunk, which the next insertion would split again.
    guard size + offset <= Self.chunkSize / 2 else { return false }
    let (source, target) = (Place(chunk: chunk, offset: 0), Place(chunk: previous, offset: offset))
    let ones = index[0].ones.weight(of: chunk)
    words.copyBits(source.start..<source.start + size, to: target.address)
    resize(chunk, by: -size, ones: -ones)
    resize(previous, by: size, ones: ones)
    removeChunk(chunk)
    return true
  }

  /// Fills all chunks but the last one, and frees the memory of removed chunks.
  ///
  /// - Complexity: O(*n*), and O(1) on average over the removed bits.
  private mutating func compact() { self = BitSequence(words: packedWords, count: count) }

  /// The bits without gaps, from the lowest bit of the first word on. The bits after the last one are zero.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits, with 64 bits in each step.
  private var packedWords: [UInt64] {
    var packed = Array(repeating: 0 as UInt64, count: (count + UInt64.bitWidth - 1) / UInt64.bitWidth)
    var end = 0
    func append(_ start: Int, _ size: Int) {
      for offset in stride(from: 0, to: size, by: UInt64.bitWidth) {
        let part = min(UInt64.bitWidth, size - offset)
        packed.setBits(words.bits(at: start + offset, count: part), at: end, count: part)
        end += part
      }
    }
    if index.isEmpty {
      append(0, count)
    } else {
      for chunk in index[0].bits { append(Place(chunk: chunk, offset: 0).start, size(of: chunk)) }
    }
    return packed
  }

  /// Compares the sequence with an older one of the same length. Returns the ranks, in the older one, of the ones that
  /// were removed, and the ranks, in this one, of the ones that were added.
  ///
  /// - Complexity: O(*n* + *k*), *n* being the number of bits, with 64 bits in each step, and *k* the number of ranks.
  @usableFromInline package func difference(from old: BitSequence) -> (removed: [Int], added: [Int]) {
    precondition(count == old.count, "The sequences have different lengths.")
    var removed: [Int] = [], added: [Int] = []
    var oldRank = 0, newRank = 0
    for (before, after) in zip(old.packedWords, packedWords) {
      var different = before ^ after
      while different != 0 {
        // The bits below the lowest different one; `below + 1` is this bit alone.
        let below = (different & (~different &+ 1)) &- 1
        if before & (below &+ 1) != 0 {
          removed.append(oldRank + (before & below).nonzeroBitCount)
        } else {
          added.append(newRank + (after & below).nonzeroBitCount)
        }
        different &= different &- 1
      }
      oldRank += before.nonzeroBitCount
      newRank += after.nonzeroBitCount
    }
    return (removed, added)
  }
}
