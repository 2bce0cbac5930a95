/// Returns the runs of a common subsequence of two ranges of lists that is close to a longest one.
///
/// The search for a shortest script is given up after a number of edits. The runs up to its farthest point are kept,
/// and the next search starts from there. Diff programs for files have similar heuristics.
///
/// - Complexity: O(*n*): at most 64 comparisons for each element.
func commonRuns(
  _ old: [Int32], _ new: [Int32], _ oldRange: Range<Int>, _ newRange: Range<Int>, _ isCancelled: (() -> Bool)?
) throws -> [Run<Int>] {
  var runs: [Run<Int>] = []
  var (oldStart, newStart) = (oldRange.lowerBound, newRange.lowerBound)
  while oldStart < oldRange.upperBound, newStart < newRange.upperBound {
    var search = ShortestEdit(oldCount: oldRange.upperBound - oldStart, newCount: newRange.upperBound - newStart)
    _ = try search.search(limit: 128, isCancelled: isCancelled) { old[oldStart &+ $0] == new[newStart &+ $1] }
    let path = search.path()
    runs += path.runs.map { Run($0.before + oldStart, $0.after + newStart, length: $0.length) }
    oldStart += path.old
    newStart += path.new
  }
  return runs
}

/// A search for longest common subsequences of two lists, or of ranges of them.
///
/// - Complexity: O(*n* · *d*) time for *d* deletes and inserts, O(*n*) memory.
/// - Source: Myers, “An O(ND) difference algorithm and its variations”, 1986: the linear-space refinement.
struct LongestCommonSubsequence {
  let old: [Int32]
  let new: [Int32]
  let isCancelled: (() -> Bool)?
  private var runs: [Run<Int>] = []
  /// The number of points that may still be visited.
  private var budget = 0
  /// The farthest points on each diagonal, from the front and from the back. The middle of the array is diagonal 0.
  private var forward: [Int]
  private var backward: [Int]

  private struct OutOfBudget: Error {}

  init(old: [Int32], new: [Int32], isCancelled: (() -> Bool)?) {
    self.old = old
    self.new = new
    self.isCancelled = isCancelled
    forward = Array(repeating: 0, count: 2 * (old.count + new.count) + 3)
    backward = forward
  }

  /// Returns the runs of a longest common subsequence of two ranges, or `nil` if the search exceeds its budget.
  mutating func runs(_ oldRange: Range<Int>, _ newRange: Range<Int>, budget: Int) throws -> [Run<Int>]? {
    self.budget = budget
    runs = []
    do { try search(oldRange, newRange) } catch is OutOfBudget { return nil }
    return runs
  }

  /// Appends the runs of a longest common subsequence of two ranges.
  private mutating func search(_ oldRange: Range<Int>, _ newRange: Range<Int>) throws {
    // Equal elements at both ends are on some longest common subsequence, so only what is between them is searched.
    var (o, n) = (oldRange, newRange)
    var prefix = 0
    while !o.isEmpty, !n.isEmpty, old[o.lowerBound] == new[n.lowerBound] {
      o = o.dropFirst()
      n = n.dropFirst()
      prefix += 1
    }
    if prefix > 0 { runs.append(Run(oldRange.lowerBound, newRange.lowerBound, length: prefix)) }
    var suffix = 0
    while !o.isEmpty, !n.isEmpty, old[o.upperBound - 1] == new[n.upperBound - 1] {
      o = o.dropLast()
      n = n.dropLast()
      suffix += 1
    }
    if !o.isEmpty, !n.isEmpty {
      let snake = try middleSnake(o, n)
      try search(o.lowerBound..<snake.before, n.lowerBound..<snake.after)
      if snake.length > 0 { runs.append(snake) }
      try search(snake.before + snake.length..<o.upperBound, snake.after + snake.length..<n.upperBound)
    }
    if suffix > 0 { runs.append(Run(o.upperBound, n.upperBound, length: suffix)) }
  }

  /// Returns the run in the middle of a shortest script (the *middle snake*) of two ranges that differ at both ends.
  ///
  /// Two searches advance by one edit at a time, one from the front and one from the back. They meet after half of the
  /// edits each. The run on which they meet divides the problem into two, which are solved recursively:
  ///
  ///     ┌───────┬────────────┐
  ///     │ first ╲            │
  ///     │ half   ╲  ← snake  │
  ///     │         ╲          │
  ///     │          ╲ second  │
  ///     │            half    │
  ///     └────────────────────┘
  private mutating func middleSnake(_ o: Range<Int>, _ n: Range<Int>) throws -> Run<Int> {
    let (oldCount, newCount) = (o.count, n.count)
    let zero = old.count + new.count + 1
    let delta = oldCount - newCount
    forward[zero + 1] = 0
    backward[zero + 1] = 0
    for edits in 0... {
      if let isCancelled, isCancelled() { throw CancellationError() }
      // The number of points that this round visits, at most.
      budget -= 2 * edits + 2
      if budget < 0 { throw OutOfBudget() }
      // Diagonals that lie outside of the grid are left out.
      let diagonals = stride(
        from: -edits + 2 * max(0, edits - newCount), through: edits - 2 * max(0, edits - oldCount), by: 2)
      for diagonal in diagonals {
        let at = zero + diagonal
        let goesDown = diagonal == -edits || (diagonal != edits && forward[at - 1] < forward[at + 1])
        let start = goesDown ? forward[at + 1] : forward[at - 1] + 1
        var place = start
        while place < oldCount, place - diagonal < newCount,
          old[o.lowerBound + place] == new[n.lowerBound + place - diagonal]
        {
          place += 1
        }
        forward[at] = place
        // The two searches have made *edits* and *edits* − 1 edits here, and *edits* each below. So they meet here if
        // the lengths differ by an odd number, and below if by an even one.
        if delta & 1 != 0, abs(diagonal - delta) < edits, place + backward[zero + delta - diagonal] >= oldCount {
          return Run(o.lowerBound + start, n.lowerBound + start - diagonal, length: place - start)
        }
      }
      for diagonal in diagonals {
        let at = zero + diagonal
        let goesDown = diagonal == -edits || (diagonal != edits && backward[at - 1] < backward[at + 1])
        let start = goesDown ? backward[at + 1] : backward[at - 1] + 1
        var place = start
        while place < oldCount, place - diagonal < newCount,
          old[o.upperBound - 1 - place] == new[n.upperBound - 1 - place + diagonal]
        {
          place += 1
        }
        backward[at] = place
        if delta & 1 == 0, abs(diagonal - delta) <= edits, place + forward[zero + delta - diagonal] >= oldCount {
          return Run(o.upperBound - place, n.upperBound - place + diagonal, length: place - start)
        }
      }
    }
    // Not reached: the searches meet when all elements are deleted and inserted, at the latest.
    return Run(o.lowerBound, n.lowerBound, length: 0)
  }
}
