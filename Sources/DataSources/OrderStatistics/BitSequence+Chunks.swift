/// Making, splitting and merging chunks. All but `resize` is for sequences with an index.
extension BitSequence {
  /// Counts bits that came to a chunk, or left it.
  mutating func resize(_ chunk: RankTree.Handle?, by bits: Int, ones: Int) {
    count += bits
    self.ones += ones
    guard let chunk else { return }
    if bits != 0 { index[0].bits.setWeight(of: chunk, to: index[0].bits.weight(of: chunk) + bits) }
    if ones != 0 { index[0].ones.setWeight(of: chunk, to: index[0].ones.weight(of: chunk) + ones) }
  }

  /// Makes a chunk; its bits are left to the caller.
  mutating func insertChunk(before next: RankTree.Handle?, size: Int, ones: Int) -> RankTree.Handle {
    let chunk = index[0].bits.insert(before: next, weight: size)
    let same = index[0].ones.insert(before: next, weight: ones)
    assert(chunk == same, "Trees that are edited alike give the same handles.")
    count += size
    self.ones += ones
    makeWords(for: Place(chunk: chunk, offset: Self.chunkSize).address)
    return chunk
  }

  /// Takes away a chunk, which has no bits.
  mutating func removeChunk(_ chunk: RankTree.Handle) {
    index[0].bits.remove(chunk)
    index[0].ones.remove(chunk)
  }

  /// Moves the bits of a chunk from a place on to a new chunk behind it, unless it is at an end of the chunk.
  ///
  /// - Returns: The chunk behind the place.
  @discardableResult
  mutating func split(_ place: Place) -> RankTree.Handle? {
    guard place.offset > 0, let chunk = place.chunk else { return place.chunk }
    let size = size(of: chunk)
    let next = index[0].bits.handle(after: chunk)
    guard place.offset < size else { return next }
    let moved = place.address..<place.start + size
    let ones = words.ones(in: moved)
    resize(chunk, by: -moved.count, ones: -ones)
    let new = insertChunk(before: next, size: moved.count, ones: ones)
    words.copyBits(moved, to: Place(chunk: new, offset: 0).start)
    return new
  }

  /// Merges chunks with neighbours where they have few bits together, from two before a position to two behind it.
  mutating func mergeChunks(at position: Int) {
    guard !index.isEmpty, var chunk = place(of: position).chunk else { return }
    for _ in 0..<2 { chunk = index[0].bits.handle(before: chunk) ?? chunk }
    for _ in 0..<4 {
      guard let next = index[0].bits.handle(after: chunk) else { break }
      if !merge(next, into: chunk) { chunk = next }
    }
    let chunks = index[0].bits.count
    if chunks == 1 || chunks * 4 < words.count * UInt64.bitWidth / Self.chunkSize { compact() }
  }

  /// Moves all bits of a chunk to the one before it, if they are few.
  private mutating func merge(_ chunk: RankTree.Handle, into previous: RankTree.Handle) -> Bool {
    let (size, offset) = (size(of: chunk), size(of: previous))
    guard size + offset <= Self.chunkSize / 2 else { return false }
    let (source, target) = (Place(chunk: chunk, offset: 0), Place(chunk: previous, offset: offset))
    let ones = index[0].ones.weight(of: chunk)
    words.copyBits(source.start..<source.start + size, to: target.address)
    resize(chunk, by: -size, ones: -ones)
    resize(previous, by: size, ones: ones)
    removeChunk(chunk)
    return true
  }

  /// Makes all chunks but the last one full, and gives back the room of those that are no more.
  ///
  /// - Complexity: O(*n*), and O(1) on average over the bits that were removed.
  private mutating func compact() {
    var compacted = BitSequence(repeating: false, count: 0)
    compacted.makeWords(for: count)
    for chunk in index[0].bits {
      let start = Place(chunk: chunk, offset: 0).start
      for offset in stride(from: 0, to: size(of: chunk), by: UInt64.bitWidth) {
        let part = min(UInt64.bitWidth, size(of: chunk) - offset)
        compacted.words.setBits(words.bits(at: start + offset, count: part), at: compacted.count, count: part)
        compacted.count += part
      }
    }
    compacted.ones = ones
    if count > Self.chunkSize { compacted.makeIndex() }
    self = compacted
  }
}
