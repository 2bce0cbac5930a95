extension BitSequence {
  /// Where a position is.
  struct Place {
    /// The chunk; nothing in a short sequence.
    var chunk: RankTree.Handle?
    /// How many bits of the chunk are before the position.
    var offset: Int

    /// Where the bits of the chunk begin.
    var start: Int { (chunk?.offset ?? 0) * BitSequence.chunkSize }
    /// Where the position's bit is.
    var address: Int { start + offset }
  }

  /// - Parameter position: From 0 to the count.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  func place(of position: Int) -> Place {
    guard !index.isEmpty else { return Place(chunk: nil, offset: position) }
    if let (chunk, offset) = index[0].bits.handle(atWeight: position) { return Place(chunk: chunk, offset: offset) }
    let last = index[0].bits.last
    return Place(chunk: last, offset: size(of: last))
  }

  /// How many bits a chunk has.
  func size(of chunk: RankTree.Handle?) -> Int { chunk.map { index[0].bits.weight(of: $0) } ?? count }

  /// The bit at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline subscript(position: Int) -> Bool {
    precondition(position >= 0 && position < count, "There is no bit at this position.")
    return words.bits(at: place(of: position).address, count: 1) == 1
  }

  /// How many ones there are before a position.
  ///
  /// - Parameter position: From 0 to the count.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline func rank(of position: Int) -> Int {
    precondition(position >= 0 && position <= count, "There is no such position.")
    guard position < count else { return ones }
    return onesBefore(place(of: position))
  }

  /// How many ones there are before a position where there is a one; nothing where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline func rank(ofOneAt position: Int) -> Int? {
    guard position >= 0, position < count else { return nil }
    let place = place(of: position)
    guard words.bits(at: place.address, count: 1) == 1 else { return nil }
    return onesBefore(place)
  }

  private func onesBefore(_ place: Place) -> Int {
    (place.chunk.map { index[0].ones.weight(before: $0) } ?? 0) + words.ones(in: place.start..<place.address)
  }

  /// The position of the one with so many ones before it; nothing where there are not as many.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline func position(ofOne rank: Int) -> Int? {
    guard rank >= 0, rank < ones else { return nil }
    guard !index.isEmpty else { return words.address(ofOne: rank, from: 0) }
    return index[0].ones.handle(atWeight: rank).map { chunk, rest in
      let start = Place(chunk: chunk, offset: 0).start
      return index[0].bits.weight(before: chunk) + words.address(ofOne: rest, from: start) - start
    }
  }
}
