import PomonaSupport

/// A partial bijection of places before and places after, as a list of runs. A place without a run was deleted or
/// inserted.
///
/// The number of runs depends on the number of edits, not on that of elements. Runs are sorted by their places before,
/// and no two of them share a place before or a place after.
struct Runs<Place: ListPlace>: Hashable, Sendable {
  /// The runs, sorted by their places before.
  let all: [Run<Place>]

  /// Creates a bijection from runs in any order.
  init(_ runs: [Run<Place>]) { all = runs.sorted { $0.before < $1.before } }

  var inverted: Runs { Runs(all.map { $0.inverted }) }

  /// Returns the place after that a place before is mapped to, or `nil` if there is none.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  func image(of place: Place) -> Place? {
    let position = all.partitioningIndex { $0.before > place } - 1
    guard position >= 0, all[position].before.list == place.list, place.index < all[position].end else { return nil }
    return all[position].after.advanced(place.index &- all[position].before.index)
  }

  /// Returns the runs whose places before are in a list.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  func leaving(_ list: Int) -> ArraySlice<Run<Place>> {
    all[all.partitioningIndex { $0.before.list >= list }..<all.partitioningIndex { $0.before.list > list }]
  }

  /// Returns the places before of a list that are in no run, up to its last run, or up to `end` if it is given.
  ///
  /// - Complexity: O(*k* + *g*) for *k* runs and *g* returned places.
  func gaps(in list: Int, end: Int? = nil) -> [Place] {
    var gaps: [Place] = []
    var index = 0
    func fill(to limit: Int) {
      while index < limit {
        gaps.append(Place(list: list, index: index))
        index &+= 1
      }
    }
    for run in leaving(list) {
      fill(to: min(run.before.index, end ?? .max))
      // Behind an endless run, the index is `Int.max`, so that nothing is filled any more.
      index = max(index, run.end)
    }
    if let end { fill(to: end) }
    return gaps
  }

  /// Returns the composition of this bijection and the next one.
  ///
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* runs.
  func followed(by next: Runs) -> Runs {
    // Both lists are sorted by their places in the state between the two, so one pass finds all pairs of runs that
    // overlap there.
    let back = inverted.all, forth = next.all
    var met: [Run<Place>] = []
    var i = 0, j = 0
    while i < back.count, j < forth.count {
      let (one, other) = (back[i], forth[j])
      let (list, otherList) = (one.before.list, other.before.list)
      let start = max(one.before.index, other.before.index), end = min(one.end, other.end)
      if list == otherList, start < end {
        met.append(
          Run(
            one.after.advanced(start &- one.before.index), other.after.advanced(start &- other.before.index),
            length: end == .max ? .max : end &- start))
      }
      // The run that ends first overlaps none of those that follow.
      if (list, one.end) <= (otherList, other.end) { i += 1 } else { j += 1 }
    }
    return Runs(met)
  }

  /// Returns the fewest moves that lead from the order before to the order after; among the smallest sets of moves, the
  /// one that leaves the leftmost elements in place. All runs have to lead from one list to one list.
  ///
  /// The elements that stay form an increasing subsequence of the places after. Runs are treated as units, whose weight
  /// is their length: no element lies between those of one run, so a heaviest subsequence contains a run completely or
  /// not at all. An endless run is the last in both orders and always stays.
  ///
  ///     runs before          A(2)  B(1)  C(3)
  ///     their ranks after     1     2     0
  ///     heaviest from here    3     1     3      A stays with B; or C stays alone
  ///     weight 3 is reached first by A: A and B stay, the three elements of C move
  ///
  /// Source: M. Fredman, “On computing the length of longest increasing subsequences”, 1975; with weights, by a tree of
  /// maxima (P. Fenwick, “A new data structure for cumulative frequency tables”, 1994).
  ///
  /// - Complexity: O(*k* log *k* + *m*) for *k* runs and *m* moves; O(*k*) if the order is unchanged.
  func fewestMoves() -> [PlacePair<Place>] {
    let runs = all.filter { !$0.isEndless }
    guard zip(runs, runs.dropFirst()).contains(where: { $0.after > $1.after }) else { return [] }

    var ranks = Array(repeating: 0, count: runs.count)
    for (rank, position) in runs.indices.sorted(by: { runs[$0].after < runs[$1].after }).enumerated() {
      ranks[position] = rank
    }
    // For each run, the greatest weight of an increasing subsequence that begins with it.
    var weights = ranks
    var greatest = SuffixMaxima(count: runs.count)
    for position in runs.indices.reversed() {
      weights[position] = runs[position].length &+ greatest.maximum(above: ranks[position])
      greatest.raise(ranks[position], to: weights[position])
    }
    // From the left, each run that can continue a heaviest subsequence stays.
    var moves: [PlacePair<Place>] = []
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

/// The maximum of the values above a rank, where values may only grow: a Fenwick tree that is indexed from the highest
/// rank.
private struct SuffixMaxima {
  // Rank *r* of *n* has position *n* − *r*, counted from 1, so that the ranks above it are a prefix.
  private var tree: [Int]

  init(count: Int) { tree = Array(repeating: 0, count: count + 1) }

  /// Returns the greatest value of the ranks above `rank`, or 0 if there are none.
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

  /// Raises the value of a rank to `value`, unless it is greater already.
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

/// A range of consecutive places in a list before that correspond to consecutive places in a list after, in the same
/// order.
struct Run<Place: ListPlace>: Hashable, Sendable {
  /// The first place before.
  var before: Place
  /// The first place after.
  var after: Place
  /// The number of places; `Int.max` for a run that reaches to the end of the list, whatever its length.
  var length: Int

  /// Creates a run; without a length, it is endless.
  init(_ before: Place, _ after: Place, length: Int = .max) {
    self.before = before
    self.after = after
    self.length = length
  }

  /// Whether the run reaches to the end of the list.
  var isEndless: Bool { length == .max }

  /// The index after the last place before; `Int.max` for an endless run.
  var end: Int { isEndless ? .max : before.index &+ length }

  /// The run with before and after exchanged.
  var inverted: Run { Run(after, before, length: length) }

  /// The pairs of places of the run; none for an endless run, whose number of places is unknown.
  var pairs: [PlacePair<Place>] {
    isEndless ? [] : (0..<length).map { PlacePair(before.advanced($0), after.advanced($0)) }
  }
}

/// A place in one of several lists. It allows the same code to handle flat lists and sections: an `Int` is a place in
/// the only list, an ``ItemPath`` is a place in the list of items of its section.
protocol ListPlace: Hashable, Comparable, Sendable {
  /// The index of the list.
  var list: Int { get }
  /// The index of the place in its list.
  var index: Int { get }

  init(list: Int, index: Int)
}

extension ListPlace {
  /// Whether a list can have this place. The limit leaves room to add any number of edits without overflow.
  var isPossible: Bool {
    let possible = 0..<(1 << 62)
    return possible.contains(list) && possible.contains(index)
  }

  /// Returns the place at a distance from this one in the same list.
  func advanced(_ distance: Int) -> Self { Self(list: list, index: index &+ distance) }
}

extension Int: ListPlace {
  var list: Int { 0 }
  var index: Int { self }

  init(list: Int, index: Int) { self = index }
}

extension ItemPath: ListPlace {
  var list: Int { section }
  var index: Int { item }

  init(list: Int, index: Int) { self.init(section: list, item: index) }
}
