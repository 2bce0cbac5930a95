extension BitSequence {
  /// What is wrong with the sequence: nothing, unless its code is. For tests.
  ///
  /// - Complexity: O(*n*).
  func _checkInvariants() -> [String] {
    guard let index = index.first else {
      var wrong: [String] = []
      if count > Self.chunkSize { wrong.append("a long sequence has no index") }
      if words.count * UInt64.bitWidth < count { return ["bits are missing"] }
      if words.ones(in: 0..<count) != ones { wrong.append("the number of ones is wrong") }
      return wrong
    }
    var wrong = index.bits._checkInvariants() + index.ones._checkInvariants()
    let chunks = Array(index.bits)
    if chunks != Array(index.ones) { wrong.append("the trees of the index differ") }
    if chunks.count < 2 { wrong.append("a short sequence has an index") }
    if index.bits.weight != count || index.ones.weight != ones { wrong.append("the sums are wrong") }
    for chunk in chunks {
      let (size, start) = (size(of: chunk), Place(chunk: chunk, offset: 0).start)
      if !(1...Self.chunkSize).contains(size) { wrong.append("chunk \(chunk.offset) has \(size) bits") }
      if words.ones(in: start..<start + size) != index.ones.weight(of: chunk) {
        wrong.append("the ones of chunk \(chunk.offset) are wrong")
      }
    }
    for (chunk, next) in zip(chunks, chunks.dropFirst()) where size(of: chunk) + size(of: next) <= Self.chunkSize / 2 {
      wrong.append("chunks \(chunk.offset) and \(next.offset) are small")
    }
    return wrong
  }
}
