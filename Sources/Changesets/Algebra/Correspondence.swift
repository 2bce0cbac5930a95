/// What edits mean: which thing before is which thing after, and which of them changed.
///
/// Edits may say the same in many ways; their correspondence is what they say. Everything that can be done with edits is
/// done with it: seen from the other side it is the inverse, two in a row are the composition, and written down again in
/// the shortest way it is the normal form.
///
/// Invariants: a list that survives has runs on both of its sides or on none, and the last of them is endless. Where
/// nothing survives at all, neither lists nor things, it is the correspondence of a reload.
struct Correspondence<Place: ListPlace>: Hashable, Sendable {
  /// Which list before is which list after.
  let lists: Runs<Int>
  /// Which thing is which, in the lists that have runs. Things of the other lists go with their list.
  let runs: Runs<Place>
  /// What survives with another content, in order.
  let updates: [Pair<Place>]

  /// Makes a correspondence of its parts.
  ///
  /// - Parameters:
  ///   - lists: Which list is which.
  ///   - runs: Which thing is which.
  ///   - updates: What changed, in any order and perhaps repeated.
  init(lists: Runs<Int>, runs: Runs<Place>, updates: [Pair<Place>]) {
    self.lists = lists
    self.runs = runs
    self.updates = updates.sortedSet()
  }

  /// The correspondence of a reload: nothing survives.
  static var reload: Self { Self(lists: Runs([]), runs: Runs([]), updates: []) }

  /// Whether nothing survives.
  var isReload: Bool { lists.all.isEmpty }
}

extension Correspondence {
  /// The same correspondence, seen from the state after: it answers where the thing at a place came from.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  var inverted: Correspondence {
    Correspondence(lists: lists.inverted, runs: runs.inverted, updates: updates.map { $0.inverted })
  }

  /// Where the thing at a place before is after; `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*), *k* being the number of edits.
  func image(of place: Place) -> Place? {
    guard runs.leaving(place.list).isEmpty else { return runs.image(of: place) }
    return lists.image(of: place.list).map { Place(list: $0, index: place.index) }
  }

  /// The same correspondence, with runs also in the given lists, unless they were deleted.
  func spelledOut(in lists: some Sequence<Int>) -> Correspondence {
    let missing = lists.compactMap { list in
      runs.leaving(list).isEmpty
        ? self.lists.image(of: list).map { Run(Place(list: list, index: 0), Place(list: $0, index: 0)) } : nil
    }
    if missing.isEmpty { return self }
    return Correspondence(lists: self.lists, runs: Runs(runs.all + missing), updates: updates)
  }

  /// The lists that have runs, in order.
  var listsWithRuns: [Int] {
    var lists: [Int] = []
    for run in runs.all where run.before.list != lists.last { lists.append(run.before.list) }
    return lists
  }

  /// What was deleted from the lists that survive.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  var deletes: [Place] {
    listsWithRuns.filter { lists.image(of: $0) != nil }.flatMap { runs.gaps(in: $0) }
  }

  /// The correspondence that this one and then another one make.
  ///
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  func followed(by next: Correspondence) -> Correspondence {
    let back = inverted
    let between = (back.listsWithRuns + next.listsWithRuns).sortedSet()
    let (first, second) = (back.spelledOut(in: between), next.spelledOut(in: between))
    let earlier = updates.compactMap { update in next.image(of: update.after).map { Pair(update.before, $0) } }
    let later = next.updates.compactMap { update in back.image(of: update.before).map { Pair($0, update.after) } }
    return Correspondence(
      lists: lists.followed(by: next.lists), runs: first.runs.inverted.followed(by: second.runs),
      updates: earlier + later)
  }
}

extension Array where Element: Comparable {
  /// The elements in order, each of them once.
  func sortedSet() -> [Element] {
    var set: [Element] = []
    for element in sorted() where element != set.last { set.append(element) }
    return set
  }
}
