/// A search for a longest common subsequence of two lists with few deletes and inserts.
///
/// An edit script is a path through a grid whose columns are the old elements and whose rows are the new ones. A delete
/// is a step to the right, an insert is a step down, and an element in both lists is a step along the diagonal, at no
/// cost. For 0, 1, 2, … edits the search determines the farthest point on each diagonal that can be reached: it takes
/// one edit from a neighbouring diagonal and follows the diagonal while elements match. The least number of edits is
/// the first that reaches the corner. All farthest points are kept, so that the path can be traced back.
///
/// - Source: Myers, “An O(ND) difference algorithm and its variations”, 1986: the greedy algorithm.
@usableFromInline struct ShortestEdit {
  @usableFromInline var oldCount: Int
  @usableFromInline var newCount: Int
  /// The farthest old place on each diagonal (old place - new place). Row *d* is for *d* edits and has the diagonals
  /// -*d*, -*d* + 2, …, *d*; it starts at index *d* · (*d* + 1) / 2:
  ///
  ///     d = 0              0
  ///     d = 1          -1     1
  ///     d = 2       -2     0     2
  @usableFromInline var history: [Int32] = []
  /// The number of edits of the last row.
  @usableFromInline var edits = 0
  /// The index within the last row of the diagonal on which the search ended; `nil` if it gave up.
  @usableFromInline var lastStep: Int?

  @inlinable init(oldCount: Int, newCount: Int) {
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// Prepares a search in other lists, with the same memory.
  @inlinable mutating func restart(oldCount: Int, newCount: Int) {
    self.oldCount = oldCount
    self.newCount = newCount
    history.removeAll(keepingCapacity: true)
    edits = 0
    lastStep = nil
  }

  /// Searches until the end of both lists is reached, or a run that is long enough.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of deletes and inserts.
  ///   - enough: The length of a run that ends the search.
  ///   - givesUpEarly: Whether to give up once the progress so far indicates that the limit will not suffice.
  ///   - isCancelled: Called for each number of edits.
  ///   - matches: Returns whether an old and a new element are the same.
  /// - Returns: Whether the end or a run of this length was found.
  /// - Complexity: O(*n* + *d*²) on average for *d* edits, O(*n* · *d*) in the worst case; *d*² / 2 numbers of 32 bits
  ///   are kept.
  @inlinable @inline(__always) mutating func search(
    limit: Int, enough: Int = .max, givesUpEarly: Bool = false, isCancelled: (() -> Bool)?, matches: (Int, Int) -> Bool
  ) throws -> Bool {
    var reach = 0
    for count in 0...limit {
      if let isCancelled, isCancelled() { throw CancellationError() }
      // At the present speed, the search would not have covered two thirds of both lists when it reaches the limit.
      if givesUpEarly, count > 64, reach &* limit &* 3 < (oldCount &+ newCount) &* count &* 2 { return false }
      edits = count
      for step in 0...count {
        let diagonal = 2 &* step &- count
        let place = start(step, edits: count).place
        guard place >= 0 else {
          // Far below zero, so that it stays negative when later rows add to it.
          history.append(Int32.min / 2)
          continue
        }
        var old = place
        var new = old &- diagonal
        while old < oldCount, new < newCount, old &- place < enough, matches(old, new) {
          old &+= 1
          new &+= 1
        }
        history.append(Int32(truncatingIfNeeded: old))
        if old &+ new > reach { reach = old &+ new }
        if (old == oldCount && new == newCount) || old &- place == enough {
          lastStep = step
          return true
        }
      }
    }
    return false
  }

  /// Returns the start of the search on a diagonal, and the step that leads there: a delete (-1) from the diagonal
  /// below, or an insert (1) from the one above. The place is negative if the diagonal cannot be reached.
  @inlinable @inline(__always) func start(_ step: Int, edits: Int) -> (place: Int, change: Int) {
    if edits == 0 { return (0, 0) }
    let previous = edits &* (edits &- 1) / 2
    var place = -1
    var change = 0
    // A delete advances in the old list.
    if step > 0 {
      let from = Int(history[previous &+ step &- 1]) &+ 1
      if from <= oldCount { (place, change) = (from, -1) }
    }
    // An insert advances in the new list only, and stays at the old place.
    if step < edits {
      let from = Int(history[previous &+ step])
      if from > place, from &- (2 &* step &- edits) <= newCount { (place, change) = (from, 1) }
    }
    return (place, change)
  }

  /// Returns the runs on the path to the end of the search or, if it gave up, to the farthest point.
  ///
  /// - Returns: The runs, in order, none of them empty, and the end point.
  @usableFromInline func path() -> (runs: [(before: Int, after: Int, length: Int)], old: Int, new: Int) {
    var edits = edits
    let row = edits * (edits + 1) / 2
    func distance(_ step: Int) -> Int { 2 * Int(history[row + step]) - (2 * step - edits) }
    // The farthest point is the one with the greatest sum of its two places.
    var step = lastStep ?? (0...edits).reduce(0) { distance($1) > distance($0) ? $1 : $0 }
    var old = Int(history[row + step])
    let end = (old: old, new: old - (2 * step - edits))

    var runs: [(before: Int, after: Int, length: Int)] = []
    while true {
      // `start` repeats the choice that the search has made, so the steps need not be stored.
      let (place, change) = start(step, edits: edits)
      if old > place { runs.append((place, place - (2 * step - edits), old - place)) }
      guard edits > 0 else { break }
      edits -= 1
      if change < 0 {
        old = place - 1
        step -= 1
      } else {
        old = place
      }
    }
    return (runs.reversed(), end.old, end.new)
  }
}
