import PomonaSupport

/// The meaning of edits: which place before corresponds to which place after, and which elements changed.
///
/// Different edits may mean the same change; their correspondence is equal. All operations on edits are operations on
/// it: the inverse exchanges before and after, composition joins two correspondences, and the normal form is the
/// shortest way to write one.
///
/// Places are grouped in lists: the items of a section, or the only list of flat edits.
///
/// Invariants: a list that survives has runs before and after, or has none. The last run of a list is endless. A
/// correspondence in which no list survives is that of a reload.
struct Correspondence<Place: ListPlace>: Hashable, Sendable {
  /// The lists before and the lists after that they correspond to.
  let lists: Runs<Int>
  /// The places that correspond to each other, in lists that have runs. The places of other lists go with their list:
  /// they keep their indexes, or are deleted with it.
  let runs: Runs<Place>
  /// The surviving elements whose content changed, sorted.
  let updates: [PlacePair<Place>]

  /// Creates a correspondence.
  ///
  /// - Parameter updates: The changed elements, in any order, possibly repeated.
  init(lists: Runs<Int>, runs: Runs<Place>, updates: [PlacePair<Place>]) {
    self.lists = lists
    self.runs = runs
    self.updates = updates.sortedSet()
  }

  /// The correspondence of a reload, in which no list survives.
  static var reload: Self { Self(lists: Runs([]), runs: Runs([]), updates: []) }

  var isReload: Bool { lists.all.isEmpty }

  /// The correspondence with before and after exchanged: it maps a place after to the place that its element came from.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  var inverted: Correspondence {
    Correspondence(lists: lists.inverted, runs: runs.inverted, updates: updates.map { $0.inverted })
  }

  /// Returns the place after of the element at a place before, or `nil` if it was deleted.
  ///
  /// - Complexity: O(log *k*), *k* being the number of edits.
  func image(of place: Place) -> Place? {
    guard runs.leaving(place.list).isEmpty else { return runs.image(of: place) }
    return lists.image(of: place.list).map { Place(list: $0, index: place.index) }
  }

  /// Returns the same correspondence with explicit runs in the given lists, unless they were deleted.
  func withRuns(in lists: some Sequence<Int>) -> Correspondence {
    let missing = lists.compactMap { list in
      runs.leaving(list).isEmpty
        ? self.lists.image(of: list).map { Run(Place(list: list, index: 0), Place(list: $0, index: 0)) } : nil
    }
    if missing.isEmpty { return self }
    return Correspondence(lists: self.lists, runs: Runs(runs.all + missing), updates: updates)
  }

  /// The lists that have runs, sorted.
  var listsWithRuns: [Int] {
    var lists: [Int] = []
    for run in runs.all where run.before.list != lists.last { lists.append(run.before.list) }
    return lists
  }

  /// The deleted places of surviving lists.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  var deletes: [Place] { listsWithRuns.filter { lists.image(of: $0) != nil }.flatMap { runs.gaps(in: $0) } }

  /// Returns the composition of this correspondence and the next one.
  ///
  /// - Complexity: O((*a* + *b*) log(*a* + *b*)) for *a* and *b* edits.
  func followed(by next: Correspondence) -> Correspondence {
    let back = inverted
    // A list for which only one of the two has runs gets an endless one in the other, so that the runs can be joined.
    let between = (back.listsWithRuns + next.listsWithRuns).sortedSet()
    let (first, second) = (back.withRuns(in: between), next.withRuns(in: between))
    // An earlier update counts if its element survives the next edits, and a later one if its element existed before
    // the first.
    let earlier = updates.compactMap { update in next.image(of: update.after).map { PlacePair(update.before, $0) } }
    let later = next.updates.compactMap { update in back.image(of: update.before).map { PlacePair($0, update.after) } }
    return Correspondence(
      lists: lists.followed(by: next.lists), runs: first.runs.inverted.followed(by: second.runs),
      updates: earlier + later)
  }
}

extension Array where Element: Comparable {
  /// Returns the elements sorted, without repetitions.
  package func sortedSet() -> [Element] {
    var set: [Element] = []
    for element in sorted() where element != set.last { set.append(element) }
    return set
  }
}

extension Correspondence {
  /// Creates the correspondence that edits mean.
  ///
  /// All edits have a meaning. Impossible places are ignored. A move that contradicts a delete, an insert or an earlier
  /// move (in the order of the pairs) is the delete of its place before and the insert of its place after. An update
  /// whose two places do not belong to the same surviving element is ignored.
  ///
  /// Deletes and moves *vacate* places before, inserts and moves *occupy* places after. The elements that are left fill
  /// the places that are left, in order. Each interval without an edit on either side is one run:
  ///
  ///     before   0  1 [2] 3  4     5 …     2 is deleted
  ///              │  │     │  │     │
  ///     after    0  1     2  3 [4] 5 …     4 is inserted
  ///
  ///     runs     0→0, length 2;  3→2, length 2;  5→5, endless
  ///
  /// - Parameter lists: The correspondence of the lists; for flat edits, the only list corresponds to itself.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  init(_ edits: Edits<Place>, lists: Runs<Int> = Runs([Run(0, 0)])) {
    guard !edits.isReload, !lists.all.isEmpty else {
      self = .reload
      return
    }
    let moves = edits.moves.filter { $0.before.isPossible && $0.after.isPossible }.sorted()
    let (vacated, leaves) = Self.claims(edits.deletes.filter { $0.isPossible }, moves.map(\.before))
    let (occupied, arrives) = Self.claims(edits.inserts.filter { $0.isPossible }, moves.map(\.after))
    var runs: [Run<Place>] = []
    // A move that was granted both places is a run of one element. One that was granted a single place is a delete or
    // an insert.
    for (position, move) in moves.enumerated() where leaves[position] && arrives[position] {
      runs.append(Run(move.before, move.after, length: 1))
    }
    // Lists with an edit on either side get explicit runs. The others keep all their places.
    let back = lists.inverted
    for list in (vacated.lists + occupied.lists.compactMap { back.image(of: $0) }).sortedSet() {
      guard let target = lists.image(of: list) else { continue }
      Self.retain(
        in: (list, target), vacated: vacated.places(in: list), occupied: occupied.places(in: target), runs: &runs)
    }
    // Updates are checked by what the other edits mean.
    let bijection = Correspondence(lists: lists, runs: Runs(runs), updates: [])
    let updates: [PlacePair<Place>] = edits.updates.filter {
      $0.before.isPossible && $0.after.isPossible && bijection.image(of: $0.before) == $0.after
    }
    self.init(lists: lists, runs: bijection.runs, updates: updates)
  }

  /// Determines which places are claimed by deletes, inserts and moves. A delete or insert has priority over a move,
  /// and an earlier move over a later one.
  ///
  /// - Parameter moves: The places of the moves, in the order of their priority.
  /// - Returns: All claimed places, sorted, and for each move whether its place was granted.
  private static func claims(_ places: [Place], _ moves: [Place]) -> (all: [Place], areGranted: [Bool]) {
    // −1 sorts deletes and inserts before the moves of the same place.
    var claims = places.map { (place: $0, move: -1) } + moves.enumerated().map { (place: $1, move: $0) }
    claims.sort { $0.place != $1.place ? $0.place < $1.place : $0.move < $1.move }
    var all: [Place] = [], areGranted = Array(repeating: false, count: moves.count)
    for claim in claims where claim.place != all.last {
      all.append(claim.place)
      if claim.move >= 0 { areGranted[claim.move] = true }
    }
    return (all, areGranted)
  }

  /// Appends the runs of the elements of a list that stay in order: elements that are not vacated fill the places that
  /// are not occupied.
  private static func retain(
    in lists: (before: Int, after: Int), vacated: ArraySlice<Place>, occupied: ArraySlice<Place>,
    runs: inout [Run<Place>]
  ) {
    // Possible indexes are below 2⁶², so nothing here overflows.
    var before = 0, after = 0
    var vacated = vacated, occupied = occupied
    while true {
      while vacated.first?.index == before {
        vacated.removeFirst()
        before &+= 1
      }
      while occupied.first?.index == after {
        occupied.removeFirst()
        after &+= 1
      }
      let start = (Place(list: lists.before, index: before), Place(list: lists.after, index: after))
      let length = min(
        vacated.first.map { $0.index &- before } ?? .max, occupied.first.map { $0.index &- after } ?? .max)
      runs.append(Run(start.0, start.1, length: length))
      if length == .max { return }
      before &+= length
      after &+= length
    }
  }
}

extension Array where Element: ListPlace {
  /// The lists of these sorted places, without repetitions.
  fileprivate var lists: [Int] {
    var lists: [Int] = []
    for place in self where place.list != lists.last { lists.append(place.list) }
    return lists
  }

  /// Returns those of these sorted places that are in a list.
  ///
  /// - Complexity: O(log *k*), *k* being the number of places.
  fileprivate func places(in list: Int) -> ArraySlice<Element> {
    self[partitioningIndex { $0.list >= list }..<partitioningIndex { $0.list > list }]
  }
}

extension Edits where Place: ListPlace {
  /// Creates the edits of a correspondence, in normal form.
  ///
  /// - Complexity: O(*k* log *k*), *k* being the number of edits.
  init(_ correspondence: Correspondence<Place>) {
    guard !correspondence.isReload else {
      self = .reload
      return
    }
    self.init(
      deletes: correspondence.deletes, inserts: correspondence.inverted.deletes, moves: correspondence.moves,
      updates: correspondence.updates)
  }
}

extension Correspondence {
  /// The fewest moves that lead to the order after, sorted. An element that goes to another list always moves.
  fileprivate var moves: [PlacePair<Place>] {
    listsWithRuns.flatMap { list in
      let target = lists.image(of: list)
      let staying = runs.leaving(list).filter { $0.after.list == target }
      let leaving = runs.leaving(list).filter { $0.after.list != target }
      return Runs(staying).fewestMoves() + leaving.flatMap { $0.pairs }
    }
    .sorted()
  }

  /// Returns the correspondence after a comparison of elements: an element that was deleted and inserted again
  /// survives, and an update without a change of content is dropped.
  ///
  /// Elements are paired in order, first within their list, then across all lists.
  ///
  /// - Parameters:
  ///   - deletes: The deleted places, in any order.
  ///   - inserts: The inserted places, in any order.
  ///   - matching: How elements are identified and compared.
  ///   - old: Returns the element at a place before, or `nil` if there is none.
  ///   - new: Returns the element at a place after, or `nil` if there is none.
  /// - Complexity: O(*k* log *k*) on average, *k* being the number of edits and of the given places.
  func refined<M: Matching>(
    deletes: [Place], inserts: [Place], matching: M, old: (Place) -> M.Element?, new: (Place) -> M.Element?
  ) -> Correspondence {
    let lost = deletes.sorted().compactMap { place in
      old(place).map { Candidate(place: place, home: lists.image(of: place.list), element: $0) }
    }
    let found = inserts.sorted().compactMap { place in
      new(place).map { Candidate(place: place, home: place.list, element: $0) }
    }
    // An element is searched for in its own list first, so that it does not move without need.
    let atHome = pairInOrder(
      Array(lost.indices), Array(found.indices), MatchingAtHome<Place, M>(matching: matching), old: { lost[$0] },
      new: { found[$0] }
    ).pairs
    let (paired, filled) = (Set(atHome.map(\.before)), Set(atHome.map(\.after)))
    let elsewhere = pairInOrder(
      lost.indices.filter { !paired.contains($0) }, found.indices.filter { !filled.contains($0) }, matching,
      old: { lost[$0].element }, new: { found[$0].element }
    ).pairs
    let pairs = (atHome + elsewhere).map { PlacePair(lost[$0.before].place, found[$0.after].place) }

    let changes = (updates + pairs).filter { pair in
      guard let before = old(pair.before), let after = new(pair.after) else { return true }
      return !matching.hasSameContent(before, after)
    }
    let survivors = pairs.map { Run($0.before, $0.after, length: 1) }
    return Correspondence(lists: lists, runs: Runs(runs.all + survivors), updates: changes)
  }
}

/// A deleted or inserted element that may have a partner on the other side.
private struct Candidate<Place, Element> {
  var place: Place
  /// The list that the element is in after the update; `nil` if that list was deleted.
  var home: Int?
  var element: Element
}

/// A matching of elements that are in the same list.
private struct MatchingAtHome<Place, M: Matching>: Matching {
  struct ID: Hashable {
    var home: Int?
    var id: M.ID
  }

  let matching: M

  func id(of candidate: Candidate<Place, M.Element>) -> ID {
    ID(home: candidate.home, id: matching.id(of: candidate.element))
  }

  // The multiplier of Knuth's MMIX generator, which spreads the numbers of lists over all bits.
  func hash(of id: ID) -> Int { matching.hash(of: id.id) ^ (id.home ?? -1) &* 0x5851_F42D_4C95_7F2D }

  func hasSameContent(_ old: Candidate<Place, M.Element>, _ new: Candidate<Place, M.Element>) -> Bool {
    matching.hasSameContent(old.element, new.element)
  }
}
