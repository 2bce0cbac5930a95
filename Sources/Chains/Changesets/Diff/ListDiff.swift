/// A single diff of two lists.
///
/// The common elements at both ends of the lists are compared in place, keys and content in one pass. For the *middles*
/// between them, a search for a short edit script comes first, which needs no hashing. If there is no short script,
/// ``matchMany(_:_:_:)`` walks through both lists in step and hashes the elements that the walk leaves over.
///
/// Generic code is inlinable, so that it is specialised for the types of the client: that is four to ten times faster
/// than unspecialised code. The code for nearly equal lists is also inlined into the caller, where closures and key
/// paths become part of the loops: forty times faster than calling them. The optimiser inlines them only into functions
/// of moderate size, so the rest is kept out by `@inline(never)`. A benchmark guards this.
///
/// Pointers come from `withUnsafeBufferPointer` and are used within it only. Every index is below the count of its
/// buffer.
@usableFromInline struct ListDiff<M: Matching> {
  @usableFromInline let old: UnsafeBufferPointer<M.Element>
  @usableFromInline let new: UnsafeBufferPointer<M.Element>
  @usableFromInline let matching: M
  @usableFromInline let options: DiffOptions

  @inlinable init(
    from old: UnsafeBufferPointer<M.Element>, to new: UnsafeBufferPointer<M.Element>, matching: M, options: DiffOptions
  ) {
    self.old = old
    self.new = new
    self.matching = matching
    self.options = options
  }

  @inlinable @inline(__always) func isSame(_ before: Int, _ after: Int) -> Bool {
    matching.id(of: old[before]) == matching.id(of: new[after])
  }

  @inlinable @inline(__always) func isUnchanged(_ before: Int, _ after: Int) -> Bool {
    matching.hasSameContent(old[before], new[after])
  }

  /// Writes the edits, in normal form. `edits` has to be empty.
  @inlinable @inline(__always) func run(into edits: inout FoundEdits) {
    do { try write(to: &edits) } catch { edits.isReload = true }
    if edits.count > options.editLimit { edits.isReload = true }
  }

  @inlinable @inline(__always) func write(to edits: inout FoundEdits) throws {
    if options.isOverLimit(Swift.max(old.count, new.count)) { return edits.isReload = true }
    try options.checkCancellation()

    // The common elements at both ends cost one comparison each, and no memory.
    let start = commonLength(0, 0, old.count, new.count, &edits.updates)
    var tail: [PlacePair<Int>] = []
    let rest = commonSuffix(from: start, &tail)
    let oldMiddle = start..<old.count &- rest
    let newMiddle = start..<new.count &- rest
    if oldMiddle.isEmpty {
      edits.inserts = Array(newMiddle)
    } else if newMiddle.isEmpty {
      edits.deletes = Array(oldMiddle)
    } else if let alignment = try shortestAlignment(oldMiddle, newMiddle) {
      _ = write(alignment, isLongest: true, to: &edits)
    } else {
      try matchMany(oldMiddle, newMiddle, &edits)
    }
    // They were found from the end.
    if !tail.isEmpty { edits.updates += tail.reversed() }
  }

  /// Returns the number of elements that the lists have in common from two places on. Elements of changed content are
  /// appended to the updates.
  @inlinable @inline(__always) func commonLength(
    _ before: Int, _ after: Int, _ oldEnd: Int, _ newEnd: Int, _ updates: inout [PlacePair<Int>]
  ) -> Int {
    let most = Swift.min(oldEnd &- before, newEnd &- after)
    for index in 0..<most {
      guard isSame(before &+ index, after &+ index) else { return index }
      if !isUnchanged(before &+ index, after &+ index) { updates.append(PlacePair(before &+ index, after &+ index)) }
    }
    return most
  }

  /// Returns the number of elements that the lists have in common at their ends, not before `start`. Elements of
  /// changed content are appended to the updates, the last one first.
  @inlinable @inline(__always) func commonSuffix(from start: Int, _ updates: inout [PlacePair<Int>]) -> Int {
    var oldPlace = old.count &- 1
    var newPlace = new.count &- 1
    while oldPlace >= start, newPlace >= start, isSame(oldPlace, newPlace) {
      if !isUnchanged(oldPlace, newPlace) { updates.append(PlacePair(oldPlace, newPlace)) }
      oldPlace &-= 1
      newPlace &-= 1
    }
    return old.count &- 1 &- oldPlace
  }

  /// Returns the longest alignment, or `nil` if the lists differ in too many places for the search to cost less than
  /// reading them.
  @inlinable @inline(__always) func shortestAlignment(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>
  ) throws -> Alignment? {
    let oldStart = oldMiddle.lowerBound
    let newStart = newMiddle.lowerBound
    // The greatest power of two that is not above the square root of the number of elements.
    let magnitude = Int.bitWidth &- 1 &- (oldMiddle.count &+ newMiddle.count).leadingZeroBitCount
    let limit = options.searchLimit ?? 8 &+ (1 << (magnitude / 2))
    guard limit >= 0 else { return nil }
    var changed: [PlacePair<Int>] = []
    var search = ShortestEdit(oldCount: oldMiddle.count, newCount: newMiddle.count)
    let isShort = try search.search(limit: limit, givesUpEarly: true, isCancelled: options.isCancelled) {
      before, after in
      guard isSame(oldStart &+ before, newStart &+ after) else { return false }
      if !isUnchanged(oldStart &+ before, newStart &+ after) {
        changed.append(PlacePair(oldStart &+ before, newStart &+ after))
      }
      return true
    }
    return isShort ? Alignment(search, of: oldMiddle, newMiddle, changed: changed) : nil
  }

  /// Writes the edits of middles with more than a few edits.
  @inlinable @inline(never) func matchMany(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ edits: inout FoundEdits
  ) throws {
    let alignment = try alignmentInStep(oldMiddle, newMiddle)
    if !alignment.isClose || !write(alignment, isLongest: false, to: &edits) {
      try matchKeys(oldMiddle, newMiddle, alignment, &edits)
    }
  }

  /// Returns an alignment that is found by walking through both lists in step, without hashing.
  ///
  /// Where the lists differ, a search for few edits looks for the next eight equal elements. If it finds none, every
  /// 64th element is compared at the same distance, until 32 consecutive elements are equal. Elements that the walk
  /// misses are left to the hashes: an identity that occurs once has one partner, regardless of the way it is found,
  /// and the moves are minimised over all pairs.
  ///
  /// The walk may pair an identity that occurs twice without noticing that there was a choice. That costs no deletes or
  /// inserts, since the number of pairs of an identity does not depend on the choice, but it may cost moves. Therefore
  /// short lists are not walked through, and a search for the shortest script comes first.
  ///
  /// - Complexity: O(*n*).
  @inlinable @inline(__always) func alignmentInStep(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>
  ) throws -> Alignment {
    var alignment = Alignment(of: oldMiddle, newMiddle)
    guard options.effort == .linear, Swift.min(oldMiddle.count, newMiddle.count) >= 2_048 else { return alignment }
    let oldEnd = oldMiddle.upperBound
    let newEnd = newMiddle.upperBound
    var before = oldMiddle.lowerBound
    var after = newMiddle.lowerBound
    // The number of points that all searches together may visit.
    var budget = oldMiddle.count &+ newMiddle.count
    var search = ShortestEdit(oldCount: 0, newCount: 0)
    while before < oldEnd, after < newEnd {
      search.restart(oldCount: oldEnd &- before, newCount: newEnd &- after)
      let isFound =
        try budget > 0
        && search.search(limit: 16, enough: 8, isCancelled: options.isCancelled) {
          isSame(before &+ $0, after &+ $1)
        }
      budget &-= search.history.count
      if isFound {
        let path = search.path()
        for run in path.runs {
          // The search has compared identities only. Contents are compared here, for the pairs that it decided on.
          let length = commonLength(
            before &+ run.before, after &+ run.after, before &+ run.before &+ run.length,
            after &+ run.after &+ run.length, &alignment.changed)
          alignment.append(before &+ run.before, after &+ run.after, length: length)
        }
        before &+= path.old
        after &+= path.new
      } else {
        let distance = distanceToAgreement(before, after, Swift.min(oldEnd &- before, newEnd &- after))
        before &+= distance
        after &+= distance
      }
      let length = commonLength(before, after, oldEnd, newEnd, &alignment.changed)
      alignment.append(before, after, length: length)
      before &+= length
      after &+= length
    }
    return alignment
  }

  /// Returns the distance from two places to the next 32 pairs of equal elements, or `most` if there are none. It
  /// samples every 64th pair.
  @inlinable @inline(__always) func distanceToAgreement(_ before: Int, _ after: Int, _ most: Int) -> Int {
    for sample in stride(from: 32, to: most, by: 64) where isSame(before &+ sample, after &+ sample) {
      var start = sample
      while start > 1, isSame(before &+ start &- 1, after &+ start &- 1) { start &-= 1 }
      var end = sample &+ 1
      while end < most, end &- start < 32, isSame(before &+ end, after &+ end) { end &+= 1 }
      if end &- start >= 32 { return start }
    }
    return most
  }

  /// Pairs the elements that an alignment leaves over, and writes the edits.
  ///
  /// - Returns: Whether the edits were written. They are not if another alignment might lead to fewer moves.
  @inlinable @inline(never) func write(
    _ alignment: Alignment, isLongest: Bool, to edits: inout FoundEdits
  ) -> Bool {
    var alignment = alignment
    let gaps = alignment.gaps
    let (pairs, areAmbiguous) = pairInOrder(
      gaps.old.flatMap(\.self), gaps.new.flatMap(\.self), matching, old: { old[$0] }, new: { new[$0] })
    if areAmbiguous, !isLongest { return false }
    for pair in pairs where !isUnchanged(pair.before, pair.after) { alignment.changed.append(pair) }
    alignment.write(moves: pairs, to: &edits)
    return true
  }
}
