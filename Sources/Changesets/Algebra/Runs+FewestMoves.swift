extension Runs {
  /// The moves that bring the runs from their order before into their order after: the fewest there are, and of those the
  /// ones that leave the leftmost in place. For runs that all lead from one list to one list.
  ///
  /// What stays is an increasing subsequence of greatest weight, the weight of a run being its length: nothing lies between
  /// the things of one run, so such a sequence takes a run whole or not at all. An endless run is last in both orders and
  /// always stays.
  ///
  /// Source: M. Fredman, “On computing the length of longest increasing subsequences”, 1975; with weights, by a tree of
  /// maxima (P. Fenwick, “A new data structure for cumulative frequency tables”, 1994).
  ///
  /// - Complexity: O(*k* log *k* + *m*) for *k* runs and *m* moves; O(*k*) where nothing is out of order.
  func fewestMoves() -> [Pair<Place>] {
    let runs = all.filter { !$0.isEndless }
    guard zip(runs, runs.dropFirst()).contains(where: { $0.after > $1.after }) else { return [] }

    var ranks = Array(repeating: 0, count: runs.count)
    for (rank, position) in runs.indices.sorted(by: { runs[$0].after < runs[$1].after }).enumerated() {
      ranks[position] = rank
    }
    // The greatest weight of an increasing subsequence that begins with the run at each position.
    var weights = ranks
    var greatest = SuffixMaxima(count: runs.count)
    for position in runs.indices.reversed() {
      weights[position] = runs[position].length &+ greatest.maximum(above: ranks[position])
      greatest.raise(ranks[position], to: weights[position])
    }
    // Whoever comes first of those that a greatest sequence can go on with stays.
    var moves: [Pair<Place>] = []
    var missing = greatest.maximum(above: -1)
    var last = -1
    for position in runs.indices {
      if ranks[position] > last, weights[position] == missing {
        missing &-= runs[position].length
        last = ranks[position]
      } else {
        moves += runs[position].pairs
      }
    }
    return moves
  }
}

/// The greatest of the values above a rank, where values come and only grow; a Fenwick tree, seen from the top rank.
private struct SuffixMaxima {
  private var tree: [Int]

  init(count: Int) { tree = Array(repeating: 0, count: count + 1) }

  /// The greatest value of the ranks above one, 0 where there is none.
  ///
  /// - Complexity: O(log *n*), *n* being the number of ranks.
  func maximum(above rank: Int) -> Int {
    var position = tree.count - 2 - rank
    var maximum = 0
    while position > 0 {
      maximum = max(maximum, tree[position])
      position &= position - 1
    }
    return maximum
  }

  /// Gives a rank a value, unless it has a greater one.
  ///
  /// - Complexity: O(log *n*), *n* being the number of ranks.
  mutating func raise(_ rank: Int, to value: Int) {
    var position = tree.count - 1 - rank
    while position < tree.count {
      tree[position] = max(tree[position], value)
      position += position & -position
    }
  }
}
