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
      new: { found[$0] })
    let (paired, filled) = (Set(atHome.map(\.before)), Set(atHome.map(\.after)))
    let elsewhere = pairInOrder(
      lost.indices.filter { !paired.contains($0) }, found.indices.filter { !filled.contains($0) }, matching,
      old: { lost[$0].element }, new: { found[$0].element })
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
