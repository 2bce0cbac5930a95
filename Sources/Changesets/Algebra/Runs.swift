/// A partial bijection of places before and places after, in as few pieces as there are edits: what is in no run was deleted
/// or inserted.
///
/// Runs are in the order of their places before, and no two of them share a place before or a place after.
struct Runs<Place: ListPlace>: Hashable, Sendable {
  /// The runs, in the order of their places before.
  let all: [Run<Place>]

  /// Creates a bijection of runs in any order.
  init(_ runs: [Run<Place>]) {
    all = runs.sorted { $0.before < $1.before }
  }

  /// The same bijection, seen from the state after.
  var inverted: Runs { Runs(all.map { $0.inverted }) }

  /// Where the thing at a place went.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  func image(of place: Place) -> Place? {
    let position = all.firstPosition { $0.before > place } - 1
    guard position >= 0, all[position].before.list == place.list, place.index < all[position].end else { return nil }
    return all[position].after.advanced(place.index &- all[position].before.index)
  }

  /// The runs that lead out of a list.
  ///
  /// - Complexity: O(log *k*), *k* being the number of runs.
  func leaving(_ list: Int) -> ArraySlice<Run<Place>> {
    all[all.firstPosition { $0.before.list >= list }..<all.firstPosition { $0.before.list > list }]
  }

  /// The places of a list that no run leads out of: up to the last run, or up to an end where one is given.
  ///
  /// - Complexity: O(*k* + *g*) for *k* runs and *g* such places.
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
      index = max(index, run.end)
    }
    if let end { fill(to: end) }
    return gaps
  }

  /// The bijection that this one and then another one make.
  ///
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* runs.
  func followed(by next: Runs) -> Runs {
    // Both seen from the state between them, where the runs that meet are found in one pass.
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
      if (list, one.end) <= (otherList, other.end) { i += 1 } else { j += 1 }
    }
    return Runs(met)
  }
}

extension Array {
  /// The first position whose element meets a condition, which all elements after that have to meet too.
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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

/// Things that stay side by side: one after the other in one list before, and just so in one list after.
struct Run<Place: ListPlace>: Hashable, Sendable {
  /// The place of the first of them before.
  var before: Place
  /// The place of the first of them after.
  var after: Place
  /// The number of them; `Int.max` for all to the end of the list, however long it is.
  var length: Int

  /// Creates a run; without a length, it goes on to the end of the list.
  init(_ before: Place, _ after: Place, length: Int = .max) {
    self.before = before
    self.after = after
    self.length = length
  }
}

extension Run {
  /// Whether it goes on to the end of the list.
  var isEndless: Bool { length == .max }

  /// The index that follows those of the run before.
  var end: Int { isEndless ? .max : before.index &+ length }

  /// The same run, seen from the state after.
  var inverted: Run { Run(after, before, length: length) }

  /// Its things one by one, but for an endless run, which has no number.
  var pairs: [Pair<Place>] {
    isEndless ? [] : (0..<length).map { Pair(before.advanced($0), after.advanced($0)) }
  }
}

/// A place in one of several lists, so that a flat list and the sections of a batch are dealt with by the same code: an
/// `Int` is a place in the only list there is, an ``ItemPath`` one in the list of items of its section.
protocol ListPlace: Hashable, Comparable, Sendable {
  /// Which list it is in.
  var list: Int { get }
  /// Where in the list it is.
  var index: Int { get }

  init(list: Int, index: Int)
}

extension ListPlace {
  /// Whether a list can have such a place. The limit leaves room to add any number of edits without an overflow.
  var isPossible: Bool {
    let possible = 0..<(1 << 62)
    return possible.contains(list) && possible.contains(index)
  }

  /// The place at a distance in the same list.
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
