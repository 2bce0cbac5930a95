/// A partial bijection of places before and places after, in as few pieces as there are edits: what is in no run was deleted
/// or inserted.
///
/// Runs are in the order of their places before, and no two of them share a place before or a place after.
struct Runs<Place: ListPlace>: Hashable, Sendable {
  /// The runs, in the order of their places before.
  let all: [Run<Place>]

  /// Makes a bijection of runs in any order.
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
