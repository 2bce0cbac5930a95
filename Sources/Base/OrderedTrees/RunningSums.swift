/// The ends of consecutive parts: for each part, the sum of its size and the sizes of all parts before it.
///
/// The parts of many wholes are stored in one array; the caller passes the range of indexes of a whole. The sum before
/// a part is read directly, the part at a position is found by a linear scan, and a change of a part's size updates the
/// ends of all parts from it on.
struct RunningSums<Size: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable>: Sendable {
  var ends: [Size] = []

  /// Returns the sum of the sizes of the parts of a whole before the one at `index`.
  @inline(__always)
  func sum(before index: Int, in whole: Range<Int>) -> Int { index == whole.lowerBound ? 0 : Int(ends[index - 1]) }

  /// Returns the part at a position, and the offset of the position in the part. The position is from 0 to the end of
  /// the whole, exclusive.
  ///
  /// All ends are compared, one after the other: memory is read as a stream and no step waits for a comparison, which
  /// outweighs the comparisons that a binary search would save.
  ///
  /// - Complexity: O(*n*), *n* being the number of parts.
  @inline(__always)
  func find(_ position: Int, in whole: Range<Int>) -> (index: Int, rest: Int) {
    let size = Size(position)
    // As wide as the compared values, so that the loop is vectorised.
    var passed: Size = 0
    ends.withUnsafeBufferPointer { ends in
      var index = whole.lowerBound
      // The last end is not compared: a position that all parts before have passed is in the last one.
      while index < whole.upperBound &- 1 {
        passed &+= ends[index] <= size ? 1 : 0
        index &+= 1
      }
    }
    let index = whole.lowerBound + Int(passed)
    return (index, position - sum(before: index, in: whole))
  }

  /// Increases the size of the part at the lower bound of the range, which extends to the end of the whole.
  @inline(__always)
  mutating func grow(_ range: Range<Int>, by size: Int) {
    let size = Size(size)
    ends.withUnsafeMutableBufferPointer { ends in
      for index in range { ends[index] &+= size }
    }
  }

  /// Cuts `size` off the end of the part before the lower bound of the range, and inserts a part of this size there.
  mutating func split(before range: Range<Int>, size: Int) {
    ends.copy(range, to: range.lowerBound + 1)
    // The new part ends where the one before it ended.
    ends[range.lowerBound] = ends[range.lowerBound - 1]
    ends[range.lowerBound - 1] -= Size(size)
  }

  /// Merges the part at the lower bound of the range into the part before it.
  mutating func merge(_ range: Range<Int>) { ends.copy(range, to: range.lowerBound - 1) }

  /// Moves parts of one whole to another, to its start or its end.
  mutating func move(_ range: Range<Int>, of source: Range<Int>, to position: Int, of target: Range<Int>) {
    // An end contains all parts before it in its whole, so ends are turned into sizes, which can be moved, and back.
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
  /// Copies elements to another place of the array. The two ranges may overlap.
  @inline(__always)
  mutating func copy(_ range: Range<Int>, to target: Int) {
    guard !range.isEmpty else { return }
    precondition(range.lowerBound >= 0 && target >= 0 && Swift.max(range.upperBound, target + range.count) <= count)
    withUnsafeMutableBufferPointer { elements in
      // The checked bounds imply that the array is not empty.
      guard let first = elements.baseAddress else { return }
      (first + target).update(from: first + range.lowerBound, count: range.count)
    }
  }

  /// Moves elements from one range of the array to another, which has free space after its end.
  mutating func move(_ range: Range<Int>, of source: Range<Int>, to position: Int, of target: Range<Int>) {
    // Makes room in the target, fills it, and closes the gap in the source. The two ranges do not overlap.
    copy(position..<target.upperBound, to: position + range.count)
    copy(range, to: position)
    copy(range.upperBound..<source.upperBound, to: range.lowerBound)
  }
}
