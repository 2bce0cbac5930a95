/// The edits that a diff has found so far. Appending to these arrays is faster than appending to the lists of
/// ``Edits``.
@usableFromInline struct FoundEdits {
  @usableFromInline var deletes: [Int] = []
  @usableFromInline var inserts: [Int] = []
  @usableFromInline var moves: [PlacePair<Int>] = []
  @usableFromInline var updates: [PlacePair<Int>] = []
  /// Whether a limit of the options was exceeded, or the diff was cancelled.
  @usableFromInline var isReload = false

  @inlinable init() {}

  @inlinable var count: Int { deletes.count + inserts.count + moves.count + updates.count }

  @inlinable var edits: Edits<Int> {
    isReload ? .reload : Edits(deletes: deletes, inserts: inserts, moves: moves, updates: updates)
  }

  /// Removes all edits and keeps the capacity of the arrays.
  @inlinable mutating func removeAll() {
    if !deletes.isEmpty { deletes.removeAll(keepingCapacity: true) }
    if !inserts.isEmpty { inserts.removeAll(keepingCapacity: true) }
    if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
    if !updates.isEmpty { updates.removeAll(keepingCapacity: true) }
    isReload = false
  }

  /// Appends the deletes, moves and updates that follow from the new places of the old elements. Inserts are left to
  /// the caller.
  ///
  /// - Parameters:
  ///   - targets: For each old element of the middle, its place in the new middle, shifted left by one, with the low
  ///     bit set if the content changed; or -1 if it was deleted.
  ///   - oldStart: The start of the middle of the old list.
  ///   - newStart: The start of the middle of the new list.
  @usableFromInline mutating func append(targets: Scratch<Int32>, oldStart: Int, newStart: Int) {
    let (survivors, staying, lengths) = longestIncreasingSubsequence(of: targets.buffer)
    deletes.reserveCapacity(targets.count - survivors)
    moves.reserveCapacity(survivors - staying)
    // Of each length, the first element stays that begins a subsequence of this length and comes after the previous
    // element that stays.
    var wanted = Int32(truncatingIfNeeded: staying)
    var last: Int32 = -1
    for index in 0..<targets.count {
      let target = targets[index]
      if target < 0 {
        deletes.append(oldStart &+ index)
        continue
      }
      let pair = PlacePair(oldStart &+ index, newStart &+ Int(target >> 1))
      if target & 1 != 0 { updates.append(pair) }
      guard let lengths else { continue }
      if lengths[index] == wanted, target > last {
        wanted -= 1
        last = target
      } else {
        moves.append(pair)
      }
    }
  }
}

/// Determines which of the matched elements stay in place: the leftmost longest increasing subsequence of their new
/// places.
///
/// The more elements stay, the fewer have to move, so the number of moves is least for a longest increasing
/// subsequence. Patience sorting finds one. The elements are read from the right. For each of them, a binary search in
/// the list of the best starts so far determines the length of the longest increasing subsequence that begins with it.
/// To collect the subsequence, the caller scans from the left and takes the first suitable element of each length.
///
/// `match[i]` is the new place of element `i`, shifted left by one (the low bit belongs to the caller), or negative if
/// the element was deleted.
///
/// - Returns: The number of survivors, the number of those that stay, and for each survivor the length of the longest
///   increasing subsequence that begins with it; `lengths` is `nil` if no element has to move.
/// - Complexity: O(*n*) if no element has to move, O(*n* log *n*) otherwise.
/// - Source: Fredman, “On computing the length of longest increasing subsequences”, 1975 (patience sorting).
func longestIncreasingSubsequence(
  of match: UnsafeMutableBufferPointer<Int32>
) -> (survivors: Int, staying: Int, lengths: Scratch<Int32>?) {
  var survivors = 0
  var last: Int32 = -1
  var isSorted = true
  for target in match where target >= 0 {
    survivors += 1
    if target < last { isSorted = false }
    last = target
  }
  if isSorted { return (survivors, survivors, nil) }

  let result = Scratch<Int32>(uninitializedCount: match.count)
  let lengths = result.buffer
  var best = FallingList()
  var index = match.count - 1
  while index >= 0 {
    let target = match[index]
    if target >= 0 {
      // The longest subsequence that this element can precede has as many elements as there are greater targets in
      // the list.
      let length = best.countGreater(than: target)
      best.set(target, at: length)
      lengths[index] = Int32(truncatingIfNeeded: length &+ 1)
    }
    index -= 1
  }
  return (survivors, best.count, result)
}

/// For each length 1, 2, … the greatest target that begins an increasing subsequence of this length. The targets fall
/// with the length.
private struct FallingList {
  private(set) var count = 0
  /// The targets, followed by at least sixteen values that are smaller than any target.
  private var scratch = Scratch<Int32>(repeating: -1, count: 1_024)

  /// Replaces the target at an index, or appends one at the index after the last.
  @inline(__always) mutating func set(_ number: Int32, at index: Int) {
    if index == count {
      count &+= 1
      if count &+ 16 > scratch.count { grow() }
    }
    scratch.buffer[index] = number
  }

  private mutating func grow() {
    let larger = Scratch<Int32>(repeating: -1, count: 2 * scratch.count)
    for index in 0..<scratch.count { larger[index] = scratch[index] }
    scratch = larger
  }

  /// Returns the number of targets that are greater than a number.
  ///
  /// Each round narrows the search to an eighth by seven comparisons, which are independent of each other and summed
  /// up. Branches on the data would be mispredicted half the time.
  ///
  /// - Complexity: O(log *n*); O(1) for a number that is less than all targets.
  @inline(__always) func countGreater(than number: Int32) -> Int {
    let list = scratch.buffer
    if count == 0 || list[count &- 1] > number { return count }
    @inline(__always) func one(_ index: Int) -> Int { list[index] > number ? 1 : 0 }
    @inline(__always) func four(_ index: Int, _ step: Int) -> Int {
      one(index) &+ one(index &+ step) &+ one(index &+ 2 &* step) &+ one(index &+ 3 &* step)
    }
    var start = 0
    var size = count
    while size > 16 {
      let part = size >> 3
      let last = start &+ part &- 1
      let parts = four(last, part) &+ one(last &+ 4 &* part) &+ one(last &+ 5 &* part) &+ one(last &+ 6 &* part)
      // The remainder of the division stays in the last part, so `size` may be a little more than `part` afterwards.
      start &+= parts &* part
      size &-= 7 &* part
    }
    return start &+ four(start, 1) &+ four(start &+ 4, 1) &+ four(start &+ 8, 1) &+ four(start &+ 12, 1)
  }
}
