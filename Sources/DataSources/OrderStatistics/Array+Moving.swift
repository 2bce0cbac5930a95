extension Array where Element: BitwiseCopyable {
  /// Writes elements again in another place of the array, which may overlap with theirs.
  @inline(__always)
  mutating func copy(_ range: Range<Int>, to target: Int) {
    guard !range.isEmpty else { return }
    precondition(range.lowerBound >= 0 && target >= 0 && Swift.max(range.upperBound, target + range.count) <= count)
    withUnsafeMutableBufferPointer { elements in
      // The bounds were checked, and so there is a first element.
      guard let first = elements.baseAddress else { return }
      (first + target).update(from: first + range.lowerBound, count: range.count)
    }
  }

  /// Takes elements out of one range of the array, and puts them into another one, behind which there is room.
  mutating func move(_ range: Range<Int>, of source: Range<Int>, to position: Int, of target: Range<Int>) {
    copy(position..<target.upperBound, to: position + range.count)
    copy(range, to: position)
    copy(range.upperBound..<source.upperBound, to: range.lowerBound)
  }
}
