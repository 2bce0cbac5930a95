extension BitSequence {
  /// Sets a bit.
  ///
  /// - Returns: Whether the bit changed.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline @discardableResult
  package mutating func set(_ bit: Bool, at position: Int) -> Bool {
    precondition(position >= 0 && position < count, "There is no bit at this position.")
    let place = place(of: position)
    guard (words.bits(at: place.address, count: 1) == 1) != bit else { return false }
    words.setBits(bit ? 1 : 0, at: place.address, count: 1)
    resize(place.chunk, by: 0, ones: bit ? 1 : -1)
    return true
  }

  /// Inserts a bit.
  ///
  /// - Parameter position: The position of the new bit.
  /// - Complexity: O(log *n*) on average, *n* being the number of bits.
  @usableFromInline package mutating func insert(_ bit: Bool, at position: Int) {
    insert(repeating: bit, count: 1, at: position)
  }

  /// Inserts equal bits.
  ///
  /// - Parameters:
  ///   - bit: The value of the new bits.
  ///   - newCount: The number of new bits.
  ///   - position: The position of the first new bit.
  /// - Complexity: O((*k* / 1024 + 1) log *n*) on average, *k* being the number of new bits and *n* the number of all
  ///   bits.
  @usableFromInline package mutating func insert(repeating bit: Bool, count newCount: Int, at position: Int) {
    precondition(position >= 0 && position <= count && newCount >= 0, "There is no such position.")
    if newCount == 0 { return }
    if count == 0 {
      self = BitSequence(repeating: bit, count: newCount)
    } else if index.isEmpty, count + newCount <= Self.chunkSize {
      makeWords(for: count + newCount)
      open(newCount, of: bit, at: place(of: position))
    } else {
      if index.isEmpty { makeIndex() }
      insertIntoChunks(newCount, of: bit, at: position)
    }
  }

  /// Removes a bit.
  ///
  /// - Returns: The bit.
  /// - Complexity: O(log *n*) on average, *n* being the number of bits.
  @usableFromInline @discardableResult
  package mutating func remove(at position: Int) -> Bool {
    let bit = self[position]
    remove(in: position..<position + 1)
    return bit
  }

  /// Removes a range of bits.
  ///
  /// - Complexity: O((*k* / 1024 + 1) log *n*) on average, *k* being the number of removed bits and *n* the number of
  ///   all bits.
  @usableFromInline package mutating func remove(in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "There are no bits at these positions.")
    // An index without chunks is not allowed, so nothing of it is left when all bits are removed.
    guard range.count < count else {
      self = BitSequence()
      return
    }
    var rest = range.count
    var isSmall = false
    while rest > 0 {
      // The bits behind the removed ones have moved up, so the rest of the range starts at the same position.
      let place = place(of: range.lowerBound)
      let size = size(of: place.chunk)
      let part = min(rest, size - place.offset)
      let removed = place.address..<place.address + part
      // The ones are counted before the removed bits are overwritten.
      resize(place.chunk, by: -part, ones: -words.ones(in: removed))
      words.copyBits(removed.upperBound..<place.start + size, to: place.address)
      if part == size, let chunk = place.chunk { removeChunk(chunk) }
      rest -= part
      // A chunk that still is half full is not merged with any other.
      isSmall = isSmall || size - part < Self.chunkSize / 2
    }
    if isSmall { mergeChunks(at: range.lowerBound) }
  }

  /// Inserts equal bits into a chunk that has room for them.
  private mutating func open(_ newCount: Int, of bit: Bool, at place: Place) {
    let end = place.start + size(of: place.chunk)
    words.copyBits(place.address..<end, to: place.address + newCount)
    words.fillBits(place.address..<place.address + newCount, with: bit)
    resize(place.chunk, by: newCount, ones: bit ? newCount : 0)
  }

  private mutating func insertIntoChunks(_ newCount: Int, of bit: Bool, at position: Int) {
    let place = place(of: position)
    let size = size(of: place.chunk), half = Self.chunkSize / 2
    // A few bits in the midst of a chunk that has no room: the chunk is halved, and either half has room. At the end
    // of the sequence it is not, so that appending leaves full chunks behind.
    if size + newCount > Self.chunkSize, newCount <= half, position < count {
      split(Place(chunk: place.chunk, offset: size / 2))
      open(newCount, of: bit, at: self.place(of: position))
      // The halves of a full chunk are not small.
      if size < Self.chunkSize { mergeChunks(at: position) }
      return
    }
    if size + newCount <= Self.chunkSize { return open(newCount, of: bit, at: place) }

    // The bits do not fit into the chunk: fill the chunk before the place, and insert new chunks after it.
    let next = split(place)
    let room = place.offset == 0 ? 0 : min(newCount, Self.chunkSize - place.offset)
    if room > 0 { open(room, of: bit, at: place) }
    var rest = newCount - room
    while rest > 0 {
      let part = min(rest, Self.chunkSize)
      let chunk = insertChunk(before: next, size: part, ones: bit ? part : 0)
      let start = Place(chunk: chunk, offset: 0).start
      words.fillBits(start..<start + part, with: bit)
      rest -= part
    }
    mergeChunks(at: position + newCount)
  }
}
