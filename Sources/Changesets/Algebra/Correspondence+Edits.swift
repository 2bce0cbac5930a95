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
    var vacated = Set(edits.deletes.filter { $0.isPossible }), occupied = Set(edits.inserts.filter { $0.isPossible })
    var runs: [Run<Place>] = []
    for move in edits.moves.sorted() where move.before.isPossible && move.after.isPossible {
      let isFirst = vacated.insert(move.before).inserted, isAlone = occupied.insert(move.after).inserted
      if isFirst, isAlone { runs.append(Run(move.before, move.after, length: 1)) }
    }
    let vacatedByList = Dictionary(grouping: vacated.sorted(), by: { $0.list })
    let occupiedByList = Dictionary(grouping: occupied.sorted(), by: { $0.list })
    let back = lists.inverted
    for list in Set(vacatedByList.keys).union(occupiedByList.keys.compactMap { back.image(of: $0) }) {
      guard let target = lists.image(of: list) else { continue }
      runs += Self.retained(
        in: (list, target), vacated: vacatedByList[list] ?? [], occupied: occupiedByList[target] ?? [])
    }
    let bijection = Correspondence(lists: lists, runs: Runs(runs), updates: [])
    let updates = edits.updates.filter {
      $0.before.isPossible && $0.after.isPossible && bijection.image(of: $0.before) == $0.after
    }
    self.init(lists: lists, runs: bijection.runs, updates: updates)
  }

  /// What stays in order in a list: what is not vacated fills what is not occupied.
  private static func retained(
    in lists: (before: Int, after: Int), vacated: [Place], occupied: [Place]
  ) -> [Run<Place>] {
    var runs: [Run<Place>] = []
    var before = 0, after = 0
    var vacated = vacated[...], occupied = occupied[...]
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
      if length == .max { return runs }
      before &+= length
      after &+= length
    }
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
