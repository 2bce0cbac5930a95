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
}

extension BitSequence {
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
  /// - Complexity: O(log *n*), *n* being the number of bits.
  package func place(of position: Int) -> Place {
    guard !index.isEmpty else { return Place(chunk: nil, offset: position) }
    if let (chunk, offset) = index[0].bits.handle(atWeight: position) { return Place(chunk: chunk, offset: offset) }
    let last = index[0].bits.last
    return Place(chunk: last, offset: size(of: last))
  }

  /// Returns the number of bits in a chunk; without a chunk, of the whole short sequence.
  package func size(of chunk: RankTree.Handle?) -> Int { chunk.map { index[0].bits.weight(of: $0) } ?? count }

  /// The bit at a position.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline package subscript(position: Int) -> Bool {
    precondition(position >= 0 && position < count, "There is no bit at this position.")
    return words.bits(at: place(of: position).address, count: 1) == 1
  }

  /// Returns the number of ones before a position.
  ///
  /// - Parameter position: From 0 to the count.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline package func rank(of position: Int) -> Int {
    precondition(position >= 0 && position <= count, "There is no such position.")
    guard position < count else { return ones }
    return onesBefore(place(of: position))
  }

  /// Returns the number of ones before a position that is a one, or `nil` if the position is a zero or does not exist.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
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
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
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
  /// - Complexity: O(log *n*), *n* being the number of bits.
  package func run(ofOne rank: Int) -> Range<Int> {
    (select(rank) ?? count)..<(select(rank + 1) ?? count)
  }
}
