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
@usableFromInline struct BitSequence: Sendable {
  /// The chunks in order.
  struct Index: Sendable {
    /// How many bits there are in each chunk.
    var bits: RankTree
    /// How many of them are ones.
    var ones: RankTree
  }

  /// How many bits there are.
  @usableFromInline var count = 0
  /// How many of them are ones.
  @usableFromInline var ones = 0
  /// The bits; those of chunk `c` begin at bit `c * chunkSize`. What is behind the last of a chunk has no meaning.
  var words: [UInt64] = []
  /// One index or, for a short sequence, none: an array, so that there is no room taken for what is not there.
  var index: [Index] = []

  /// How many bits a chunk may have.
  static let chunkSize = 1024

  /// Creates an empty sequence.
  @usableFromInline init() {}

  /// Creates a sequence of bits.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits.
  @inlinable init(_ bits: some Sequence<Bool>) {
    var words: [UInt64] = []
    words.reserveCapacity((bits.underestimatedCount + 63) / 64)
    // Predicates are asked in this loop: a word is complete before it is stored.
    var word: UInt64 = 0
    var count = 0
    for bit in bits {
      word |= (bit ? 1 : 0) << UInt64(truncatingIfNeeded: count & 63)
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
  @usableFromInline init(words: [UInt64], count: Int) {
    self.words = words
    self.count = count
    ones = words.reduce(0) { $0 + $1.nonzeroBitCount }
    if count > Self.chunkSize { makeIndex() }
  }

  /// Makes a sequence of ones, each with some zeros behind it.
  ///
  /// - Parameter zeros: How many zeros follow on each one.
  /// - Complexity: O(*n*), *n* being the number of bits.
  init(onesBeforeZeros zeros: [Int]) {
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

  /// Makes a sequence of equal bits.
  ///
  /// - Complexity: O(*n*), *n* being the number of bits.
  @usableFromInline init(repeating bit: Bool, count: Int) {
    precondition(count >= 0, "A count is not negative.")
    self.count = count
    ones = bit ? count : 0
    let wordCount = (count + UInt64.bitWidth - 1) / UInt64.bitWidth
    words = Array(repeating: bit ? .max : 0, count: wordCount)
    if count > Self.chunkSize { makeIndex() }
  }

  /// Makes the index, where full chunks lie one behind the other, and only the last one may have room.
  mutating func makeIndex() {
    let sizes = stride(from: 0, to: count, by: Self.chunkSize).map { min(Self.chunkSize, count - $0) }
    let ones = sizes.enumerated().map { chunk, size in
      words.ones(in: chunk * Self.chunkSize..<chunk * Self.chunkSize + size)
    }
    index = [Index(bits: RankTree(weights: sizes, width: 16), ones: RankTree(weights: ones, width: 16))]
    makeWords(for: sizes.count * Self.chunkSize)
  }

  /// Makes room for bits up to an address.
  mutating func makeWords(for end: Int) {
    let missing = (end + UInt64.bitWidth - 1) / UInt64.bitWidth - words.count
    if missing > 0 { words.append(contentsOf: repeatElement(0, count: missing)) }
  }
}
