/// A sequence of bits that can be edited anywhere and that computes the number of ones before a position (*rank*) and
/// the position of the *k*-th one (*select*).
///
/// It maps between the items of a source and the items that are shown: an item that is shown is a one. Positions are
/// never stored.
///
/// It is a dynamic bit vector with rank and select (Navarro, *Compact Data Structures*, chapter 12): chunks of up to
/// 1024 bits, in the order of two ``RankTree`` values. The weights of the one are the numbers of bits of the chunks,
/// the weights of the other their numbers of ones:
///
///               chunk a   chunk b   chunk c
///     bits        1024       600       900      position → chunk, and offset in the chunk
///     ones         700       100       450      rank of a one → chunk, and rank in the chunk
///
/// A rank is the sum of the ones of the chunks before, from the tree of ones, plus a population count within the chunk
/// that the tree of bits finds. A select goes the other way: the tree of ones finds the chunk, a scan of its words
/// finds the bit, and the tree of bits has the sum of the bits before. Both take O(log *n*).
///
/// A bit costs 0.16 bytes if chunks are full and 0.25 after many edits. A short sequence is an array of a few words
/// without an index.
///
/// Invariants:
/// - Either there is an index of at least two chunks, or there are at most `chunkSize` bits, all in chunk 0.
/// - No chunk of the index is empty, and two neighbours have more than half of `chunkSize` bits together.
/// - Both trees of the index have the same handles in the same order.
///
/// - Complexity: Looking up and editing a bit takes O(log *n*), *n* being the number of bits, unless another cost is
///   stated; inserting and removing one, on average.
@usableFromInline package struct BitSequence: Sendable {
  /// The order of the chunks.
  package struct Index: Sendable {
    /// The number of bits in each chunk.
    var bits: RankTree
    /// The number of ones in each chunk.
    var ones: RankTree
  }

  /// The number of bits.
  @usableFromInline package var count = 0
  /// The number of ones.
  @usableFromInline package var ones = 0
  /// The bits. Those of chunk `c` start at bit `c * chunkSize`; bits after the last one of a chunk have no meaning.
  package var words: [UInt64] = []
  /// The index; empty for a short sequence. It is an array, so that a missing index takes no space.
  package var index: [Index] = []

  /// The maximum number of bits in a chunk.
  @usableFromInline package static let chunkSize = 1024

  /// Creates an empty sequence.
  @usableFromInline package init() {}

  /// Creates a sequence of bits.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits.
  package init(_ bits: some Sequence<Bool>) { self.init(bits, where: { $0 }) }

  /// Creates a sequence with a bit for each element: a one if the element meets a condition.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable package init<Elements: Sequence>(_ elements: Elements, where condition: (Elements.Element) -> Bool) {
    var words: [UInt64] = []
    // Whole chunks, so that the last one need not be moved when the index is created.
    words.reserveCapacity((elements.underestimatedCount + Self.chunkSize - 1) / Self.chunkSize * (Self.chunkSize / 64))
    // The predicate is called in this loop, so each word is completed in a register before it is stored.
    var word: UInt64 = 0
    var count = 0
    for element in elements {
      word |= (condition(element) ? 1 : 0) << UInt64(truncatingIfNeeded: count & 63)
      count += 1
      if count & 63 == 0 {
        words.append(word)
        word = 0
      }
    }
    if count & 63 != 0 { words.append(word) }
    self.init(words: words, count: count)
  }

  /// Creates a sequence of the bits in words, from the lowest bit of the first word on.
  @usableFromInline package init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
    ones = words.reduce(0) { $0 + $1.nonzeroBitCount }
    if count > Self.chunkSize { makeIndex() }
  }

  /// Creates a sequence of ones, each followed by zeros.
  ///
  /// - Parameter zeros: The number of zeros after each one.
  /// - Complexity: O(*n*), *n* being the number of bits.
  package init(onesBeforeZeros zeros: [Int]) {
    count = zeros.reduce(zeros.count, +)
    ones = zeros.count
    words = Array(repeating: 0, count: (count + UInt64.bitWidth - 1) / UInt64.bitWidth)
    var position = 0
    for zeros in zeros {
      words[position / UInt64.bitWidth] |= 1 << (position % UInt64.bitWidth)
      position += 1 + zeros
    }
    if count > Self.chunkSize { makeIndex() }
  }

  /// Creates a sequence of equal bits.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits.
  @usableFromInline package init(repeating bit: Bool, count: Int) {
    precondition(count >= 0, "A count is not negative.")
    self.count = count
    ones = bit ? count : 0
    let wordCount = (count + UInt64.bitWidth - 1) / UInt64.bitWidth
    words = Array(repeating: bit ? .max : 0, count: wordCount)
    if count > Self.chunkSize { makeIndex() }
  }

  /// Creates the index. All chunks but the last one are full and lie one after the other.
  package mutating func makeIndex() {
    let sizes = stride(from: 0, to: count, by: Self.chunkSize).map { min(Self.chunkSize, count - $0) }
    let ones = sizes.enumerated().map { chunk, size in
      words.ones(in: chunk * Self.chunkSize..<chunk * Self.chunkSize + size)
    }
    index = [Index(bits: RankTree(weights: sizes, width: 16), ones: RankTree(weights: ones, width: 16))]
    makeWords(for: sizes.count * Self.chunkSize)
  }

  /// Appends words until an address is within them.
  package mutating func makeWords(for end: Int) {
    let missing = (end + UInt64.bitWidth - 1) / UInt64.bitWidth - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// The chunk of a position, and the offset in the chunk.
  package struct Place {
    /// The chunk; `nil` in a short sequence.
    var chunk: RankTree.Handle?
    /// The number of bits of the chunk before the position.
    var offset: Int

    /// The address of the first bit of the chunk.
    var start: Int { (chunk?.offset ?? 0) * BitSequence.chunkSize }
    /// The address of the position's bit.
    var address: Int { start + offset }
  }

  /// Returns the place of a position.
  ///
  /// - Parameter position: From 0 to the count.
  package func place(of position: Int) -> Place {
    guard !index.isEmpty else { return Place(chunk: nil, offset: position) }
    if let (chunk, offset) = index[0].bits.handle(atWeight: position) { return Place(chunk: chunk, offset: offset) }
    let last = index[0].bits.last
    return Place(chunk: last, offset: size(of: last))
  }

  /// Returns the number of bits in a chunk; without a chunk, of the whole short sequence.
  package func size(of chunk: RankTree.Handle?) -> Int { chunk.map { index[0].bits.weight(of: $0) } ?? count }

  /// The bit at a position.
  @usableFromInline package subscript(position: Int) -> Bool {
    precondition(position >= 0 && position < count, "There is no bit at this position.")
    return words.bits(at: place(of: position).address, count: 1) == 1
  }

  /// Returns the number of ones before a position.
  ///
  /// - Parameter position: From 0 to the count.
  @usableFromInline package func rank(of position: Int) -> Int {
    precondition(position >= 0 && position <= count, "There is no such position.")
    guard position < count else { return ones }
    return onesBefore(place(of: position))
  }

  /// Returns the number of ones before a position that is a one, or `nil` if the position is a zero or does not exist.
  @usableFromInline package func rank(ofOneAt position: Int) -> Int? {
    guard position >= 0, position < count else { return nil }
    let place = place(of: position)
    guard words.bits(at: place.address, count: 1) == 1 else { return nil }
    return onesBefore(place)
  }

  private func onesBefore(_ place: Place) -> Int {
    (place.chunk.map { index[0].ones.weight(before: $0) } ?? 0) + words.ones(in: place.start..<place.address)
  }

  /// Returns the position of the one that is preceded by a number of ones, or `nil` if there are not enough.
  @usableFromInline package func select(_ rank: Int) -> Int? {
    guard rank >= 0, rank < ones else { return nil }
    guard !index.isEmpty else { return words.address(ofOne: rank, from: 0) }
    return index[0].ones.handle(atWeight: rank).map { chunk, rest in
      let start = Place(chunk: chunk, offset: 0).start
      return index[0].bits.weight(before: chunk) + words.address(ofOne: rest, from: start) - start
    }
  }

  /// Returns the range of a one and the zeros after it; an empty range at the end if there are not enough ones.
  ///
  /// - Parameter rank: The number of ones before it.
  package func run(ofOne rank: Int) -> Range<Int> { (select(rank) ?? count)..<(select(rank + 1) ?? count) }

  /// Sets a bit.
  ///
  /// - Returns: Whether the bit changed.
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
  @usableFromInline package mutating func insert(_ bit: Bool, at position: Int) {
    insert(repeating: bit, count: 1, at: position)
  }

  /// Inserts equal bits.
  ///
  /// - Parameter position: The position of the first new bit.
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
