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
  @usableFromInline func write(to edits: inout Edits<Int>) {
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
