/// For parts in a row, where each of them ends: the sum of its size and of all sizes before it.
///
/// The parts of many wholes lie one behind the other in one array; the range of indexes of a whole is given by the
/// caller. What stands before a part is one look, and the part at a place a binary search; a part that changes its size
/// moves the ends of all that come after it.
struct RunningSums<Size: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable>: Sendable {
  var ends: [Size] = []

  /// The size of all parts of a whole that come before the one at `index`.
  @inline(__always)
  func sum(before index: Int, in whole: Range<Int>) -> Int { index == whole.lowerBound ? 0 : Int(ends[index - 1]) }

  /// The part that a position falls on, and how far into it; the position is from 0 to below the end of the whole.
  ///
  /// All ends are looked at, one after the other: memory is then read as a stream, and nothing waits for a comparison, which makes up
  /// for the comparisons that a binary search saves.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts.
  @inline(__always)
  func find(_ position: Int, in whole: Range<Int>) -> (index: Int, rest: Int) {
    let size = Size(position)
    // As wide as what is compared, so that several are counted at a time.
    var passed: Size = 0
    ends.withUnsafeBufferPointer { ends in
      var index = whole.lowerBound
      while index < whole.upperBound &- 1 {
        passed &+= ends[index] <= size ? 1 : 0
        index &+= 1
      }
    }
    let index = whole.lowerBound + Int(passed)
    return (index, position - sum(before: index, in: whole))
  }

  /// Makes the part at the lower bound of the range larger; the range reaches to the end of the whole.
  @inline(__always)
  mutating func grow(_ range: Range<Int>, by size: Int) {
    let size = Size(size)
    ends.withUnsafeMutableBufferPointer { ends in
      for index in range { ends[index] &+= size }
    }
  }

  /// Cuts `size` off the part before the lower bound of the range, and makes a part of it there.
  mutating func split(before range: Range<Int>, size: Int) {
    ends.copy(range, to: range.lowerBound + 1)
    ends[range.lowerBound] = ends[range.lowerBound - 1]
    ends[range.lowerBound - 1] -= Size(size)
  }

  /// Makes the part at the lower bound of the range one with the part before it.
  mutating func merge(_ range: Range<Int>) {
    ends.copy(range, to: range.lowerBound - 1)
  }

  /// Gives parts of one whole to another, at its begin or its end.
  mutating func move(_ range: Range<Int>, of source: Range<Int>, to position: Int, of target: Range<Int>) {
    ends.makeSizes(in: source)
    ends.makeSizes(in: target)
    ends.move(range, of: source, to: position, of: target)
    ends.makeSums(in: source.lowerBound..<source.upperBound - range.count)
    ends.makeSums(in: target.lowerBound..<target.upperBound + range.count)
  }
}

extension Array where Element: FixedWidthInteger {
  fileprivate mutating func makeSizes(in range: Range<Int>) {
    for index in range.dropFirst().reversed() { self[index] -= self[index - 1] }
  }

  fileprivate mutating func makeSums(in range: Range<Int>) {
    for index in range.dropFirst() { self[index] += self[index - 1] }
  }
}

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
