/// A search for the longest common subsequence of two lists, as far as few deletes and inserts lead.
///
/// An edit script is a way through a grid whose columns are the old elements and whose rows are the new ones: a delete goes to the
/// right, an insert goes down, and an element that both lists have goes along the diagonal at no cost. For 0, 1, 2, … edits the
/// search finds, on each diagonal, the farthest point that can be reached: an edit from a neighbouring diagonal, and then along
/// the diagonal as long as elements match. The first number of edits whose farthest point is the corner is the least one. All
/// farthest points are kept, so that the way can be followed back.
///
/// - Source: Myers, “An O(ND) difference algorithm and its variations”, 1986: the greedy algorithm.
@usableFromInline struct ShortestEdit {
  @usableFromInline var oldCount: Int
  @usableFromInline var newCount: Int
  /// The farthest old place on each diagonal (old place - new place): row *d* is for *d* edits, on the diagonals -*d*,
  /// -*d* + 2, …, *d*.
  @usableFromInline var history: [Int32] = []
  /// The number of edits that the last row is for.
  @usableFromInline var edits = 0
  /// The diagonal, counted within the last row, on which the search has ended; nil if it gave up.
  @usableFromInline var lastStep: Int?

  @inlinable init(oldCount: Int, newCount: Int) {
    self.oldCount = oldCount
    self.newCount = newCount
  }

  /// Prepares for a search in other lists, in the same memory.
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
  ///   - limit: The most deletes and inserts.
  ///   - enough: The length of a run that ends the search.
  ///   - givesUpEarly: Whether to give up once the distance that the edits have led so far says that the limit will not do.
  ///   - isCancelled: Asked for each number of edits.
  ///   - matches: Whether an old and a new element are the same.
  /// - Returns: Whether the end or such a run was found.
  /// - Complexity: O(*n* + *d*²) for *d* edits; *d*² / 2 numbers of 32 bits are kept.
  @inlinable @inline(__always) mutating func search(
    limit: Int, enough: Int = .max, givesUpEarly: Bool = false, isCancelled: (() -> Bool)?, matches: (Int, Int) -> Bool
  ) throws -> Bool {
    var reach = 0
    for count in 0...limit {
      if let isCancelled, isCancelled() { throw CancellationError() }
      if givesUpEarly, count > 64, reach &* limit &* 3 < (oldCount &+ newCount) &* count &* 2 { return false }
      edits = count
      for step in 0...count {
        let diagonal = 2 &* step &- count
        let place = start(step, edits: count).place
        guard place >= 0 else {
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

  /// Where the search sets out on a diagonal, and by which step: from the one below by a delete, or from the one above by an
  /// insert. The place is negative where neither leads there.
  @inlinable @inline(__always) func start(_ step: Int, edits: Int) -> (place: Int, change: Int) {
    if edits == 0 { return (0, 0) }
    let previous = edits &* (edits &- 1) / 2
    var (place, change) = (-1, 0)
    if step > 0 {
      let from = Int(history[previous &+ step &- 1]) &+ 1
      if from <= oldCount { (place, change) = (from, -1) }
    }
    if step < edits {
      let from = Int(history[previous &+ step])
      if from > place, from &- (2 &* step &- edits) <= newCount { (place, change) = (from, 1) }
    }
    return (place, change)
  }

  /// The runs on the way to where the search has ended or, if it gave up, to the farthest point.
  ///
  /// - Returns: The runs, from the left to the right, none empty, and the point.
  @usableFromInline func path() -> (runs: [(before: Int, after: Int, length: Int)], old: Int, new: Int) {
    var edits = edits
    let row = edits * (edits + 1) / 2
    func distance(_ step: Int) -> Int { 2 * Int(history[row + step]) - (2 * step - edits) }
    var step = lastStep ?? (0...edits).reduce(0) { distance($1) > distance($0) ? $1 : $0 }
    var old = Int(history[row + step])
    let end = (old: old, new: old - (2 * step - edits))

    var runs: [(before: Int, after: Int, length: Int)] = []
    while true {
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
