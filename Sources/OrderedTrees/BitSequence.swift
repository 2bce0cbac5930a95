/// A list of bits that is edited anywhere, and knows how many ones there are before a place, and where the *k*-th is.
///
/// It answers which of a source's items are shown, and which shown item is which of the source: a one for each item
/// that is shown. Positions are never stored.
///
/// A dynamic bit vector with rank and select (Navarro, *Compact Data Structures*, chapter 12): chunks of up to 1024
/// bits, in the order of a ``RankTree`` that weighs how many bits a chunk has, and of one that weighs how many ones. A
/// bit costs 0.16 bytes where chunks are full, 0.25 after many edits, and a short sequence is one array of a few words.
///
/// Invariants:
/// - Either there is an index, of two chunks at least, or there are `chunkSize` bits at most, all of chunk 0.
/// - No chunk of the index is empty, and two neighbours have more than half of `chunkSize` together.
/// - Both trees of the index have the same handles in the same order.
@usableFromInline package struct BitSequence: Sendable {
  /// The chunks in order.
  package struct Index: Sendable {
    /// The number of bits in each chunk.
    var bits: RankTree
    /// The number of those that are ones.
    var ones: RankTree
  }

  /// The number of bits.
  @usableFromInline package var count = 0
  /// The number of those that are ones.
  @usableFromInline package var ones = 0
  /// The bits; those of chunk `c` begin at bit `c * chunkSize`. What is behind the last of a chunk has no meaning.
  package var words: [UInt64] = []
  /// One index or, for a short sequence, none: an array, so that there is no room taken for what is not there.
  package var index: [Index] = []

  /// The greatest number of bits in a chunk.
  @usableFromInline package static let chunkSize = 1024

  /// Creates an empty sequence.
  @usableFromInline package init() {}

  /// Creates a sequence of bits.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits.
  package init(_ bits: some Sequence<Bool>) { self.init(bits, where: { $0 }) }

  /// Creates a sequence of a bit for each element: a one where a condition holds.
  ///
  /// - Complexity: O(*n*), *n* being the number of elements.
  @inlinable package init<Elements: Sequence>(_ elements: Elements, where condition: (Elements.Element) -> Bool) {
    var words: [UInt64] = []
    // Whole chunks, so that the index finds room for its last one.
    words.reserveCapacity((elements.underestimatedCount + Self.chunkSize - 1) / Self.chunkSize * (Self.chunkSize / 64))
    // Predicates are asked in this loop: a word is complete before it is stored.
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

  /// Creates a sequence of ones, each with some zeros behind it.
  ///
  /// - Parameter zeros: The number of zeros behind each one.
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

  /// Creates the index, where full chunks lie one behind the other, and only the last one may have room.
  package mutating func makeIndex() {
    let sizes = stride(from: 0, to: count, by: Self.chunkSize).map { min(Self.chunkSize, count - $0) }
    let ones = sizes.enumerated().map { chunk, size in
      words.ones(in: chunk * Self.chunkSize..<chunk * Self.chunkSize + size)
    }
    index = [Index(bits: RankTree(weights: sizes, width: 16), ones: RankTree(weights: ones, width: 16))]
    makeWords(for: sizes.count * Self.chunkSize)
  }

  /// Makes room for bits up to an address.
  package mutating func makeWords(for end: Int) {
    let missing = (end + UInt64.bitWidth - 1) / UInt64.bitWidth - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
  }
}

extension BitSequence {
  /// Where a position is.
  package struct Place {
    /// The chunk; nil in a short sequence.
    var chunk: RankTree.Handle?
    /// The number of bits of the chunk before the position.
    var offset: Int

    /// Where the bits of the chunk begin.
    var start: Int { (chunk?.offset ?? 0) * BitSequence.chunkSize }
    /// Where the position's bit is.
    var address: Int { start + offset }
  }

  /// - Parameter position: From 0 to the count.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  package func place(of position: Int) -> Place {
    guard !index.isEmpty else { return Place(chunk: nil, offset: position) }
    if let (chunk, offset) = index[0].bits.handle(atWeight: position) { return Place(chunk: chunk, offset: offset) }
    let last = index[0].bits.last
    return Place(chunk: last, offset: size(of: last))
  }

  /// The number of bits in a chunk.
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

  /// Returns the number of ones before a position where there is a one; nil where there is none.
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

  /// Returns the position of the one that a number of ones stand before; nil if there are fewer.
  ///
  /// - Complexity: O(log *n*), *n* being the number of bits.
  @usableFromInline package func position(ofOne rank: Int) -> Int? {
    guard rank >= 0, rank < ones else { return nil }
    guard !index.isEmpty else { return words.address(ofOne: rank, from: 0) }
    return index[0].ones.handle(atWeight: rank).map { chunk, rest in
      let start = Place(chunk: chunk, offset: 0).start
      return index[0].bits.weight(before: chunk) + words.address(ofOne: rest, from: start) - start
    }
  }

  /// Returns the positions of a one and of the zeros behind it; empty, at the end, if there are fewer ones.
  ///
  /// - Parameter rank: The number of ones before it.
  /// - Complexity: O(log *n*), *n* being the number of bits.
  package func run(ofOne rank: Int) -> Range<Int> {
    (position(ofOne: rank) ?? count)..<(position(ofOne: rank + 1) ?? count)
  }
}
