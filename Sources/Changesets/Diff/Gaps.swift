/// What lies before, between and behind some ascending ranges, in order; some gaps may be empty.
@usableFromInline struct Gaps: Sequence, IteratorProtocol {
  @usableFromInline let ranges: [Range<Int>]
  @usableFromInline let whole: Range<Int>
  @usableFromInline var index = 0

  /// The gaps between ranges within a whole.
  @inlinable init(between ranges: [Range<Int>], in whole: Range<Int>) {
    self.ranges = ranges
    self.whole = whole
  }

  @inlinable mutating func next() -> Range<Int>? {
    guard index <= ranges.count else { return nil }
    defer { index += 1 }
    let start = index == 0 ? whole.lowerBound : ranges[index - 1].upperBound
    return start..<(index == ranges.count ? whole.upperBound : ranges[index].lowerBound)
  }
}
