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
