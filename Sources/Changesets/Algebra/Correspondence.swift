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

  /// Creates a correspondence of its parts.
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

extension Correspondence {
  /// Reads what edits say.
  ///
  /// Whatever they say, they say something. Places that no list can have are passed over. A move that disagrees with a
  /// delete, an insert or an earlier move (in the order of the pairs) is the delete of the one place and the insert of the
  /// other. An update that is not of a survivor, in both of its places, is passed over.
  ///
  /// - Parameters:
  ///   - edits: The edits.
  ///   - lists: Which list is which; of flat edits, the only list is itself.
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
    for (position, move) in moves.enumerated() where leaves[position] && arrives[position] {
      runs.append(Run(move.before, move.after, length: 1))
    }
    let back = lists.inverted
    for list in (vacated.lists + occupied.lists.compactMap { back.image(of: $0) }).sortedSet() {
      guard let target = lists.image(of: list) else { continue }
      Self.retain(
        in: (list, target), vacated: vacated.places(in: list), occupied: occupied.places(in: target), runs: &runs)
    }
    let bijection = Correspondence(lists: lists, runs: Runs(runs), updates: [])
    let updates: [Pair<Place>] = edits.updates.filter {
      $0.before.isPossible && $0.after.isPossible && bijection.image(of: $0.before) == $0.after
    }
    self.init(lists: lists, runs: bijection.runs, updates: updates)
  }

  /// Which places are taken, by deletes or inserts or by moves, and which of the moves get theirs: the first that ask.
  ///
  /// - Parameters:
  ///   - places: What is taken before any move asks.
  ///   - moves: The places that the moves ask for, one after the other.
  /// - Returns: All places, in order, and for each move whether it got its place.
  private static func claims(_ places: [Place], _ moves: [Place]) -> (all: [Place], areGranted: [Bool]) {
    var claims = places.map { (place: $0, move: -1) } + moves.enumerated().map { (place: $1, move: $0) }
    claims.sort { $0.place != $1.place ? $0.place < $1.place : $0.move < $1.move }
    var all: [Place] = [], areGranted = Array(repeating: false, count: moves.count)
    for claim in claims where claim.place != all.last {
      all.append(claim.place)
      if claim.move >= 0 { areGranted[claim.move] = true }
    }
    return (all, areGranted)
  }

  /// Adds what stays in order in a list: what is not vacated fills what is not occupied.
  private static func retain(
    in lists: (before: Int, after: Int), vacated: ArraySlice<Place>, occupied: ArraySlice<Place>,
    runs: inout [Run<Place>]
  ) {
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
  /// The lists that the places, which are in order, are in; each once.
  fileprivate var lists: [Int] {
    var lists: [Int] = []
    for place in self where place.list != lists.last { lists.append(place.list) }
    return lists
  }

  /// Those of the places, which are in order, that are in a list.
  ///
  /// - Complexity: O(log *k*), *k* being the number of places.
  fileprivate func places(in list: Int) -> ArraySlice<Element> {
    self[firstPosition { $0.list >= list }..<firstPosition { $0.list > list }]
  }
}

extension Edits where Place: ListPlace {
  /// Writes a correspondence down in normal form.
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
  /// The fewest moves that put everything in its place, in order; what goes to another list always moves.
  fileprivate var moves: [Pair<Place>] {
    listsWithRuns.flatMap { list in
      let target = lists.image(of: list)
      let staying = runs.leaving(list).filter { $0.after.list == target }
      let leaving = runs.leaving(list).filter { $0.after.list != target }
      return Runs(staying).fewestMoves() + leaving.flatMap { $0.pairs }
    }
    .sorted()
  }
}

extension Correspondence {
  /// What can be made of a correspondence by looking at the things: what was deleted and inserted again survives, and what
  /// has the same content is no update.
  ///
  /// Things are paired within their list first, then across all lists, in order.
  ///
  /// - Parameters:
  ///   - deletes: Places before of what was deleted, in any order.
  ///   - inserts: Places after of what was inserted, in any order.
  ///   - matching: What tells things apart.
  ///   - old: The thing at a place before, if there is one.
  ///   - new: The thing at a place after, if there is one.
  /// - Complexity: O(*k* log *k*), *k* being the number of edits and of the places given.
  func refined<M: Matching>(
    deletes: [Place], inserts: [Place], matching: M, old: (Place) -> M.Element?, new: (Place) -> M.Element?
  ) -> Correspondence {
    let lost = deletes.sorted().compactMap { place in
      old(place).map { Candidate(place: place, home: lists.image(of: place.list), element: $0) }
    }
    let found = inserts.sorted().compactMap { place in
      new(place).map { Candidate(place: place, home: place.list, element: $0) }
    }
    let atHome = pairInOrder(
      Array(lost.indices), Array(found.indices), MatchingAtHome<Place, M>(matching: matching), old: { lost[$0] },
      new: { found[$0] }
    ).pairs
    let (paired, filled) = (Set(atHome.map(\.before)), Set(atHome.map(\.after)))
    let elsewhere = pairInOrder(
      lost.indices.filter { !paired.contains($0) }, found.indices.filter { !filled.contains($0) }, matching,
      old: { lost[$0].element }, new: { found[$0].element }
    ).pairs
    let pairs = (atHome + elsewhere).map { Pair(lost[$0.before].place, found[$0.after].place) }

    let changes = (updates + pairs).filter { pair in
      guard let before = old(pair.before), let after = new(pair.after) else { return true }
      return !matching.hasSameContent(before, after)
    }
    let survivors = pairs.map { Run($0.before, $0.after, length: 1) }
    return Correspondence(lists: lists, runs: Runs(runs.all + survivors), updates: changes)
  }
}

/// Something deleted or inserted that may be found again on the other side.
private struct Candidate<Place, Element> {
  var place: Place
  /// Its list, or what became of it; `nil` for a deleted one.
  var home: Int?
  var element: Element
}

/// A matching of what is in the same list.
private struct MatchingAtHome<Place, M: Matching>: Matching {
  struct ID: Hashable {
    var home: Int?
    var id: M.ID
  }

  let matching: M

  func id(of candidate: Candidate<Place, M.Element>) -> ID {
    ID(home: candidate.home, id: matching.id(of: candidate.element))
  }

  func hash(of id: ID) -> Int { matching.hash(of: id.id) ^ (id.home ?? -1) &* 0x5851_F42D_4C95_7F2D }

  func hasSameContent(_ old: Candidate<Place, M.Element>, _ new: Candidate<Place, M.Element>) -> Bool {
    matching.hasSameContent(old.element, new.element)
  }
}
