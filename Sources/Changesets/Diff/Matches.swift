/// What a diff has found of the middles of two lists, between what they have in common at both ends: where each old element
/// went.
@usableFromInline struct Matches {
  /// For each old element of the middle, its place in the new one, shifted left by one, with the low bit set where the content
  /// changed; or -1.
  let targets: UnsafeMutableBufferPointer<Int32>
  /// Where the middle of the old list starts.
  let oldStart: Int
  /// Where the middle of the new list starts.
  let newStart: Int

  @usableFromInline init(targets: UnsafeMutableBufferPointer<Int32>, oldStart: Int, newStart: Int) {
    self.targets = targets
    self.oldStart = oldStart
    self.newStart = newStart
  }

  /// Writes all that follows from the matches to edits; the inserts are there already.
  @usableFromInline func write(to edits: inout FoundEdits<Int>) {
    let (survivors, staying, scratch) = longestIncreasingSubsequence(of: targets)
    let lengths = scratch?.buffer
    defer { withExtendedLifetime(scratch) {} }
    edits.deletes.reserveCapacity(targets.count - survivors)
    edits.moves.reserveCapacity(survivors - staying)
    var wanted = Int32(truncatingIfNeeded: staying)
    var last: Int32 = -1
    for index in targets.indices {
      let target = targets[index]
      if target < 0 {
        edits.deletes.append(oldStart &+ index)
        continue
      }
      let pair = Pair(oldStart &+ index, newStart &+ Int(target >> 1))
      if target & 1 != 0 { edits.updates.append(pair) }
      guard let lengths else { continue }
      if lengths[index] == wanted, target > last {
        wanted -= 1
        last = target
      } else {
        edits.moves.append(pair)
      }
    }
  }
}

/// Which elements of a list of matches stay where they are: the leftmost longest increasing subsequence.
///
/// `match[i]` says where element `i` went, shifted left by one (the low bit is the caller's), or is negative where it is gone.
/// Read from the right, every element gets the length of the longest increasing subsequence that begins with it; a scan from
/// the left then takes the first element of each length that is wanted.
///
/// - Returns: The number of survivors, the number of those that stay, and for each element the length of the subsequence that
///   it begins (none if nothing has to move).
/// - Complexity: O(*n*) where all is in order, O(*n* log *n*) else.
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
      let length = best.countGreater(than: target)
      best.set(target, at: length)
      lengths[index] = Int32(truncatingIfNeeded: length &+ 1)
    }
    index -= 1
  }
  return (survivors, best.count, result)
}

/// The greatest targets that begin an increasing subsequence of length 1, 2, …: they fall with the length.
private struct FallingList {
  private(set) var count = 0
  /// The numbers, and behind them at least sixteen that are smaller than any.
  private var scratch = Scratch<Int32>(repeating: -1, count: 1_024)

  /// Puts a number in the place of another, or behind the last.
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

  /// How many numbers are greater than a number.
  ///
  /// Each round narrows the search to an eighth by seven comparisons that do not wait for one another and are added up: branches
  /// that depend on the data would be mispredicted half the time.
  ///
  /// - Complexity: O(log *n*); O(1) for a number that belongs behind the last.
  @inline(__always) func countGreater(than number: Int32) -> Int {
    let list = scratch.buffer
    if count == 0 || list[count &- 1] > number { return count }
    @inline(__always) func one(_ index: Int) -> Int { list[index] > number ? 1 : 0 }
    @inline(__always) func four(_ index: Int, _ step: Int) -> Int {
      one(index) &+ one(index &+ step) &+ one(index &+ 2 &* step) &+ one(index &+ 3 &* step)
    }
    var (start, size) = (0, count)
    while size > 16 {
      let part = size >> 3
      let last = start &+ part &- 1
      let parts = four(last, part) &+ one(last &+ 4 &* part) &+ one(last &+ 5 &* part) &+ one(last &+ 6 &* part)
      start &+= parts &* part
      size &-= 7 &* part
    }
    return start &+ four(start, 1) &+ four(start &+ 4, 1) &+ four(start &+ 8, 1) &+ four(start &+ 12, 1)
  }
}
